#include "flatbuf.h"

#include <string.h>

void fb_add(struct text *t, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		text_addc(t, (char)(value >> (8 * i) & 0xff));
}

static void patch(struct text *t, size_t at, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		t->p[at + i] = (char)(value >> (8 * i) & 0xff);
}

void fb_pad(struct text *t, size_t align, size_t rest)
{
	while (t->n % align != rest)
		text_addc(t, '\0');
}

size_t fb_table(struct text *t, const struct fb_field *fields, size_t n, size_t *at)
{
	size_t table_size = 4, vtable, table;
	uint16_t offsets[FB_MOST_FIELDS] = { 0 };

	/* The widest first, so that all are aligned. */
	for (uint8_t size = 8; size; size /= 2) {
		for (size_t i = 0; i < n; i++) {
			if (fields[i].size != size)
				continue;
			offsets[i] = (uint16_t)table_size;
			table_size += size;
		}
	}
	fb_pad(t, 2, 0);
	vtable = t->n;
	fb_add(t, 4 + 2 * n, 2);
	fb_add(t, table_size, 2);
	for (size_t i = 0; i < n; i++)
		fb_add(t, offsets[i], 2);
	fb_pad(t, 8, 4);
	table = t->n;
	fb_add(t, table - vtable, 4);
	for (size_t i = 4; i < table_size; i++)
		text_addc(t, '\0');
	for (size_t i = 0; i < n; i++) {
		at[i] = table + offsets[i];
		if (fields[i].size)
			patch(t, at[i], (uint64_t)fields[i].value, fields[i].size);
	}
	return table;
}

void fb_point(struct text *t, size_t at, size_t target)
{
	patch(t, at, target - at, 4);
}

size_t fb_vector(struct text *t, size_t n, size_t align)
{
	fb_pad(t, align, align - 4);
	fb_add(t, n, 4);
	return t->n - 4;
}

size_t fb_string(struct text *t, const char *z)
{
	size_t n = strlen(z), at = fb_vector(t, n, 4);

	text_add(t, z, n);
	text_addc(t, '\0');
	return at;
}
