#include "connect/partition.h"

#include <errno.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "connect/folder.h"
#include "format/options.h"
#include "type/value.h"

struct part {
	struct part *next; /* of the same hash bucket */
	uint64_t hash;
	struct str folder; /* y=2020/m=1 */
	struct file_sink *file;
	uint16_t *sel; /* rows of the batch at hand */
	size_t n_sel;
};

#define N_BUCKETS 1024

struct partition_sink {
	struct arena *arena, *scratch; /* owned */
	struct str path;
	struct partition_options options;
	struct file_sink_how how; /* cols: those in the files */
	size_t *keys; /* columns that name the folders */
	size_t *kept; /* columns that are written */
	const struct source_col *cols; /* of the batches */
	struct vector *view; /* how.n_cols */
	struct part *buckets[N_BUCKETS];
	VEC(struct part *) parts;
	uint64_t token; /* in names of appended files */
	struct folder_log made; /* what an abort takes back */
};

/* --- options -------------------------------------------------------------- */

static shade_status later(struct shade_cx *cx, const struct source_option *o)
{
	return option_later(cx, "writing partitions", o);
}

shade_status partition_options(struct shade_cx *cx, const struct source_option *options,
			       size_t n, struct source_option *rest, size_t *n_rest,
			       struct partition_options *out)
{
	*out = (struct partition_options){ 0 };
	*n_rest = 0;
	for (size_t i = 0; i < n; i++) {
		if (option_named(options[i].name, "partition_by"))
			TRY(option_list(cx, &options[i], &out->keys, &out->n_keys));
	}
	for (size_t i = 0; i < n; i++) {
		const struct source_option *o = &options[i];

		if (!out->n_keys) {
			rest[(*n_rest)++] = *o;
		} else if (option_named(o->name, "partition_by")) {
			continue;
		} else if (option_named(o->name, "write_partition_columns")) {
			TRY(option_bool(cx, o, &out->writes_keys));
		} else if (option_named(o->name, "overwrite_or_ignore")) {
			TRY(option_bool(cx, o, &out->may_have_files));
		} else if (option_named(o->name, "append")) {
			TRY(option_bool(cx, o, &out->appends));
		} else if (option_named(o->name, "overwrite") ||
			   option_named(o->name, "filename_pattern")) {
			TRY(later(cx, o));
		} else {
			rest[(*n_rest)++] = *o;
		}
	}
	return SHADE_OK;
}

/* --- open ----------------------------------------------------------------- */

static shade_status find_keys(struct shade_cx *cx, struct partition_sink *s,
			      const struct file_sink_how *how)
{
	struct source_col *cols = arena_array(s->arena, struct source_col, how->n_cols);
	bool *is_key = arena_array(s->arena, bool, how->n_cols + 1);
	size_t n = 0;

	s->keys = arena_array(s->arena, size_t, s->options.n_keys);
	s->kept = arena_array(s->arena, size_t, how->n_cols);
	for (size_t k = 0; k < s->options.n_keys; k++) {
		struct str name = s->options.keys[k];
		size_t c = 0;

		while (c < how->n_cols && !str_eq_nocase(how->cols[c].name, name))
			c++;
		if (c == how->n_cols)
			return shade_fail(cx, SHADE_E_COLUMN_NOT_FOUND, how->span,
					  "column \"%.*s\" in option partition_by does "
					  "not exist",
					  STR_ARG(name));
		s->keys[k] = c;
		is_key[c] = true;
	}
	for (size_t c = 0; c < how->n_cols; c++) {
		if (is_key[c] && !s->options.writes_keys)
			continue;
		cols[n] = how->cols[c];
		s->kept[n++] = c;
	}
	if (!n)
		return shade_fail(cx, SHADE_E_OPTION, how->span,
				  "option partition_by leaves no column to write");
	s->how.cols = cols;
	s->how.n_cols = n;
	return SHADE_OK;
}

static shade_status setup(struct shade_cx *cx, struct partition_sink *s,
			  const struct file_sink_how *how)
{
	bool is_empty = true;

	s->scratch = arena_new(cx->budget);
	if (!s->scratch)
		return cx_nomem(cx);
	TRY(find_keys(cx, s, how));
	s->view = arena_array(s->arena, struct vector, s->how.n_cols);
	TRY(folder_make(cx, s->path, how->span, &s->made));
	TRY(folder_is_empty(cx, s->path, how->span, &is_empty));
	if (!is_empty && !s->options.may_have_files && !s->options.appends)
		return shade_fail(cx, SHADE_E_IO, how->span,
				  "folder \"%.*s\" is not empty; APPEND adds files, "
				  "OVERWRITE_OR_IGNORE replaces those of the same name",
				  STR_ARG(s->path));
	if (getrandom(&s->token, sizeof(s->token), 0) < 0)
		return shade_fail(cx, SHADE_E_IO, how->span,
				  "cannot make a name for a file: %s",
				  errno_text(cx, errno));
	return cx_check_arena(cx);
}

shade_status partition_open(struct shade_cx *cx, struct str path,
			    const struct partition_options *o,
			    const struct file_sink_how *how,
			    struct partition_sink **out)
{
	struct arena *a = arena_new(cx->budget);
	struct partition_sink *s;
	shade_status rc;

	if (!a)
		return cx_nomem(cx);
	if (cx->is_safe) {
		arena_free(a);
		return shade_fail(cx, SHADE_E_SAFE_MODE, how->span,
				  "writing \"%.*s\" is not allowed in safe mode",
				  STR_ARG(path));
	}
	s = arena_new_of(a, struct partition_sink);
	s->arena = a;
	s->made.arena = a;
	while (path.n > 1 && path.p[path.n - 1] == '/')
		path.n--;
	s->path = str_dup(a, path);
	s->options = *o;
	s->how = *how;
	s->how.is_one_of_many = true;
	s->cols = how->cols;
	rc = setup(cx, s, how);
	if (rc) {
		partition_abort(cx, s);
		return rc;
	}
	*out = s;
	return SHADE_OK;
}

/* --- rows ----------------------------------------------------------------- */

/* A value as the name of a folder: Hive's escapes. */
static void add_value(struct sbuf *b, const struct value *v)
{
	struct str s;

	if (v->is_null) {
		sbuf_add(b, STR("__HIVE_DEFAULT_PARTITION__"));
		return;
	}
	s = value_text(b->arena, v);
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c < ' ' || c == 127 || memchr("\"#%'*/:=?\\{[]^", c, 14))
			sbuf_addf(b, "%%%02X", c);
		else
			sbuf_addc(b, (char)c);
	}
}

static struct str folder_of(struct partition_sink *s, const struct batch *b, size_t row)
{
	struct sbuf text = { .arena = s->scratch };

	for (size_t k = 0; k < s->options.n_keys; k++) {
		struct value v = vector_value(&b->cols[s->keys[k]], row, s->scratch);

		if (k)
			sbuf_addc(&text, '/');
		sbuf_add(&text, s->cols[s->keys[k]].name);
		sbuf_addc(&text, '=');
		add_value(&text, &v);
	}
	return sbuf_str(&text);
}

static struct part *part_of(struct partition_sink *s, struct str folder)
{
	uint64_t hash = hash_bytes(folder.p, folder.n);
	struct part **bucket = &s->buckets[hash % N_BUCKETS], *p;

	for (p = *bucket; p; p = p->next) {
		if (p->hash == hash && str_eq(p->folder, folder))
			return p;
	}
	p = arena_new_of(s->arena, struct part);
	p->hash = hash;
	p->folder = str_dup(s->arena, folder);
	p->sel = arena_array(s->arena, uint16_t, SHADE_BATCH_ROWS);
	p->next = *bucket;
	*bucket = p;
	vec_push(s->arena, &s->parts, p);
	return p;
}

static shade_status open_part(struct shade_cx *cx, struct partition_sink *s,
			      struct part *p)
{
	struct str folder = str_fmt(s->arena, "%.*s/%.*s", STR_ARG(s->path),
				    STR_ARG(p->folder));
	struct str path;

	TRY(folder_make(cx, folder, s->how.span, &s->made));
	if (s->options.appends)
		path = str_fmt(s->arena, "%.*s/data_%016llx.%s", STR_ARG(folder),
			       (unsigned long long)s->token, s->how.format->name);
	else
		path = str_fmt(s->arena, "%.*s/data_0.%s", STR_ARG(folder),
			       s->how.format->name);
	TRY(file_sink_open(cx, path, &s->how, &p->file));
	folder_log_file(&s->made, path);
	return cx_check_arena(cx);
}

static shade_status write_part(struct shade_cx *cx, struct partition_sink *s,
			       struct part *p, const struct batch *b)
{
	struct batch rows = *b;

	if (!p->file)
		TRY(open_part(cx, s, p));
	for (size_t i = 0; i < s->how.n_cols; i++)
		s->view[i] = b->cols[s->kept[i]];
	rows.cols = s->view;
	rows.n_cols = s->how.n_cols;
	rows.sel = p->sel;
	rows.n_sel = p->n_sel;
	p->n_sel = 0;
	return file_sink_write(cx, p->file, &rows);
}

shade_status partition_write(struct shade_cx *cx, struct partition_sink *s,
			     const struct batch *b)
{
	size_t n = batch_rows(b);
	VEC(struct part *) touched = { 0 };

	arena_reset(s->scratch);
	for (size_t i = 0; i < n; i++) {
		size_t row = b->sel ? b->sel[i] : i;
		struct part *p = part_of(s, folder_of(s, b, row));

		if (arena_failed(s->arena) || arena_failed(s->scratch))
			return cx_nomem(cx);
		if (!p->n_sel)
			vec_push(s->scratch, &touched, p);
		p->sel[p->n_sel++] = (uint16_t)row;
	}
	for (size_t i = 0; i < touched.n; i++)
		TRY(write_part(cx, s, touched.v[i], b));
	return SHADE_OK;
}

/* --- end ------------------------------------------------------------------ */

static void release(struct partition_sink *s)
{
	if (s->scratch)
		arena_free(s->scratch);
	arena_free(s->arena); /* s lives there */
}

shade_status partition_finish(struct shade_cx *cx, struct partition_sink *s)
{
	for (size_t i = 0; i < s->parts.n; i++) {
		struct file_sink *file = s->parts.v[i]->file;
		shade_status rc = SHADE_OK;

		s->parts.v[i]->file = NULL;
		if (file)
			rc = file_sink_finish(cx, file);
		if (rc) {
			partition_abort(cx, s);
			return rc;
		}
	}
	release(s);
	return SHADE_OK;
}

void partition_abort(struct shade_cx *cx, struct partition_sink *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->parts.n; i++)
		file_sink_abort(cx, s->parts.v[i]->file);
	folder_take_back(&s->made);
	release(s);
}
