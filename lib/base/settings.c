#include "base/settings.h"

#include <assert.h>

#include "base/banned.h"

const struct setting_row setting_rows[SET_COUNT] = {
#define SETTING(id, key, type, dflt, values, captured, doc) \
	[SET_##id] = { key, SETTING_##type, dflt, values, captured, doc },
#include "base/settings.def"
#undef SETTING
};

struct settings {
	struct arena *arena;
	struct value {
		struct str text; /* in the arena or static */
		int64_t number; /* BOOL, INT, BYTES; TEXT with values: its place */
	} values[SET_COUNT];
};

static bool is_word(struct str s, const char *word)
{
	return str_eq_nocase(s, str_from(word));
}

static bool parse_bool(struct str s, int64_t *out)
{
	if (is_word(s, "true") || is_word(s, "on") || is_word(s, "yes") ||
	    is_word(s, "1"))
		*out = 1;
	else if (is_word(s, "false") || is_word(s, "off") || is_word(s, "no") ||
		 is_word(s, "0"))
		*out = 0;
	else
		return false;
	return true;
}

/* Digits at the front of s; *rest is what follows. */
static bool parse_digits(struct str s, int64_t *out, struct str *rest)
{
	size_t i = 0;
	int64_t n = 0;

	for (; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++) {
		if (__builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, s.p[i] - '0', &n))
			return false;
	}
	*out = n;
	*rest = (struct str){ s.p + i, s.n - i };
	return i > 0;
}

static bool parse_bytes(struct str s, int64_t *out)
{
	static const struct {
		const char *unit;
		int shift;
	} units[] = { { "", 0 },     { "b", 0 },   { "k", 10 },   { "kb", 10 },
		      { "kib", 10 }, { "m", 20 },  { "mb", 20 },  { "mib", 20 },
		      { "g", 30 },   { "gb", 30 }, { "gib", 30 }, { "t", 40 },
		      { "tb", 40 },  { "tib", 40 } };
	struct str unit;

	if (!parse_digits(s, out, &unit))
		return false;
	unit = str_trim(unit);
	for (size_t i = 0; i < ARRAY_LEN(units); i++) {
		if (is_word(unit, units[i].unit))
			return !__builtin_mul_overflow(
				*out, (int64_t)1 << units[i].shift, out);
	}
	return false;
}

/* Place of s in "a|b|c", or false. */
static bool parse_choice(struct str s, const char *choices, int64_t *out,
			 struct str *spelt)
{
	const char *p = choices;

	for (int64_t i = 0; p; i++) {
		const char *end = strchr(p, '|');
		struct str choice = { p, end ? (size_t)(end - p) : strlen(p) };

		if (str_eq_nocase(s, choice)) {
			*out = i;
			*spelt = choice;
			return true;
		}
		p = end ? end + 1 : NULL;
	}
	return false;
}

static bool parse_value(const struct setting_row *row, struct str text,
			struct value *out)
{
	struct str rest;

	*out = (struct value){ .text = text };
	switch (row->type) {
	case SETTING_BOOL:
		if (!parse_bool(text, &out->number))
			return false;
		out->text = out->number ? STR("true") : STR("false");
		return true;
	case SETTING_INT: return parse_digits(text, &out->number, &rest) && !rest.n;
	case SETTING_BYTES: return parse_bytes(text, &out->number);
	case SETTING_TEXT:
		return !row->values ||
		       parse_choice(text, row->values, &out->number, &out->text);
	}
	unreachable();
}

static void set_default(struct settings *s, enum setting_id id)
{
	bool ok = parse_value(&setting_rows[id], str_from(setting_rows[id].dflt),
			      &s->values[id]);

	assert(ok);
	(void)ok;
}

struct settings *settings_new(struct arena *a)
{
	struct settings *s = arena_new_of(a, struct settings);

	s->arena = a;
	for (int id = 0; id < SET_COUNT; id++)
		set_default(s, (enum setting_id)id);
	return s;
}

struct settings *settings_dup(struct arena *a, const struct settings *from)
{
	struct settings *s = arena_dup(a, from, sizeof(*from));

	s->arena = a;
	for (int id = 0; id < SET_COUNT; id++)
		s->values[id].text = str_dup(a, s->values[id].text);
	return s;
}

bool settings_find(struct str key, enum setting_id *id)
{
	for (int i = 0; i < SET_COUNT; i++) {
		if (is_word(key, setting_rows[i].key)) {
			*id = (enum setting_id)i;
			return true;
		}
	}
	return false;
}

static shade_status find(struct shade_cx *cx, struct str key, struct span span,
			 enum setting_id *id)
{
	struct str keys[SET_COUNT];
	struct str nearest;

	if (settings_find(key, id))
		return SHADE_OK;
	for (int i = 0; i < SET_COUNT; i++)
		keys[i] = str_from(setting_rows[i].key);
	nearest = str_nearest(key, keys, SET_COUNT);
	if (nearest.n)
		return shade_fail(cx, SHADE_E_SETTING_NOT_FOUND, span,
				  "setting \"%.*s\" does not exist; "
				  "did you mean \"%.*s\"?",
				  STR_ARG(key), STR_ARG(nearest));
	return shade_fail(cx, SHADE_E_SETTING_NOT_FOUND, span,
			  "setting \"%.*s\" does not exist", STR_ARG(key));
}

static const char *wants(const struct setting_row *row)
{
	switch (row->type) {
	case SETTING_BOOL: return "true or false";
	case SETTING_INT: return "a whole number";
	case SETTING_BYTES: return "bytes, or a number with KB, MB or GB";
	case SETTING_TEXT: return row->values;
	}
	unreachable();
}

shade_status settings_set(struct shade_cx *cx, struct settings *s, struct str key,
			  struct str value, struct span span)
{
	enum setting_id id;
	struct value parsed;

	TRY(find(cx, key, span, &id));
	value = str_trim(value);
	if (!parse_value(&setting_rows[id], value, &parsed))
		return shade_fail(cx, SHADE_E_SETTING, span,
				  "setting \"%s\" cannot be \"%.*s\"; it takes %s",
				  setting_rows[id].key, STR_ARG(value),
				  wants(&setting_rows[id]));
	parsed.text = str_dup(s->arena, parsed.text);
	s->values[id] = parsed;
	return SHADE_OK;
}

shade_status settings_reset(struct shade_cx *cx, struct settings *s, struct str key,
			    struct span span)
{
	enum setting_id id;

	if (key.n) {
		TRY(find(cx, key, span, &id));
		set_default(s, id);
		return SHADE_OK;
	}
	for (int i = 0; i < SET_COUNT; i++)
		set_default(s, (enum setting_id)i);
	return SHADE_OK;
}

struct str settings_text(const struct settings *s, enum setting_id id)
{
	return s->values[id].text;
}

bool settings_bool(const struct settings *s, enum setting_id id)
{
	return s->values[id].number != 0;
}

int64_t settings_int(const struct settings *s, enum setting_id id)
{
	return s->values[id].number;
}

enum dialect settings_dialect(const struct settings *s)
{
	return (enum dialect)s->values[SET_DIALECT].number;
}

enum dialect cx_dialect(const struct shade_cx *cx)
{
	if (cx->dialect)
		return *cx->dialect;
	return cx->settings ? settings_dialect(cx->settings) : DIALECT_ANSI;
}
