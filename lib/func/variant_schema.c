/*
 * variant_schema.c - the type that a JSON value has.
 */
#include "func/variant_schema.h"

#include "func/json.h"

enum shape {
	SHAPE_VOID,
	SHAPE_BOOLEAN,
	SHAPE_BIGINT,
	SHAPE_DECIMAL,
	SHAPE_DOUBLE,
	SHAPE_STRING,
	SHAPE_ARRAY,
	SHAPE_OBJECT,
	SHAPE_ANY /* nothing in common */
};

struct field;

struct schema {
	enum shape shape;
	int whole, scale; /* DECIMAL: digits before and behind the point */
	struct schema *item; /* ARRAY */
	VEC(struct field) fields; /* OBJECT, by name */
};

struct field {
	struct str name;
	struct schema *type;
};

struct reader {
	struct arena *a;
	bool as_ddl;
};

static struct schema *merge(struct reader *r, struct schema *x, struct schema *y);

/* --- numbers ---------------------------------------------------------------- */

#define BIGINT_DIGITS 20 /* as Spark counts them */

static void number_shape(const struct reader *r, struct str json, struct schema *out)
{
	const char *point = memchr(json.p, '.', json.n);
	size_t digits = json.n - (json.p[0] == '-') - (point != NULL);
	size_t scale = point ? (size_t)(json.p + json.n - point) - 1 : 0;

	out->shape = SHAPE_DOUBLE;
	/* in a VARIANT's form only a DOUBLE ends with .0 */
	if (memchr(json.p, 'e', json.n) || memchr(json.p, 'E', json.n) || digits > 38 ||
	    (point && (r->as_ddl || json.p[json.n - 1] == '0')))
		return;
	while (scale > 0 && json.p[json.n - 1] == '0') {
		json.n--;
		scale--;
		digits--;
	}
	out->whole = (int)(digits - scale);
	out->scale = (int)scale;
	/* 0.5 has one digit, not two */
	if (scale > 0 && out->whole == 1 && json.p[json.p[0] == '-'] == '0')
		out->whole = 0;
	out->shape = point || digits > 18 ? SHAPE_DECIMAL : SHAPE_BIGINT;
}

static struct schema *merge_numbers(struct schema *x, struct schema *y)
{
	if (x->shape == SHAPE_DOUBLE || y->shape == SHAPE_DOUBLE) {
		x->shape = SHAPE_DOUBLE;
		return x;
	}
	if (x->shape == SHAPE_BIGINT && y->shape == SHAPE_BIGINT)
		return x;
	for (size_t i = 0; i < 2; i++) {
		struct schema *s = i ? y : x;

		if (s->shape == SHAPE_BIGINT)
			s->whole = BIGINT_DIGITS;
	}
	x->shape = SHAPE_DECIMAL;
	x->whole = x->whole > y->whole ? x->whole : y->whole;
	x->scale = x->scale > y->scale ? x->scale : y->scale;
	if (x->whole + x->scale > 38)
		x->shape = SHAPE_DOUBLE;
	return x;
}

static bool is_number(const struct schema *s)
{
	return s->shape == SHAPE_BIGINT || s->shape == SHAPE_DECIMAL ||
	       s->shape == SHAPE_DOUBLE;
}

/* --- nested ------------------------------------------------------------------- */

/* Fields stay in the order of their names. */
static void add_field(struct reader *r, struct schema *s, struct str name,
		      struct schema *type)
{
	struct field f = { name, type };
	size_t at = s->fields.n;

	for (size_t i = 0; i < s->fields.n; i++) {
		if (str_eq(s->fields.v[i].name, name)) {
			s->fields.v[i].type = merge(r, s->fields.v[i].type, type);
			return;
		}
	}
	vec_push(r->a, &s->fields, f);
	while (at > 0 && str_cmp(s->fields.v[at - 1].name, name) > 0) {
		s->fields.v[at] = s->fields.v[at - 1];
		at--;
	}
	s->fields.v[at] = f;
}

static struct schema *merge(struct reader *r, struct schema *x, struct schema *y)
{
	if (x->shape == SHAPE_VOID)
		return y;
	if (y->shape == SHAPE_VOID)
		return x;
	if (is_number(x) && is_number(y))
		return merge_numbers(x, y);
	if (x->shape == y->shape && x->shape == SHAPE_ARRAY) {
		x->item = merge(r, x->item, y->item);
	} else if (x->shape == y->shape && x->shape == SHAPE_OBJECT) {
		for (size_t i = 0; i < y->fields.n; i++)
			add_field(r, x, y->fields.v[i].name, y->fields.v[i].type);
	} else if (x->shape != y->shape) {
		x->shape = SHAPE_ANY;
	}
	return x;
}

static struct schema *schema_of(struct reader *r, struct str json)
{
	struct schema *s = arena_new_of(r->a, struct schema);
	struct json_iter it = { .rest = json };

	switch (json_kind_of(json)) {
	case JSON_BOOL: s->shape = SHAPE_BOOLEAN; break;
	case JSON_STRING: s->shape = SHAPE_STRING; break;
	case JSON_NUMBER: number_shape(r, json, s); break;
	case JSON_ARRAY:
		s->shape = SHAPE_ARRAY;
		s->item = arena_new_of(r->a, struct schema);
		while (json_next(&it))
			s->item = merge(r, s->item, schema_of(r, it.value));
		break;
	case JSON_OBJECT:
		s->shape = SHAPE_OBJECT;
		while (json_next(&it))
			add_field(r, s, json_text(r->a, it.key),
				  schema_of(r, it.value));
		break;
	default: s->shape = SHAPE_VOID;
	}
	return s;
}

/* --- as text -------------------------------------------------------------------- */

static void put_name(struct sbuf *b, struct str name)
{
	bool plain = name.n > 0;

	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		plain = plain && (c == '_' || (c >= '0' && c <= '9') ||
				  (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
	}
	if (plain)
		sbuf_add(b, name);
	else
		sbuf_addf(b, "`%.*s`", STR_ARG(name));
}

static void put_schema(struct sbuf *b, const struct reader *r, const struct schema *s)
{
	switch (s->shape) {
	case SHAPE_VOID: sbuf_add(b, r->as_ddl ? STR("STRING") : STR("VOID")); break;
	case SHAPE_BOOLEAN: sbuf_add(b, STR("BOOLEAN")); break;
	case SHAPE_BIGINT: sbuf_add(b, STR("BIGINT")); break;
	case SHAPE_DECIMAL:
		sbuf_addf(b, "DECIMAL(%d,%d)", s->whole + s->scale, s->scale);
		break;
	case SHAPE_DOUBLE: sbuf_add(b, STR("DOUBLE")); break;
	case SHAPE_STRING: sbuf_add(b, STR("STRING")); break;
	case SHAPE_ANY: sbuf_add(b, r->as_ddl ? STR("STRING") : STR("VARIANT")); break;
	case SHAPE_ARRAY:
		sbuf_add(b, STR("ARRAY<"));
		put_schema(b, r, s->item);
		sbuf_addc(b, '>');
		break;
	case SHAPE_OBJECT:
		sbuf_add(b, r->as_ddl ? STR("STRUCT<") : STR("OBJECT<"));
		for (size_t i = 0; i < s->fields.n; i++) {
			if (i > 0)
				sbuf_add(b, STR(", "));
			put_name(b, s->fields.v[i].name);
			sbuf_add(b, STR(": "));
			put_schema(b, r, s->fields.v[i].type);
		}
		sbuf_addc(b, '>');
		break;
	}
}

struct str variant_schema(struct arena *a, struct str json, bool as_ddl)
{
	struct reader r = { a, as_ddl };
	struct sbuf b = { .arena = a };

	put_schema(&b, &r, schema_of(&r, json));
	return sbuf_str(&b);
}
