/*
 * json.c - one array of objects, or an object a line.
 *
 * A result that breaks off leaves the array open: a reader must notice.
 */
#include "cell.h"
#include "number.h"
#include "names.h"
#include "render.h"

struct json {
	struct text *keys; /* owned: `"name":` with what stands before it */
	bool any;
};

static void jsonl_begin(struct render *r)
{
	/* JSON's readers keep only the last of two keys. */
	char **names = names_unique(r, false);
	struct json *json = r->state;

	json->keys = mem_get(r->n_columns, sizeof(*json->keys));
	for (size_t i = 0; i < r->n_columns; i++) {
		text_addc(&json->keys[i], i ? ',' : '{');
		json_string(&json->keys[i], names[i], strlen(names[i]), &r->n_lossy);
		text_addc(&json->keys[i], ':');
	}
	names_free(names, r->n_columns);
}

static void json_begin(struct render *r)
{
	jsonl_begin(r);
	out_addc(r->out, '[');
}

/* Plain text is copied, anything else goes through the slow path. */
static void put_text(struct render *r, const struct view *v, size_t row)
{
	struct cell c = cell_bytes(v, row);
	struct out *o = r->out;

	if (!v->col->is_json) {
		char *to;
		size_t i = 0;

		out_need(o, c.n + 2);
		to = o->p;
		*to++ = '"';
		for (; i < c.n; i++) {
			unsigned char b = (unsigned char)c.p[i];

			if (b < 0x20 || b >= 0x7f || b == '"' || b == '\\')
				break;
			*to++ = (char)b;
		}
		if (i == c.n) {
			*to++ = '"';
			o->p = to;
			return;
		}
	}
	r->scratch.n = 0;
	cell_json(&r->scratch, v, row, &r->n_lossy);
	out_add(o, r->scratch.p, r->scratch.n);
}

static void put_value(struct render *r, const struct view *v, size_t row)
{
	enum kind k = v->col->kind;
	struct out *o = r->out;

	if (view_is_null(v, row)) {
		out_add(o, "null", 4);
	} else if (v->dict || k == K_F32 || k == K_F64 || k > K_UTF8_VIEW ||
		   k > K_DECIMAL) {
		if (!v->dict && is_text_kind(k)) {
			put_text(r, v, row);
			return;
		}
		r->scratch.n = 0;
		cell_json(&r->scratch, v, row, &r->n_lossy);
		out_add(o, r->scratch.p, r->scratch.n);
	} else {
		out_need(o, PUT_MAX);
		o->p = put_fixed(o->p, v, row);
	}
}

static void put_object(struct render *r, size_t row)
{
	const struct json *json = r->state;

	for (size_t i = 0; i < r->n_columns; i++) {
		out_add(r->out, json->keys[i].p, json->keys[i].n);
		put_value(r, &r->views[i], row);
	}
	if (!r->n_columns)
		out_addc(r->out, '{');
	out_addc(r->out, '}');
}

static void json_rows(struct render *r, struct ArrowArray *a)
{
	struct json *json = r->state;

	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		if (json->any)
			out_add(r->out, ",\n", 2);
		json->any = true;
		put_object(r, row);
	}
}

static void jsonl_rows(struct render *r, struct ArrowArray *a)
{
	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		put_object(r, row);
		out_addc(r->out, '\n');
	}
}

static void jsonl_end(struct render *r, bool ok)
{
	struct json *json = r->state;

	(void)ok;
	for (size_t i = 0; i < r->n_columns; i++)
		text_free(&json->keys[i]);
	mem_free(json->keys);
}

static void json_end(struct render *r, bool ok)
{
	if (ok)
		out_add(r->out, "]\n", 2);
	else
		out_addc(r->out, '\n');
	jsonl_end(r, ok);
}

const struct renderer render_json = { "json", sizeof(struct json), json_begin,
				      json_rows, json_end };
const struct renderer render_jsonl = { "jsonl", sizeof(struct json), jsonl_begin,
				       jsonl_rows, jsonl_end };
