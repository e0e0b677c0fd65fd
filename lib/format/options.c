#include "format/options.h"

#include "format/number.h"
#include "type/value.h"

static bool is_filler(char c)
{
	return c == '_' || c == '-' || c == '.' || c == ' ';
}

static bool alike(const char *a, const char *a_end, const char *b, const char *b_end)
{
	while (true) {
		while (a < a_end && is_filler(*a))
			a++;
		while (b < b_end && is_filler(*b))
			b++;
		if (a == a_end || b == b_end)
			return a == a_end && b == b_end;
		if ((*a >= 'A' && *a <= 'Z' ? *a | 32 : *a) !=
		    (*b >= 'A' && *b <= 'Z' ? *b | 32 : *b))
			return false;
		a++;
		b++;
	}
}

bool option_named(struct str name, const char *canonical)
{
	return alike(name.p, name.p + name.n, canonical, canonical + strlen(canonical));
}

static bool has_alias(struct str name, const char *list)
{
	while (*list) {
		const char *end = strchr(list, '|');

		if (!end)
			end = list + strlen(list);
		if (alike(name.p, name.p + name.n, list, end))
			return true;
		list = *end ? end + 1 : end;
	}
	return false;
}

bool option_is(const struct source_option_row *row, struct str name)
{
	return option_named(name, row->name) || has_alias(name, row->aliases);
}

/* Every name of the rows, aliases too. */
static struct str nearest(struct shade_cx *cx, const struct source_option_row *rows,
			  size_t n_rows, struct str name)
{
	VEC(struct str) names = { 0 };

	for (size_t i = 0; i < n_rows; i++)
		vec_push(cx->arena, &names, str_from(rows[i].name));
	for (size_t i = 0; i < n_rows; i++) {
		const char *p = rows[i].aliases;

		while (*p) {
			size_t n = strcspn(p, "|");

			vec_push(cx->arena, &names, ((struct str){ p, n }));
			p += n + (p[n] == '|');
		}
	}
	return str_nearest(name, names.v, names.n);
}

shade_status option_find(struct shade_cx *cx, const char *who,
			 const struct source_option_row *rows, size_t n_rows,
			 const struct source_option *o, size_t *out)
{
	struct str near;

	for (size_t i = 0; i < n_rows; i++) {
		if (option_is(&rows[i], o->name)) {
			*out = i;
			return SHADE_OK;
		}
	}
	near = nearest(cx, rows, n_rows, o->name);
	if (near.n)
		return shade_fail(cx, SHADE_E_OPTION, o->span,
				  "%s has no option \"%.*s\"; did you mean \"%.*s\"?",
				  who, STR_ARG(o->name), STR_ARG(near));
	return shade_fail(cx, SHADE_E_OPTION, o->span, "%s has no option \"%.*s\"", who,
			  STR_ARG(o->name));
}

shade_status option_later(struct shade_cx *cx, const char *who,
			  const struct source_option *o)
{
	struct str s = value_text(cx->arena, &o->value);

	if (!o->value.is_null && str_eq_nocase(s, STR("false")))
		return SHADE_OK;
	return shade_fail(cx, SHADE_E_UNSUPPORTED, o->span,
			  "not supported yet: option \"%.*s\" of %s", STR_ARG(o->name),
			  who);
}

static shade_status wrong(struct shade_cx *cx, const struct source_option *o,
			  const char *what)
{
	struct str got = value_text(cx->arena, &o->value);

	return shade_fail(cx, SHADE_E_OPTION, o->span,
			  "option \"%.*s\" is %s, not \"%.*s\"", STR_ARG(o->name), what,
			  STR_ARG(got));
}

shade_status option_text(struct shade_cx *cx, const struct source_option *o,
			 struct str *out)
{
	if (o->value.is_null) {
		*out = STR_NONE;
		return SHADE_OK;
	}
	if (type_family(o->value.type) == FAMILY_NESTED)
		return wrong(cx, o, "a text");
	*out = value_text(cx->arena, &o->value);
	return SHADE_OK;
}

shade_status option_bool(struct shade_cx *cx, const struct source_option *o, bool *out)
{
	struct str s;

	if (o->value.is_null)
		return wrong(cx, o, "true or false");
	if (o->value.type->id == TYPE_BOOLEAN) {
		*out = o->value.i != 0;
		return SHADE_OK;
	}
	TRY(option_text(cx, o, &s));
	if (str_eq_nocase(s, STR("true")) || str_eq(s, STR("1")) ||
	    str_eq_nocase(s, STR("on")) || str_eq_nocase(s, STR("yes")))
		*out = true;
	else if (str_eq_nocase(s, STR("false")) || str_eq(s, STR("0")) ||
		 str_eq_nocase(s, STR("off")) || str_eq_nocase(s, STR("no")))
		*out = false;
	else
		return wrong(cx, o, "true or false");
	return SHADE_OK;
}

shade_status option_always(struct shade_cx *cx, const char *who,
			   const struct source_option *o)
{
	bool on;

	TRY(option_bool(cx, o, &on));
	if (on)
		return SHADE_OK;
	return shade_fail(cx, SHADE_E_UNSUPPORTED, o->span,
			  "not supported yet: \"%.*s\" of %s cannot be switched off",
			  STR_ARG(o->name), who);
}

shade_status option_int(struct shade_cx *cx, const struct source_option *o, int64_t min,
			int64_t *out)
{
	static const struct {
		const char *name;
		int64_t factor;
	} units[] = { { "KB", 1000 },     { "MB", 1000000 },  { "GB", 1000000000 },
		      { "KiB", 1 << 10 }, { "MiB", 1 << 20 }, { "GiB", 1 << 30 } };
	struct str s = STR_NONE;
	int64_t factor = 1;

	TRY(option_text(cx, o, &s));
	for (size_t i = 0; i < ARRAY_LEN(units); i++) {
		size_t n = strlen(units[i].name);

		if (s.n > n && str_eq_nocase((struct str){ s.p + s.n - n, n },
					     str_from(units[i].name))) {
			factor = units[i].factor;
			s = str_trim((struct str){ s.p, s.n - n });
			break;
		}
	}
	if (!number_i64(s.p, s.p + s.n, out) ||
	    __builtin_mul_overflow(*out, factor, out) || *out < min)
		return wrong(cx, o,
			     min < 0 ? "an integer"
				     : "an integer that is not negative");
	return SHADE_OK;
}

struct str option_unescape(struct arena *a, struct str s)
{
	char *p = arena_alloc(a, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '\\' && i + 1 < s.n) {
			char next = s.p[i + 1];
			const char *from = "tnr0\\", *to = "\t\n\r\0\\";
			const char *at = memchr(from, next, 5);

			if (at) {
				c = to[at - from];
				i++;
			}
		}
		p[n++] = c;
	}
	return (struct str){ p, n };
}

shade_status option_char(struct shade_cx *cx, const struct source_option *o, int *out)
{
	struct str s;

	TRY(option_text(cx, o, &s));
	if (s.n > 1)
		s = option_unescape(cx->arena, s);
	if (s.n > 1)
		return wrong(cx, o, "one ASCII character");
	*out = s.n ? (unsigned char)s.p[0] : 0;
	return SHADE_OK;
}

shade_status option_compression(struct shade_cx *cx, const struct source_option *o,
				enum compression *out)
{
	struct str s;

	TRY(option_text(cx, o, &s));
	if (!compression_by_name(s, out))
		return shade_fail(cx, SHADE_E_OPTION, o->span,
				  "compression \"%.*s\" is not known; \"gzip\", "
				  "\"zstd\" and \"none\" are",
				  STR_ARG(s));
	return SHADE_OK;
}

shade_status option_encoding(struct shade_cx *cx, const struct source_option *o,
			     enum text_encoding *out)
{
	struct str s;

	TRY(option_text(cx, o, &s));
	if (!text_encoding_by_name(s, out))
		return shade_fail(cx, SHADE_E_OPTION, o->span,
				  "encoding \"%.*s\" is not known; utf-8, latin1 and "
				  "utf-16 are",
				  STR_ARG(s));
	return SHADE_OK;
}

shade_status option_list(struct shade_cx *cx, const struct source_option *o,
			 struct str **out, size_t *n)
{
	if (!o->value.is_null && o->value.type->id == TYPE_ARRAY) {
		*n = o->value.list.n;
		*out = arena_array(cx->arena, struct str, *n + 1);
		for (size_t i = 0; i < *n; i++)
			(*out)[i] = o->value.list.v[i].is_null
					    ? STR_NONE
					    : value_text(cx->arena,
							 &o->value.list.v[i]);
		return SHADE_OK;
	}
	*out = arena_array(cx->arena, struct str, 1);
	*n = 1;
	return option_text(cx, o, *out);
}

/* --- types and columns as text -------------------------------------------- */

struct type_text {
	struct shade_cx *cx;
	struct str all;
	struct span span;
	const char *p, *e;
	int depth;
};

static void skip_blanks(struct type_text *t)
{
	while (t->p < t->e && (*t->p == ' ' || *t->p == '\t' || *t->p == '\n'))
		t->p++;
}

static bool take(struct type_text *t, char c)
{
	skip_blanks(t);
	if (t->p == t->e || *t->p != c)
		return false;
	t->p++;
	return true;
}

static shade_status bad_type(struct type_text *t)
{
	return shade_fail(t->cx, SHADE_E_TYPE_NOT_FOUND, t->span,
			  "\"%.*s\" is no type or list of columns", STR_ARG(t->all));
}

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;
}

/* A bare or quoted word. */
static bool take_word(struct type_text *t, struct str *out)
{
	char quote;
	const char *begin;

	skip_blanks(t);
	if (t->p == t->e)
		return false;
	quote = *t->p;
	if (quote == '"' || quote == '`' || quote == '\'') {
		const char *end = memchr(t->p + 1, quote, (size_t)(t->e - t->p - 1));

		if (!end)
			return false;
		*out = (struct str){ t->p + 1, (size_t)(end - t->p - 1) };
		t->p = end + 1;
		return out->n > 0;
	}
	begin = t->p;
	while (t->p < t->e && is_word_char(*t->p))
		t->p++;
	*out = (struct str){ begin, (size_t)(t->p - begin) };
	return out->n > 0;
}

static bool peek_word(struct type_text *t, const char *word)
{
	const char *p = t->p;
	struct str w;
	bool same = take_word(t, &w) && str_eq_nocase(w, str_from(word));

	if (!same)
		t->p = p;
	return same;
}

static shade_status take_type(struct type_text *t, const struct type **out);

static shade_status take_fields(struct type_text *t, char close, bool colon,
				struct source_col **out, size_t *n)
{
	VEC(struct source_col) cols = { 0 };

	while (true) {
		struct source_col col = { 0 };

		if (!take_word(t, &col.name))
			return bad_type(t);
		col.name = str_dup(t->cx->arena, col.name);
		if (colon)
			(void)take(t, ':');
		TRY(take_type(t, &col.type));
		if (peek_word(t, "not")) {
			if (!peek_word(t, "null"))
				return bad_type(t);
		} else {
			(void)peek_word(t, "null");
		}
		vec_push(t->cx->arena, &cols, col);
		if (take(t, ','))
			continue;
		if (close ? !take(t, close) : (skip_blanks(t), t->p != t->e))
			return bad_type(t);
		break;
	}
	*out = cols.v;
	*n = cols.n;
	return SHADE_OK;
}

static shade_status take_row(struct type_text *t, const struct type **out)
{
	struct arena *a = t->cx->arena;
	char close = take(t, '<') ? '>' : take(t, '(') ? ')' : 0;
	struct source_col *cols;
	const struct type **types;
	struct str *names;
	size_t n;

	if (!close)
		return bad_type(t);
	TRY(take_fields(t, close, true, &cols, &n));
	types = arena_array(a, const struct type *, n);
	names = arena_array(a, struct str, n);
	for (size_t i = 0; i < n; i++) {
		types[i] = cols[i].type;
		names[i] = cols[i].name;
	}
	*out = type_row(a, n, types, names);
	return SHADE_OK;
}

static shade_status take_nested(struct type_text *t, bool map, const struct type **out)
{
	struct arena *a = t->cx->arena;
	char close = take(t, '<') ? '>' : take(t, '(') ? ')' : 0;
	const struct type *key = NULL, *element;

	if (!close)
		return bad_type(t);
	if (map) {
		TRY(take_type(t, &key));
		if (!take(t, ','))
			return bad_type(t);
	}
	TRY(take_type(t, &element));
	if (!take(t, close))
		return bad_type(t);
	*out = map ? type_map(a, key, element) : type_array(a, element);
	return SHADE_OK;
}

static int take_number(struct type_text *t)
{
	int v = 0;

	skip_blanks(t);
	if (t->p == t->e || *t->p < '0' || *t->p > '9')
		return -1;
	while (t->p < t->e && *t->p >= '0' && *t->p <= '9' && v < 100000000)
		v = v * 10 + (*t->p++ - '0');
	return v;
}

static shade_status take_simple(struct type_text *t, struct str name,
				const struct type **out)
{
	int p = -1, s = -1;

	/* Types of two words and more. */
	if (str_eq_nocase(name, STR("double")) && peek_word(t, "precision"))
		name = STR("double");
	if (str_eq_nocase(name, STR("timestamp")) && peek_word(t, "with")) {
		bool local = peek_word(t, "local");

		(void)local;
		if (!peek_word(t, "time") || !peek_word(t, "zone"))
			return bad_type(t);
		name = STR("timestamp_ltz");
	}
	if (take(t, '(')) {
		p = take_number(t);
		if (take(t, ','))
			s = take_number(t);
		if (p < 0 || !take(t, ')'))
			return bad_type(t);
	}
	*out = type_by_name(t->cx->arena, name, p, s);
	if (!*out)
		return shade_fail(t->cx, SHADE_E_TYPE_NOT_FOUND, t->span,
				  "type \"%.*s\" does not exist", STR_ARG(name));
	return SHADE_OK;
}

static shade_status take_type(struct type_text *t, const struct type **out)
{
	struct str name;

	if (t->depth > 50)
		return shade_fail(t->cx, SHADE_E_TOO_COMPLEX, t->span,
				  "type is nested too deeply");
	if (!take_word(t, &name))
		return bad_type(t);
	t->depth++;
	if (str_eq_nocase(name, STR("row")) || str_eq_nocase(name, STR("struct")))
		TRY(take_row(t, out));
	else if (str_eq_nocase(name, STR("array")) || str_eq_nocase(name, STR("list")))
		TRY(take_nested(t, false, out));
	else if (str_eq_nocase(name, STR("map")))
		TRY(take_nested(t, true, out));
	else
		TRY(take_simple(t, name, out));
	t->depth--;
	while (take(t, '[')) {
		if (!take(t, ']'))
			return bad_type(t);
		*out = type_array(t->cx->arena, *out);
	}
	return SHADE_OK;
}

shade_status type_from_text(struct shade_cx *cx, struct str text, struct span span,
			    const struct type **out)
{
	struct type_text t = { cx, text, span, text.p, text.p + text.n, 0 };

	TRY(take_type(&t, out));
	skip_blanks(&t);
	return t.p == t.e ? SHADE_OK : bad_type(&t);
}

shade_status option_columns(struct shade_cx *cx, const struct source_option *o,
			    struct source_col **out, size_t *n)
{
	const struct value *v = &o->value;
	bool is_map = !v->is_null && v->type->id == TYPE_MAP;
	bool is_row = !v->is_null && v->type->id == TYPE_ROW;

	if (!is_map && !is_row) {
		struct str text;
		struct type_text t;

		TRY(option_text(cx, o, &text));
		t = (struct type_text){ cx, text, o->span, text.p, text.p + text.n, 0 };
		return take_fields(&t, 0, true, out, n);
	}
	*n = is_row ? v->type->n_children : v->list.n;
	*out = arena_array(cx->arena, struct source_col, *n + 1);
	for (size_t i = 0; i < *n; i++) {
		const struct value *type = &v->list.v[is_row ? i : *n + i];
		struct source_col *col = &(*out)[i];

		if (type->is_null || type_family(type->type) != FAMILY_STRING ||
		    (is_map && v->list.v[i].is_null))
			return shade_fail(
				cx, SHADE_E_OPTION, o->span,
				"option \"%.*s\" gives each column's type as text",
				STR_ARG(o->name));
		col->name = is_row ? v->type->names[i]
				   : value_text(cx->arena, &v->list.v[i]);
		TRY(type_from_text(cx, type->s, o->span, &col->type));
	}
	return SHADE_OK;
}

shade_status option_hive(struct shade_cx *cx, const struct source_option *o,
			 struct hive_options *out)
{
	bool on;

	TRY(option_bool(cx, o, &on));
	out->mode = on ? HIVE_ON : HIVE_OFF;
	return SHADE_OK;
}

shade_status option_hive_types(struct shade_cx *cx, const struct source_option *o,
			       struct hive_options *out)
{
	struct source_col *types;

	TRY(option_columns(cx, o, &types, &out->n_types));
	out->types = types;
	return SHADE_OK;
}

shade_status option_hive_cast(struct shade_cx *cx, const struct source_option *o,
			      struct hive_options *out)
{
	bool on;

	TRY(option_bool(cx, o, &on));
	out->as_text = !on;
	return SHADE_OK;
}
