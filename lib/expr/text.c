/*
 * text.c - expressions as text, for EXPLAIN and messages.
 */
#include "expr/expr_internal.h"

static void put(struct sbuf *b, const struct expr *e);

static void put_list(struct sbuf *b, struct expr *const *args, size_t n,
		     const char *sep)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			sbuf_add(b, str_from(sep));
		put(b, args[i]);
	}
}

static void put_keys(struct sbuf *b, const struct sort_key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			sbuf_add(b, STR(", "));
		put(b, keys[i].expr);
		if (keys[i].desc)
			sbuf_add(b, STR(" DESC"));
		if (keys[i].nulls_first == keys[i].desc)
			sbuf_add(b, keys[i].nulls_first ? STR(" NULLS FIRST")
							: STR(" NULLS LAST"));
	}
}

static bool is_operator(const char *name)
{
	return !((*name >= 'a' && *name <= 'z') || *name == '_');
}

static void put_call(struct sbuf *b, const struct expr *e)
{
	const char *name = e->call.row->name;

	if (is_operator(name) && e->n_args == 2 && *name != '[' && *name != '.') {
		sbuf_addc(b, '(');
		put(b, e->args[0]);
		sbuf_addf(b, " %s ", name);
		put(b, e->args[1]);
		sbuf_addc(b, ')');
	} else if (is_operator(name) && e->n_args == 1) {
		sbuf_addf(b, "(%s", name);
		put(b, e->args[0]);
		sbuf_addc(b, ')');
	} else if (e->n_args == 1 && strncmp(name, "is ", 3) == 0) {
		sbuf_addc(b, '(');
		put(b, e->args[0]);
		sbuf_addf(b, " %s)",
			  name[3] == 'n' && name[4] == 'o' ? "IS NOT NULL" : "IS NULL");
	} else {
		sbuf_addf(b, "%s(", name);
		if (e->kind != EXPR_CALL && e->call.distinct)
			sbuf_add(b, STR("DISTINCT "));
		if (e->kind != EXPR_CALL && e->n_args == 0 &&
		    strcmp(name, "count") == 0)
			sbuf_addc(b, '*');
		put_list(b, e->args, e->n_args, ", ");
		if (e->kind == EXPR_AGG && e->call.n_order) {
			sbuf_add(b, STR(" ORDER BY "));
			put_keys(b, e->call.order, e->call.n_order);
		}
		sbuf_addc(b, ')');
	}
}

static void put_window(struct sbuf *b, const struct expr *e)
{
	const struct window_spec *w = e->call.window;

	if (!w)
		return;
	sbuf_add(b, STR(" OVER ("));
	if (w->n_partition) {
		sbuf_add(b, STR("PARTITION BY "));
		put_list(b, w->partition, w->n_partition, ", ");
	}
	if (w->n_order) {
		sbuf_add(b, w->n_partition ? STR(" ORDER BY ") : STR("ORDER BY "));
		put_keys(b, w->order, w->n_order);
	}
	sbuf_addc(b, ')');
}

static void put_case(struct sbuf *b, const struct expr *e)
{
	sbuf_add(b, STR("CASE"));
	for (size_t i = 0; i + 1 < e->n_args; i += 2) {
		sbuf_add(b, STR(" WHEN "));
		put(b, e->args[i]);
		sbuf_add(b, STR(" THEN "));
		put(b, e->args[i + 1]);
	}
	if (e->n_args % 2) {
		sbuf_add(b, STR(" ELSE "));
		put(b, e->args[e->n_args - 1]);
	}
	sbuf_add(b, STR(" END"));
}

static void put_in(struct sbuf *b, const struct expr *e)
{
	sbuf_addc(b, '(');
	put(b, e->args[0]);
	sbuf_add(b, e->in.negated ? STR(" NOT IN (") : STR(" IN ("));
	for (size_t i = 0; i < e->in.n_values && i < 20; i++) {
		if (i)
			sbuf_add(b, STR(", "));
		sbuf_add(b, value_literal(b->arena, &e->in.values[i]));
	}
	if (e->in.n_values > 20)
		sbuf_addf(b, ", .. %zu more", e->in.n_values - 20);
	if (e->in.has_null)
		sbuf_add(b, STR(", NULL"));
	sbuf_add(b, STR("))"));
}

static void put_logic(struct sbuf *b, const struct expr *e)
{
	sbuf_addc(b, '(');
	put_list(b, e->args, e->n_args, e->kind == EXPR_AND ? " AND " : " OR ");
	sbuf_addc(b, ')');
}

static void put(struct sbuf *b, const struct expr *e)
{
	switch (e->kind) {
	case EXPR_CONST:
		sbuf_add(b, e->value.is_null ? STR("NULL")
					     : value_literal(b->arena, &e->value));
		break;
	case EXPR_COLUMN: sbuf_add(b, e->column.name); break;
	case EXPR_CALL: put_call(b, e); break;
	case EXPR_AGG:
	case EXPR_WINDOW:
		put_call(b, e);
		if (e->call.filter) {
			sbuf_add(b, STR(" FILTER (WHERE "));
			put(b, e->call.filter);
			sbuf_addc(b, ')');
		}
		if (e->kind == EXPR_WINDOW)
			put_window(b, e);
		break;
	case EXPR_CAST:
		sbuf_add(b, e->cast.is_try ? STR("TRY_CAST(") : STR("CAST("));
		put(b, e->args[0]);
		sbuf_addf(b, " AS %.*s)", STR_ARG(type_name(b->arena, e->type)));
		break;
	case EXPR_AND:
	case EXPR_OR: put_logic(b, e); break;
	case EXPR_CASE: put_case(b, e); break;
	case EXPR_COALESCE:
		sbuf_add(b, STR("coalesce("));
		put_list(b, e->args, e->n_args, ", ");
		sbuf_addc(b, ')');
		break;
	case EXPR_TRY:
		sbuf_add(b, STR("TRY("));
		put_list(b, e->args, 1, ", ");
		sbuf_addc(b, ')');
		break;
	case EXPR_IN_LIST: put_in(b, e); break;
	case EXPR_SUBQUERY:
		sbuf_add(b, e->subquery.kind == SUBQUERY_EXISTS ? STR("EXISTS (..)")
								: STR("(subquery)"));
		break;
	case EXPR_LAMBDA:
		sbuf_add(b, STR("lambda -> "));
		put_list(b, e->args, e->n_args, ", ");
		break;
	}
}

struct str expr_text(struct arena *a, const struct expr *e)
{
	struct sbuf b = { .arena = a };

	put(&b, e);
	return sbuf_str(&b);
}
