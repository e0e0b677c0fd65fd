/*
 * number.h - numbers as text, without printf and without locale.
 *
 * Each put_ function writes at p and returns the end; PUT_MAX bytes of room
 * are always enough.  Floats print the shortest text that reads back as the
 * same value.
 */
#ifndef SHADE_CMD_RENDER_NUMBER_H
#define SHADE_CMD_RENDER_NUMBER_H

#include <stdint.h>
#include <string.h>

#define PUT_MAX 80

extern const char two_digits[200];

static inline char *put_2(char *p, unsigned v)
{
	memcpy(p, two_digits + 2 * v, 2);
	return p + 2;
}

char *put_u64(char *p, uint64_t v);
char *put_i64(char *p, int64_t v);
char *put_decimal(char *p, __int128 v, int scale);
char *put_double(char *p, double v);
char *put_float(char *p, float v);

#endif
