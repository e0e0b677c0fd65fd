/*
 * connected_table.c - tables over files and other connectors: read only.
 */
#include "catalog/connected_table.h"

#include "source/registry.h"

struct connected_table {
	struct table base;
	struct budget *budget;
	struct arena *arena; /* owned: options and columns */
	struct source_option *options;
	size_t n_options;
	struct source_col *cols;
	size_t n_cols;
};

static shade_status connected_source(struct shade_cx *cx, struct table *table,
				     struct source **out)
{
	struct connected_table *t = (struct connected_table *)table;

	return source_open_connector(cx, t->options, t->n_options, t->cols, t->n_cols,
				     NO_SPAN, out);
}

static shade_status connected_writer_open(struct shade_cx *cx, struct table *table,
					  struct table_writer **out)
{
	(void)table;
	(void)out;
	return shade_fail(cx, SHADE_E_UNSUPPORTED, NO_SPAN,
			  "not supported yet: writing into a table with a connector");
}

static void connected_free(struct table *table)
{
	struct connected_table *t = (struct connected_table *)table;

	if (t->arena)
		arena_free(t->arena);
	mem_free(t->budget, t, sizeof(*t));
}

static const struct table_class connected_class = {
	.source = connected_source,
	.writer_open = connected_writer_open,
	.free = connected_free,
};

static void copy_cols(struct arena *a, struct source_col *to,
		      const struct source_col *from)
{
	*to = *from;
	to->name = str_dup(a, from->name);
	to->type = type_dup(a, from->type);
	to->comment = str_dup(a, from->comment);
}

shade_status connected_table_new(struct shade_cx *cx, struct object *o,
				 struct span span)
{
	struct connected_table *t = mem_alloc(cx->budget, sizeof(*t));

	if (!t)
		return cx_nomem(cx);
	t->base.cls = &connected_class;
	atomic_init(&t->base.refs, 1);
	t->budget = cx->budget;
	o->table = &t->base;
	t->arena = arena_new(cx->budget);
	if (!t->arena)
		return cx_nomem(cx);
	t->options = arena_array(t->arena, struct source_option, o->n_options);
	t->n_options = o->n_options;
	for (size_t i = 0; i < o->n_options; i++)
		t->options[i] = (struct source_option){
			.name = str_dup(t->arena, o->options[i].key),
			.span = span,
			.value = value_str(str_dup(t->arena, o->options[i].value)),
		};
	t->cols = arena_array(t->arena, struct source_col, o->n_cols);
	t->n_cols = o->n_cols;
	for (size_t i = 0; i < o->n_cols; i++)
		copy_cols(t->arena, &t->cols[i], &o->cols[i]);
	return SHADE_OK;
}

shade_status connected_table_probe(struct shade_cx *cx, struct object *o,
				   struct span span)
{
	const struct connected_table *t = (const struct connected_table *)o->table;
	struct source *src;
	size_t n = 0;

	TRY(source_open_connector(cx, t->options, t->n_options, t->cols, t->n_cols,
				  span, &src));
	for (size_t i = 0; t->n_cols == 0 && i < src->n_cols; i++)
		n += !src->cols[i].hidden;
	if (n > 0)
		object_set_cols(o, n);
	n = 0;
	for (size_t i = 0; t->n_cols == 0 && i < src->n_cols; i++)
		if (!src->cols[i].hidden)
			copy_cols(o->arena, &o->cols[n++], &src->cols[i]);
	if (src->cls->release)
		src->cls->release(src);
	return SHADE_OK;
}
