/*
 * lineage.c - lineage('name') and column_lineage('name'): what a view is
 * made of.
 *
 * The view is bound as a query would bind it; what was read on the way and
 * where the plan's columns come from are the rows.
 */
#include "bind/bind_internal.h"

#include "plan/origin.h"

#define N_COLS 4

static const char *const edge_names[N_COLS] = { "object", "kind", "source",
						"source_kind" };
static const char *const column_names[N_COLS] = { "column", "source", "source_kind",
						  "source_column" };
static const enum type_id types[N_COLS] = { TYPE_VARCHAR, TYPE_VARCHAR, TYPE_VARCHAR,
					    TYPE_VARCHAR };

typedef VEC(struct value) cells_t;

bool is_lineage(struct str name)
{
	return str_eq_nocase(name, STR("lineage")) ||
	       str_eq_nocase(name, STR("column_lineage"));
}

static void add(struct bind *b, cells_t *cells, struct str text)
{
	struct value v = value_str(text);

	vec_push(b->a, cells, v);
}

static void add_object(struct bind *b, cells_t *cells, const struct object *o)
{
	add(b, cells, path_text(b->a, &o->path));
	add(b, cells, str_from(object_kind_words(o)));
}

static bool same_row(const cells_t *cells, size_t x, size_t y)
{
	for (size_t i = 0; i < N_COLS; i++)
		if (!str_eq(cells->v[x + i].s, cells->v[y + i].s))
			return false;
	return true;
}

/* A view that is read twice reads its sources once. */
static void drop_repeated(cells_t *cells)
{
	size_t last = cells->n - N_COLS;

	for (size_t i = 0; i < last; i += N_COLS) {
		if (!same_row(cells, i, last))
			continue;
		cells->n = last;
		return;
	}
}

/* The reads of what was bound just now, from the first one on. */
static void add_edges(struct bind *b, const struct object *root, size_t first,
		      cells_t *cells)
{
	for (size_t i = first; i < b->env->reads.n; i++) {
		const struct bind_read *r = &b->env->reads.v[i];

		add_object(b, cells, r->by ? r->by : root);
		if (r->object) {
			add_object(b, cells, r->object);
		} else {
			add(b, cells, r->label);
			add(b, cells, STR("file"));
		}
		drop_repeated(cells);
	}
}

static const struct object *object_of(struct bind *b, struct str label)
{
	for (size_t i = 0; i < b->env->used.n; i++) {
		const struct object *o = b->env->used.v[i];
		struct str path = str_fmt(b->a, "%.*s.%.*s.%.*s",
					  STR_ARG(o->path.catalog),
					  STR_ARG(o->path.database),
					  STR_ARG(o->path.name));

		if (str_eq(path, label))
			return o;
	}
	return NULL;
}

static void add_source_column(struct bind *b, struct str column,
			      const struct origin *origin, cells_t *cells)
{
	const struct object *o = object_of(b, origin->scan->scan.label);

	add(b, cells, column);
	if (o) {
		add_object(b, cells, o);
	} else {
		add(b, cells, origin->scan->scan.label);
		add(b, cells, STR("file"));
	}
	add(b, cells, origin->scan->cols[origin->col].name);
	drop_repeated(cells);
}

static void add_columns(struct bind *b, const struct plan *plan, cells_t *cells)
{
	struct origins origins;

	origins_find(&origins, b->a, plan, b->env->ids.next);
	for (size_t i = 0; i < plan->n_cols; i++) {
		const struct idset *of = &origins.of[plan->cols[i].id];

		if (plan->cols[i].hidden)
			continue;
		for (uint32_t id = idset_next(of, 0); id; id = idset_next(of, id + 1))
			if (origins.scans[id].scan)
				add_source_column(b, plan->cols[i].name,
						  &origins.scans[id], cells);
	}
}

shade_status bind_lineage(struct bind *b, struct ast_func *f, struct input *out)
{
	struct str name = path_last(f->name);
	bool wants_columns = str_eq_nocase(name, STR("column_lineage"));
	size_t first = b->env->reads.n;
	cells_t cells = { 0 };
	struct input in = { 0 };
	struct path full;
	struct object *o;

	TRY(bind_path_arg(b, f, name, &full));
	TRY(catalog_find(b->cx, b->env->catalog, &full, LOOKUP_ANY, &o));
	if (!o)
		return catalog_not_found(
			b->cx, b->env->catalog, &full,
			catalog_short_name(b->env->catalog, b->a, &full), f->span);
	/* the statement's end gives the reference back */
	vec_push(b->a, &b->env->used, o);
	TRY(bind_object(b, o, f->span, &in));
	if (wants_columns)
		add_columns(b, in.plan, &cells);
	else
		add_edges(b, o, first, &cells);
	return bind_listing(b, name, N_COLS, wants_columns ? column_names : edge_names,
			    types, cells.n / N_COLS, cells.v, f->span, out);
}
