/*
 * rule_prune.c - columns that nobody above reads are not made.
 */
#include "opt/opt_internal.h"

struct prune {
	struct opt *o;
	/* columns of CTEs that their readings use, by id */
	struct idset read;
};

static void visit(struct prune *w, struct plan **plan, const struct idset *want);

static struct idset empty_set(struct prune *w)
{
	return (struct idset){ .arena = w->o->a };
}

static void prune_scan(struct plan *p, const struct idset *want)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_cols; i++) {
		if (!idset_has(want, p->cols[i].id))
			continue;
		p->cols[n] = p->cols[i];
		p->scan.source_cols[n++] = p->scan.source_cols[i];
	}
	p->n_cols = n;
}

static void prune_read(struct prune *w, struct plan *p, const struct idset *want)
{
	uint32_t *from = arena_array(w->o->a, uint32_t, p->n_cols + 1);
	struct column *cols = arena_array(w->o->a, struct column, p->n_cols + 1);
	size_t n = 0;

	for (size_t i = 0; i < p->n_cols; i++) {
		if (!idset_has(want, p->cols[i].id))
			continue;
		cols[n] = p->cols[i];
		from[n++] = p->cte.from_ids[i];
		idset_add(&w->read, p->cte.from_ids[i]);
	}
	p->cols = cols;
	p->n_cols = n;
	p->cte.from_ids = from;
}

static void prune_values(struct prune *w, struct plan *p, const struct idset *want)
{
	struct expr **exprs = arena_array(w->o->a, struct expr *,
					  p->values.n_rows * p->n_cols + 1);
	struct column *cols = arena_array(w->o->a, struct column, p->n_cols + 1);
	size_t n = 0, at = 0;

	for (size_t i = 0; i < p->n_cols; i++)
		if (idset_has(want, p->cols[i].id))
			cols[n++] = p->cols[i];
	for (size_t r = 0; r < p->values.n_rows; r++)
		for (size_t i = 0; i < p->n_cols; i++)
			if (idset_has(want, p->cols[i].id) ||
			    p->values.exprs[r * p->n_cols + i]->can_fail)
				exprs[at++] = p->values.exprs[r * p->n_cols + i];
	if (at != p->values.n_rows * n)
		return; /* an error must still be raised */
	p->values.exprs = exprs;
	p->cols = cols;
	p->n_cols = n;
}

static void prune_project(struct prune *w, struct plan **plan, const struct idset *want)
{
	struct plan *p = *plan;
	struct idset below = empty_set(w);
	struct expr **exprs = arena_array(w->o->a, struct expr *, p->n_cols + 1);
	struct column *cols = arena_array(w->o->a, struct column, p->n_cols + 1);
	size_t n = 0;

	for (size_t i = 0; i < p->n_cols; i++) {
		if (!idset_has(want, p->cols[i].id))
			continue;
		exprs[n] = p->project.exprs[i];
		cols[n++] = p->cols[i];
	}
	p->project.exprs = exprs;
	p->cols = cols;
	p->n_cols = n;
	plan_used_columns(p, &below);
	visit(w, &p->children[0], &below);
	if (n == 0)
		*plan = p->children[0];
}

static void prune_aggregate(struct prune *w, struct plan *p, const struct idset *want)
{
	size_t n_groups = p->aggregate.n_groups, n = 0;
	struct expr **aggs = arena_array(w->o->a, struct expr *,
					 p->aggregate.n_aggs + 1);
	struct column *cols = arena_array(w->o->a, struct column, p->n_cols + 1);
	struct idset below = empty_set(w);

	copy_bytes(cols, p->cols, n_groups * sizeof(*cols));
	for (size_t i = 0; i < p->aggregate.n_aggs; i++) {
		if (!idset_has(want, p->cols[n_groups + i].id))
			continue;
		aggs[n] = p->aggregate.aggs[i];
		cols[n_groups + n++] = p->cols[n_groups + i];
	}
	if (p->aggregate.n_sets > 0)
		cols[n_groups + n] = p->cols[p->n_cols - 1];
	p->aggregate.aggs = aggs;
	p->aggregate.n_aggs = n;
	p->cols = cols;
	p->n_cols = n_groups + n + (p->aggregate.n_sets > 0 ? 1 : 0);
	plan_used_columns(p, &below);
	visit(w, &p->children[0], &below);
}

static void prune_window(struct prune *w, struct plan **plan, const struct idset *want)
{
	struct plan *p = *plan;
	size_t base = p->n_cols - p->window.n_windows, n = 0;
	struct expr **windows = arena_array(w->o->a, struct expr *,
					    p->window.n_windows + 1);
	struct column *cols = arena_dup(w->o->a, p->cols, p->n_cols * sizeof(*cols));
	struct idset below = empty_set(w);

	for (size_t i = 0; i < p->window.n_windows; i++) {
		if (!idset_has(want, p->cols[base + i].id))
			continue;
		windows[n] = p->window.windows[i];
		cols[base + n++] = p->cols[base + i];
	}
	p->window.windows = windows;
	p->window.n_windows = n;
	p->cols = cols;
	p->n_cols = base + n;
	idset_union(&below, want);
	plan_used_columns(p, &below);
	visit(w, &p->children[0], &below);
	if (n == 0)
		*plan = p->children[0];
	else
		plan_refresh_node(w->o->a, p);
}

static void all_columns(struct prune *w, const struct plan *p, struct idset *out)
{
	(void)w;
	plan_output(p, out);
}

/* All of the children's columns are wanted. */
static void visit_all(struct prune *w, struct plan *p)
{
	for (size_t i = 0; i < p->n_children; i++) {
		struct idset below = empty_set(w);

		all_columns(w, p->children[i], &below);
		visit(w, &p->children[i], &below);
	}
	plan_refresh_node(w->o->a, p);
}

/* UNION ALL: by position. */
static void prune_union(struct prune *w, struct plan *p, const struct idset *want)
{
	struct column *cols = arena_array(w->o->a, struct column, p->n_cols + 1);
	size_t n = 0;

	for (size_t k = 0; k < p->n_children; k++) {
		struct plan *c = p->children[k];
		struct column *keep = arena_array(w->o->a, struct column,
						  p->n_cols + 1);
		struct idset below = empty_set(w);

		n = 0;
		for (size_t i = 0; i < p->n_cols; i++) {
			if (!idset_has(want, p->cols[i].id))
				continue;
			keep[n++] = c->cols[i];
			idset_add(&below, c->cols[i].id);
		}
		visit(w, &p->children[k], &below);
		c = p->children[k];
		if (c->n_cols != n ||
		    (n > 0 && memcmp(c->cols, keep, n * sizeof(*keep)) != 0))
			p->children[k] = plan_keep(w->o->a, c, n, keep);
	}
	n = 0;
	for (size_t i = 0; i < p->n_cols; i++)
		if (idset_has(want, p->cols[i].id))
			cols[n++] = p->cols[i];
	p->cols = cols;
	p->n_cols = n;
}

static void prune_cte(struct prune *w, struct plan *p, const struct idset *want)
{
	struct idset below = empty_set(w);

	visit(w, &p->children[1], want);
	for (size_t i = 0; i < p->children[0]->n_cols; i++)
		if (idset_has(&w->read, p->children[0]->cols[i].id))
			idset_add(&below, p->children[0]->cols[i].id);
	visit(w, &p->children[0], &below);
	plan_refresh_node(w->o->a, p);
}

/* What passes through, and what the node itself reads. */
static void visit_passing(struct prune *w, struct plan *p, const struct idset *want)
{
	struct idset below = empty_set(w);

	idset_union(&below, want);
	plan_used_columns(p, &below);
	for (size_t i = 0; i < p->n_children; i++)
		visit(w, &p->children[i], &below);
	plan_refresh_node(w->o->a, p);
}

static void visit(struct prune *w, struct plan **plan, const struct idset *want)
{
	struct plan *p = *plan;

	switch (p->kind) {
	case PLAN_SCAN: prune_scan(p, want); return;
	case PLAN_CTE_READ: prune_read(w, p, want); return;
	case PLAN_VALUES:
		if (p->n_cols > 0)
			prune_values(w, p, want);
		return;
	case PLAN_PROJECT: prune_project(w, plan, want); return;
	case PLAN_AGGREGATE: prune_aggregate(w, p, want); return;
	case PLAN_WINDOW: prune_window(w, plan, want); return;
	case PLAN_CTE: prune_cte(w, p, want); return;
	case PLAN_SETOP:
		if (p->setop.kind == SETOP_UNION && p->setop.all)
			prune_union(w, p, want);
		else
			visit_all(w, p);
		return;
	case PLAN_DISTINCT:
		if (p->distinct.n_on == 0)
			visit_all(w, p);
		else
			visit_passing(w, p, want);
		return;
	case PLAN_EXPECT:
	case PLAN_RECURSIVE: visit_all(w, p); return;
	default: visit_passing(w, p, want); return;
	}
}

shade_status rule_prune(struct opt *o, struct plan **plan)
{
	struct prune w = { .o = o, .read.arena = o->a };
	struct idset want = { .arena = o->a };

	plan_output(*plan, &want);
	visit(&w, plan, &want);
	return SHADE_OK;
}
