/*
 * text_out.h - a buffer that formats write text to, and values as text.
 */
#ifndef SHADE_FORMAT_TEXT_OUT_H
#define SHADE_FORMAT_TEXT_OUT_H

#include "base/io.h"
#include "column/vector.h"
#include "type/tz.h"

#define TEXT_OUT_SIZE ((size_t)64 << 10)

struct text_out {
	struct shade_cx *cx;
	struct writer *to;
	struct arena *scratch; /* reset for each batch */
	const struct zone *zone; /* TIMESTAMP_LTZ is shown in it */
	size_t n;
	char p[TEXT_OUT_SIZE];
};

shade_status text_out_flush(struct text_out *o);
shade_status text_out_add(struct text_out *o, const char *p, size_t n);

/* Room for at least n <= 256 bytes at o->p + o->n. */
static inline shade_status text_out_room(struct text_out *o, size_t n)
{
	return o->n + n > TEXT_OUT_SIZE ? text_out_flush(o) : SHADE_OK;
}

static inline shade_status text_out_char(struct text_out *o, char c)
{
	TRY(text_out_room(o, 1));
	o->p[o->n++] = c;
	return SHADE_OK;
}

/* Row `at` (an index into data, see vector_index) of a type that is neither
 * string nor nested, not NULL: the text that CAST to VARCHAR gives. */
shade_status text_out_value(struct text_out *o, const struct vector *v, size_t at);

#endif
