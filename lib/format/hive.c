#include "format/hive.h"

#include "format/csv.h"
#include "format/csv_cells.h"
#include "type/value.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "%20" and the like, as Hive writes what a folder's name cannot hold. */
static struct str percent_decode(struct arena *a, struct str s)
{
	char *p = arena_alloc(a, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		int high = i + 2 < s.n ? hex_digit(s.p[i + 1]) : -1;
		int low = i + 2 < s.n ? hex_digit(s.p[i + 2]) : -1;

		if (s.p[i] == '%' && high >= 0 && low >= 0) {
			p[n++] = (char)(high * 16 + low);
			i += 2;
		} else {
			p[n++] = s.p[i];
		}
	}
	return (struct str){ p, n };
}

struct pair {
	struct str key, value;
};

/* Take the next folder that is key=value; false: there is none. */
static bool next_pair(struct arena *a, struct str *path, struct pair *out)
{
	while (true) {
		const char *slash = memchr(path->p, '/', path->n), *eq;
		struct str folder;

		if (!slash)
			return false;
		folder = (struct str){ path->p, (size_t)(slash - path->p) };
		path->n -= folder.n + 1;
		path->p = slash + 1;
		eq = memchr(folder.p, '=', folder.n);
		if (!eq || eq == folder.p)
			continue;
		out->key = percent_decode(a, (struct str){ folder.p,
							   (size_t)(eq - folder.p) });
		out->value = percent_decode(
			a,
			(struct str){ eq + 1, (size_t)(folder.p + folder.n - eq - 1) });
		return true;
	}
}

static bool is_null_name(struct str s)
{
	return str_eq(s, STR("__HIVE_DEFAULT_PARTITION__")) ||
	       str_eq(s, STR("__DEFAULT_PARTITION__"));
}

static const struct hive_key *find_key(const struct hive *h, struct str name)
{
	for (size_t k = 0; k < h->n_keys; k++) {
		if (str_eq_nocase(h->keys[k].name, name))
			return &h->keys[k];
	}
	return NULL;
}

bool hive_has_key(const struct hive *h, struct str name)
{
	return find_key(h, name) != NULL;
}

static void keys_of_first(struct arena *a, struct str path, struct hive *h)
{
	VEC(struct hive_key) keys = { 0 };
	struct pair p;

	while (next_pair(a, &path, &p)) {
		struct hive so_far = { .keys = keys.v, .n_keys = keys.n };

		if (!find_key(&so_far, p.key))
			vec_push(a, &keys, (struct hive_key){ .name = p.key });
	}
	h->keys = keys.v;
	h->n_keys = keys.n;
}

/* The values of one file; false: it has other keys. */
static bool take_values(struct arena *a, struct str path, const struct hive *h,
			struct value *values)
{
	size_t n = 0;
	struct pair p;

	for (size_t k = 0; k < h->n_keys; k++)
		values[k].type = NULL;
	while (next_pair(a, &path, &p)) {
		const struct hive_key *key = find_key(h, p.key);
		struct value *v;

		if (!key)
			return false;
		v = &values[key - h->keys];
		n += v->type == NULL;
		*v = is_null_name(p.value) ? value_null(type_of(TYPE_VARCHAR))
					   : value_str(p.value);
	}
	return n == h->n_keys;
}

/* BIGINT, DATE or TIMESTAMP if all values of the key are, else text. */
static const struct type *infer(struct arena *a, const struct hive *h, size_t n_paths,
				size_t k)
{
	const struct type *t = NULL;
	struct csv_options plain;

	csv_options_init(&plain);
	for (size_t f = 0; f < n_paths; f++) {
		const struct value *v = &h->values[f * h->n_keys + k];
		struct csv_text text = { .p = v->s.p, .e = v->s.p + v->s.n };
		const struct type *one;

		if (v->is_null)
			continue;
		one = csv_type_of_text(a, &plain, text);
		t = t ? csv_unite_types(a, t, one) : one;
	}
	if (t &&
	    (t->id == TYPE_BIGINT || t->id == TYPE_DATE || t->id == TYPE_TIMESTAMP))
		return t;
	return type_of(TYPE_VARCHAR);
}

static shade_status cast_values(struct shade_cx *cx, struct hive *h, size_t n_paths,
				size_t k, struct span span, const struct type *to)
{
	h->keys[k].type = to;
	for (size_t f = 0; f < n_paths; f++) {
		struct value *v = &h->values[f * h->n_keys + k], text = *v;

		TRY(value_cast(cx, &text, to, span, v));
	}
	return SHADE_OK;
}

/* hive_types => {'y': 'VARCHAR'} */
static shade_status typed_keys(struct shade_cx *cx, struct hive *h, struct span span,
			       const struct hive_options *o)
{
	for (size_t i = 0; i < o->n_types; i++) {
		const struct source_col *t = &o->types[i];
		struct hive_key *key = (struct hive_key *)find_key(h, t->name);

		if (!key)
			return shade_fail(cx, SHADE_E_COLUMN_NOT_FOUND, span,
					  "key \"%.*s\" in option hive_types does not "
					  "occur in the path",
					  STR_ARG(t->name));
		key->type = t->type;
	}
	return SHADE_OK;
}

shade_status hive_find(struct shade_cx *cx, const struct str *paths, size_t n_paths,
		       struct span span, const struct hive_options *o, struct hive *out)
{
	struct arena *a = cx->arena;
	struct hive h = { 0 };

	*out = h;
	if (o->mode == HIVE_OFF)
		return SHADE_OK;
	keys_of_first(a, paths[0], &h);
	h.values = arena_array(a, struct value, n_paths * h.n_keys + 1);
	for (size_t f = 0; f < n_paths; f++) {
		if (take_values(a, paths[f], &h, h.values + f * h.n_keys))
			continue;
		if (o->mode == HIVE_AUTO)
			return typed_keys(cx, out, span, o);
		return shade_fail(
			cx, SHADE_E_DATA_FORMAT, span,
			"the folders of \"%.*s\" have other keys than those of "
			"\"%.*s\"",
			STR_ARG(paths[f]), STR_ARG(paths[0]));
	}
	TRY(typed_keys(cx, &h, span, o));
	for (size_t k = 0; k < h.n_keys; k++) {
		const struct type *t = h.keys[k].type;

		if (!t)
			t = o->as_text ? type_of(TYPE_VARCHAR)
				       : infer(a, &h, n_paths, k);
		TRY(cast_values(cx, &h, n_paths, k, span, t));
	}
	*out = h;
	return cx_check_arena(cx);
}

shade_status hive_columns(struct shade_cx *cx, struct hive *h, size_t n_paths,
			  struct span span, struct source_col *cols, size_t n_data,
			  bool is_declared, size_t *n_cols)
{
	for (size_t k = 0; k < h->n_keys; k++) {
		struct hive_key *key = &h->keys[k];
		size_t c = 0;

		while (c < n_data && !str_eq_nocase(cols[c].name, key->name))
			c++;
		key->col = c < n_data ? c : *n_cols;
		if (c < n_data && is_declared)
			TRY(cast_values(cx, h, n_paths, k, span, cols[c].type));
		else if (c < n_data)
			cols[c].type = key->type;
		else
			cols[(*n_cols)++] = (struct source_col){ .name = key->name,
								 .type = key->type };
	}
	return SHADE_OK;
}

const struct value *hive_value(const struct hive *h, size_t file, size_t col)
{
	for (size_t k = 0; k < h->n_keys; k++) {
		if (h->keys[k].col == col)
			return &h->values[file * h->n_keys + k];
	}
	return NULL;
}

static bool passes(const struct value *v, const struct scan_bound *b)
{
	int order = value_cmp(v, &b->value);

	switch (b->op) {
	case CMP_EQ: return order == 0;
	case CMP_NE: return order != 0;
	case CMP_LT: return order < 0;
	case CMP_LE: return order <= 0;
	case CMP_GT: return order > 0;
	case CMP_GE: return order >= 0;
	}
	unreachable();
}

bool hive_excludes(const struct hive *h, size_t file, const struct scan_request *req)
{
	for (size_t i = 0; i < req->n_bounds; i++) {
		const struct value *v = hive_value(h, file, req->bounds[i].col);

		if (v && (v->is_null || !passes(v, &req->bounds[i])))
			return true;
	}
	return false;
}
