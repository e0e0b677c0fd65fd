/*
 * arrow_schema.c - types as Arrow schemas.
 */
#include "column/arrow_internal.h"

static const char *const formats[TYPE_COUNT] = {
#define TYPE(id, name, phys, arrow, family) [TYPE_##id] = arrow,
#include "type/types.def"
#undef TYPE
};

/* One block holds name, format and metadata. */
struct schema_private {
	size_t n; /* bytes of the block, this struct included */
	struct ArrowSchema **children;
	struct ArrowSchema *storage;
	size_t n_children;
};

static void schema_release(struct ArrowSchema *s)
{
	struct schema_private *p = s->private_data;

	for (size_t i = 0; i < p->n_children; i++) {
		if (p->storage[i].release)
			p->storage[i].release(&p->storage[i]);
	}
	if (p->n_children > 0) {
		mem_free(NULL, p->storage, p->n_children * sizeof(*p->storage));
		mem_free(NULL, p->children, p->n_children * sizeof(*p->children));
	}
	mem_free(NULL, p, p->n);
	s->release = NULL;
}

static struct str format_of(struct arena *a, const struct type *t)
{
	if (t->id == TYPE_DECIMAL)
		return str_fmt(a, "d:%d,%d", t->precision, t->scale);
	return str_from(formats[t->id]);
}

static char *put_int(char *p, size_t n)
{
	int32_t v = (int32_t)n;

	memcpy(p, &v, sizeof(v));
	return p + sizeof(v);
}

static char *put_str(char *p, struct str s)
{
	memcpy(p, s.p, s.n);
	return p + s.n;
}

/* Arrow's key-value list with the one key "shade.type". */
static void put_metadata(char *p, struct str sql_type)
{
	p = put_int(p, 1);
	p = put_int(p, STR("shade.type").n);
	p = put_str(p, STR("shade.type"));
	p = put_int(p, sql_type.n);
	put_str(p, sql_type);
}

/* The schema without its children; sql_type.n == 0: no metadata. */
static bool schema_init(struct ArrowSchema *out, struct str name, struct str format,
			struct str sql_type, size_t n_children)
{
	size_t n_meta = 4 + 4 + STR("shade.type").n + 4 + sql_type.n;
	size_t n = sizeof(struct schema_private) + name.n + 1 + format.n + 1 + n_meta;
	struct schema_private *p = mem_alloc(NULL, n);
	char *text = (char *)(p + 1);

	*out = (struct ArrowSchema){ 0 };
	if (!p)
		return false;
	p->n = n;
	out->private_data = p;
	out->release = schema_release;
	out->name = text;
	if (name.n > 0)
		memcpy(text, name.p, name.n);
	text += name.n + 1;
	out->format = text;
	memcpy(text, format.p, format.n);
	text += format.n + 1;
	if (sql_type.n > 0) {
		put_metadata(text, sql_type);
		out->metadata = text;
	}
	if (n_children == 0)
		return true;
	p->storage = mem_alloc(NULL, n_children * sizeof(*p->storage));
	p->children = mem_alloc(NULL, n_children * sizeof(*p->children));
	p->n_children = p->storage && p->children ? n_children : 0;
	if (p->n_children == 0) {
		mem_free(NULL, p->storage, n_children * sizeof(*p->storage));
		mem_free(NULL, p->children, n_children * sizeof(*p->children));
		return false;
	}
	for (size_t i = 0; i < n_children; i++)
		p->children[i] = &p->storage[i];
	out->n_children = (int64_t)n_children;
	out->children = p->children;
	return true;
}

static bool schema_of(struct arena *a, const struct type *t, struct str name,
		      bool not_null, struct ArrowSchema *out)
{
	bool is_map = t->id == TYPE_MAP;

	if (!schema_init(out, name, format_of(a, t), type_name(a, t),
			 is_map ? 1 : t->n_children))
		return false;
	out->flags = not_null ? 0 : ARROW_FLAG_NULLABLE;
	if (is_map) {
		struct ArrowSchema *entries = out->children[0];

		if (!schema_init(entries, STR(MAP_ENTRIES), STR("+s"), STR_NONE, 2))
			return false;
		return schema_of(a, t->children[0], STR("key"), true,
				 entries->children[0]) &&
		       schema_of(a, t->children[1], STR("value"), false,
				 entries->children[1]);
	}
	for (size_t i = 0; i < t->n_children; i++) {
		struct str child = t->id == TYPE_ROW ? t->names[i] : STR("item");

		if (!schema_of(a, t->children[i], child, false, out->children[i]))
			return false;
	}
	return true;
}

shade_status arrow_export_schema(struct shade_cx *cx, size_t n_cols,
				 const struct str *names,
				 const struct type *const *types, const bool *not_null,
				 struct ArrowSchema *out)
{
	bool ok = schema_init(out, STR(""), STR("+s"), STR_NONE, n_cols);

	for (size_t i = 0; i < n_cols && ok; i++)
		ok = schema_of(cx->arena, types[i], names[i], not_null[i],
			       out->children[i]);
	if (ok)
		return cx_check_arena(cx);
	if (out->release)
		out->release(out);
	return cx_nomem(cx);
}
