#include "tools/alloc/rows_hash.h"

#include <string.h>

#include "base/hash.h"

static bool is_valid(const struct ArrowArray *a, int64_t row)
{
	const uint8_t *bits = a->n_buffers ? a->buffers[0] : NULL;

	return !bits || (bits[row >> 3] >> (row & 7) & 1);
}

/* Bytes a value of a fixed-width format, 0 for others. */
static size_t width_of(const char *format)
{
	switch (format[0]) {
	case 'c':
	case 'C': return 1;
	case 's':
	case 'S': return 2;
	case 'i':
	case 'I':
	case 'f': return 4;
	case 'l':
	case 'L':
	case 'g': return 8;
	case 'd': return 16;
	case 't':
		if (strcmp(format, "tdD") == 0 || strcmp(format, "tiM") == 0 ||
		    strcmp(format, "tts") == 0 || strcmp(format, "ttm") == 0)
			return 4;
		return strcmp(format, "tin") == 0 ? 16 : 8;
	default: return 0;
	}
}

static uint64_t hash_value(uint64_t h, const struct ArrowSchema *s,
			   const struct ArrowArray *a, int64_t row);

static uint64_t hash_list(uint64_t h, const struct ArrowSchema *s,
			  const struct ArrowArray *a, int64_t row)
{
	const int32_t *offsets = a->buffers[1];

	for (int32_t i = offsets[row]; i < offsets[row + 1]; i++)
		h = hash_value(h, s->children[0], a->children[0],
			       a->children[0]->offset + i);
	return hash_combine(h, (uint64_t)(offsets[row + 1] - offsets[row]));
}

static uint64_t hash_value(uint64_t h, const struct ArrowSchema *s,
			   const struct ArrowArray *a, int64_t row)
{
	const char *f = s->format;
	size_t width = width_of(f);

	if (f[0] == 'n' || !is_valid(a, row))
		return hash_combine(h, 1);
	if (width) {
		const char *p = (const char *)a->buffers[1] + (size_t)row * width;

		return hash_combine(h, hash_bytes(p, width));
	}
	if (f[0] == 'b') {
		const uint8_t *bits = a->buffers[1];

		return hash_combine(h, 2 + (bits[row >> 3] >> (row & 7) & 1));
	}
	if (f[0] == 'u' || f[0] == 'z') {
		const int32_t *o = a->buffers[1];

		return hash_combine(h, hash_bytes((const char *)a->buffers[2] + o[row],
						  (size_t)(o[row + 1] - o[row])));
	}
	if (strcmp(f, "+l") == 0 || strcmp(f, "+m") == 0)
		return hash_list(h, s, a, row);
	for (int64_t i = 0; i < a->n_children; i++)
		h = hash_value(h, s->children[i], a->children[i],
			       a->children[i]->offset + row);
	return h;
}

uint64_t rows_hash(uint64_t seed, const struct ArrowSchema *schema,
		   const struct ArrowArray *batch)
{
	for (int64_t row = 0; row < batch->length; row++)
		seed = hash_value(hash_combine(seed, 7), schema, batch,
				  batch->offset + row);
	return seed;
}
