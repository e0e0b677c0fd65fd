/*
 * text.h - growable bytes, and the only place of the shell that allocates.
 *
 * A struct text owns its bytes; zero-initialised it is empty.  The bytes
 * are always followed by a NUL, so that p can be handed to libc.  Out of
 * memory ends the program with a message: a shell has nothing better to do.
 */
#ifndef SHADE_CMD_TEXT_H
#define SHADE_CMD_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))

struct text {
	char *p; /* owned; NULL while nothing was added */
	size_t n, cap;
};

void text_free(struct text *t);
void text_clear(struct text *t);
/* Room for n more bytes behind the end; the caller sets t->n. */
char *text_room(struct text *t, size_t n);
void text_add(struct text *t, const char *p, size_t n);
void text_addz(struct text *t, const char *z);
void text_addc(struct text *t, char c);
void text_repeat(struct text *t, const char *z, size_t times);
void text_addf(struct text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The bytes as a string, "" when empty. */
const char *text_str(const struct text *t);

/* Zeroed memory; mem_free is free. */
void *mem_get(size_t n, size_t size);
void *mem_grow(void *p, size_t n, size_t size);
void mem_free(void *p);
char *str_dup(const char *z);
char *str_ndup(const char *p, size_t n);
char *str_fmt(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Whole file into t; false with errno set. */
bool text_read_fd(struct text *t, int fd);
bool text_read_file(struct text *t, const char *path);

static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
	       c == '\v';
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool str_starts(const char *z, const char *prefix);
bool str_ends(const char *z, const char *suffix);
/* Equal without regard to ASCII case. */
bool str_same(const char *a, const char *b);

#endif
