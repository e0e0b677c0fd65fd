/*
 * INSERT into a table over files: one more file in its folder, or its one
 * file anew with the rows behind the old ones.
 */
#include <sys/random.h>
#include <sys/stat.h>

#include "base/glob.h"
#include "connect/files.h"
#include "connect/sink_internal.h"
#include "format/csv.h"
#include "format/options.h"

struct target {
	struct shade_cx *cx;
	struct str path;
	struct span span;
	struct file_sink_how how;
	struct source_option *options; /* of the writer */
	size_t n_options;
	struct source_option *read; /* of the reader */
	size_t n_read;
	bool overwrite;
};

/* How values are read and nobody writes them. */
static bool is_only_read(struct str name)
{
	return option_named(name, "decimal") || option_named(name, "thousands") ||
	       option_named(name, "dateformat") ||
	       option_named(name, "timestampformat");
}

static bool is_option_of(const struct format_writer_class *w, struct str name)
{
	for (size_t i = 0; i < w->n_options; i++) {
		if (option_is(&w->options[i], name))
			return true;
	}
	return option_named(name, "compression");
}

/* Options that only say how to read are none of the writer's. */
static shade_status take_options(struct target *t, const struct source_option *given,
				 size_t n)
{
	const struct format *format = NULL;
	struct str name;

	for (size_t i = 0; i < n; i++) {
		if (option_named(given[i].name, "path"))
			TRY(option_text(t->cx, &given[i], &t->path));
		if (!option_named(given[i].name, "format"))
			continue;
		TRY(option_text(t->cx, &given[i], &name));
		format = format_by_name(name);
	}
	if (!format)
		format = format_by_path(t->path);
	if (!format)
		format = format_by_name(STR("csv"));
	if (!format->writer)
		return shade_fail(t->cx, SHADE_E_UNSUPPORTED, t->span,
				  "not supported yet: writing %s", format->name);
	/* Room for header, delim, quote and escape. */
	t->options = arena_array(t->cx->arena, struct source_option, n + 4);
	t->read = arena_array(t->cx->arena, struct source_option, n + 1);
	for (size_t i = 0; i < n; i++) {
		if (is_only_read(given[i].name))
			return shade_fail(t->cx, SHADE_E_UNSUPPORTED, t->span,
					  "not supported yet: writing with the option "
					  "\"%.*s\"",
					  STR_ARG(given[i].name));
		if (is_option_of(format->writer, given[i].name))
			t->options[t->n_options++] = given[i];
		if (!option_named(given[i].name, "connector") &&
		    !option_named(given[i].name, "path") &&
		    !option_named(given[i].name, "format"))
			t->read[t->n_read++] = given[i];
	}
	t->how.format = format;
	return SHADE_OK;
}

/* Set an option whatever was said; there is room. */
static void set_option(struct target *t, const char *name, struct value v)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_options; i++) {
		if (!option_named(t->options[i].name, name))
			t->options[n++] = t->options[i];
	}
	t->options[n++] = (struct source_option){ .name = str_from(name),
						  .span = t->span,
						  .value = v };
	t->n_options = n;
}

/* Are the table's columns the file's, in number, order and name? */
static bool has_same_columns(const struct csv_file *f, const struct source_col *cols,
			     size_t n_cols)
{
	if (f->n_fields != n_cols)
		return false;
	for (size_t c = 0; c < n_cols && f->has_header; c++) {
		if (!str_eq_nocase(f->fields[c].name, cols[c].name))
			return false;
	}
	return true;
}

static struct value char_value(struct target *t, char c)
{
	return value_str(str_dup(t->cx->arena, (struct str){ &c, c != 0 }));
}

/* Rows that are added to a CSV file are written as its own are. */
static shade_status as_the_file(struct target *t, const struct csv_file *f)
{
	const struct csv_dialect *d = &f->dialect;

	if (d->cr_ends || f->trailing_delim ||
	    !has_same_columns(f, t->how.cols, t->how.n_cols))
		return shade_fail(t->cx, SHADE_E_UNSUPPORTED, t->span,
				  "not supported yet: INSERT into \"%.*s\", whose rows "
				  "have other columns or ends than the table; INSERT "
				  "OVERWRITE replaces it",
				  STR_ARG(t->path));
	set_option(t, "header", value_bool(false));
	if (f->n_fields > 1)
		set_option(t, "delim", value_str(str_dup(t->cx->arena, d->delim)));
	set_option(t, "quote", char_value(t, d->quote));
	if (d->escape)
		set_option(t, "escape", char_value(t, d->escape));
	return SHADE_OK;
}

/* Look at the file that gets more rows. */
static shade_status look_at(struct target *t)
{
	struct format_files files = { .paths = &t->path,
				      .n_paths = 1,
				      .span = t->span,
				      .options = t->read,
				      .n_options = t->n_read };
	struct source *src;
	shade_status rc;

	if (t->how.format == format_by_name(STR("json")))
		return SHADE_OK; /* keys say what is what */
	TRY(t->how.format->open(t->cx, &files, &src));
	rc = as_the_file(t, &((const struct csv_source *)src)->files[0]);
	src->cls->release(src);
	return rc;
}

static bool is_folder(struct arena *a, struct str path)
{
	struct stat st;

	if (stat(str_dup(a, path).p, &st) == 0)
		return S_ISDIR(st.st_mode);
	return path.p[path.n - 1] == '/' || !format_by_path(path);
}

/* A name that nobody has. */
static shade_status new_name(struct target *t, struct str *out)
{
	uint64_t token;

	if (getrandom(&token, sizeof(token), 0) < 0)
		return shade_fail(t->cx, SHADE_E_IO, t->span,
				  "cannot make a name for a file in \"%.*s\"",
				  STR_ARG(t->path));
	*out = str_fmt(t->cx->arena, "%.*s%spart-%016llx.%s", STR_ARG(t->path),
		       t->path.p[t->path.n - 1] == '/' ? "" : "/",
		       (unsigned long long)token, t->how.format->name);
	return SHADE_OK;
}

static shade_status into_folder(struct target *t, struct sink *s)
{
	struct folder_files old;
	struct str name;

	s->made.arena = t->cx->arena;
	TRY(folder_make(t->cx, t->path, t->span, &s->made));
	TRY(folder_list(t->cx, t->path, t->span, &old));
	if (old.has_keys)
		return shade_fail(t->cx, SHADE_E_UNSUPPORTED, t->span,
				  "not supported yet: INSERT into folders named "
				  "key=value; COPY .. TO '%.*s' (PARTITION_BY (..), "
				  "APPEND) writes them",
				  STR_ARG(t->path));
	if (t->overwrite) {
		s->replaced = old.files;
		s->n_replaced = old.n;
	}
	TRY(new_name(t, &name));
	return file_sink_open(t->cx, name, &t->how, &s->file);
}

static shade_status into_file(struct target *t, struct sink *s)
{
	struct stat st;

	if (!t->overwrite && stat(str_dup(t->cx->arena, t->path).p, &st) == 0 &&
	    st.st_size > 0) {
		t->how.base = t->path;
		TRY(look_at(t));
		t->how.n_options = t->n_options;
	}
	return file_sink_open(t->cx, t->path, &t->how, &s->file);
}

shade_status sink_open_connector(struct shade_cx *cx,
				 const struct source_option *options, size_t n_options,
				 const struct source_col *cols, size_t n_cols,
				 bool overwrite, struct span span, struct sink **out)
{
	struct target t = { .cx = cx, .span = span, .overwrite = overwrite };
	struct sink *s;
	shade_status rc;

	TRY(take_options(&t, options, n_options));
	if (glob_has_sign(t.path) || path_is_stdin(t.path))
		return shade_fail(cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: INSERT into \"%.*s\", which is "
				  "neither a file nor a folder",
				  STR_ARG(t.path));
	t.how.options = t.options;
	t.how.n_options = t.n_options;
	t.how.cols = cols;
	t.how.n_cols = n_cols;
	t.how.span = span;
	s = mem_alloc(cx->budget, sizeof(*s));
	if (!s)
		return cx_nomem(cx);
	rc = is_folder(cx->arena, t.path) ? into_folder(&t, s) : into_file(&t, s);
	if (rc) {
		sink_abort(cx, s);
		return rc;
	}
	*out = s;
	return SHADE_OK;
}
