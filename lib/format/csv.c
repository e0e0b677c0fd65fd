/*
 * csv and tsv as formats.
 */
#include "format/csv_options.h"
#include "format/csv_write.h"
#include "format/format.h"

static shade_status open_with(struct shade_cx *cx, const struct format_files *f,
			      struct csv_options *o, struct source **out)
{
	TRY(csv_options_apply(cx, f->options, f->n_options, o));
	if (f->n_declared) {
		o->declared = f->declared;
		o->n_declared = f->n_declared;
	}
	return csv_source_open(cx, f->paths, f->n_paths, f->span, o, out);
}

static shade_status csv_open(struct shade_cx *cx, const struct format_files *f,
			     struct source **out)
{
	struct csv_options o;

	csv_options_init(&o);
	return open_with(cx, f, &o, out);
}

static shade_status tsv_open(struct shade_cx *cx, const struct format_files *f,
			     struct source **out)
{
	struct csv_options o;

	csv_options_init(&o);
	o.delim = STR("\t");
	return open_with(cx, f, &o, out);
}

const struct format format_csv = {
	.name = "csv",
	.extensions = "csv|txt|tbl|dat|psv",
	.doc = "separated text; separator, quotes, header and types are found by "
	       "looking",
	.options = csv_option_rows,
	.n_options = CSV_N_OPTIONS,
	.open = csv_open,
	.writer = &csv_writer_class,
};

const struct format format_tsv = {
	.name = "tsv",
	.extensions = "tsv|tab",
	.doc = "csv with tabs",
	.options = csv_option_rows,
	.n_options = CSV_N_OPTIONS,
	.open = tsv_open,
	.writer = &tsv_writer_class,
};
