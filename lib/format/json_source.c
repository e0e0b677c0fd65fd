/*
 * Opening JSON files: layout, columns from a sample, many files as one.
 */
#include "base/hash.h"
#include "format/hidden.h"
#include "format/json.h"
#include "source/state.h"

#define SAMPLE_BYTES ((size_t)1 << 20)

void json_options_init(struct json_options *o)
{
	*o = (struct json_options){
		.auto_detect = true,
		.sample_rows = 20480,
		.max_line = (size_t)64 << 20,
	};
}

/* Read on into the head until it has `most` bytes, or the pipe would block. */
static shade_status read_head(struct shade_cx *cx, struct json_file *file, size_t most)
{
	size_t n, got;

	if (!file->head) {
		file->head = buf_new(cx->budget, most + 4 * JSON_PAD);
		if (!file->head)
			return cx_nomem(cx);
		file->head->n = JSON_PAD;
	}
	if (!buf_reserve(&file->head, cx->budget, most + 4 * JSON_PAD))
		return cx_nomem(cx);
	n = file->head->n - JSON_PAD;
	while (n + 16 <= most) {
		TRY(input_read(cx, file->input, (char *)file->head->p + JSON_PAD + n,
			       most - n, &got));
		n += got;
		file->is_complete = got == 0;
		if (file->is_complete || (input_would_block(file->input) &&
					  memchr(file->head->p + JSON_PAD, '\n', n)))
			break;
	}
	memset(file->head->p + JSON_PAD + n, '\n', JSON_PAD);
	file->head->n = JSON_PAD + n;
	return SHADE_OK;
}

/* One record on the first line and nothing behind it: a file of lines. */
static void find_layout(struct json_file *f, const struct json_options *o,
			const char *p, const char *e)
{
	const char *at = json_space(p, e), *end, *q;

	f->layout = JSON_LINES;
	f->begin = (size_t)(at - p);
	f->line = 1;
	for (q = p; q < at; q++)
		f->line += *q == '\n';
	if (o->lines_only || at == e)
		return;
	end = json_skip(at, e);
	if (*at == '[') {
		q = end ? json_space(end, e) : e;
		if (o->array_only || !end || q == e || *q != '[') {
			f->layout = JSON_ARRAY;
			f->begin++;
		}
		return;
	}
	if (!end)
		return;
	if (memchr(at, '\n', (size_t)(end - at))) {
		f->layout = JSON_VALUES;
		return;
	}
	q = end;
	while (q < e && (*q == ' ' || *q == '\t' || *q == '\r'))
		q++;
	if (q < e && *q != '\n')
		f->layout = *q == '{' || *q == ',' ? JSON_VALUES : JSON_LINES;
}

static void observe_sample(struct arena *a, const struct json_options *o,
			   struct json_file *f, struct json_node *root, const char *p,
			   const char *e, bool is_complete)
{
	const char *begin = p + f->begin, *at = begin;
	uint64_t n = 0;

	while (o->sample_rows < 0 || n < (uint64_t)o->sample_rows) {
		const char *end;

		at = json_record_begin(f->layout, at, e);
		if (at == e)
			break;
		end = json_skip(at, e);
		if (!end || (end == e && !is_complete)) {
			/* Cut off by the sample, or a bad line. */
			const char *nl = memchr(at, '\n', (size_t)(e - at));

			if (f->layout != JSON_LINES || !nl)
				break;
			at = nl + 1;
			continue;
		}
		if (f->layout == JSON_LINES) {
			const char *nl = memchr(at, '\n', (size_t)(e - at));

			if (nl && nl < end) { /* a bad line swallowed the next */
				at = nl + 1;
				continue;
			}
		}
		json_observe(a, root, at, end, 0);
		n++;
		at = end;
	}
	f->n_rows = n;
	f->row_bytes = n ? (double)(at - begin) / (double)n : 100;
	f->is_complete = is_complete && at == e;
}

/* Is there no whole record in the sample?  Then more of the text may have one. */
static bool is_too_short(const struct json_file *f, const struct json_options *o,
			 size_t *most)
{
	if (f->n_rows || f->is_complete || *most > o->max_line)
		return false;
	*most *= 2;
	return true;
}

/* Sample the first `most` bytes of text that can only be read. */
static shade_status sniff_head(struct shade_cx *cx, struct arena *scratch, size_t most,
			       const struct json_options *o, struct json_file *f,
			       struct json_node *root)
{
	const char *p;
	size_t n;
	bool complete;

	TRY(read_head(cx, f, most));
	complete = f->is_complete;
	p = (const char *)f->head->p + JSON_PAD;
	n = f->head->n - JSON_PAD;
	find_layout(f, o, p, p + n);
	observe_sample(scratch, o, f, root, p, p + n, complete);
	f->is_complete = complete;
	return SHADE_OK;
}

/* Sample the first `most` bytes of [p, p + n), which is mapped. */
static shade_status sniff_map(struct shade_cx *cx, struct arena *scratch, const char *p,
			      size_t n, size_t most, const struct json_options *o,
			      struct json_file *f, struct json_node *root)
{
	bool complete = n <= most;
	char *copy;

	n = complete ? n : most;
	copy = arena_alloc(scratch, n + JSON_PAD);
	if (arena_failed(scratch))
		return cx_nomem(cx);
	memcpy(copy, p, n);
	memset(copy + n, '\n', JSON_PAD);
	find_layout(f, o, copy, copy + n);
	observe_sample(scratch, o, f, root, copy, copy + n, complete);
	return SHADE_OK;
}

static shade_status sniff(struct shade_cx *cx, struct arena *scratch, struct str path,
			  struct span span, const struct json_options *o,
			  struct json_file *f, struct json_node *root)
{
	struct input *in;
	const char *p;
	size_t n, most = o->sample_rows < 0 ? SIZE_MAX : SAMPLE_BYTES;

	*f = (struct json_file){ .path = path };
	TRY(input_open(cx, path, span, o->input, &in));
	f->input = in;
	if (!input_map(in, &p, &n)) {
		most = SAMPLE_BYTES;
		do
			TRY(sniff_head(cx, scratch, most, o, f, root));
		while (is_too_short(f, o, &most) && f->head->n + JSON_PAD > most / 2);
		return SHADE_OK;
	}
	f->size = n;
	do
		TRY(sniff_map(cx, scratch, p, n, most, o, f, root));
	while (most < n && is_too_short(f, o, &most));
	input_close(in);
	f->input = NULL;
	return SHADE_OK;
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

/* Names that differ only in case: the second becomes name_1. */
static struct str unique_name(struct shade_cx *cx, struct name_map *seen,
			      struct str name, struct str path)
{
	struct str base = name.n ? name : STR("column");

	name = base;
	for (int k = 1; name_map_get(seen, name); k++)
		name = str_fmt(cx->arena, "%.*s_%d", STR_ARG(base), k);
	if (name.p != base.p)
		shade_note(cx, NO_SPAN,
			   "\"%.*s\": second column \"%.*s\" is named \"%.*s\"",
			   STR_ARG(path), STR_ARG(base), STR_ARG(name));
	name_map_put(seen, name, seen);
	return name;
}

static shade_status make_columns(struct shade_cx *cx, struct json_source *src,
				 const struct json_node *root, struct span span)
{
	const struct json_options *o = &src->options;
	struct arena *a = cx->arena;
	unsigned kinds = root->kinds & ~(unsigned)JSON_IS_NULL;
	struct name_map seen = { .arena = a };
	struct source_col *cols;
	size_t n = o->n_declared ? o->n_declared : root->n_fields, n_times;

	/* A few records of another kind are bad rows, not a reason to give up. */
	src->is_object = !o->as_text &&
			 (root->n_objects * 2 > root->n || o->n_declared) &&
			 (root->n_fields || o->n_declared);
	if (!src->is_object)
		n = 1;
	cols = arena_array(a, struct source_col,
			   n + HIDDEN_COUNT + 1 + src->hive.n_keys);
	for (size_t i = 0; i < n; i++) {
		if (!src->is_object) {
			cols[i].name = STR("json");
			cols[i].type = o->as_text || !kinds ? type_of(TYPE_VARCHAR)
							    : json_node_type(a, root);
		} else if (o->n_declared) {
			cols[i] = o->declared[i];
			cols[i].name = str_dup(a, o->declared[i].name);
		} else {
			cols[i].name = unique_name(cx, &seen,
						   str_dup(a, root->fields[i]->name),
						   src->files[0].path);
			cols[i].type = type_dup(a, json_node_type(a, root->fields[i]));
		}
		if (!o->n_declared) {
			/* What an earlier scan found beyond the sample. */
			const struct type *t = retype_find(cx, src->files[0].path,
							   cols[i].name, &n_times);

			if (t)
				cols[i].type = type_dup(a, t);
		}
	}
	for (size_t i = 0; i < o->n_overrides; i++) {
		struct source_col *c = (struct source_col *)find_col(
			cols, n, o->overrides[i].name);

		if (!c)
			return shade_fail(
				cx, SHADE_E_COLUMN_NOT_FOUND, span,
				"column \"%.*s\" in option types does not exist "
				"in \"%.*s\"",
				STR_ARG(o->overrides[i].name),
				STR_ARG(src->files[0].path));
		c->type = o->overrides[i].type;
	}
	hidden_cols(cols + n);
	src->n_data = n;
	src->base.cols = cols;
	src->base.n_cols = n + HIDDEN_COUNT;
	if (o->filename)
		cols[src->base.n_cols++] = (struct source_col){ .name = STR("filename"),
								.type = type_of(
									TYPE_VARCHAR),
								.not_null = true };
	return hive_columns(cx, &src->hive, src->n_files, span, cols, n,
			    o->n_declared > 0, &src->base.n_cols);
}

static void estimate(struct json_source *src)
{
	double rows = 0;

	for (size_t i = 0; i < src->n_files; i++) {
		const struct json_file *f = &src->files[i];

		src->base.reads_stdin |= path_is_stdin(f->path);
		src->base.may_widen |= !f->input && !f->is_complete &&
				       !src->options.n_declared;
		if (f->is_complete)
			rows += (double)f->n_rows;
		else
			rows += f->size ? (double)f->size / f->row_bytes : 100000;
	}
	src->base.est_rows = rows > 1 ? (uint64_t)rows : 1;
}

static shade_status open_all(struct shade_cx *cx, struct arena *scratch,
			     struct json_source *src, const struct str *paths,
			     size_t n_paths, struct span span)
{
	struct json_node root = { 0 };

	for (size_t i = 0; i < n_paths; i++) {
		src->n_files = i + 1;
		TRY(sniff(cx, scratch, paths[i], span, &src->options, &src->files[i],
			  &root));
	}
	if (arena_failed(scratch))
		return cx_nomem(cx);
	return make_columns(cx, src, &root, span);
}

shade_status json_source_open(struct shade_cx *cx, const struct str *paths,
			      size_t n_paths, struct span span,
			      const struct json_options *o, struct source **out)
{
	struct json_source *src = arena_new_of(cx->arena, struct json_source);
	struct arena *scratch = arena_new(cx->budget);
	shade_status rc;

	if (!scratch)
		return cx_nomem(cx);
	src->base.cls = &json_source_class;
	src->options = *o;
	src->files = arena_array(cx->arena, struct json_file, n_paths);
	rc = hive_find(cx, paths, n_paths, span, &o->hive, &src->hive);
	if (!rc)
		rc = open_all(cx, scratch, src, paths, n_paths, span);
	arena_free(scratch);
	if (!rc)
		rc = cx_check_arena(cx);
	if (rc) {
		json_source_class.release(&src->base);
		return rc;
	}
	estimate(src);
	*out = &src->base;
	return SHADE_OK;
}
