/*
 * unit.h - what every cmocka test needs: the headers in the order that
 * cmocka wants, and a statement context without an environment.
 */
#ifndef SHADE_TEST_UNIT_H
#define SHADE_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cx.h"
#include "base/settings.h"

/* An empty context with its own budget (no limit), arena and settings. */
struct shade_cx *unit_cx_new(void);
void unit_cx_free(struct shade_cx *cx); /* fails the test on a leak */

/* A folder that is removed with everything in it by unit_rmdir. */
char *unit_mkdir(void);
void unit_rmdir(char *path);
/* Write a file; returns its path, valid until the next four calls. */
const char *unit_file(const char *dir, const char *name, const void *p, size_t n);

#define assert_str(s, text)                              \
	do {                                             \
		struct str s_ = (s);                     \
		assert_int_equal(s_.n, strlen(text));    \
		assert_memory_equal(s_.p, (text), s_.n); \
	} while (0)

#endif
