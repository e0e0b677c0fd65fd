#include "type/type.h"

#include <ctype.h>

struct type_row {
	const char *name;
	enum phys phys;
	enum type_family family;
};

static const struct type_row rows[TYPE_COUNT] = {
#define TYPE(id, name, phys, arrow, family) \
	[TYPE_##id] = { name, PHYS_##phys, FAMILY_##family },
#include "type/types.def"
#undef TYPE
};

/* Precision of an unparameterised type: 6 for times, 38 for HUGEINT. */
#define TIMED(t) \
	((t) == TYPE_TIME || (t) == TYPE_TIMESTAMP || (t) == TYPE_TIMESTAMP_LTZ)

static const struct type plain[TYPE_COUNT] = {
#define TYPE(tag, name, phys, arrow, family) \
	[TYPE_##tag] = { .id = TYPE_##tag, .precision = TIMED(TYPE_##tag) ? 6 : 0 },
#include "type/types.def"
#undef TYPE
};

const struct type *type_of(enum type_id id)
{
	assert(id < TYPE_COUNT);
	return &plain[id];
}

static struct type *make(struct arena *a, enum type_id id)
{
	struct type *t = arena_new_of(a, struct type);

	*t = plain[id];
	return t;
}

const struct type *type_decimal(struct arena *a, int precision, int scale)
{
	struct type *t = make(a, TYPE_DECIMAL);

	assert(precision >= 1 && precision <= 38 && scale >= 0 && scale <= precision);
	t->precision = (uint8_t)precision;
	t->scale = (uint8_t)scale;
	return t;
}

const struct type *type_sized(struct arena *a, enum type_id id, uint32_t length)
{
	struct type *t;

	if (length == 0)
		return type_of(id);
	t = make(a, id);
	t->length = length;
	return t;
}

const struct type *type_timed(struct arena *a, enum type_id id, int precision)
{
	struct type *t;

	if (precision == 6)
		return type_of(id);
	t = make(a, id);
	t->precision = (uint8_t)precision;
	return t;
}

static const struct type *nested(struct arena *a, enum type_id id, size_t n,
				 const struct type *const *children,
				 const struct str *names)
{
	struct type *t = make(a, id);

	t->n_children = n;
	t->children = arena_dup(a, children, n * sizeof(*children));
	if (names) {
		struct str *copy = arena_array(a, struct str, n);

		for (size_t i = 0; i < n; i++)
			copy[i] = str_dup(a, names[i]);
		t->names = copy;
	}
	return t;
}

const struct type *type_array(struct arena *a, const struct type *element)
{
	return nested(a, TYPE_ARRAY, 1, &element, NULL);
}

const struct type *type_map(struct arena *a, const struct type *key,
			    const struct type *value)
{
	const struct type *children[2] = { key, value };

	return nested(a, TYPE_MAP, 2, children, NULL);
}

const struct type *type_row(struct arena *a, size_t n, const struct type *const *types,
			    const struct str *names)
{
	return nested(a, TYPE_ROW, n, types, names);
}

const struct type *type_dup(struct arena *a, const struct type *t)
{
	struct type *copy;
	const struct type **children;

	if (t == &plain[t->id])
		return t;
	copy = make(a, t->id);
	*copy = *t;
	if (t->n_children == 0)
		return copy;
	children = arena_array(a, const struct type *, t->n_children);
	for (size_t i = 0; i < t->n_children; i++)
		children[i] = type_dup(a, t->children[i]);
	copy->children = children;
	if (t->names) {
		struct str *names = arena_array(a, struct str, t->n_children);

		for (size_t i = 0; i < t->n_children; i++)
			names[i] = str_dup(a, t->names[i]);
		copy->names = names;
	}
	return copy;
}

bool type_has(const struct type *t, enum type_id id)
{
	if (t->id == id)
		return true;
	for (size_t i = 0; i < t->n_children; i++) {
		if (type_has(t->children[i], id))
			return true;
	}
	return false;
}

bool type_equal(const struct type *a, const struct type *b)
{
	if (a == b)
		return true;
	if (a->id != b->id || a->precision != b->precision || a->scale != b->scale ||
	    a->length != b->length || a->n_children != b->n_children)
		return false;
	for (size_t i = 0; i < a->n_children; i++) {
		if (!type_equal(a->children[i], b->children[i]))
			return false;
		if (a->names && b->names && !str_eq_nocase(a->names[i], b->names[i]))
			return false;
	}
	return true;
}

enum phys type_phys(const struct type *t)
{
	if (t->id == TYPE_DECIMAL)
		return t->precision > 18 ? PHYS_I128 : PHYS_I64;
	return rows[t->id].phys;
}

enum type_family type_family(const struct type *t)
{
	return rows[t->id].family;
}

size_t phys_width(enum phys p)
{
	static const uint8_t width[PHYS_COUNT] = {
		[PHYS_BOOL] = 1, [PHYS_I8] = 1,    [PHYS_I16] = 2, [PHYS_I32] = 4,
		[PHYS_I64] = 8,  [PHYS_I128] = 16, [PHYS_F32] = 4, [PHYS_F64] = 8,
		[PHYS_STR] = 16, [PHYS_LIST] = 8,  [PHYS_ROW] = 0,
	};

	return width[p];
}

static void put_name(struct sbuf *b, const struct type *t);

static void put_children(struct sbuf *b, const struct type *t)
{
	sbuf_addf(b, "%s<", rows[t->id].name);
	for (size_t i = 0; i < t->n_children; i++) {
		if (i)
			sbuf_add(b, STR(", "));
		if (t->names) {
			bool plain_word = t->names[i].n > 0 &&
					  !isdigit((unsigned char)t->names[i].p[0]);

			for (size_t k = 0; k < t->names[i].n; k++) {
				unsigned char c = (unsigned char)t->names[i].p[k];

				if (!isalnum(c) && c != '_')
					plain_word = false;
			}
			sbuf_addf(b, plain_word ? "%.*s " : "\"%.*s\" ",
				  STR_ARG(t->names[i]));
		}
		put_name(b, t->children[i]);
	}
	sbuf_addc(b, '>');
}

static void put_name(struct sbuf *b, const struct type *t)
{
	if (t->n_children || t->id == TYPE_ROW) {
		put_children(b, t);
		return;
	}
	sbuf_add(b, str_from(rows[t->id].name));
	if (t->id == TYPE_DECIMAL)
		sbuf_addf(b, "(%d,%d)", t->precision, t->scale);
	else if (t->length)
		sbuf_addf(b, "(%u)", t->length);
	else if (TIMED(t->id) && t->precision != 6)
		sbuf_addf(b, "(%d)", t->precision);
}

struct str type_name(struct arena *a, const struct type *t)
{
	struct sbuf b = { .arena = a };

	put_name(&b, t);
	return sbuf_str(&b);
}

static void put_spark_name(struct sbuf *b, const struct type *t)
{
	switch (t->id) {
	case TYPE_NULL: sbuf_add(b, STR("void")); return;
	case TYPE_HUGEINT: sbuf_add(b, STR("decimal(38,0)")); return;
	case TYPE_DECIMAL:
		sbuf_addf(b, "decimal(%d,%d)", t->precision, t->scale);
		return;
	case TYPE_VARCHAR: sbuf_add(b, STR("string")); return;
	case TYPE_TIMESTAMP: sbuf_add(b, STR("timestamp_ntz")); return;
	case TYPE_TIMESTAMP_LTZ: sbuf_add(b, STR("timestamp")); return;
	case TYPE_ARRAY:
	case TYPE_MAP:
	case TYPE_ROW: break;
	default: {
		struct str name = type_name(b->arena, t);

		for (size_t i = 0; i < name.n; i++)
			sbuf_addc(b, (char)(name.p[i] >= 'A' && name.p[i] <= 'Z'
						    ? name.p[i] | 0x20
						    : name.p[i]));
		return;
	}
	}
	sbuf_add(b, t->id == TYPE_ARRAY ? STR("array<")
		    : t->id == TYPE_MAP ? STR("map<")
					: STR("struct<"));
	for (size_t i = 0; i < t->n_children; i++) {
		if (i)
			sbuf_addc(b, ',');
		if (t->id == TYPE_ROW)
			sbuf_addf(b, "%.*s:", STR_ARG(t->names[i]));
		put_spark_name(b, t->children[i]);
	}
	sbuf_addc(b, '>');
}

struct str type_name_spark(struct arena *a, const struct type *t)
{
	struct sbuf b = { .arena = a };

	put_spark_name(&b, t);
	return sbuf_str(&b);
}

/* All spellings; NUMERIC and friends take precision and scale. */
static const struct {
	const char *name;
	enum type_id id;
} synonyms[] = {
	{ "boolean", TYPE_BOOLEAN },
	{ "bool", TYPE_BOOLEAN },
	{ "logical", TYPE_BOOLEAN },
	{ "tinyint", TYPE_TINYINT },
	{ "int1", TYPE_TINYINT },
	{ "byte", TYPE_TINYINT },
	{ "smallint", TYPE_SMALLINT },
	{ "int2", TYPE_SMALLINT },
	{ "short", TYPE_SMALLINT },
	{ "int", TYPE_INT },
	{ "integer", TYPE_INT },
	{ "int4", TYPE_INT },
	{ "signed", TYPE_INT },
	{ "bigint", TYPE_BIGINT },
	{ "int8", TYPE_BIGINT },
	{ "long", TYPE_BIGINT },
	{ "hugeint", TYPE_HUGEINT },
	{ "int16", TYPE_HUGEINT },
	{ "int128", TYPE_HUGEINT },
	{ "utinyint", TYPE_SMALLINT },
	{ "usmallint", TYPE_INT },
	{ "uinteger", TYPE_BIGINT },
	{ "ubigint", TYPE_HUGEINT },
	{ "decimal", TYPE_DECIMAL },
	{ "numeric", TYPE_DECIMAL },
	{ "dec", TYPE_DECIMAL },
	{ "float", TYPE_FLOAT },
	{ "float4", TYPE_FLOAT },
	{ "real", TYPE_FLOAT },
	{ "double", TYPE_DOUBLE },
	{ "double precision", TYPE_DOUBLE },
	{ "float8", TYPE_DOUBLE },
	{ "char", TYPE_CHAR },
	{ "character", TYPE_CHAR },
	{ "bpchar", TYPE_CHAR },
	{ "nchar", TYPE_CHAR },
	{ "varchar", TYPE_VARCHAR },
	{ "character varying", TYPE_VARCHAR },
	{ "char varying", TYPE_VARCHAR },
	{ "nvarchar", TYPE_VARCHAR },
	{ "string", TYPE_VARCHAR },
	{ "text", TYPE_VARCHAR },
	{ "clob", TYPE_VARCHAR },
	{ "uuid", TYPE_VARCHAR },
	{ "json", TYPE_VARCHAR },
	{ "variant", TYPE_VARIANT },
	{ "binary", TYPE_BINARY },
	{ "varbinary", TYPE_BINARY },
	{ "binary varying", TYPE_BINARY },
	{ "bytes", TYPE_BINARY },
	{ "bytea", TYPE_BINARY },
	{ "blob", TYPE_BINARY },
	{ "date", TYPE_DATE },
	{ "time", TYPE_TIME },
	{ "time without time zone", TYPE_TIME },
	{ "timestamp", TYPE_TIMESTAMP },
	{ "datetime", TYPE_TIMESTAMP },
	{ "timestamp_ntz", TYPE_TIMESTAMP },
	{ "timestamp without time zone", TYPE_TIMESTAMP },
	{ "timestamp_ltz", TYPE_TIMESTAMP_LTZ },
	{ "timestamptz", TYPE_TIMESTAMP_LTZ },
	{ "timestamp with time zone", TYPE_TIMESTAMP_LTZ },
	{ "timestamp with local time zone", TYPE_TIMESTAMP_LTZ },
	{ "interval year to month", TYPE_INTERVAL_MONTH },
	{ "interval year", TYPE_INTERVAL_MONTH },
	{ "interval month", TYPE_INTERVAL_MONTH },
	{ "interval day to second", TYPE_INTERVAL_DAY },
	{ "interval day", TYPE_INTERVAL_DAY },
	{ "interval hour", TYPE_INTERVAL_DAY },
	{ "interval minute", TYPE_INTERVAL_DAY },
	{ "interval second", TYPE_INTERVAL_DAY },
	{ "interval", TYPE_INTERVAL_DAY },
	{ "null", TYPE_NULL },
	{ "void", TYPE_NULL },
};

static const struct type *with_parameters(struct arena *a, enum type_id id, int p,
					  int s)
{
	switch (id) {
	case TYPE_DECIMAL:
		if (p < 0)
			return type_decimal(a, 10, 0);
		if (p < 1 || p > 38 || s > p)
			return NULL;
		return type_decimal(a, p, s < 0 ? 0 : s);
	case TYPE_CHAR: return type_sized(a, id, p < 0 ? 1 : (uint32_t)p);
	case TYPE_VARCHAR:
	case TYPE_BINARY: return type_sized(a, id, p < 0 ? 0 : (uint32_t)p);
	case TYPE_TIME:
	case TYPE_TIMESTAMP:
	case TYPE_TIMESTAMP_LTZ: return type_timed(a, id, p < 0 || p > 6 ? 6 : p);
	default: return type_of(id);
	}
}

const struct type *type_by_name(struct arena *a, struct str name, int p, int s)
{
	for (size_t i = 0; i < ARRAY_LEN(synonyms); i++)
		if (str_eq_nocase(name, str_from(synonyms[i].name)))
			return with_parameters(a, synonyms[i].id, p, s);
	return NULL;
}
