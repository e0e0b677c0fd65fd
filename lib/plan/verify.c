/*
 * verify.c - is a plan consistent?  Run after each rule in debug builds.
 */
#include "plan/walk.h"

struct verify {
	struct shade_cx *cx;
	const char *where;
	struct arena *arena;
	struct idset outer; /* columns that a subquery may take from outside */
};

static shade_status bad(struct verify *v, const struct plan *p, const char *what,
			uint32_t id)
{
	return shade_fail(v->cx, SHADE_E_INTERNAL, NO_SPAN,
			  "plan after \"%s\": %s node: %s (column %u)", v->where,
			  plan_kind_name(p->kind), what, id);
}

static shade_status verify_widths(struct verify *v, const struct plan *p)
{
	const struct plan *c = p->n_children ? p->children[0] : NULL;

	switch (p->kind) {
	case PLAN_FILTER:
	case PLAN_SORT:
	case PLAN_LIMIT:
	case PLAN_DISTINCT:
	case PLAN_EXPECT:
	case PLAN_ASSERT:
	case PLAN_SAMPLE:
		if (p->n_cols != c->n_cols)
			return bad(v, p, "width differs from its child's", 0);
		for (size_t i = 0; i < p->n_cols; i++)
			if (p->cols[i].id != c->cols[i].id)
				return bad(v, p, "passes other columns than its child",
					   p->cols[i].id);
		break;
	case PLAN_SETOP:
		for (size_t k = 0; k < p->n_children; k++) {
			if (p->children[k]->n_cols != p->n_cols)
				return bad(v, p, "inputs differ in width", 0);
			for (size_t i = 0; i < p->n_cols; i++)
				if (!type_equal(p->children[k]->cols[i].type,
						p->cols[i].type))
					return bad(v, p, "inputs differ in type",
						   p->cols[i].id);
		}
		break;
	case PLAN_WINDOW:
		if (p->n_cols != c->n_cols + p->window.n_windows)
			return bad(v, p, "wrong width", 0);
		break;
	case PLAN_AGGREGATE:
		if (p->n_cols != p->aggregate.n_groups + p->aggregate.n_aggs +
					 (p->aggregate.n_sets ? 1 : 0))
			return bad(v, p, "wrong width", 0);
		break;
	default: break;
	}
	return SHADE_OK;
}

static shade_status verify_node(struct verify *v, const struct plan *p)
{
	struct idset in = { .arena = v->arena };
	struct idset used = { .arena = v->arena };

	TRY(verify_widths(v, p));
	idset_union(&in, &v->outer);
	for (size_t i = 0; i < p->n_children; i++)
		plan_output(p->children[i], &in);
	plan_used_columns(p, &used);
	for (uint32_t id = idset_next(&used, 1); id; id = idset_next(&used, id + 1))
		if (!idset_has(&in, id))
			return bad(v, p, "uses a column that its input lacks", id);
	for (size_t i = 0; i < p->n_children; i++) {
		struct idset saved = v->outer;

		if (p->kind == PLAN_JOIN && p->join.dependent && i == 1) {
			v->outer = (struct idset){ .arena = v->arena };
			idset_union(&v->outer, &saved);
			plan_output(p->children[0], &v->outer);
		}
		TRY(verify_node(v, p->children[i]));
		v->outer = saved;
	}
	return SHADE_OK;
}

shade_status plan_verify(struct shade_cx *cx, const struct plan *p, const char *where)
{
	struct verify v = { .cx = cx, .where = where, .arena = cx->arena };

	v.outer.arena = cx->arena;
	return verify_node(&v, p);
}
