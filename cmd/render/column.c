#include "column.h"

#include <stdlib.h>
#include <string.h>

#include "../text.h"

/* The value of a key in Arrow's metadata block, or NULL; owned by caller. */
static char *metadata_get(const char *meta, const char *key)
{
	int32_t n, len;

	if (!meta)
		return NULL;
	memcpy(&n, meta, 4);
	meta += 4;
	while (n-- > 0) {
		bool found;

		memcpy(&len, meta, 4);
		found = (size_t)len == strlen(key) &&
			!memcmp(meta + 4, key, (size_t)len);
		meta += 4 + len;
		memcpy(&len, meta, 4);
		if (found)
			return str_ndup(meta + 4, (size_t)len);
		meta += 4 + len;
	}
	return NULL;
}

static const struct plain_format {
	char format[4];
	enum kind kind;
	int64_t unit;
	const char *type;
} plain_formats[] = {
	{ "n", K_NULL, 0, "NULL" },
	{ "b", K_BOOL, 0, "BOOLEAN" },
	{ "c", K_I8, 0, "TINYINT" },
	{ "s", K_I16, 0, "SMALLINT" },
	{ "i", K_I32, 0, "INT" },
	{ "l", K_I64, 0, "BIGINT" },
	{ "C", K_U8, 0, "UTINYINT" },
	{ "S", K_U16, 0, "USMALLINT" },
	{ "I", K_U32, 0, "UINT" },
	{ "L", K_U64, 0, "UBIGINT" },
	{ "f", K_F32, 0, "FLOAT" },
	{ "g", K_F64, 0, "DOUBLE" },
	{ "u", K_UTF8, 0, "VARCHAR" },
	{ "U", K_LARGE_UTF8, 0, "VARCHAR" },
	{ "vu", K_UTF8_VIEW, 0, "VARCHAR" },
	{ "z", K_BINARY, 0, "BINARY" },
	{ "Z", K_LARGE_BINARY, 0, "BINARY" },
	{ "vz", K_BINARY_VIEW, 0, "BINARY" },
	{ "tdD", K_DATE32, 0, "DATE" },
	{ "tdm", K_DATE64, 0, "DATE" },
	{ "tts", K_TIME32, 1, "TIME" },
	{ "ttm", K_TIME32, 1000, "TIME" },
	{ "ttu", K_TIME64, 1000000, "TIME" },
	{ "ttn", K_TIME64, 1000000000, "TIME" },
	{ "tDs", K_DURATION, 1, "INTERVAL DAY TO SECOND" },
	{ "tDm", K_DURATION, 1000, "INTERVAL DAY TO SECOND" },
	{ "tDu", K_DURATION, 1000000, "INTERVAL DAY TO SECOND" },
	{ "tDn", K_DURATION, 1000000000, "INTERVAL DAY TO SECOND" },
	{ "tiM", K_MONTHS, 0, "INTERVAL YEAR TO MONTH" },
	{ "tiD", K_DAY_TIME, 0, "INTERVAL DAY TO SECOND" },
	{ "tin", K_MONTH_DAY_NANO, 0, "INTERVAL" },
	{ "+l", K_LIST, 0, "ARRAY" },
	{ "+L", K_LARGE_LIST, 0, "ARRAY" },
	{ "+s", K_STRUCT, 0, "ROW" },
	{ "+m", K_MAP, 0, "MAP" },
};

static int64_t unit_of(char c)
{
	return c == 's' ? 1 : c == 'm' ? 1000 : c == 'u' ? 1000000 : 1000000000;
}

/* Set kind and default type name; false: not known. */
static bool parse_format(struct column *c, const char *f, const char **type)
{
	for (size_t i = 0; i < ARRAY_LEN(plain_formats); i++) {
		if (strcmp(plain_formats[i].format, f) != 0)
			continue;
		c->kind = plain_formats[i].kind;
		c->unit = plain_formats[i].unit;
		*type = plain_formats[i].type;
		return true;
	}
	if (str_starts(f, "d:")) {
		char *end;

		c->kind = K_DECIMAL;
		strtol(f + 2, &end, 10);
		if (*end == ',')
			c->scale = (int32_t)strtol(end + 1, &end, 10);
		*type = "DECIMAL";
		return !*end || !strcmp(end, ",128");
	}
	if (str_starts(f, "ts") && f[2] && strchr("smun", f[2]) && f[3] == ':') {
		c->kind = K_TIMESTAMP;
		c->unit = unit_of(f[2]);
		c->zone = f[4] ? str_dup(f + 4) : NULL;
		*type = c->zone ? "TIMESTAMP_LTZ" : "TIMESTAMP";
		return true;
	}
	if (str_starts(f, "w:") || str_starts(f, "+w:")) {
		c->kind = f[0] == 'w' ? K_FIXED_BINARY : K_FIXED_LIST;
		c->unit = strtol(strchr(f, ':') + 1, NULL, 10);
		*type = f[0] == 'w' ? "BINARY" : "ARRAY";
		return true;
	}
	return false;
}

bool column_init(struct column *c, const struct ArrowSchema *s, char **problem)
{
	const char *type = "";
	char *extension;

	*c = (struct column){ .name = str_dup(s->name ? s->name : "") };
	if (!parse_format(c, s->format, &type)) {
		*problem = str_fmt(
			"column \"%s\" has a format that cannot be shown: \"%s\"",
			c->name, s->format);
		return false;
	}
	c->type = metadata_get(s->metadata, "shade.type");
	if (!c->type)
		c->type = str_dup(type);
	extension = metadata_get(s->metadata, "ARROW:extension:name");
	c->is_json = (extension && !strcmp(extension, "arrow.json")) ||
		     str_starts(c->type, "VARIANT") || str_starts(c->type, "JSON");
	mem_free(extension);
	if (s->dictionary) {
		c->dict = mem_get(1, sizeof(*c->dict));
		return column_init(c->dict, s->dictionary, problem);
	}
	c->kids = mem_get((size_t)s->n_children, sizeof(*c->kids));
	for (int64_t i = 0; i < s->n_children; i++) {
		c->n_kids++;
		if (!column_init(&c->kids[i], s->children[i], problem))
			return false;
	}
	return true;
}

void column_set_zone(struct column *c, const char *zone)
{
	if (c->zone) {
		mem_free(c->zone);
		c->zone = str_dup(zone);
	}
	for (size_t i = 0; i < c->n_kids; i++)
		column_set_zone(&c->kids[i], zone);
	if (c->dict)
		column_set_zone(c->dict, zone);
}

void column_release(struct column *c)
{
	for (size_t i = 0; i < c->n_kids; i++)
		column_release(&c->kids[i]);
	if (c->dict)
		column_release(c->dict);
	mem_free(c->dict);
	mem_free(c->kids);
	mem_free(c->name);
	mem_free(c->type);
	mem_free(c->zone);
	*c = (struct column){ 0 };
}

void view_init(struct view *v, const struct column *c)
{
	*v = (struct view){ .col = c, .n_kids = c->n_kids };
	if (c->dict) {
		v->dict = mem_get(1, sizeof(*v->dict));
		view_init(v->dict, c->dict);
	}
	if (!c->n_kids)
		return;
	v->kids = mem_get(c->n_kids, sizeof(*v->kids));
	for (size_t i = 0; i < c->n_kids; i++)
		view_init(&v->kids[i], &c->kids[i]);
}

void view_bind(struct view *v, const struct ArrowArray *a, int64_t first)
{
	enum kind k = v->col->kind;

	v->offset = a->offset + first;
	v->all_null = k == K_NULL;
	v->valid = k == K_NULL || a->n_buffers == 0 ? NULL : a->buffers[0];
	v->data = a->n_buffers > 1 ? a->buffers[1] : NULL;
	v->bytes = a->n_buffers > 2 ? a->buffers[2] : NULL;
	v->buffers = (const void *const *)a->buffers;
	if (v->dict)
		view_bind(v->dict, a->dictionary, 0);
	/* Children of a struct go by its rows, those of a list by offsets. */
	for (size_t i = 0; i < v->n_kids; i++)
		view_bind(&v->kids[i], a->children[i], k == K_STRUCT ? v->offset : 0);
}

void view_release(struct view *v)
{
	for (size_t i = 0; i < v->n_kids; i++)
		view_release(&v->kids[i]);
	if (v->dict)
		view_release(v->dict);
	mem_free(v->dict);
	mem_free(v->kids);
	*v = (struct view){ 0 };
}
