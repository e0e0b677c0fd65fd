/*
 * connected_table.c - tables over files and other connectors.
 *
 * Rows are added, or all replaced; single rows have no ids and do not change.
 */
#include "catalog/connected_table.h"

#include "source/registry.h"
#include "source/sink.h"

struct connected_table {
	struct table base;
	struct budget *budget;
	struct arena *arena; /* owned: options and columns */
	struct source_option *options;
	size_t n_options;
	struct source_col *cols;
	size_t n_cols;
};

shade_status connected_no_rows(struct shade_cx *cx, struct span span)
{
	return shade_fail(
		cx, SHADE_E_UNSUPPORTED, span,
		"not supported yet: changing rows of a table with a connector; "
		"INSERT adds rows, INSERT OVERWRITE replaces them");
}

static shade_status connected_source(struct shade_cx *cx, struct table *table,
				     struct source **out)
{
	struct connected_table *t = (struct connected_table *)table;

	return source_open_connector(cx, t->options, t->n_options, t->cols, t->n_cols,
				     NO_SPAN, out);
}

struct connected_writer {
	struct connected_table *table;
	struct sink *sink; /* NULL: no row yet */
	bool overwrite;
};

static shade_status connected_writer_open(struct shade_cx *cx, struct table *table,
					  struct table_writer **out)
{
	struct connected_writer *w = mem_alloc(cx->budget, sizeof(*w));

	if (!w)
		return cx_nomem(cx);
	w->table = (struct connected_table *)table;
	*out = (struct table_writer *)w;
	return SHADE_OK;
}

static shade_status open_sink(struct shade_cx *cx, struct connected_writer *w)
{
	const struct connected_table *t = w->table;

	return w->sink ? SHADE_OK
		       : sink_open_connector(cx, t->options, t->n_options, t->cols,
					     t->n_cols, w->overwrite, NO_SPAN,
					     &w->sink);
}

static shade_status connected_append(struct shade_cx *cx, struct table_writer *writer,
				     const struct batch *b)
{
	struct connected_writer *w = (struct connected_writer *)writer;

	TRY(open_sink(cx, w));
	return sink_write(cx, w->sink, b);
}

static shade_status connected_remove(struct shade_cx *cx, struct table_writer *w,
				     const int64_t *rowids, size_t n, size_t *n_removed)
{
	(void)w;
	(void)rowids;
	(void)n;
	(void)n_removed;
	return connected_no_rows(cx, NO_SPAN);
}

static shade_status connected_update(struct shade_cx *cx, struct table_writer *w,
				     const int64_t *rowids, const struct batch *b,
				     size_t *n_updated)
{
	(void)b;
	return connected_remove(cx, w, rowids, 0, n_updated);
}

static shade_status connected_remove_all(struct shade_cx *cx,
					 struct table_writer *writer,
					 uint64_t *n_removed)
{
	struct connected_writer *w = (struct connected_writer *)writer;

	(void)cx;
	w->overwrite = true;
	*n_removed = 0; /* nobody counts them */
	return SHADE_OK;
}

static void connected_discard(struct shade_cx *cx, struct table_writer *writer)
{
	struct connected_writer *w = (struct connected_writer *)writer;

	if (!w)
		return;
	sink_abort(cx, w->sink);
	mem_free(cx->budget, w, sizeof(*w));
}

static shade_status connected_finish(struct shade_cx *cx, struct table_writer *writer)
{
	struct connected_writer *w = (struct connected_writer *)writer;
	shade_status rc = w->overwrite ? open_sink(cx, w) : SHADE_OK;

	if (!rc && w->sink) {
		rc = sink_finish(cx, w->sink, NULL);
		w->sink = NULL;
	}
	connected_discard(cx, writer);
	return rc;
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
	.append = connected_append,
	.remove = connected_remove,
	.update = connected_update,
	.remove_all = connected_remove_all,
	.finish = connected_finish,
	.discard = connected_discard,
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

bool table_is_connected(const struct table *t)
{
	return t->cls == &connected_class;
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
	shade_status rc;

	rc = source_open_connector(cx, t->options, t->n_options, t->cols, t->n_cols,
				   span, &src);
	/* Whoever says the columns may mean to write the files. */
	if (rc == SHADE_E_FILE_NOT_FOUND && t->n_cols > 0) {
		shade_clear(cx);
		shade_note(cx, span, "the files of the table do not exist yet");
		return SHADE_OK;
	}
	if (rc)
		return rc;
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
