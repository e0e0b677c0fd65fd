/*
 * f_agg_json.c - rows collected into JSON text.
 */
#include "func/agg.h"
#include "func/json.h"

/* The members so far, with commas, without the brackets. */
struct json_state {
	char *p;
	size_t n, cap;
	uint64_t any;
};

#define LIMIT ((size_t)1 << 30)

static shade_status append(struct func_call *fc, struct json_state *s, struct str text)
{
	size_t need = s->n + text.n + 1;

	if (need > LIMIT)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the result of %s would be longer than 1 GB",
				  fc->row->name);
	if (need > s->cap) {
		size_t cap = need < 64 ? 128 : need * 2;

		s->p = arena_realloc(fc->arena, s->p, s->n, cap);
		s->cap = cap;
	}
	if (s->any)
		s->p[s->n++] = ',';
	memcpy(s->p + s->n, text.p, text.n);
	s->n += text.n;
	s->any = 1;
	return SHADE_OK;
}

static bool is_object(const struct func_call *fc)
{
	return fc->n_args == 2;
}

static shade_status update(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, const uint32_t *gids, uint8_t *base,
			   size_t stride)
{
	struct arena *a = func_scratch(fc);

	for (size_t i = 0; i < n; i++) {
		struct json_state *s = (struct json_state *)(void *)agg_state(
			base, stride, gids, i);
		struct sbuf b = { .arena = a };
		struct value v = vector_value(&args[n_args - 1], i, a);

		if (is_object(fc)) {
			struct value key = vector_value(&args[0], i, a);

			if (key.is_null)
				return shade_fail(
					fc->cx, SHADE_E_NULL_VALUE, fc->span,
					"a key of an object must not be NULL");
			json_quote(&b, value_text(a, &key));
			sbuf_addc(&b, ':');
		} else if (v.is_null) {
			continue;
		}
		json_put(&b, &v);
		TRY(append(fc, s, sbuf_str(&b)));
	}
	return SHADE_OK;
}

static shade_status combine(struct func_call *fc, const uint8_t *src, size_t src_stride,
			    size_t n, const uint32_t *gids, uint8_t *base,
			    size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		const struct json_state *from =
			(const struct json_state *)(const void *)(src + i * src_stride);

		if (from->any)
			TRY(append(fc,
				   (struct json_state *)(void *)agg_state(base, stride,
									  gids, i),
				   (struct str){ from->p, from->n }));
	}
	return SHADE_OK;
}

static shade_status finalize(struct func_call *fc, const uint8_t *base, size_t stride,
			     size_t n, struct vector *out)
{
	bool object = is_object(fc);

	for (size_t i = 0; i < n; i++) {
		const struct json_state *s =
			(const struct json_state *)(const void *)(base + i * stride);
		char *p = func_bytes(fc, s->n + 2);

		if (!p)
			return SHADE_E_NOMEM;
		p[0] = object ? '{' : '[';
		if (s->n)
			memcpy(p + 1, s->p, s->n);
		p[s->n + 1] = object ? '}' : ']';
		func_lend(out, i, (struct str){ p, s->n + 2 });
	}
	return SHADE_OK;
}

static const struct agg_class json_agg = {
	.state_size = sizeof(struct json_state),
	.update = update,
	.combine = combine,
	.finalize = finalize,
};

#define FLAGS (FUNC_NULLS | FUNC_ORDERED | FUNC_TOTAL | FUNC_CAN_FAIL)

static const struct func_row rows[] = {
	{ AGGREGATE("json_arrayagg", "ANY -> VARCHAR", FLAGS, &json_agg),
	  DOC("the values as a JSON array, NULLs left out",
	      "SELECT json_arrayagg(a ORDER BY a) FROM (VALUES (2), (1), (NULL)) AS "
	      "t(a)",
	      "[1,2]") },
	{ AGGREGATE("json_group_array", "ANY -> VARCHAR", FLAGS, &json_agg),
	  DOC("the values as a JSON array, NULLs left out",
	      "SELECT json_group_array(a) FROM (VALUES ('x')) AS t(a)", "[\"x\"]") },
	{ AGGREGATE("json_objectagg", "ANY, ANY -> VARCHAR", FLAGS, &json_agg),
	  DOC("keys and values as a JSON object",
	      "SELECT json_objectagg(k, v) FROM (VALUES ('a', 1)) AS t(k, v)",
	      "{\"a\":1}") },
	{ AGGREGATE("json_group_object", "ANY, ANY -> VARCHAR", FLAGS, &json_agg),
	  DOC("keys and values as a JSON object",
	      "SELECT json_group_object(k, v) FROM (VALUES ('a', NULL)) AS t(k, v)",
	      "{\"a\":null}") },
};

const struct func_family func_family_agg_json = { "Collecting JSON", rows,
						  ARRAY_LEN(rows) };
