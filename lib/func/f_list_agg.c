/*
 * f_list_agg.c - aggregates over the elements of an array.
 *
 * list_sum(x) runs the aggregate sum with a group for each row: the elements
 * of all rows go through the aggregate's own kernel, batch by batch.
 */
#include "func/func_internal.h"

/* The aggregate and a call of it, made once for a call site. */
struct list_agg {
	const struct agg_class *cls;
	struct func_call call;
};

/* Is the aggregate's name an argument? */
static bool is_named(const struct func_row *row)
{
	return strcmp(row->name, "list_aggregate") == 0;
}

/* Resolve the aggregate over the element type; arguments behind the name
 * are the aggregate's too. */
static shade_status resolve(struct func_bind *sub, const struct type *const *types,
			    const struct value *const *consts, size_t n_args,
			    const struct func_row *row, const struct agg_class **cls)
{
	bool named = is_named(row);
	size_t skip = named ? 1 : 0, n = n_args - skip;
	const struct value **sub_consts = arena_array(sub->arena, const struct value *,
						      n);
	struct str name = str_from(row->name + 5); /* after list_ */
	size_t found;
	const struct func_row **rows;

	if (named && !func_const_text(consts, 1, &name))
		return shade_fail(sub->cx, SHADE_E_TYPE, sub->span,
				  "the aggregate's name must be a text constant");
	sub->arg_types = arena_array(sub->arena, const struct type *, n);
	sub->arg_types[0] = types[0]->children[0];
	for (size_t i = 1; i < n; i++) {
		sub->arg_types[i] = types[i + skip];
		sub_consts[i] = consts[i + skip];
	}
	sub->n_args = n;
	sub->consts = sub_consts;
	name = func_canonical(name);
	rows = func_lookup(sub->arena, name, &found);
	if (found > 0 && rows[0]->kind != FUNC_AGGREGATE)
		return shade_fail(sub->cx, SHADE_E_TYPE, sub->span,
				  "\"%.*s\" is no aggregate", STR_ARG(name));
	return func_resolve(sub, name, cls);
}

static shade_status bind_list_agg(struct func_bind *fb, const struct agg_class **agg)
{
	struct func_bind sub = { .cx = fb->cx, .arena = fb->arena, .span = fb->span };
	const struct agg_class *cls = NULL;
	size_t skip = is_named(fb->row) ? 1 : 0;

	(void)agg;
	if (fb->arg_types[0]->id != TYPE_ARRAY)
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "\"%s\" takes an array, not %.*s", fb->row->name,
				  STR_ARG(type_name(fb->arena, fb->arg_types[0])));
	TRY(resolve(&sub, fb->arg_types, fb->consts, fb->n_args, fb->row, &cls));
	fb->arg_types[0] = type_array(fb->arena, sub.arg_types[0]);
	for (size_t i = 1; i < sub.n_args; i++)
		fb->arg_types[i + skip] = sub.arg_types[i];
	fb->type = sub.type;
	fb->can_fail = sub.can_fail;
	return SHADE_OK;
}

static shade_status list_agg_init(struct func_call *fc,
				  const struct value *const *consts)
{
	struct list_agg *s = arena_new_of(fc->arena, struct list_agg);
	struct func_bind sub = { .cx = fc->cx, .arena = fc->arena, .span = fc->span };

	TRY(resolve(&sub, fc->arg_types, consts, fc->n_args, fc->row, &s->cls));
	s->call = (struct func_call){
		.cx = fc->cx,
		.row = sub.row,
		.arg_types = sub.arg_types,
		.n_args = sub.n_args,
		.type = sub.type,
		.arena = fc->arena,
		.span = fc->span,
	};
	fc->state = s;
	return sub.row->init ? sub.row->init(&s->call, sub.consts) : SHADE_OK;
}

/* The next elements that count, at most a batch: where they are and whose. */
struct cursor {
	size_t row, at; /* the element to look at next */
	size_t n;
	uint32_t pos[SHADE_BATCH_ROWS], owner[SHADE_BATCH_ROWS];
};

static void next_elements(struct cursor *c, const struct vector *list, size_t n,
			  const struct vector *out, bool with_nulls)
{
	const struct vector *items = &list->children[0];

	for (c->n = 0; c->row < n; c->row++, c->at = 0) {
		struct list_ref r;

		if (!row_valid(out, c->row))
			continue;
		r = ARG(list, struct list_ref, c->row);
		for (; c->at < r.n; c->at++) {
			if (c->n == SHADE_BATCH_ROWS)
				return;
			if (!with_nulls && vector_is_null(items, r.offset + c->at))
				continue;
			c->pos[c->n] = r.offset + (uint32_t)c->at;
			c->owner[c->n++] = (uint32_t)c->row;
		}
	}
}

/* All elements through the aggregate's kernel; states lie at base. */
static shade_status update_all(struct func_call *fc, struct list_agg *s,
			       const struct vector *args, size_t n_args, size_t n,
			       const struct vector *out, uint8_t *base)
{
	struct arena *a = func_scratch(fc);
	struct cursor *c = arena_new_of(a, struct cursor);
	struct vector *in = arena_array(a, struct vector, s->call.n_args);
	struct vector *items = vector_new(a, s->call.arg_types[0], SHADE_BATCH_ROWS);
	size_t skip = n_args - s->call.n_args;
	bool with_nulls = s->call.row->flags & FUNC_NULLS;

	for (;;) {
		next_elements(c, &args[0], n, out, with_nulls);
		if (c->n == 0)
			return SHADE_OK;
		vector_gather32(a, items, &args[0].children[0], c->pos, c->n);
		in[0] = *items;
		for (size_t i = 1; i < s->call.n_args; i++) {
			struct vector *more = vector_new(a, args[i + skip].type,
							 SHADE_BATCH_ROWS);

			vector_gather32(a, more, &args[i + skip], c->owner, c->n);
			in[i] = *more;
		}
		TRY(s->cls->update(&s->call, in, s->call.n_args, c->n, c->owner, base,
				   s->cls->state_size));
	}
}

static shade_status list_agg_kernel(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	struct list_agg *s = fc->state;
	struct arena *a = func_scratch(fc);
	size_t size = s->cls->state_size;
	uint64_t *valid = arena_array(a, uint64_t, VALIDITY_WORDS(n) + 1);
	shade_status rc;
	uint8_t *base;

	s->call.arena = s->call.scratch = a;
	s->call.heap = fc->heap;
	base = arena_array(a, uint8_t, n * size + 16);
	base += -(uintptr_t)base & 15;
	memset(base, 0, n * size);
	for (size_t i = 0; i < n; i++) {
		if (row_valid(out, i))
			validity_set(valid, i);
		if (s->cls->needs_init)
			s->cls->init(&s->call, base + i * size);
	}
	rc = update_all(fc, s, args, n_args, n, out, base);
	if (rc == SHADE_OK)
		rc = s->cls->finalize(&s->call, base, size, n, out);
	for (size_t i = 0; i < n; i++) {
		if (s->cls->destroy)
			s->cls->destroy(&s->call, base + i * size);
		if (!validity_get(valid, i))
			func_set_null(fc, out, i, n);
	}
	return rc;
}

#define LIST_AGG(n, s, d, e, r)                                                    \
	{                                                                          \
		SCALAR("list_" n, s, FUNC_CAN_FAIL, list_agg_kernel),              \
			.bind = bind_list_agg, .init = list_agg_init, DOC(d, e, r) \
	}
#define OF(n, d, e, r) LIST_AGG(n, "ARRAY -> ?", d, e, r)

static const struct func_row rows[] = {
	LIST_AGG("aggregate", "ARRAY, VARCHAR, ANY... -> ?",
		 "the aggregate of that name over the elements",
		 "list_aggregate(array(1, 2, 4), 'sum')", "7"),
	OF("sum", "sum of the elements", "list_sum(array(1, 2, 4))", "7"),
	OF("avg", "mean of the elements", "list_avg(array(1, 2))", "1.5"),
	OF("count", "number of elements that are not NULL",
	   "list_count(array(1, NULL, 2))", "2"),
	OF("first", "the first element", "list_first(array(3, 1))", "3"),
	OF("last", "the last element", "list_last(array(3, 1))", "1"),
	OF("median", "middle of the elements", "list_median(array(1, 3, 9))", "3.0"),
	OF("mode", "the most frequent element", "list_mode(array(2, 1, 2))", "2"),
	OF("product", "product of the elements", "list_product(array(2, 3))", "6.0"),
	OF("bool_and", "are all elements true", "list_bool_and(array(true, false))",
	   "false"),
	OF("bool_or", "is an element true", "list_bool_or(array(true, false))", "true"),
	OF("bit_and", "bitwise AND of the elements", "list_bit_and(array(7, 5))", "5"),
	OF("bit_or", "bitwise OR of the elements", "list_bit_or(array(1, 4))", "5"),
	OF("bit_xor", "bitwise XOR of the elements", "list_bit_xor(array(7, 5))", "2"),
	OF("stddev_pop", "standard deviation of the elements, all of them",
	   "list_stddev_pop(array(1, 3))", "1.0"),
	OF("stddev_samp", "standard deviation of the elements, a sample",
	   "list_stddev_samp(array(1, 1))", "0.0"),
	OF("var_pop", "variance of the elements, all of them",
	   "list_var_pop(array(1, 3))", "1.0"),
	OF("var_samp", "variance of the elements, a sample",
	   "list_var_samp(array(1, 3))", "2.0"),
	OF("skewness", "skewness of the elements", "list_skewness(array(1, 2, 3))",
	   "0.0"),
	OF("approx_count_distinct", "about how many different elements",
	   "list_approx_count_distinct(array(1, 1, 2))", "2"),
	LIST_AGG("string_agg", "ARRAY [, VARCHAR] -> ?",
		 "the elements as one text, with separators",
		 "list_string_agg(array('a', 'b'), '-')", "a-b"),
};

const struct func_family func_family_list_agg = {
	.name = "Aggregates of arrays",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
