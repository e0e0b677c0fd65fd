/*
 * arrow.c - Arrow IPC stream: the schema, a record batch for each batch, the
 * end mark (https://arrow.apache.org/docs/format/Columnar.html).
 *
 * The buffers of the library's arrays go out as they are; only the
 * descriptions around them are written here.
 */
#include <stdlib.h>
#include <string.h>

#include "flatbuf.h"
#include "render.h"

enum { MESSAGE_SCHEMA = 1, MESSAGE_BATCH = 3, METADATA_V5 = 4 };

/* Members of the union Type of Schema.fbs. */
enum arrow_type {
	ARROW_NULL = 1,
	ARROW_INT,
	ARROW_FLOAT,
	ARROW_BINARY,
	ARROW_UTF8,
	ARROW_BOOL,
	ARROW_DECIMAL,
	ARROW_DATE,
	ARROW_TIME,
	ARROW_TIMESTAMP,
	ARROW_INTERVAL,
	ARROW_LIST,
	ARROW_STRUCT,
	ARROW_MAP = 17,
	ARROW_DURATION
};

/* What a format says: width in bits of a value, and the type's own fields. */
struct arrow_form {
	char format[5];
	enum arrow_type type;
	unsigned bits; /* of a value; 0: not of fixed width */
	struct fb_field fields[3];
};

static const struct arrow_form forms[] = {
	{ "n", ARROW_NULL, 0, { { 0 } } },
	{ "b", ARROW_BOOL, 1, { { 0 } } },
	{ "c", ARROW_INT, 8, { { 4, 8 }, { 1, 1 } } },
	{ "s", ARROW_INT, 16, { { 4, 16 }, { 1, 1 } } },
	{ "i", ARROW_INT, 32, { { 4, 32 }, { 1, 1 } } },
	{ "l", ARROW_INT, 64, { { 4, 64 }, { 1, 1 } } },
	{ "f", ARROW_FLOAT, 32, { { 2, 1 } } },
	{ "g", ARROW_FLOAT, 64, { { 2, 2 } } },
	{ "u", ARROW_UTF8, 0, { { 0 } } },
	{ "z", ARROW_BINARY, 0, { { 0 } } },
	{ "tdD", ARROW_DATE, 32, { { 2, 0 } } },
	{ "ttu", ARROW_TIME, 64, { { 2, 2 }, { 4, 64 } } },
	{ "tiM", ARROW_INTERVAL, 32, { { 2, 0 } } },
	{ "tDu", ARROW_DURATION, 64, { { 2, 2 } } },
	{ "+l", ARROW_LIST, 0, { { 0 } } },
	{ "+m", ARROW_MAP, 0, { { 1, 0 } } },
	{ "+s", ARROW_STRUCT, 0, { { 0 } } },
};

/* Of timestamps and decimals the format has parameters. */
static bool form_of(const char *format, struct arrow_form *out)
{
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		if (strcmp(forms[i].format, format) != 0)
			continue;
		*out = forms[i];
		return true;
	}
	*out = (struct arrow_form){ .type = ARROW_TIMESTAMP, .bits = 64 };
	if (str_starts(format, "tsu:")) {
		out->fields[0] = (struct fb_field){ 2, 2 };
		out->fields[1] = (struct fb_field){ format[4] ? 4 : 0, 0 };
		return true;
	}
	if (str_starts(format, "d:")) {
		char *rest;
		long precision = strtol(format + 2, &rest, 10);

		out->type = ARROW_DECIMAL;
		out->bits = 128;
		out->fields[0] = (struct fb_field){ 4, precision };
		out->fields[1] = (struct fb_field){ 4, strtol(rest + 1, NULL, 10) };
		out->fields[2] = (struct fb_field){ 4, 128 };
		return true;
	}
	return false;
}

static char *arrow_problem(const struct render *r, const struct ArrowSchema *s)
{
	struct arrow_form form;
	char *problem = NULL;

	if (r->out->is_tty)
		return str_dup(
			"an Arrow stream is no text: write it to a file or pipe, "
			"as with .once result.arrow");
	if (s->dictionary || !form_of(s->format, &form))
		return str_fmt("column \"%s\" has a format that mode arrow does not "
			       "know: \"%s\"",
			       s->name, s->format);
	for (int64_t i = 0; i < s->n_children && !problem; i++)
		problem = arrow_problem(r, s->children[i]);
	return problem;
}

/* --- messages ------------------------------------------------------------- */

/* Begin a message; returns where its header is to be pointed to. */
static size_t begin_message(struct text *t, int type, size_t body)
{
	size_t at[4], table;
	struct fb_field fields[] = {
		{ 2, METADATA_V5 }, { 1, type }, { 4, 0 }, { 8, (int64_t)body }
	};

	text_clear(t);
	fb_add(t, 0, 4);
	table = fb_table(t, fields, 4, at);
	fb_point(t, 0, table);
	return at[2];
}

static void put_message(struct render *r, struct text *t)
{
	struct text head = { 0 };

	fb_pad(t, 8, 0);
	fb_add(&head, 0xffffffff, 4);
	fb_add(&head, t->n, 4);
	out_add(r->out, head.p, head.n);
	out_add(r->out, t->p, t->n);
	text_free(&head);
}

/* --- the schema ------------------------------------------------------------- */

static size_t add_field(struct text *t, const struct ArrowSchema *s);

/* A vector of references to fields. */
static size_t add_fields(struct text *t, const struct ArrowSchema *s)
{
	size_t n = (size_t)s->n_children, vector = fb_vector(t, n, 4);

	for (size_t i = 0; i < n; i++)
		fb_add(t, 0, 4);
	for (size_t i = 0; i < n; i++) {
		size_t field = add_field(t, s->children[i]);

		fb_point(t, vector + 4 + 4 * i, field);
	}
	return vector;
}

static size_t add_field(struct text *t, const struct ArrowSchema *s)
{
	size_t at[6], type_at[3], table, target;
	struct arrow_form form;
	bool known = form_of(s->format, &form);
	struct fb_field fields[] = { { 4, 0 },
				     { 1, (s->flags & ARROW_FLAG_NULLABLE) != 0 },
				     { 1, known ? (int64_t)form.type : 0 },
				     { 4, 0 },
				     { 0, 0 },
				     { 4, 0 } };

	table = fb_table(t, fields, 6, at);
	target = fb_string(t, s->name ? s->name : "");
	fb_point(t, at[0], target);
	target = fb_table(t, form.fields, 3, type_at);
	fb_point(t, at[3], target);
	if (form.type == ARROW_TIMESTAMP && form.fields[1].size) {
		target = fb_string(t, s->format + 4);
		fb_point(t, type_at[1], target);
	}
	target = add_fields(t, s);
	fb_point(t, at[5], target);
	return table;
}

static void arrow_begin(struct render *r)
{
	struct text *t = &r->scratch;
	size_t header = begin_message(t, MESSAGE_SCHEMA, 0), at[2], table, vector;
	struct fb_field fields[] = { { 2, 0 }, { 4, 0 } };

	table = fb_table(t, fields, 2, at);
	fb_point(t, header, table);
	vector = add_fields(t, r->schema);
	fb_point(t, at[1], vector);
	put_message(r, t);
}

/* --- batches ---------------------------------------------------------------- */

struct body {
	struct text nodes; /* length and null count of each array */
	struct text buffers; /* offset and length of each buffer */
	size_t n_nodes, n_buffers, size;
	struct out *out; /* NULL: only measured */
};

static size_t padded(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

static void add_buffer(struct body *b, const void *p, size_t n)
{
	static const char zeros[8];

	if (!p)
		n = 0;
	if (b->out) {
		out_add(b->out, p, n);
		out_add(b->out, zeros, padded(n) - n);
		return;
	}
	fb_add(&b->buffers, b->size, 8);
	fb_add(&b->buffers, n, 8);
	b->n_buffers++;
	b->size += padded(n);
}

/* Buffers in the order of the format: validity, offsets or values, bytes. */
static void add_array(struct body *b, const struct ArrowSchema *s,
		      const struct ArrowArray *a)
{
	size_t n = (size_t)a->length;
	struct arrow_form form;

	if (!form_of(s->format, &form))
		return;
	if (!b->out) {
		fb_add(&b->nodes, n, 8);
		fb_add(&b->nodes,
		       (uint64_t)(form.type == ARROW_NULL ? a->length : a->null_count),
		       8);
		b->n_nodes++;
	}
	if (form.type != ARROW_NULL)
		add_buffer(b, a->buffers[0], (n + 7) / 8);
	if (form.bits)
		add_buffer(b, a->buffers[1], (n * form.bits + 7) / 8);
	if (form.type == ARROW_UTF8 || form.type == ARROW_BINARY ||
	    form.type == ARROW_LIST || form.type == ARROW_MAP)
		add_buffer(b, a->buffers[1], (n + 1) * sizeof(int32_t));
	if (form.type == ARROW_UTF8 || form.type == ARROW_BINARY)
		add_buffer(b, a->buffers[2],
			   (size_t)((const int32_t *)a->buffers[1])[n]);
	for (int64_t i = 0; i < a->n_children; i++)
		add_array(b, s->children[i], a->children[i]);
}

static void add_children(struct body *b, const struct ArrowSchema *s,
			 const struct ArrowArray *a)
{
	for (int64_t i = 0; i < a->n_children; i++)
		add_array(b, s->children[i], a->children[i]);
}

static void arrow_rows(struct render *r, struct ArrowArray *a)
{
	struct body body = { 0 };
	struct text *t = &r->scratch;
	size_t header, at[3], table, vector;
	struct fb_field fields[] = { { 8, a->length }, { 4, 0 }, { 4, 0 } };

	add_children(&body, r->schema, a);
	header = begin_message(t, MESSAGE_BATCH, body.size);
	table = fb_table(t, fields, 3, at);
	fb_point(t, header, table);
	vector = fb_vector(t, body.n_nodes, 8);
	text_add(t, text_str(&body.nodes), body.nodes.n);
	fb_point(t, at[1], vector);
	vector = fb_vector(t, body.n_buffers, 8);
	text_add(t, text_str(&body.buffers), body.buffers.n);
	fb_point(t, at[2], vector);
	put_message(r, t);
	body.out = r->out;
	add_children(&body, r->schema, a);
	text_free(&body.nodes);
	text_free(&body.buffers);
}

static void arrow_end(struct render *r, bool ok)
{
	/* Without its end mark a stream that broke off is seen to be one. */
	if (ok)
		out_add(r->out, "\xff\xff\xff\xff\0\0\0\0", 8);
}

const struct renderer render_arrow = { "arrow",    0,         arrow_begin,
				       arrow_rows, arrow_end, arrow_problem };
