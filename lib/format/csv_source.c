/*
 * Many files as one source: columns united by name, types widened.
 */
#include "base/hash.h"
#include "format/csv.h"
#include "format/hidden.h"

void csv_options_init(struct csv_options *o)
{
	*o = (struct csv_options){
		.quote = CSV_AUTO,
		.escape = CSV_AUTO,
		.comment = CSV_AUTO,
		.header = CSV_AUTO,
		.skip = CSV_AUTO,
		.number = { .point = '.' },
		.quoted_nulls = true,
		.by_name = true,
		.auto_detect = true,
		.sample_rows = 20480,
		.max_line = (size_t)16 << 20,
	};
}

struct uniting {
	struct shade_cx *cx;
	struct csv_source *src;
	struct name_map map; /* name -> index + 1 */
	VEC(struct source_col) cols;
	VEC(bool) is_empty;
	size_t n_added; /* columns that the first file does not have */
};

static void unite_field(struct uniting *u, struct csv_file *f, size_t file, size_t c)
{
	struct arena *a = u->src->arena;
	struct csv_field *field = &f->fields[c];
	size_t at = 0;

	if (u->src->options.by_name)
		at = (size_t)(uintptr_t)name_map_get(&u->map, field->name);
	else if (c < u->cols.n)
		at = c + 1;
	if (!at) {
		struct source_col col = { .name = field->name, .type = field->type };

		vec_push(a, &u->cols, col);
		vec_push(a, &u->is_empty, field->is_empty);
		at = u->cols.n;
		name_map_put(&u->map, field->name, (void *)(uintptr_t)at);
		u->n_added += file > 0;
	} else if (!field->is_empty) {
		struct source_col *col = &u->cols.v[at - 1];

		col->type = u->is_empty.v[at - 1]
				    ? field->type
				    : csv_unite_types(a, col->type, field->type);
		u->is_empty.v[at - 1] = false;
	}
	f->columns[c] = (int)at - 1;
}

static const struct source_col *find_col(const struct source_col *cols, size_t n,
					 struct str name)
{
	for (size_t i = 0; i < n; i++) {
		if (str_eq_nocase(cols[i].name, name))
			return &cols[i];
	}
	return NULL;
}

/* Declared columns name the fields: by the header if it has all of them,
 * else by position. */
static shade_status declare(struct shade_cx *cx, struct csv_source *src,
			    struct csv_file *f, struct span span)
{
	const struct csv_options *o = &src->options;
	size_t n_found = 0, n = f->n_fields - f->trailing_delim, n_declared = 0;
	const struct source_col **in_file = arena_array(
		src->arena, const struct source_col *, o->n_declared + 1);

	/* What the folders say is not in the file. */
	for (size_t c = 0; c < o->n_declared; c++) {
		if (!hive_has_key(&src->hive, o->declared[c].name))
			in_file[n_declared++] = &o->declared[c];
	}
	for (size_t c = 0; c < n && f->has_header; c++)
		n_found += find_col(o->declared, o->n_declared, f->fields[c].name) !=
			   NULL;
	for (size_t c = 0; c < n; c++) {
		const struct source_col *d = NULL;

		if (n_found >= n_declared ||
		    (f->has_header && n_found && n != n_declared))
			d = find_col(o->declared, o->n_declared, f->fields[c].name);
		else if (c < n_declared)
			d = in_file[c];
		f->columns[c] = d ? (int)(d - o->declared) : -1;
		if (d) {
			f->fields[c].is_declared = true;
			f->fields[c].type = d->type;
		}
	}
	if (n < n_declared && n_found == 0 && !o->pad && f->n_rows)
		return shade_fail(cx, SHADE_E_COLUMN_COUNT, span,
				  "\"%.*s\" has %zu column%s where %zu are declared",
				  STR_ARG(f->path), n, n == 1 ? "" : "s", n_declared);
	return SHADE_OK;
}

static void invert_columns(struct csv_source *src, struct csv_file *f)
{
	f->field_of = arena_array(src->arena, int, src->n_data + 1);
	for (size_t c = 0; c < src->n_data; c++)
		f->field_of[c] = -1;
	for (size_t c = f->n_fields; c > 0; c--) {
		if (f->columns[c - 1] >= 0)
			f->field_of[f->columns[c - 1]] = (int)c - 1;
	}
}

/* Formats that the user gave hold for declared columns. */
static void declared_styles(struct csv_source *src, struct csv_file *f)
{
	const struct csv_options *o = &src->options;

	for (size_t c = 0; c < f->n_fields; c++) {
		const struct type *t;

		if (f->columns[c] < 0)
			continue;
		t = src->base.cols[f->columns[c]].type;
		if (t->id == TYPE_DATE && o->date_format.n)
			f->fields[c].date.format = o->date_format;
		else if (type_family(t) == FAMILY_DATETIME && t->id != TYPE_DATE &&
			 t->id != TYPE_TIME && o->timestamp_format.n)
			f->fields[c].date.format = o->timestamp_format;
		else if (!f->fields[c].date.sep)
			f->fields[c].date = (struct date_style){ DATE_YMD, '-',
								 STR_NONE };
	}
}

static shade_status override_types(struct shade_cx *cx, struct csv_source *src,
				   struct source_col *cols, size_t n, struct span span)
{
	const struct csv_options *o = &src->options;

	for (size_t i = 0; i < o->n_overrides; i++) {
		struct source_col *col = (struct source_col *)find_col(
			cols, n, o->overrides[i].name);

		if (!o->overrides[i].name.n) /* by position */
			col = i < n ? &cols[i] : NULL;
		if (!col && !o->overrides[i].name.n)
			return shade_fail(
				cx, SHADE_E_COLUMN_COUNT, span,
				"option types has %zu types, \"%.*s\" has %zu "
				"column%s",
				o->n_overrides, STR_ARG(src->files[0].path), n,
				n == 1 ? "" : "s");
		if (!col)
			return shade_fail(
				cx, SHADE_E_COLUMN_NOT_FOUND, span,
				"column \"%.*s\" in option types does not exist "
				"in \"%.*s\"",
				STR_ARG(o->overrides[i].name),
				STR_ARG(src->files[0].path));
		col->type = o->overrides[i].type;
	}
	return SHADE_OK;
}

static shade_status check_not_null(struct shade_cx *cx, const struct csv_source *src,
				   const struct source_col *cols, size_t n,
				   struct span span)
{
	const struct csv_options *o = &src->options;

	for (size_t i = 0; i < o->n_not_null; i++) {
		if (!find_col(cols, n, o->not_null[i]))
			return shade_fail(
				cx, SHADE_E_COLUMN_NOT_FOUND, span,
				"column \"%.*s\" in option force_not_null does "
				"not exist in \"%.*s\"",
				STR_ARG(o->not_null[i]), STR_ARG(src->files[0].path));
	}
	return SHADE_OK;
}

static shade_status make_columns(struct shade_cx *cx, struct csv_source *src,
				 struct span span)
{
	const struct csv_options *o = &src->options;
	struct uniting u = { .cx = cx, .src = src, .map = { .arena = src->arena } };
	struct source_col *cols;
	size_t n = o->n_declared;

	for (size_t i = 0; i < src->n_files; i++) {
		struct csv_file *f = &src->files[i];

		f->columns = arena_array(src->arena, int, f->n_fields + 1);
		for (size_t c = 0; c < f->n_fields; c++)
			f->columns[c] = -1;
		if (o->n_declared) {
			TRY(declare(cx, src, f, span));
			continue;
		}
		for (size_t c = 0; c < f->n_fields - f->trailing_delim; c++)
			unite_field(&u, f, i, c);
	}
	if (!o->n_declared)
		n = u.cols.n;
	if (u.n_added)
		shade_note(cx, span,
			   "%zu column%s not in the first file \"%.*s\"; rows without "
			   "them read NULL",
			   u.n_added, u.n_added == 1 ? " is" : "s are",
			   STR_ARG(src->files[0].path));
	cols = arena_array(src->arena, struct source_col,
			   n + HIDDEN_COUNT + 1 + src->hive.n_keys);
	if (n)
		memcpy(cols, o->n_declared ? o->declared : u.cols.v, n * sizeof(*cols));
	TRY(override_types(cx, src, cols, n, span));
	TRY(check_not_null(cx, src, cols, n, span));
	hidden_cols(cols + n);
	src->n_data = n;
	src->base.cols = cols;
	src->base.n_cols = n + HIDDEN_COUNT;
	if (o->filename) {
		cols[src->base.n_cols] = (struct source_col){ .name = STR("filename"),
							      .type = type_of(
								      TYPE_VARCHAR),
							      .not_null = true };
		src->base.n_cols++;
	}
	TRY(hive_columns(cx, &src->hive, src->n_files, span, cols, n, o->n_declared > 0,
			 &src->base.n_cols));
	for (size_t i = 0; i < src->n_files; i++) {
		invert_columns(src, &src->files[i]);
		declared_styles(src, &src->files[i]);
	}
	return SHADE_OK;
}

static void estimate(struct csv_source *src)
{
	double rows = 0;

	for (size_t i = 0; i < src->n_files; i++) {
		const struct csv_file *f = &src->files[i];

		src->base.reads_stdin |= path_is_stdin(f->path);
		if (src->options.sample_rows >= 0 && !f->input &&
		    f->n_rows > (uint64_t)src->options.sample_rows)
			src->base.may_widen |= !src->options.n_declared;
		if (f->is_complete) {
			rows += (double)f->n_rows;
			continue;
		}
		src->base.may_widen |= !f->input && !src->options.n_declared;
		if (f->size)
			rows += (double)f->size / (f->row_bytes > 1 ? f->row_bytes : 1);
		else
			rows += 100000;
	}
	/* Not exact: rejected rows are not known before the scan. */
	src->base.est_rows = (uint64_t)rows > 0 ? (uint64_t)rows : 1;
}

shade_status csv_source_open(struct shade_cx *cx, const struct str *paths,
			     size_t n_paths, struct span span,
			     const struct csv_options *o, struct source **out)
{
	struct csv_source *src = arena_new_of(cx->arena, struct csv_source);
	shade_status rc = SHADE_OK;

	src->base.cls = &csv_source_class;
	src->arena = cx->arena;
	src->options = *o;
	src->no_nulls = *o;
	src->no_nulls.has_nulls = true;
	src->no_nulls.n_nulls = 0;
	src->files = arena_array(cx->arena, struct csv_file, n_paths);
	rc = hive_find(cx, paths, n_paths, span, &o->hive, &src->hive);
	for (size_t i = 0; i < n_paths && !rc; i++) {
		rc = csv_sniff(cx, cx->arena, paths[i], span, o, &src->files[i]);
		src->n_files = i + 1;
	}
	if (!rc)
		rc = make_columns(cx, src, span);
	if (!rc)
		rc = cx_check_arena(cx);
	if (rc) {
		csv_source_class.release(&src->base);
		return rc;
	}
	estimate(src);
	*out = &src->base;
	return SHADE_OK;
}
