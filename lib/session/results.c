#include "session/results.h"

#include "catalog/mem_table.h"

/* A result being copied; in the run's arena. */
struct kept {
	struct object *object; /* counted */
	struct table_writer *writer;
	uint64_t n_rows;
	bool gave_up; /* too many rows, or no memory */
};

static shade_status new_object(struct run *r, struct object **out)
{
	const struct plan *plan = r->plan;
	struct path path = catalog_current(r->session->catalog);
	struct object *o;

	path.name = STR("_");
	o = object_new(r->session->budget, OBJECT_TABLE, &path, true);
	if (!o)
		return cx_nomem(&r->cx);
	object_set_cols(o, plan->n_cols);
	for (size_t i = 0; i < plan->n_cols; i++) {
		o->cols[i].name = str_dup(o->arena, plan->cols[i].name);
		o->cols[i].type = type_dup(o->arena, plan->cols[i].type);
	}
	*out = o;
	return mem_table_new(&r->cx, NULL, o->cols, o->n_cols, &o->table);
}

static void give_up(struct run *r, struct kept *k)
{
	if (k->writer)
		k->object->table->cls->discard(&r->cx, k->writer);
	k->writer = NULL;
	object_unref(k->object);
	k->object = NULL;
	k->gave_up = true;
	shade_clear(&r->cx);
}

static struct kept *begin(struct run *r)
{
	struct kept *k = arena_new_of(r->cx.arena, struct kept);

	r->kept = k;
	if (new_object(r, &k->object) ||
	    k->object->table->cls->writer_open(&r->cx, k->object->table, &k->writer))
		give_up(r, k);
	return k;
}

static bool is_kept(const struct run *r)
{
	return r->session->keep_rows > 0 && r->plan;
}

void results_add(struct run *r, const struct batch *b)
{
	struct kept *k = r->kept;

	if (!is_kept(r))
		return;
	if (!k)
		k = begin(r);
	if (k->gave_up)
		return;
	k->n_rows += batch_rows(b);
	if (k->n_rows > r->session->keep_rows ||
	    k->object->table->cls->append(&r->cx, k->writer, b))
		give_up(r, k);
}

void results_finish(struct run *r)
{
	struct kept *k = r->kept;

	if (!is_kept(r))
		return;
	if (!k)
		k = begin(r);
	if (!k->gave_up) {
		struct table_writer *w = k->writer;

		k->writer = NULL;
		if (k->object->table->cls->finish(&r->cx, w))
			give_up(r, k);
	}
	catalog_put_result_take(r->session->catalog, k->object);
	k->object = NULL;
	k->gave_up = true;
	r->kept = k;
}

void results_abort(struct run *r)
{
	if (r->kept && !r->kept->gave_up)
		give_up(r, r->kept);
}
