/*
 * text.c - a plan as indented text, one node a line: EXPLAIN.
 */
#include "plan/plan.h"

#define MAX_ITEMS 24 /* longer lists are cut, with their count */

static const char *const kind_names[PLAN_KIND_COUNT] = {
	[PLAN_SCAN] = "scan",
	[PLAN_VALUES] = "values",
	[PLAN_FILTER] = "filter",
	[PLAN_PROJECT] = "project",
	[PLAN_AGGREGATE] = "aggregate",
	[PLAN_JOIN] = "join",
	[PLAN_SORT] = "sort",
	[PLAN_LIMIT] = "limit",
	[PLAN_DISTINCT] = "distinct",
	[PLAN_SETOP] = "set operation",
	[PLAN_WINDOW] = "window",
	[PLAN_UNNEST] = "unnest",
	[PLAN_EXPECT] = "expect",
	[PLAN_ASSERT] = "assert",
	[PLAN_CTE] = "cte",
	[PLAN_CTE_READ] = "read cte",
	[PLAN_RECURSIVE] = "recursive",
	[PLAN_SAMPLE] = "sample",
};

static const char *const join_names[] = {
	[JOIN_INNER] = "inner", [JOIN_LEFT] = "left",     [JOIN_RIGHT] = "right",
	[JOIN_FULL] = "full",   [JOIN_SEMI] = "semi",     [JOIN_ANTI] = "anti",
	[JOIN_MARK] = "mark",   [JOIN_SINGLE] = "single",
};

static const char *const cmp_names[] = {
	[CMP_EQ] = "=",  [CMP_NE] = "<>", [CMP_LT] = "<",
	[CMP_LE] = "<=", [CMP_GT] = ">",  [CMP_GE] = ">=",
};

const char *plan_kind_name(enum plan_kind kind)
{
	return kind_names[kind];
}

const char *join_kind_name(enum join_kind kind)
{
	return join_names[kind];
}

static void add_text(struct sbuf *b, const struct expr *e)
{
	sbuf_add(b, expr_text(b->arena, e));
}

static void add_list(struct sbuf *b, struct expr *const *v, size_t n, const char *sep)
{
	for (size_t i = 0; i < n; i++) {
		if (i == MAX_ITEMS) {
			sbuf_addf(b, "%s... (%zu)", sep, n);
			break;
		}
		if (i > 0)
			sbuf_addf(b, "%s", sep);
		add_text(b, v[i]);
	}
}

static void add_names(struct sbuf *b, const struct plan *p)
{
	for (size_t i = 0; i < p->n_cols; i++) {
		if (i == MAX_ITEMS) {
			sbuf_addf(b, ", ... (%zu)", p->n_cols);
			break;
		}
		sbuf_addf(b, "%s%.*s", i ? ", " : "", STR_ARG(p->cols[i].name));
	}
}

static void add_keys(struct sbuf *b, const struct sort_key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			sbuf_addf(b, ", ");
		add_text(b, keys[i].expr);
		if (keys[i].desc)
			sbuf_addf(b, " DESC");
		if (keys[i].nulls_first == keys[i].desc)
			sbuf_addf(b,
				  keys[i].nulls_first ? " NULLS FIRST" : " NULLS LAST");
	}
}

static void scan_text(struct sbuf *b, const struct plan *p)
{
	const struct source *s = p->scan.source;

	sbuf_addf(b, " %.*s", STR_ARG(p->scan.label));
	if (s && s->cls && s->cls->describe)
		sbuf_addf(b, " (%.*s)",
			  STR_ARG(s->cls->describe(b->arena, p->scan.source)));
	sbuf_addf(b, " [");
	add_names(b, p);
	sbuf_addc(b, ']');
	for (size_t i = 0; i < p->scan.n_bounds; i++) {
		const struct scan_bound *c = &p->scan.bounds[i];

		sbuf_addf(b, "%s%.*s %s %.*s", i ? ", " : " where ",
			  STR_ARG(s->cols[c->col].name), cmp_names[c->op],
			  STR_ARG(value_text(b->arena, &c->value)));
	}
}

static void project_text(struct sbuf *b, const struct plan *p)
{
	for (size_t i = 0; i < p->n_cols; i++) {
		const struct expr *e = p->project.exprs[i];

		if (i == MAX_ITEMS) {
			sbuf_addf(b, ", ... (%zu)", p->n_cols);
			break;
		}
		sbuf_addf(b, i ? ", " : " ");
		if (e->kind == EXPR_COLUMN && str_eq(e->column.name, p->cols[i].name)) {
			sbuf_add(b, e->column.name);
			continue;
		}
		add_text(b, e);
		sbuf_addf(b, " AS %.*s", STR_ARG(p->cols[i].name));
	}
}

static void aggregate_text(struct sbuf *b, const struct plan *p)
{
	if (p->aggregate.n_groups > 0) {
		sbuf_addf(b, " by ");
		add_list(b, p->aggregate.groups, p->aggregate.n_groups, ", ");
	}
	if (p->aggregate.n_sets > 0)
		sbuf_addf(b, " in %zu sets", p->aggregate.n_sets);
	if (p->aggregate.n_aggs > 0) {
		sbuf_addf(b, ": ");
		add_list(b, p->aggregate.aggs, p->aggregate.n_aggs, ", ");
	}
}

static void join_text(struct sbuf *b, const struct plan *p)
{
	bool first = true;

	sbuf_addf(b, " %s%s%s", join_names[p->join.kind],
		  p->join.dependent ? " dependent" : "",
		  p->join.is_asof ? " asof" : "");
	for (size_t i = 0; i < p->join.n_keys; i++) {
		bool null_safe = i < 64 && (p->join.null_safe >> i & 1);

		sbuf_addf(b, first ? " on " : " AND ");
		add_text(b, p->join.left_keys[i]);
		sbuf_addf(b, null_safe ? " <=> " : " = ");
		add_text(b, p->join.right_keys[i]);
		first = false;
	}
	if (p->join.n_conds > 0) {
		sbuf_addf(b, first ? " where " : " AND ");
		add_list(b, p->join.conds, p->join.n_conds, " AND ");
	}
}

static void limit_text(struct sbuf *b, const struct plan *p)
{
	if (p->limit.count) {
		sbuf_addc(b, ' ');
		add_text(b, p->limit.count);
		if (p->limit.percent)
			sbuf_addf(b, " percent");
	}
	if (p->limit.offset) {
		sbuf_addf(b, " offset ");
		add_text(b, p->limit.offset);
	}
	if (p->limit.with_ties)
		sbuf_addf(b, " with ties");
}

static void sort_text(struct sbuf *b, const struct plan *p)
{
	sbuf_addc(b, ' ');
	add_keys(b, p->sort.keys, p->sort.n_keys);
	if (!p->sort.has_limit)
		return;
	sbuf_addf(b, " limit %llu", (unsigned long long)p->sort.limit);
	if (p->sort.offset > 0)
		sbuf_addf(b, " offset %llu", (unsigned long long)p->sort.offset);
}

static void setop_text(struct sbuf *b, const struct plan *p)
{
	static const char *const names[] = { [SETOP_UNION] = "union",
					     [SETOP_INTERSECT] = "intersect",
					     [SETOP_EXCEPT] = "except" };

	sbuf_addf(b, "%s%s", names[p->setop.kind], p->setop.all ? " all" : "");
}

static void expect_text(struct sbuf *b, const struct plan *p)
{
	static const char *const actions[] = { [EXPECT_KEEP] = "keep",
					       [EXPECT_DROP] = "drop row",
					       [EXPECT_FAIL] = "fail update" };
	const struct expect_report *r = p->expect.report;

	sbuf_addf(b, " of %.*s:", STR_ARG(r->dataset));
	for (size_t i = 0; i < r->n_items; i++)
		sbuf_addf(b, "%s %.*s (%.*s) %s", i ? "," : "",
			  STR_ARG(r->items[i].name), STR_ARG(r->items[i].text),
			  actions[r->items[i].action]);
}

static void detail_text(struct sbuf *b, const struct plan *p)
{
	switch (p->kind) {
	case PLAN_SCAN: scan_text(b, p); break;
	case PLAN_VALUES:
		sbuf_addf(b, " %zu row%s", p->values.n_rows,
			  p->values.n_rows == 1 ? "" : "s");
		break;
	case PLAN_FILTER:
		sbuf_addc(b, ' ');
		add_list(b, p->filter.conds, p->filter.n_conds, " AND ");
		break;
	case PLAN_PROJECT: project_text(b, p); break;
	case PLAN_AGGREGATE: aggregate_text(b, p); break;
	case PLAN_JOIN: join_text(b, p); break;
	case PLAN_SORT: sort_text(b, p); break;
	case PLAN_LIMIT: limit_text(b, p); break;
	case PLAN_DISTINCT:
		if (p->distinct.n_on > 0) {
			sbuf_addf(b, " on ");
			add_list(b, p->distinct.on, p->distinct.n_on, ", ");
		}
		break;
	case PLAN_WINDOW:
		sbuf_addc(b, ' ');
		add_list(b, p->window.windows, p->window.n_windows, ", ");
		break;
	case PLAN_UNNEST:
		sbuf_addf(b, p->unnest.outer ? " outer " : " ");
		add_list(b, p->unnest.exprs, p->unnest.n_exprs, ", ");
		break;
	case PLAN_EXPECT: expect_text(b, p); break;
	case PLAN_ASSERT:
		sbuf_addc(b, ' ');
		add_text(b, p->assertion.cond);
		break;
	case PLAN_CTE:
	case PLAN_CTE_READ: sbuf_addf(b, " %.*s", STR_ARG(p->cte.name)); break;
	case PLAN_RECURSIVE:
		sbuf_addf(b, " %.*s%s", STR_ARG(p->recursive.name),
			  p->recursive.distinct ? " distinct" : "");
		break;
	case PLAN_SAMPLE:
		if (p->sample.fraction >= 0)
			sbuf_addf(b, " %g percent", p->sample.fraction * 100);
		else
			sbuf_addf(b, " %llu rows", (unsigned long long)p->sample.rows);
		break;
	case PLAN_SETOP:
	case PLAN_KIND_COUNT: break;
	}
}

struct text_walk {
	struct sbuf *b;
	size_t depth;
};

static void node_text(struct sbuf *b, const struct plan *p, size_t depth);

/* Plans of subqueries that are not unnested yet hang below their node. */
static void subplans_of(const struct expr *e, struct text_walk *w)
{
	if (e->kind == EXPR_SUBQUERY) {
		for (size_t i = 0; i < w->depth; i++)
			sbuf_addf(w->b, "  ");
		sbuf_addf(w->b, "subquery:\n");
		node_text(w->b, e->subquery.plan, w->depth + 1);
	}
	for (size_t i = 0; i < e->n_args; i++)
		subplans_of(e->args[i], w);
}

static void subplan_text(struct sbuf *b, const struct plan *p, size_t depth)
{
	struct text_walk w = { b, depth };

	if (p->kind == PLAN_FILTER)
		for (size_t i = 0; i < p->filter.n_conds; i++)
			subplans_of(p->filter.conds[i], &w);
	if (p->kind == PLAN_PROJECT)
		for (size_t i = 0; i < p->n_cols; i++)
			subplans_of(p->project.exprs[i], &w);
	if (p->kind == PLAN_JOIN)
		for (size_t i = 0; i < p->join.n_conds; i++)
			subplans_of(p->join.conds[i], &w);
}

static void node_text(struct sbuf *b, const struct plan *p, size_t depth)
{
	for (size_t i = 0; i < depth; i++)
		sbuf_addf(b, "  ");
	if (p->kind == PLAN_SETOP)
		setop_text(b, p);
	else
		sbuf_addf(b, "%s", kind_names[p->kind]);
	detail_text(b, p);
	if (p->est_rows >= 0)
		sbuf_addf(b, "  ~%.0f rows", p->est_rows);
	sbuf_addc(b, '\n');
	subplan_text(b, p, depth + 1);
	for (size_t i = 0; i < p->n_children; i++)
		node_text(b, p->children[i], depth + 1);
}

struct str plan_text(struct arena *a, const struct plan *p)
{
	struct sbuf b = { .arena = a };

	node_text(&b, p, 0);
	return sbuf_str(&b);
}
