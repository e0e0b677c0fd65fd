/*
 * object.c - making, copying and comparing objects and paths.
 */
#include "catalog/object.h"

#include "catalog/table.h"

struct object *object_new(struct budget *budget, enum object_kind kind,
			  const struct path *path, bool temporary)
{
	struct arena *a = arena_new(budget);
	struct object *o;

	if (!a)
		return NULL;
	o = arena_new_of(a, struct object);
	atomic_init(&o->refs, 1);
	o->arena = a;
	o->kind = kind;
	o->temporary = temporary;
	o->path = path_dup(a, path);
	return o;
}

struct object *object_ref(struct object *o)
{
	atomic_fetch_add(&o->refs, 1);
	return o;
}

void object_unref(struct object *o)
{
	struct object *keeps;
	struct arena *a;

	while (o && atomic_fetch_sub(&o->refs, 1) == 1) {
		keeps = o->keeps;
		a = o->arena;
		table_unref(o->table);
		arena_free(a);
		o = keeps;
	}
}

static struct property *dup_props(struct arena *a, const struct property *p, size_t n)
{
	struct property *out = arena_array(a, struct property, n);

	for (size_t i = 0; i < n; i++) {
		out[i].key = str_dup(a, p[i].key);
		out[i].value = str_dup(a, p[i].value);
	}
	return out;
}

static void dup_cols(struct object *to, const struct object *o)
{
	struct arena *a = to->arena;

	object_set_cols(to, o->n_cols);
	for (size_t i = 0; i < o->n_cols; i++) {
		to->cols[i] = o->cols[i];
		to->cols[i].name = str_dup(a, o->cols[i].name);
		to->cols[i].type = type_dup(a, o->cols[i].type);
		to->cols[i].comment = str_dup(a, o->cols[i].comment);
		if (o->defs) {
			to->defs[i] = o->defs[i];
			to->defs[i].dflt = str_dup(a, o->defs[i].dflt);
			to->defs[i].dflt_value = str_dup(a, o->defs[i].dflt_value);
			to->defs[i].initial = str_dup(a, o->defs[i].initial);
		}
	}
}

static void dup_expectations(struct object *to, const struct object *o)
{
	struct arena *a = to->arena;

	to->expectations = arena_array(a, struct expectation_def, o->n_expectations);
	to->n_expectations = o->n_expectations;
	for (size_t i = 0; i < o->n_expectations; i++) {
		to->expectations[i] = o->expectations[i];
		to->expectations[i].name = str_dup(a, o->expectations[i].name);
		to->expectations[i].text = str_dup(a, o->expectations[i].text);
	}
}

void object_add_constraint(struct object *o, const struct constraint_def *c)
{
	struct arena *a = o->arena;
	struct constraint_def *all = arena_array(a, struct constraint_def,
						 o->n_constraints + 1);
	struct constraint_def *to = &all[o->n_constraints];

	if (o->n_constraints > 0)
		memcpy(all, o->constraints, o->n_constraints * sizeof(*all));
	*to = *c;
	to->name = str_dup(a, c->name);
	to->text = str_dup(a, c->text);
	to->cols = arena_array(a, size_t, c->n_cols);
	for (size_t i = 0; i < c->n_cols; i++)
		to->cols[i] = c->cols[i];
	o->constraints = all;
	o->n_constraints++;
}

struct constraint_def *object_find_constraint(const struct object *o, struct str name)
{
	for (size_t i = 0; i < o->n_constraints; i++)
		if (str_eq_nocase(o->constraints[i].name, name))
			return &o->constraints[i];
	return NULL;
}

void object_drop_constraint(struct object *o, struct constraint_def *c)
{
	size_t at = (size_t)(c - o->constraints);

	o->n_constraints--;
	memmove(c, c + 1, (o->n_constraints - at) * sizeof(*c));
}

struct object *object_dup(struct budget *budget, const struct object *o)
{
	struct object *to = object_new(budget, o->kind, &o->path, o->temporary);
	struct arena *a;

	if (!to)
		return NULL;
	a = to->arena;
	dup_cols(to, o);
	for (size_t i = 0; i < o->n_constraints; i++)
		object_add_constraint(to, &o->constraints[i]);
	to->comment = str_dup(a, o->comment);
	to->props = dup_props(a, o->props, o->n_props);
	to->n_props = o->n_props;
	to->created_at = str_dup(a, o->created_at);
	to->sql = str_dup(a, o->sql);
	to->body = o->body;
	dup_expectations(to, o);
	to->captured = dup_props(a, o->captured, o->n_captured);
	to->n_captured = o->n_captured;
	to->options = dup_props(a, o->options, o->n_options);
	to->n_options = o->n_options;
	to->table = o->table ? table_ref(o->table) : NULL;
	to->stored = o->stored;
	to->stored.uuid = str_dup(a, o->stored.uuid);
	to->stored.data_path = str_dup(a, o->stored.data_path);
	if (o->body || o->n_expectations > 0)
		to->keeps = object_ref((struct object *)(uintptr_t)o);
	return to;
}

void object_set_cols(struct object *o, size_t n)
{
	o->n_cols = n;
	o->cols = arena_array(o->arena, struct source_col, n);
	if (!object_is_view(o))
		o->defs = arena_array(o->arena, struct column_def, n);
}

int object_find_col(const struct object *o, struct str name)
{
	for (size_t i = 0; i < o->n_cols; i++)
		if (str_eq_nocase(o->cols[i].name, name))
			return (int)i;
	return -1;
}

struct str object_property(const struct object *o, struct str key)
{
	for (size_t i = 0; i < o->n_props; i++)
		if (str_eq(o->props[i].key, key))
			return o->props[i].value;
	return STR_NONE;
}

void object_add_property(struct object *o, struct str key, struct str value)
{
	struct arena *a = o->arena;
	struct property *p;

	for (size_t i = 0; i < o->n_props; i++) {
		if (str_eq(o->props[i].key, key)) {
			o->props[i].value = str_dup(a, value);
			return;
		}
	}
	p = arena_array(a, struct property, o->n_props + 1);
	if (o->n_props > 0)
		memcpy(p, o->props, o->n_props * sizeof(*p));
	p[o->n_props].key = str_dup(a, key);
	p[o->n_props].value = str_dup(a, value);
	o->props = p;
	o->n_props++;
}

const char *object_kind_name(enum object_kind kind)
{
	switch (kind) {
	case OBJECT_TABLE: return "table";
	case OBJECT_VIEW: return "view";
	case OBJECT_LIVE_VIEW: return "live view";
	case OBJECT_MATERIALIZED_VIEW: return "materialized view";
	case OBJECT_STREAM: return "stream";
	case OBJECT_FUNCTION: return "function";
	case OBJECT_SYSTEM: return "system view";
	}
	unreachable();
}

const char *object_kind_words(const struct object *o)
{
	if (!o->temporary)
		return object_kind_name(o->kind);
	switch (o->kind) {
	case OBJECT_TABLE: return "temporary table";
	case OBJECT_VIEW: return "temporary view";
	case OBJECT_STREAM: return "temporary stream";
	case OBJECT_FUNCTION: return "temporary function";
	case OBJECT_LIVE_VIEW:
	case OBJECT_MATERIALIZED_VIEW:
	case OBJECT_SYSTEM: return object_kind_name(o->kind);
	}
	unreachable();
}

bool object_is_view(const struct object *o)
{
	return o->kind == OBJECT_VIEW || o->kind == OBJECT_LIVE_VIEW;
}
