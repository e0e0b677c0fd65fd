/*
 * f_agg_list.c - aggregates that collect: string_agg, array_agg, mode.
 */
#include "func/agg_util.h"

/* --- string_agg ----------------------------------------------------------- */

struct text_state {
	char *p;
	size_t n, cap;
	bool any;
};

static shade_status text_append(struct func_call *fc, struct text_state *s,
				struct str text)
{
	if (text.n == 0)
		return SHADE_OK;
	if (s->n + text.n > s->cap) {
		size_t cap = s->cap ? s->cap * 2 : 64;

		while (cap < s->n + text.n)
			cap *= 2;
		if (cap > 2 * FUNC_MAX_TEXT)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "the result of %s would be longer than 1 GB",
					  fc->row->name);
		s->p = arena_realloc(fc->arena, s->p, s->cap, cap);
		s->cap = cap;
	}
	memcpy(s->p + s->n, text.p, text.n);
	s->n += text.n;
	return SHADE_OK;
}

static shade_status text_update(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		struct text_state *s = agg_state(base, stride, gids, i);

		if (s->any)
			TRY(text_append(fc, s,
					n_args > 1 ? arg_str(&args[1], i) : STR(",")));
		s->any = true;
		TRY(text_append(fc, s, arg_str(&args[0], i)));
	}
	return SHADE_OK;
}

static shade_status text_combine(struct func_call *fc, const uint8_t *src,
				 size_t src_stride, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		const struct text_state *from =
			(const struct text_state *)(src + i * src_stride);
		struct text_state *to = agg_state(base, stride, gids, i);

		if (!from->any)
			continue;
		if (to->any) /* ordered aggregates run in one piece */
			return shade_fail(fc->cx, SHADE_E_INTERNAL, fc->span,
					  "%s cannot be merged", fc->row->name);
		*to = *from;
	}
	return SHADE_OK;
}

static shade_status text_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct text_state *s = (const struct text_state *)(base +
									 i * stride);

		if (s->any)
			out_view(out, i, s->n ? s->p : "", s->n);
		else
			out_null(fc, out, i);
	}
	return SHADE_OK;
}

static const struct agg_class text_class = {
	.state_size = sizeof(struct text_state),
	.update = text_update,
	.combine = text_combine,
	.finalize = text_finalize,
};

/* --- array_agg ------------------------------------------------------------ */

struct list_state {
	struct value *v;
	size_t n, cap;
};

static void list_push(struct func_call *fc, struct list_state *s, struct value v)
{
	if (s->n == s->cap) {
		size_t cap = s->cap ? s->cap * 2 : 8;

		s->v = arena_realloc(fc->arena, s->v, s->cap * sizeof(*s->v),
				     cap * sizeof(*s->v));
		s->cap = cap;
	}
	s->v[s->n++] = v;
}

static shade_status list_update(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct list_state *s = agg_state(base, stride, gids, i);
		struct value v = value_null(args[0].type);

		if (s->n >= UINT32_MAX)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "an array has at most 4294967295 elements");
		if (!vector_is_null(&args[0], i))
			v = vector_value(&args[0], i, fc->arena);
		list_push(fc, s, v);
	}
	return SHADE_OK;
}

static shade_status list_combine(struct func_call *fc, const uint8_t *src,
				 size_t src_stride, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		const struct list_state *from =
			(const struct list_state *)(src + i * src_stride);
		struct list_state *to = agg_state(base, stride, gids, i);

		for (size_t k = 0; k < from->n; k++)
			list_push(fc, to, from->v[k]);
	}
	return SHADE_OK;
}

static int value_order(const void *a, const void *b)
{
	return value_cmp(a, b);
}

/* Sorted, repetitions dropped; NULLs are never in a set. */
static void make_set(struct list_state *s)
{
	size_t n = 0;

	qsort(s->v, s->n, sizeof(*s->v), value_order);
	for (size_t k = 0; k < s->n; k++)
		if (n == 0 || value_cmp(&s->v[n - 1], &s->v[k]) != 0)
			s->v[n++] = s->v[k];
	s->n = n;
}

static shade_status store_lists(struct func_call *fc, const uint8_t *base,
				size_t stride, size_t n, struct vector *out, bool set,
				bool empty)
{
	struct value *lists = arena_array(fc->arena, struct value, n);

	for (size_t i = 0; i < n; i++) {
		struct list_state s = *(const struct list_state *)(base + i * stride);

		lists[i] = value_null(out->type);
		if (s.n == 0 && !empty)
			continue;
		if (set)
			make_set(&s);
		lists[i].is_null = false;
		lists[i].list.n = s.n;
		lists[i].list.v = s.v;
	}
	agg_store_values(fc, out, lists, n);
	return SHADE_OK;
}

static shade_status list_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out)
{
	return store_lists(fc, base, stride, n, out, false, false);
}

/* Spark: an empty list, not NULL. */
static shade_status collect_finalize(struct func_call *fc, const uint8_t *base,
				     size_t stride, size_t n, struct vector *out)
{
	return store_lists(fc, base, stride, n, out, false, true);
}

static shade_status set_finalize(struct func_call *fc, const uint8_t *base,
				 size_t stride, size_t n, struct vector *out)
{
	return store_lists(fc, base, stride, n, out, true, true);
}

#define LIST_CLASS(fn)                                                          \
	{                                                                       \
		.state_size = sizeof(struct list_state), .update = list_update, \
		.combine = list_combine, .finalize = fn                         \
	}

static const struct agg_class list_class = LIST_CLASS(list_finalize);
static const struct agg_class collect_class = LIST_CLASS(collect_finalize);
static const struct agg_class set_class = LIST_CLASS(set_finalize);

static shade_status list_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = type_array(fb->arena, fb->arg_types[0]);
	return SHADE_OK;
}

/* --- mode: the most frequent value, the smallest of several --------------- */

static shade_status mode_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out)
{
	struct value *modes = arena_array(fc->arena, struct value, n);

	for (size_t i = 0; i < n; i++) {
		const struct list_state *s = (const struct list_state *)(base +
									 i * stride);
		size_t best = 0;

		modes[i] = value_null(out->type);
		if (s->n > 1)
			qsort(s->v, s->n, sizeof(*s->v), value_order);
		for (size_t k = 0, run; k < s->n; k += run) {
			run = 1;
			while (k + run < s->n &&
			       value_cmp(&s->v[k], &s->v[k + run]) == 0)
				run++;
			if (run > best) {
				best = run;
				modes[i] = s->v[k];
			}
		}
	}
	agg_store_values(fc, out, modes, n);
	return SHADE_OK;
}

static const struct agg_class mode_class = LIST_CLASS(mode_finalize);

static shade_status mode_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->arg_types[0];
	return SHADE_OK;
}

/* Whatever is joined is cast to text. */
static shade_status text_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	for (size_t i = 0; i < fb->n_args; i++)
		if (fb->arg_types[i]->id != TYPE_VARCHAR)
			fb->arg_types[i] = type_of(TYPE_VARCHAR);
	return SHADE_OK;
}

#define AGG(n, s, f, c, b, d, e, r)                                                \
	{                                                                          \
		.name = (n), .sig = (s), .kind = FUNC_AGGREGATE, .flags = (f),     \
		.agg = (c), .bind = (b), .doc = (d), .example = (e), .result = (r) \
	}
#define OF(e) "SELECT " e " FROM VALUES ('b'), (NULL), ('a'), ('b') AS t(a)"
#define TEXT FUNC_ORDERED | FUNC_CAN_FAIL

static const struct func_row rows[] = {
	AGG("string_agg", "ANY [, ANY] -> VARCHAR", TEXT, &text_class, text_bind,
	    "texts joined with a separator", OF("string_agg(a, '-')"), "b-a-b"),
	AGG("listagg", "ANY [, ANY] -> VARCHAR", TEXT, &text_class, text_bind,
	    "texts joined with a separator", OF("listagg(a)"), "b,a,b"),
	AGG("group_concat", "ANY [, ANY] -> VARCHAR", TEXT, &text_class, text_bind,
	    "texts joined with a separator", OF("group_concat(a)"), "b,a,b"),
	AGG("array_agg", "ANY -> ?", FUNC_NULLS | FUNC_ORDERED, &list_class, list_bind,
	    "array of all values", OF("array_agg(a)"), "[b, NULL, a, b]"),
	AGG("list", "ANY -> ?", FUNC_NULLS | FUNC_ORDERED, &list_class, list_bind,
	    "array of all values", OF("list(a)"), "[b, NULL, a, b]"),
	AGG("collect_list", "ANY -> ?", FUNC_ORDERED | FUNC_TOTAL, &collect_class,
	    list_bind, "array of the values that are not NULL", OF("collect_list(a)"),
	    "[b, a, b]"),
	AGG("collect_set", "ANY -> ?", FUNC_TOTAL, &set_class, list_bind,
	    "array of the different values, sorted", OF("collect_set(a)"), "[a, b]"),
	AGG("mode", "ANY -> ?", 0, &mode_class, mode_bind,
	    "the most frequent value, the smallest of several", OF("mode(a)"), "b"),
};

const struct func_family func_family_collect = {
	.name = "Collecting values",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
