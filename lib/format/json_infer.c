/*
 * Types of JSON values: what was seen at one place of the records, and the
 * narrowest type that holds all of it.
 */
#include "base/hash.h"
#include "format/json.h"

#define INFER_DEPTH 32 /* deeper values stay text */
#define MOST_FIELDS 4096 /* of one object */

static unsigned number_kind(struct json_node *node, const char *p, const char *e)
{
	struct number_shape s = number_shape(p, e, '.');

	if (!json_is_number(p, e))
		return json_is_float_word(p, e) ? JSON_IS_FLOAT : JSON_IS_STRING;
	if (s.int_digits > node->int_digits)
		node->int_digits = s.int_digits;
	if (s.frac_digits > node->frac_digits)
		node->frac_digits = s.frac_digits;
	if (!s.is_integer)
		return s.has_exponent ? JSON_IS_FLOAT | JSON_IS_LONG : JSON_IS_FLOAT;
	if (s.int_digits > 38)
		return JSON_IS_STRING;
	return s.int_digits > 18 ? JSON_IS_HUGE : JSON_IS_INT;
}

static unsigned string_kind(const char *p, const char *e)
{
	int32_t days;
	int64_t us;

	if (e - p < 10 || e - p > 35 || *p < '0' || *p > '9')
		return JSON_IS_STRING;
	if (moment_iso_date(p, e, &days))
		return JSON_IS_DATE;
	if (moment_iso_timestamp(p, e, &us, NULL))
		return JSON_IS_TIMESTAMP;
	return JSON_IS_STRING;
}

static struct json_node *field_of(struct arena *a, struct json_node *node,
				  struct str name)
{
	/* Objects mostly repeat the order of their fields. */
	for (size_t i = 0; i < node->n_fields && i < 16; i++) {
		if (str_eq(node->fields[i]->name, name))
			return node->fields[i];
	}
	for (size_t i = 16; i < node->n_fields; i++) {
		if (str_eq(node->fields[i]->name, name))
			return node->fields[i];
	}
	if (node->n_fields == MOST_FIELDS)
		return NULL;
	if (node->n_fields == node->cap_fields) {
		size_t cap = node->cap_fields ? node->cap_fields * 2 : 8;

		node->fields = arena_realloc(a, node->fields,
					     node->n_fields * sizeof(*node->fields),
					     cap * sizeof(*node->fields));
		node->cap_fields = cap;
	}
	node->fields[node->n_fields] = arena_new_of(a, struct json_node);
	node->fields[node->n_fields]->name = str_dup(a, name);
	return node->fields[node->n_fields++];
}

static void observe_object(struct arena *a, struct json_node *node, const char *p,
			   const char *e, int depth)
{
	p = json_space(p + 1, e);
	while (p < e && *p == '"') {
		bool escaped = false;
		const char *end = json_string_end(p + 1, e, &escaped), *value;
		struct str name;
		struct json_node *field;

		if (!end)
			return;
		name = (struct str){ p + 1, (size_t)(end - p - 1) };
		if (escaped) {
			char *buf = arena_alloc(a, name.n + 1);
			size_t n = json_unescape(name.p, end, buf);

			name = (struct str){ buf, n == SIZE_MAX ? 0 : n };
		}
		p = json_space(end + 1, e);
		if (p == e || *p != ':')
			return;
		value = json_space(p + 1, e);
		p = value < e ? json_skip_fast(value, e) : NULL;
		if (!p)
			return;
		field = field_of(a, node, name);
		if (field)
			json_observe(a, field, value, p, depth + 1);
		p = json_space(p, e);
		if (p == e || *p != ',')
			return;
		p = json_space(p + 1, e);
	}
}

static void observe_array(struct arena *a, struct json_node *node, const char *p,
			  const char *e, int depth)
{
	if (!node->element)
		node->element = arena_new_of(a, struct json_node);
	p = json_space(p + 1, e);
	while (p < e && *p != ']') {
		const char *end = json_skip_fast(p, e);

		if (!end)
			return;
		json_observe(a, node->element, p, end, depth + 1);
		p = json_space(end, e);
		if (p == e || *p != ',')
			return;
		p = json_space(p + 1, e);
	}
}

void json_observe(struct arena *a, struct json_node *node, const char *p, const char *e,
		  int depth)
{
	node->n++;
	if (p == e || depth > INFER_DEPTH) {
		node->kinds |= JSON_IS_STRING | JSON_IS_OBJECT;
		return;
	}
	switch (*p) {
	case '{':
		node->kinds |= JSON_IS_OBJECT;
		node->n_objects++;
		observe_object(a, node, p, e, depth);
		break;
	case '[':
		node->kinds |= JSON_IS_ARRAY;
		observe_array(a, node, p, e, depth);
		break;
	case '"':
		if (e - p >= 2)
			node->kinds |= string_kind(p + 1, e - 1);
		break;
	case 't':
	case 'f': node->kinds |= JSON_IS_BOOL; break;
	case 'n': node->kinds |= JSON_IS_NULL; break;
	default: node->kinds |= number_kind(node, p, e); break;
	}
}

static const struct type *number_type(struct arena *a, const struct json_node *node)
{
	unsigned k = node->kinds;

	if (k & JSON_IS_FLOAT) {
		/* Long integers beside fractions would lose digits. */
		if (node->int_digits <= 15 || (k & JSON_IS_LONG))
			return type_of(TYPE_DOUBLE);
		if (node->int_digits + node->frac_digits <= 38)
			return type_decimal(a, 38, node->frac_digits);
		return type_of(TYPE_VARCHAR);
	}
	return type_of(k & JSON_IS_HUGE ? TYPE_HUGEINT : TYPE_BIGINT);
}

static const struct type *object_type(struct arena *a, const struct json_node *node)
{
	const struct type **types = arena_array(a, const struct type *, node->n_fields);
	struct str *names = arena_array(a, struct str, node->n_fields);

	for (size_t i = 0; i < node->n_fields; i++) {
		types[i] = json_node_type(a, node->fields[i]);
		names[i] = node->fields[i]->name;
	}
	return type_row(a, node->n_fields, types, names);
}

const struct type *json_node_type(struct arena *a, const struct json_node *node)
{
	const unsigned numbers = JSON_IS_INT | JSON_IS_HUGE | JSON_IS_FLOAT |
				 JSON_IS_LONG;
	unsigned k = node->kinds & ~(unsigned)JSON_IS_NULL;

	if (k && !(k & ~numbers))
		return number_type(a, node);
	switch (k) {
	case JSON_IS_BOOL: return type_of(TYPE_BOOLEAN);
	case JSON_IS_DATE: return type_of(TYPE_DATE);
	case JSON_IS_TIMESTAMP:
	case JSON_IS_TIMESTAMP | JSON_IS_DATE: return type_of(TYPE_TIMESTAMP);
	case JSON_IS_OBJECT:
		if (node->n_fields && node->n_fields < MOST_FIELDS)
			return object_type(a, node);
		break;
	case JSON_IS_ARRAY:
		return type_array(a, node->element && node->element->n
					     ? json_node_type(a, node->element)
					     : type_of(TYPE_VARCHAR));
	}
	/* Mixed values keep their JSON text. */
	return type_of(TYPE_VARCHAR);
}

/* --- records -------------------------------------------------------------- */

const char *json_record_begin(enum json_layout layout, const char *p, const char *e)
{
	size_t commas = 0;

	for (; p < e; p++) {
		if (json_is_space(*p))
			continue;
		if (*p != ',' || layout == JSON_LINES)
			break;
		if (++commas > 1 && layout == JSON_ARRAY)
			return p;
	}
	if (layout == JSON_ARRAY && p < e && *p == ']' && !commas)
		return e;
	return p;
}

const char *json_record_end(enum json_layout layout, const char *p, const char *e)
{
	if (layout == JSON_LINES) {
		const char *nl = memchr(p, '\n', (size_t)(e - p));

		return nl ? nl : e;
	}
	return json_skip(p, e);
}
