/*
 * glob, read_text and sniff_csv: files as rows.
 */
#include <sys/stat.h>

#include "base/utf8.h"
#include "connect/files.h"
#include "connect/rows_source.h"
#include "format/csv_options.h"
#include "format/input.h"
#include "type/value.h"

#define TEXT_MAX ((size_t)256 << 20) /* bytes of a file that is one value */

static shade_status one_path(struct shade_cx *cx, const struct source_function *fn,
			     const struct source_call *call, struct str *out)
{
	struct source_option arg;

	if (call->n_args != 1)
		return shade_fail(cx, SHADE_E_WRONG_ARG_COUNT, call->span,
				  "%s takes one path: %s", fn->name, fn->usage);
	if (call->args[0].is_null)
		return shade_fail(cx, SHADE_E_NULL_VALUE, call->arg_spans[0],
				  "the path of %s must not be NULL", fn->name);
	arg = (struct source_option){ .name = STR("path"),
				      .span = call->arg_spans[0],
				      .value = call->args[0] };
	return option_text(cx, &arg, out);
}

static shade_status no_options(struct shade_cx *cx, const struct source_function *fn,
			       const struct source_call *call)
{
	if (!call->n_options)
		return SHADE_OK;
	return shade_fail(cx, SHADE_E_OPTION, call->options[0].span,
			  "%s has no option \"%.*s\"", fn->name,
			  STR_ARG(call->options[0].name));
}

static shade_status open_glob(struct shade_cx *cx, const struct source_function *fn,
			      const struct source_call *call, struct source **out)
{
	struct source_col col = { .name = STR("file"),
				  .type = type_of(TYPE_VARCHAR),
				  .not_null = true };
	struct str pattern, *paths = NULL;
	size_t n = 0;
	struct value *rows;
	shade_status rc;

	TRY(one_path(cx, fn, call, &pattern));
	TRY(no_options(cx, fn, call));
	rc = glob_paths(cx, pattern, call->arg_spans[0], &paths, &n);
	if (rc == SHADE_E_FILE_NOT_FOUND) {
		shade_clear(cx); /* no file is no row */
		n = 0;
	} else if (rc) {
		return rc;
	}
	rows = arena_array(cx->arena, struct value, n + 1);
	for (size_t i = 0; i < n; i++)
		rows[i] = value_str(paths[i]);
	*out = rows_source_new(cx, "glob", &col, 1, rows, n);
	return cx_check_arena(cx);
}

static shade_status read_whole(struct shade_cx *cx, struct str path, struct span span,
			       struct str *out)
{
	struct input *in;
	const char *p;
	size_t n, got = 1;
	struct sbuf b = { .arena = cx->arena };
	char chunk[8192];
	shade_status rc = SHADE_OK;

	TRY(input_open(cx, path, span, (struct input_as){ 0 }, &in));
	if (input_map(in, &p, &n)) {
		if (n <= TEXT_MAX)
			*out = str_dup(cx->arena, (struct str){ p, n });
		got = n > TEXT_MAX;
	} else {
		while (!rc && got && b.n <= TEXT_MAX) {
			rc = input_read(cx, in, chunk, sizeof(chunk), &got);
			if (!rc)
				sbuf_add(&b, (struct str){ chunk, got });
		}
		*out = sbuf_str(&b);
	}
	input_close(in);
	if (!rc && got)
		return shade_fail(
			cx, SHADE_E_RANGE, span,
			"\"%.*s\" is longer than %zu MB, too long for one value",
			STR_ARG(path), TEXT_MAX >> 20);
	if (!rc && utf8_valid_prefix(out->p, out->n) != out->n)
		return shade_fail(cx, SHADE_E_DATA_FORMAT, span,
				  "\"%.*s\" is not UTF-8", STR_ARG(path));
	return rc;
}

/* The bytes of a file as they stand, but for compression. */
static shade_status read_bytes(struct shade_cx *cx, struct str path, struct span span,
			       struct str *out)
{
	struct sbuf b = { .arena = cx->arena };
	struct reader *reader;
	char chunk[8192];
	size_t got = 1;
	shade_status rc = SHADE_OK;

	if (path_is_stdin(path))
		return shade_fail(cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: read_blob of standard input");
	TRY(reader_open(cx, path, span, &reader));
	while (!rc && got && b.n <= TEXT_MAX) {
		rc = reader_read(cx, reader, chunk, sizeof(chunk), &got);
		if (!rc)
			sbuf_add(&b, (struct str){ chunk, got });
	}
	reader_close(reader);
	if (!rc && got)
		return shade_fail(
			cx, SHADE_E_RANGE, span,
			"\"%.*s\" is longer than %zu MB, too long for one value",
			STR_ARG(path), TEXT_MAX >> 20);
	*out = sbuf_str(&b);
	return rc;
}

static shade_status open_whole(struct shade_cx *cx, const struct source_function *fn,
			       const struct source_call *call, bool blob,
			       struct source **out)
{
	struct source_col cols[3] = {
		{ .name = STR("filename"),
		  .type = type_of(TYPE_VARCHAR),
		  .not_null = true },
		{ .name = STR("content"),
		  .type = type_of(blob ? TYPE_BINARY : TYPE_VARCHAR),
		  .not_null = true },
		{ .name = STR("size"), .type = type_of(TYPE_BIGINT), .not_null = true },
	};
	struct str pattern, *paths = NULL, text = STR_NONE;
	struct value *rows;
	size_t n = 1;

	TRY(one_path(cx, fn, call, &pattern));
	TRY(no_options(cx, fn, call));
	if (path_is_stdin(pattern))
		paths = &pattern;
	else
		TRY(glob_paths(cx, pattern, call->arg_spans[0], &paths, &n));
	rows = arena_array(cx->arena, struct value, n * 3 + 1);
	for (size_t i = 0; i < n; i++) {
		TRY((blob ? read_bytes : read_whole)(cx, paths[i], call->arg_spans[0],
						     &text));
		rows[i * 3] = value_str(paths[i]);
		rows[i * 3 + 1] = value_str(text);
		rows[i * 3 + 1].type = cols[1].type;
		rows[i * 3 + 2] = value_int(TYPE_BIGINT, (int64_t)text.n);
	}
	*out = rows_source_new(cx, fn->name, cols, 3, rows, n);
	return cx_check_arena(cx);
}

static shade_status open_text(struct shade_cx *cx, const struct source_function *fn,
			      const struct source_call *call, struct source **out)
{
	return open_whole(cx, fn, call, false, out);
}

static shade_status open_blob(struct shade_cx *cx, const struct source_function *fn,
			      const struct source_call *call, struct source **out)
{
	return open_whole(cx, fn, call, true, out);
}

static struct str char_text(struct arena *a, char c)
{
	return c ? str_dup(a, (struct str){ &c, 1 }) : STR_NONE;
}

static struct str columns_text(struct arena *a, const struct csv_source *s)
{
	struct sbuf b = { .arena = a };

	for (size_t c = 0; c < s->n_data; c++) {
		struct str type = type_name(a, s->base.cols[c].type);

		sbuf_addf(&b, "%s\"%.*s\" %.*s", c ? ", " : "",
			  STR_ARG(s->base.cols[c].name), STR_ARG(type));
	}
	return sbuf_str(&b);
}

static struct str nullish_text(struct arena *a, const struct csv_file *f)
{
	struct sbuf b = { .arena = a };

	for (size_t c = 0; c < f->n_fields; c++) {
		const struct csv_field *field = &f->fields[c];

		if (field->n_nullish)
			sbuf_addf(&b, "%s%.*s: %zu x '%.*s'", b.n ? ", " : "",
				  STR_ARG(field->name), field->n_nullish,
				  STR_ARG(field->nullish));
	}
	return sbuf_str(&b);
}

/* The decision on one CSV file, as a row and as a statement. */
static shade_status open_sniff(struct shade_cx *cx, const struct source_function *fn,
			       const struct source_call *call, struct source **out)
{
	static const char *const names[] = { "file",    "delim",    "quote", "escape",
					     "comment", "header",   "skip",  "columns",
					     "nullish", "statement" };
	struct source_col cols[10];
	struct value *row = arena_array(cx->arena, struct value, 10);
	struct arena *a = cx->arena;
	struct csv_options o;
	struct source *source;
	const struct csv_source *s;
	const struct csv_file *f;
	struct str path;

	TRY(one_path(cx, fn, call, &path));
	csv_options_init(&o);
	TRY(csv_options_apply(cx, call->options, call->n_options, &o));
	TRY(csv_source_open(cx, &path, 1, call->arg_spans[0], &o, &source));
	s = (const struct csv_source *)source;
	f = &s->files[0];
	for (size_t i = 0; i < 10; i++)
		cols[i] = (struct source_col){ .name = str_from(names[i]),
					       .type = type_of(TYPE_VARCHAR) };
	cols[5].type = type_of(TYPE_BOOLEAN);
	cols[6].type = type_of(TYPE_BIGINT);
	row[0] = value_str(path);
	row[1] = value_str(str_dup(a, f->dialect.delim));
	row[2] = value_str(char_text(a, f->dialect.quote));
	row[3] = value_str(
		char_text(a, f->dialect.escape ? f->dialect.escape : f->dialect.quote));
	row[4] = value_str(char_text(a, f->dialect.comment));
	row[5] = value_bool(f->has_header);
	row[6] = value_int(TYPE_BIGINT, (int64_t)f->n_skipped);
	row[7] = value_str(columns_text(a, s));
	row[8] = value_str(nullish_text(a, f));
	row[9] = value_str(csv_describe(a, s));
	source->cls->release(source);
	*out = rows_source_new(cx, "sniff_csv", cols, 10, row, 1);
	return cx_check_arena(cx);
}

const struct source_function fn_glob = {
	.name = "glob",
	.usage = "glob('pattern')",
	.doc = "the files that match a pattern",
	.open = open_glob,
};

const struct source_function fn_read_text = {
	.name = "read_text",
	.usage = "read_text('path or glob')",
	.doc = "each file as one row: filename, content, size",
	.open = open_text,
};

const struct source_function fn_read_blob = {
	.name = "read_blob",
	.usage = "read_blob('path or glob')",
	.doc = "each file as one row: filename, content as bytes, size",
	.open = open_blob,
};

const struct source_function fn_sniff_csv = {
	.name = "sniff_csv",
	.usage = "sniff_csv('path' [, option => value ...])",
	.doc = "what read_csv decides about a file, also as a statement to paste",
	.options = csv_option_rows,
	.n_options = CSV_N_OPTIONS,
	.open = open_sniff,
};
