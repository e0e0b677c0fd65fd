#include "format/json_build.h"

bool json_col_init(struct json_build *b, struct json_col *c, struct str name,
		   const struct type *type, size_t rows)
{
	size_t width;

	c->name = name;
	c->type = type;
	c->phys = type_phys(type);
	c->cap = rows;
	c->is_wanted = true;
	width = phys_width(c->phys);
	c->data = arena_alloc(b->arena, (width ? width : 1) * rows);
	c->valid = arena_array(b->arena, uint64_t, VALIDITY_WORDS(rows) + 1);
	c->children = arena_array(b->arena, struct json_col, type->n_children + 1);
	c->out = arena_array(b->arena, struct vector, type->n_children + 1);
	c->reading = (struct csv_reading){
		.options = b->text_options,
		.type = type,
		.date = { .order = DATE_YMD, .sep = '-' },
		.phys = c->phys,
		.cx = b->cx,
		.scratch = b->scratch,
		.nomem = &b->nomem,
	};
	if (type->id == TYPE_TIMESTAMP_LTZ)
		c->reading.zone = zone_of_session(b->cx, b->arena);
	for (size_t k = 0; k < type->n_children; k++) {
		struct str child = type->id == TYPE_ROW ? type->names[k]
							: STR("element");

		if (!json_col_init(b, &c->children[k], child, type->children[k], rows))
			return false;
	}
	return !arena_failed(b->arena);
}

void json_col_reset(struct json_col *c, size_t rows)
{
	memset(c->valid, 0, VALIDITY_WORDS(rows) * sizeof(uint64_t));
	c->n = 0;
	for (size_t k = 0; k < c->type->n_children; k++) {
		struct json_col *child = &c->children[k];

		json_col_reset(child, c->phys == PHYS_ROW ? rows : child->cap);
	}
}

void json_col_clear(struct json_col *c, size_t i)
{
	validity_clear(c->valid, i);
	for (size_t k = 0; c->phys == PHYS_ROW && k < c->type->n_children; k++)
		json_col_clear(&c->children[k], i);
}

static bool all_valid(const uint64_t *valid, size_t n)
{
	for (size_t w = 0; w < n / 64; w++) {
		if (~valid[w])
			return false;
	}
	return n % 64 == 0 || (~valid[n / 64] & (((uint64_t)1 << (n % 64)) - 1)) == 0;
}

/* Rows that are NULL hold zeros: nobody trips over stale pointers. */
static void blank_nulls(struct json_col *c, size_t n)
{
	size_t width = phys_width(c->phys);

	for (size_t i = 0; i < n && width; i++) {
		if (!validity_get(c->valid, i))
			memset((char *)c->data + i * width, 0, width);
	}
}

void json_col_vector(struct json_col *c, size_t n, struct vector *out)
{
	bool full = all_valid(c->valid, n);

	*out = (struct vector){
		.type = c->type,
		.form = VECTOR_FLAT,
		.data = c->data,
		.validity = full ? NULL : c->valid,
		.children = c->type->n_children ? c->out : NULL,
	};
	if (!full)
		blank_nulls(c, n);
	if (c->phys == PHYS_LIST)
		out->child_n = c->children[0].n;
	for (size_t k = 0; k < c->type->n_children; k++)
		json_col_vector(&c->children[k],
				c->phys == PHYS_LIST ? c->children[0].n : n,
				&c->out[k]);
}

/* Double the rows of an element column and what hangs below. */
static bool grow(struct json_build *b, struct json_col *c, size_t used, size_t cap)
{
	size_t width = phys_width(c->phys);
	void *data = arena_alloc(b->arena, (width ? width : 1) * cap);
	uint64_t *valid = arena_array(b->arena, uint64_t, VALIDITY_WORDS(cap) + 1);

	if (arena_failed(b->arena)) {
		b->nomem = true;
		return false;
	}
	if (used && width)
		memcpy(data, c->data, used * width);
	memcpy(valid, c->valid, VALIDITY_WORDS(used) * sizeof(uint64_t));
	c->data = data;
	c->valid = valid;
	c->cap = cap;
	for (size_t k = 0; c->phys == PHYS_ROW && k < c->type->n_children; k++) {
		if (!grow(b, &c->children[k], used, cap))
			return false;
	}
	return true;
}

/* The next row of an element column. */
static bool next_element(struct json_build *b, struct json_col *c, size_t *out)
{
	if (c->n == c->cap && !grow(b, c, c->n, c->cap * 2))
		return false;
	if (c->n > UINT32_MAX - 2)
		return false;
	*out = c->n++;
	return true;
}

static const char *refuse(struct json_build *b, struct json_col *c, const char *p,
			  const char *e)
{
	const char *end = json_skip(p, e);

	b->is_malformed = end == NULL;
	b->bad_col = c;
	b->bad_at = p;
	b->bad_end = end ? end : p;
	return NULL;
}

static const char *malformed(struct json_build *b, const char *p)
{
	b->is_malformed = true;
	b->bad_at = p;
	return NULL;
}

/* Text of a string value without its escapes; NULL: wrong escape. */
static bool string_text(struct json_build *b, const char *p, const char *e,
			bool escaped, struct str *out)
{
	char *copy;
	size_t n;

	*out = (struct str){ p, (size_t)(e - p) };
	if (!escaped)
		return true;
	copy = heap_alloc(b->heap, out->n + 4);
	if (!copy) {
		b->nomem = true;
		return false;
	}
	n = json_unescape(p, e, copy);
	*out = (struct str){ copy, n };
	return n != SIZE_MAX;
}

static const char *text_value(struct json_build *b, struct json_col *c, size_t i,
			      const char *p, const char *e)
{
	bool escaped = false;
	const char *end;
	struct str s;

	if (*p == '"') {
		end = json_string_end(p + 1, e, &escaped);
		if (!end)
			return malformed(b, p);
		if (!string_text(b, p + 1, end, escaped, &s))
			return refuse(b, c, p, e);
		end++;
	} else {
		end = json_skip(p, e);
		if (!end || !json_is_valid(p, end))
			return malformed(b, p);
		s = (struct str){ p, (size_t)(end - p) };
	}
	((struct strv *)c->data)[i] = strv_make(s.p, s.n);
	if (c->type->length &&
	    csv_cell(&c->reading, (struct csv_text){ s.p, s.p + s.n, true, false },
		     b->heap, &((struct strv *)c->data)[i]) != CELL_OK)
		return refuse(b, c, p, e);
	validity_set(c->valid, i);
	return end;
}

static const char *bigint_value(struct json_col *c, size_t i, const char *p,
				const char *e)
{
	bool negative = *p == '-';
	const char *s = p + negative, *begin = s;
	uint64_t v = 0;

	while (s < e && (unsigned char)(*s - '0') < 10)
		v = v * 10 + (uint64_t)(*s++ - '0');
	if (s == begin || s - begin > 18 || (s < e && (*s == '.' || (*s | 32) == 'e')))
		return NULL;
	((int64_t *)c->data)[i] = (int64_t)(negative ? 0 - v : v);
	validity_set(c->valid, i);
	return s;
}

static const char *double_value(struct json_col *c, size_t i, const char *p,
				const char *e)
{
	static const double pow10[16] = {
		1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
		1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
	};
	bool negative = *p == '-';
	const char *s = p + negative, *begin = s;
	size_t behind = 0;
	uint64_t v = 0;
	double d;

	while (s < e && (unsigned char)(*s - '0') < 10)
		v = v * 10 + (uint64_t)(*s++ - '0');
	if (s == begin)
		return NULL;
	if (s < e && *s == '.') {
		const char *point = ++s;

		while (s < e && (unsigned char)(*s - '0') < 10)
			v = v * 10 + (uint64_t)(*s++ - '0');
		behind = (size_t)(s - point);
		if (behind == 0)
			return NULL;
	}
	if (s - begin > 16 || behind > 15 || v >> 53 || (s < e && (*s | 32) == 'e')) {
		s = json_scalar_end(p, e);
		if (!json_is_number(p, s) || !number_f64(p, s, '.', &d))
			return NULL;
	} else {
		d = (double)(int64_t)v / pow10[behind];
		d = negative ? -d : d;
	}
	((double *)c->data)[i] = d;
	validity_set(c->valid, i);
	return s;
}

/* Any other scalar type: the value's text is read as a CSV field would be. */
static const char *scalar_value(struct json_build *b, struct json_col *c, size_t i,
				const char *p, const char *e)
{
	size_t width = phys_width(c->phys);
	bool escaped = false, quoted = *p == '"';
	const char *end;
	struct str s;

	if (quoted) {
		end = json_string_end(p + 1, e, &escaped);
		if (!end)
			return malformed(b, p);
		if (!string_text(b, p + 1, end, escaped, &s))
			return refuse(b, c, p, e);
		end++;
	} else {
		if (*p == '{' || *p == '[')
			return refuse(b, c, p, e);
		end = json_scalar_end(p, e);
		if (end == p)
			return malformed(b, p);
		s = (struct str){ p, (size_t)(end - p) };
		/* true is no number, 1 no truth */
		if ((c->type->id == TYPE_BOOLEAN) != (*p == 't' || *p == 'f'))
			return refuse(b, c, p, e);
	}
	switch (csv_cell(&c->reading,
			 (struct csv_text){ s.p, s.p + s.n, quoted, false }, b->heap,
			 (char *)c->data + i * width)) {
	case CELL_OK: validity_set(c->valid, i); return end;
	case CELL_NULL: validity_clear(c->valid, i); return end;
	case CELL_BAD: break;
	}
	return refuse(b, c, p, e);
}

static const char *array_value(struct json_build *b, struct json_col *c, size_t i,
			       const char *p, const char *e)
{
	struct json_col *element = &c->children[0];
	struct list_ref *ref = &((struct list_ref *)c->data)[i];
	size_t from = element->n, at;

	if (*p != '[')
		return refuse(b, c, p, e);
	p = json_space(p + 1, e);
	while (p < e && *p != ']') {
		if (!next_element(b, element, &at))
			return NULL;
		json_col_clear(element, at);
		p = json_value(b, element, at, p, e);
		if (!p)
			return NULL;
		p = json_space(p, e);
		if (p < e && *p == ',')
			p = json_space(p + 1, e);
		else if (p < e && *p != ']')
			return malformed(b, p);
	}
	if (p == e)
		return malformed(b, p);
	*ref = (struct list_ref){ (uint32_t)from, (uint32_t)(element->n - from) };
	validity_set(c->valid, i);
	return p + 1;
}

/* An object as MAP: keys and values are two columns that grow together. */
static const char *map_value(struct json_build *b, struct json_col *c, size_t i,
			     const char *p, const char *e)
{
	struct json_col *keys = &c->children[0], *values = &c->children[1];
	struct list_ref *ref = &((struct list_ref *)c->data)[i];
	size_t from = keys->n, k, v;

	if (*p != '{')
		return refuse(b, c, p, e);
	p = json_space(p + 1, e);
	while (p < e && *p != '}') {
		if (!next_element(b, keys, &k) || !next_element(b, values, &v))
			return NULL;
		json_col_clear(keys, k);
		json_col_clear(values, v);
		if (*p != '"')
			return malformed(b, p);
		p = json_value(b, keys, k, p, e);
		if (!p)
			return NULL;
		p = json_space(p, e);
		if (p == e || *p != ':')
			return malformed(b, p);
		p = json_space(p + 1, e);
		p = p < e ? json_value(b, values, v, p, e) : malformed(b, p);
		if (!p)
			return NULL;
		p = json_space(p, e);
		if (p < e && *p == ',')
			p = json_space(p + 1, e);
		else if (p < e && *p != '}')
			return malformed(b, p);
	}
	if (p == e)
		return malformed(b, p);
	*ref = (struct list_ref){ (uint32_t)from, (uint32_t)(keys->n - from) };
	validity_set(c->valid, i);
	return p + 1;
}

static bool is_null_word(const char *p, const char *e)
{
	return e - p >= 4 && !memcmp(p, "null", 4) && json_scalar_end(p, e) == p + 4;
}

const char *json_value(struct json_build *b, struct json_col *c, size_t i,
		       const char *p, const char *e)
{
	const char *end = NULL;

	if (*p == 'n' && is_null_word(p, e)) {
		json_col_clear(c, i);
		return p + 4;
	}
	switch (c->type->id) {
	case TYPE_VARCHAR: return text_value(b, c, i, p, e);
	case TYPE_BIGINT: end = bigint_value(c, i, p, e); break;
	case TYPE_DOUBLE: end = double_value(c, i, p, e); break;
	case TYPE_ARRAY: return array_value(b, c, i, p, e);
	case TYPE_MAP: return map_value(b, c, i, p, e);
	case TYPE_ROW:
		if (*p != '{')
			return refuse(b, c, p, e);
		json_col_clear(c, i);
		validity_set(c->valid, i);
		return json_object(b, &c->order, c->children, c->type->n_children, i, p,
				   e);
	default: break;
	}
	return end ? end : scalar_value(b, c, i, p, e);
}

/* --- objects -------------------------------------------------------------- */

static void make_key(struct json_build *b, struct json_key *key, const char *p,
		     size_t n, int col)
{
	unsigned char bytes[16] = { 0 }, mask[16] = { 0 };

	key->text = str_dup(b->arena, (struct str){ p, n });
	key->col = col;
	memcpy(bytes, p, n < 16 ? n : 16);
	memset(mask, 0xff, n < 16 ? n : 16);
	memcpy(key->word, bytes, 16);
	memcpy(key->mask, mask, 16);
}

/* Is the expected key at p (64 bytes are readable)? */
static inline bool key_is_at(const struct json_key *key, const char *p)
{
	uint64_t a, c;

	memcpy(&a, p, 8);
	memcpy(&c, p + 8, 8);
	if (((a ^ key->word[0]) & key->mask[0]) | ((c ^ key->word[1]) & key->mask[1]))
		return false;
	return key->text.n <= 16 || !memcmp(p + 16, key->text.p + 16, key->text.n - 16);
}

static int find_col(struct json_build *b, const struct json_col *cols, size_t n,
		    const char *p, const char *end, bool escaped)
{
	struct str name;

	if (!string_text(b, p, end, escaped, &name))
		return -1;
	for (size_t k = 0; k < n; k++) {
		if (str_eq(cols[k].name, name))
			return (int)k;
	}
	for (size_t k = 0; k < n; k++) {
		if (str_eq_nocase(cols[k].name, name))
			return (int)k;
	}
	if (b->n_unknown++ == 0 && name.n < sizeof(b->unknown)) {
		memcpy(b->unknown, name.p, name.n);
		b->unknown[name.n] = 0;
	}
	return -1;
}

/* The key at p was not the expected one: look it up and expect it here next
 * time.  Returns behind it. */
static const char *learn_key(struct json_build *b, struct json_order *order,
			     const struct json_col *cols, size_t n_cols, size_t at,
			     const char *p, const char *e, int *col)
{
	bool escaped = false;
	const char *end;

	if (*p != '"')
		return malformed(b, p);
	end = json_string_end(p + 1, e, &escaped);
	if (!end)
		return malformed(b, p);
	*col = find_col(b, cols, n_cols, p + 1, end, escaped);
	if (at <= order->n && at < 1024 && end + 1 - p < 256) {
		if (at == order->cap) {
			size_t cap = order->cap ? order->cap * 2 : 16;

			order->keys = arena_realloc(b->arena, order->keys,
						    order->cap * sizeof(*order->keys),
						    cap * sizeof(*order->keys));
			order->cap = cap;
		}
		if (at < order->cap && !arena_failed(b->arena)) {
			/* Text of replaced keys stays in the arena: only learn
			 * while that is little. */
			if (at >= order->n || arena_used(b->arena) < (size_t)64 << 20)
				make_key(b, &order->keys[at], p, (size_t)(end + 1 - p),
					 *col);
			if (at >= order->n)
				order->n = at + 1;
		}
	}
	return end + 1;
}

const char *json_object(struct json_build *b, struct json_order *order,
			struct json_col *cols, size_t n_cols, size_t i, const char *p,
			const char *e)
{
	size_t at = 0;

	p = json_space(p + 1, e);
	if (p < e && *p == '}')
		return p + 1;
	for (;; at++) {
		int col;

		if (p >= e)
			return malformed(b, p);
		if (at < order->n && key_is_at(&order->keys[at], p)) {
			col = order->keys[at].col;
			p += order->keys[at].text.n;
		} else {
			p = learn_key(b, order, cols, n_cols, at, p, e, &col);
			if (!p)
				return NULL;
		}
		if (p < e && *p == ':' && p + 1 < e && p[1] > ' ') {
			p++; /* as most writers do */
		} else {
			p = json_space(p, e);
			if (p >= e || *p != ':')
				return malformed(b, p);
			p = json_space(p + 1, e);
			if (p >= e)
				return malformed(b, p);
		}
		if (col >= 0 && cols[col].is_wanted) {
			struct json_col *c = &cols[col];

			if (validity_get(c->valid, i))
				b->has_duplicate = true;
			p = json_value(b, c, i, p, e);
			if (!p)
				return NULL;
		} else {
			const char *end = json_skip_fast(p, e);

			if (!end)
				return malformed(b, p);
			p = end;
		}
		if (p < e && *p != ',')
			p = json_space(p, e);
		if (p < e && *p == '}')
			return p + 1;
		if (p >= e || *p != ',')
			return malformed(b, p);
		p = json_space(p + 1, e);
	}
}
