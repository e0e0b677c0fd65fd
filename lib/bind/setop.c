/*
 * setop.c - UNION, INTERSECT, EXCEPT by position or by name; VALUES.
 */
#include "bind/bind_internal.h"

static const char *const op_words[] = { [AST_SETOP_KIND_UNION] = "UNION",
					[AST_SETOP_KIND_INTERSECT] = "INTERSECT",
					[AST_SETOP_KIND_EXCEPT] = "EXCEPT" };

static enum setop_kind kind_of(enum ast_setop_kind op)
{
	return op == AST_SETOP_KIND_UNION       ? SETOP_UNION
	       : op == AST_SETOP_KIND_INTERSECT ? SETOP_INTERSECT
						: SETOP_EXCEPT;
}

/* --- by name ------------------------------------------------------------- */

static long find_name(const struct plan *p, struct str name)
{
	for (size_t i = 0; i < p->n_cols; i++)
		if (str_eq_nocase(p->cols[i].name, name))
			return (long)i;
	return -1;
}

/* Every input gets all names, in order of appearance; NULL where it has none. */
static void align_by_name(struct bind *b, struct plan **v, size_t n)
{
	struct name_map seen = { .arena = b->a };
	VEC(struct str) names = { 0 };

	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < v[k]->n_cols; i++) {
			struct str name = v[k]->cols[i].name;

			if (name_map_get(&seen, name))
				continue;
			name_map_put(&seen, name, b);
			vec_push(b->a, &names, name);
		}
	for (size_t k = 0; k < n; k++) {
		struct expr **exprs = arena_array(b->a, struct expr *, names.n + 1);
		struct column *cols = arena_array(b->a, struct column, names.n + 1);

		for (size_t i = 0; i < names.n; i++) {
			long at = find_name(v[k], names.v[i]);

			exprs[i] = at < 0 ? bind_null(b, type_of(TYPE_NULL), v[k]->span)
					  : plan_col_expr(b->a, &v[k]->cols[at]);
			cols[i] = plan_column(&b->env->ids, names.v[i], exprs[i]);
		}
		v[k] = plan_project(b->a, v[k], names.n, exprs, cols);
	}
}

/* --- common types -------------------------------------------------------- */

static shade_status common_type(struct bind *b, const char *word, struct plan **v,
				size_t n, size_t col, const struct type **out)
{
	const struct type *t = v[0]->cols[col].type;

	for (size_t k = 1; k < n; k++) {
		const struct type *other = v[k]->cols[col].type;
		const struct type *both = type_common(b->a, t, other);

		if (!both)
			return shade_fail(
				b->cx, SHADE_E_TYPE, v[k]->span,
				"column %zu of the %s, \"%.*s\", is %.*s on one "
				"side and %.*s on the other; CAST one of them",
				col + 1, word, STR_ARG(v[0]->cols[col].name),
				STR_ARG(type_name(b->a, t)),
				STR_ARG(type_name(b->a, other)));
		t = both;
	}
	*out = t;
	return SHADE_OK;
}

static struct plan *setop_node(struct bind *b, enum setop_kind kind, bool all,
			       struct plan **v, size_t n, struct span span)
{
	struct plan *p = plan_new(b->a, PLAN_SETOP, n, span);

	p->setop.kind = kind;
	p->setop.all = all;
	copy_bytes(p->children, v, n * sizeof(*v));
	p->n_cols = v[0]->n_cols;
	p->cols = arena_dup(b->a, v[0]->cols, p->n_cols * sizeof(*p->cols));
	for (size_t i = 0; i < p->n_cols; i++) {
		p->cols[i].id = plan_next_id(&b->env->ids);
		p->cols[i].hidden = false;
		for (size_t k = 1; k < n; k++)
			if (kind == SETOP_UNION && !v[k]->cols[i].not_null)
				p->cols[i].not_null = false;
	}
	return p;
}

shade_status bind_setop_plans(struct bind *b, enum ast_setop_kind op, bool all,
			      bool by_name, struct plan **v, size_t n, struct span span,
			      struct plan **out)
{
	const struct type **types;
	struct plan *p;

	if (by_name)
		align_by_name(b, v, n);
	for (size_t k = 1; k < n; k++)
		if (v[k]->n_cols != v[0]->n_cols)
			return shade_fail(
				b->cx, SHADE_E_COLUMN_COUNT, v[k]->span,
				"%s needs equally many columns: the first query "
				"has %zu, this one %zu",
				op_words[op], v[0]->n_cols, v[k]->n_cols);
	types = arena_array(b->a, const struct type *, v[0]->n_cols + 1);
	for (size_t i = 0; i < v[0]->n_cols; i++)
		TRY(common_type(b, op_words[op], v, n, i, &types[i]));
	for (size_t k = 0; k < n; k++)
		TRY(bind_cast_plan(b, &v[k], types));
	if (op == AST_SETOP_KIND_UNION || n == 2) {
		*out = setop_node(b, kind_of(op), all, v, n, span);
		return SHADE_OK;
	}
	p = v[0];
	for (size_t k = 1; k < n; k++) {
		struct plan *pair[2] = { p, v[k] };

		p = setop_node(b, kind_of(op), all, pair, 2, span);
	}
	*out = p;
	return SHADE_OK;
}

shade_status bind_setop(struct bind *b, struct ast_setop *s, struct scope *outer,
			struct plan **out)
{
	struct plan **v = arena_array(b->a, struct plan *, s->inputs.n);

	for (size_t i = 0; i < s->inputs.n; i++) {
		TRY(bind_body(b, s->inputs.v[i], outer, &v[i]));
		if (v[i]->span.end == 0)
			v[i]->span = s->inputs.v[i]->span;
	}
	return bind_setop_plans(b, s->op, s->all, s->by_name, v, s->inputs.n, s->span,
				out);
}

/* --- VALUES -------------------------------------------------------------- */

shade_status bind_values(struct bind *b, struct ast_values *val, struct scope *outer,
			 struct plan **out)
{
	struct scope scope = { .outer = outer };
	struct ectx c = { .b = b, .scope = &scope, .clause = "VALUES" };
	size_t n_rows = val->rows.n;
	size_t n_cols = AST_CAST(row, val->rows.v[0])->items.n;
	struct plan *p = plan_new(b->a, PLAN_VALUES, 0, val->span);
	struct expr **column = arena_array(b->a, struct expr *, n_rows);

	p->values.n_rows = n_rows;
	p->values.exprs = arena_array(b->a, struct expr *, n_rows * n_cols + 1);
	p->cols = arena_array(b->a, struct column, n_cols + 1);
	p->n_cols = n_cols;
	p->est_rows = (double)n_rows;
	for (size_t r = 0; r < n_rows; r++) {
		struct ast_list *row = &AST_CAST(row, val->rows.v[r])->items;

		if (row->n != n_cols)
			return shade_fail(
				b->cx, SHADE_E_COLUMN_COUNT, val->rows.v[r]->span,
				"row %zu of VALUES has %zu columns, the first has "
				"%zu",
				r + 1, row->n, n_cols);
		for (size_t i = 0; i < n_cols; i++)
			TRY(bind_scalar(&c, row->v[i],
					&p->values.exprs[r * n_cols + i]));
	}
	for (size_t i = 0; i < n_cols; i++) {
		bool not_null = true;

		for (size_t r = 0; r < n_rows; r++)
			column[r] = p->values.exprs[r * n_cols + i];
		TRY(bind_unify(b, column, n_rows, "a column of VALUES"));
		for (size_t r = 0; r < n_rows; r++) {
			p->values.exprs[r * n_cols + i] = column[r];
			not_null = not_null && column[r]->not_null;
		}
		p->cols[i] = plan_column(&b->env->ids, str_fmt(b->a, "col%zu", i + 1),
					 column[0]);
		p->cols[i].not_null = not_null;
	}
	*out = p;
	return SHADE_OK;
}
