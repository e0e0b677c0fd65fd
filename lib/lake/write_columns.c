/*
 * write_columns.c - column rows, inlined data tables and tags.
 */
#include "lake/lake_internal.h"

/* --- inlined data tables ------------------------------------------------- */

shade_status lake_create_inlined(struct commit *c, const struct object *o,
				 int64_t table_id)
{
	struct arena *a = c->cx->arena;
	int64_t version = c->was.schema_version + 1;
	struct str name = str_fmt(a, "ducklake_inlined_data_%lld_%lld",
				  (long long)table_id, (long long)version);
	struct sbuf sql = { .arena = a };

	c->schema_changed = true;
	sbuf_add(&sql, STR("CREATE TABLE "));
	lake_add_name(&sql, name);
	sbuf_add(&sql,
		 STR("(row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT"));
	for (size_t i = 0; i < o->n_cols; i++) {
		sbuf_add(&sql, STR(", "));
		lake_add_name(&sql, o->cols[i].name);
		sbuf_addf(&sql, " %s", lake_sqlite_type(o->cols[i].type));
	}
	sbuf_addc(&sql, ')');
	TRY(lake_exec(c->cx, c->lake, sbuf_str(&sql).p));
	sql = (struct sbuf){ .arena = a };
	sbuf_addf(&sql, "CREATE INDEX \"shade_ix_%.*s\" ON ", STR_ARG(name));
	lake_add_name(&sql, name);
	sbuf_add(&sql, STR("(row_id)"));
	TRY(lake_exec(c->cx, c->lake, sbuf_str(&sql).p));
	TRY(lake_run(c->cx, c->lake,
		     "INSERT INTO ducklake_inlined_data_tables VALUES(?, ?, ?)", "iti",
		     table_id, name, version));
	return lake_run(
		c->cx, c->lake,
		"INSERT INTO ducklake_schema_versions SELECT ?1, ?2, ?3 WHERE NOT "
		"EXISTS (SELECT 1 FROM ducklake_schema_versions WHERE "
		"begin_snapshot = ?1 AND schema_version = ?2 AND table_id = ?3)",
		"iii", c->next.id, version, table_id);
}

/* --- columns ------------------------------------------------------------- */

static bool is_reserved(struct str name)
{
	static const char *const names[] = { "row_id", "begin_snapshot", "end_snapshot",
					     "_ducklake_internal_snapshot_id",
					     "_ducklake_internal_row_id" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eq_nocase(name, str_from(names[i])))
			return true;
	return false;
}

static shade_status insert_column(struct commit *c, const struct object *o, size_t i,
				  int64_t table_id, int64_t order)
{
	const struct source_col *col = &o->cols[i];
	const struct column_def *def = &o->defs[i];
	struct str dflt = def->dflt.n == 0       ? STR("NULL")
			  : def->dflt_is_literal ? def->dflt_value
						 : def->dflt;
	struct str type = lake_type_name(c->cx->arena, col->type);

	if (is_reserved(col->name))
		return shade_fail(c->cx, SHADE_E_UNSUPPORTED, NO_SPAN,
				  "a column of a permanent table cannot be called "
				  "\"%.*s\"",
				  STR_ARG(col->name));
	return lake_run(c->cx, c->lake,
			"INSERT INTO ducklake_column VALUES(?, ?, NULL, ?, ?, ?, ?, ?, "
			"?, ?, NULL, ?, 'duckdb')",
			"iiiittttit", def->id, c->next.id, table_id, order, col->name,
			type, def->has_initial ? def->initial : STR_NONE, dflt,
			(int64_t)!col->not_null,
			def->dflt.n > 0 && !def->dflt_is_literal ? STR("expression")
								 : STR("literal"));
}

static shade_status end_column(struct commit *c, int64_t table_id, int64_t column)
{
	return lake_run(
		c->cx, c->lake,
		"UPDATE ducklake_column SET end_snapshot = ? WHERE table_id = ? "
		"AND (column_id = ?3 OR parent_column = ?3) AND end_snapshot IS "
		"NULL",
		"iii", c->next.id, table_id, column);
}

static shade_status set_comment(struct commit *c, int64_t table_id, int64_t column,
				struct str value)
{
	TRY(lake_run(
		c->cx, c->lake,
		"UPDATE ducklake_column_tag SET end_snapshot = ? WHERE table_id = ? "
		"AND column_id = ? AND key = 'comment' AND end_snapshot IS NULL",
		"iii", c->next.id, table_id, column));
	if (value.n == 0)
		return SHADE_OK;
	return lake_run(c->cx, c->lake,
			"INSERT INTO ducklake_column_tag VALUES(?, ?, ?, NULL, "
			"'comment', ?)",
			"iiit", table_id, column, c->next.id, value);
}

static struct str type_tag(struct arena *a, const struct type *t)
{
	return lake_type_is_exact(t) ? STR_NONE : type_name(a, t);
}

static int find_id(const struct object *o, int64_t id)
{
	for (size_t i = 0; o && i < o->n_cols; i++)
		if (o->defs[i].id == id)
			return (int)i;
	return -1;
}

static bool same_column(const struct object *x, size_t i, const struct object *y,
			size_t k)
{
	const struct column_def *d = &x->defs[i], *e = &y->defs[k];

	return str_eq(x->cols[i].name, y->cols[k].name) &&
	       type_equal(x->cols[i].type, y->cols[k].type) &&
	       x->cols[i].not_null == y->cols[k].not_null && str_eq(d->dflt, e->dflt) &&
	       d->dflt_is_literal == e->dflt_is_literal;
}

/* Does the order of the columns need new numbers? */
static bool is_renumbered(const struct object *o, const struct object *was)
{
	int64_t last = 0;

	if (!was)
		return false;
	for (size_t i = 0; i < o->n_cols; i++) {
		if (o->defs[i].id == 0)
			continue;
		if (i > 0 && o->defs[i - 1].id == 0)
			return true;
		if (o->defs[i].id < last)
			return true;
		last = o->defs[i].id;
	}
	return false;
}

static shade_status column_tags(struct commit *c, const struct object *o, size_t i,
				const struct object *was, int k, int64_t table_id)
{
	int64_t id = o->defs[i].id;
	struct str before = k >= 0 ? was->cols[k].comment : STR_NONE;

	if (!str_eq(before, o->cols[i].comment)) {
		TRY(set_comment(c, table_id, id, o->cols[i].comment));
		c->altered = true;
	}
	return SHADE_OK;
}

static shade_status end_dropped(struct commit *c, const struct object *o,
				const struct object *was, int64_t table_id,
				bool *changed, bool *reshaped)
{
	for (size_t k = 0; was && k < was->n_cols; k++) {
		if (find_id(o, was->defs[k].id) >= 0)
			continue;
		TRY(end_column(c, table_id, was->defs[k].id));
		TRY(lake_run(c->cx, c->lake,
			     "UPDATE ducklake_column_tag SET end_snapshot = ? WHERE "
			     "table_id = ? AND column_id = ? AND end_snapshot IS NULL",
			     "iii", c->next.id, table_id, was->defs[k].id));
		*changed = *reshaped = true;
	}
	return SHADE_OK;
}

shade_status lake_write_columns(struct commit *c, struct object *o,
				const struct object *was, int64_t table_id)
{
	bool renumber = is_renumbered(o, was), changed = !was, reshaped = !was;
	int64_t next;

	TRY(lake_int(c->cx, c->lake, &next, 0,
		     "SELECT max(column_id) FROM ducklake_column WHERE table_id = ?",
		     "i", table_id));
	if (next < 0 || next > LAKE_MAX_ID)
		return lake_corrupt(c->cx, c->lake, "a column has number %lld",
				    (long long)next);
	TRY(end_dropped(c, o, was, table_id, &changed, &reshaped));
	for (size_t i = 0; i < o->n_cols; i++) {
		struct column_def *def = &o->defs[i];
		int k = def->id ? find_id(was, def->id) : -1;

		if (k < 0)
			def->id = ++next;
		if (k < 0 || renumber || !same_column(o, i, was, (size_t)k)) {
			reshaped |= k < 0 ||
				    !str_eq(o->cols[i].name, was->cols[k].name) ||
				    !type_equal(o->cols[i].type, was->cols[k].type);
			if (k >= 0)
				TRY(end_column(c, table_id, def->id));
			TRY(insert_column(c, o, i, table_id,
					  renumber ? (int64_t)i + 1 : def->id));
			changed = true;
		}
		TRY(column_tags(c, o, i, was, k, table_id));
	}
	if (!changed)
		return SHADE_OK;
	c->altered = c->schema_changed = true;
	if (reshaped && o->n_options == 0)
		return lake_create_inlined(c, o, table_id);
	return lake_run(c->cx, c->lake,
			"INSERT INTO ducklake_schema_versions VALUES(?, ?, ?)", "iii",
			c->next.id, c->was.schema_version + 1, table_id);
}

/* --- tags ---------------------------------------------------------------- */

struct tag {
	struct str key, value;
};

struct tags {
	struct arena *arena;
	VEC(struct tag) list;
};

static void add_tag(struct tags *t, struct str key, struct str value)
{
	struct tag tag = { key, value };

	if (value.n > 0)
		vec_push(t->arena, &t->list, tag);
}

static void add_props(struct tags *t, const char *prefix, const struct property *p,
		      size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!str_eq(p[i].key, STR("shade.read_only")) &&
		    !str_eq(p[i].key, STR("shade.unreadable")))
			add_tag(t,
				str_fmt(t->arena, "%s%.*s", prefix, STR_ARG(p[i].key)),
				p[i].value);
}

/* "U+2,5" is UNIQUE, enforced, over the columns with these ids; "C+x > 0" a
 * CHECK.  P: primary key, I: index, u: unique index. */
static struct str constraint_tag(struct arena *a, const struct object *o,
				 const struct constraint_def *c)
{
	static const char letters[] = { [CONSTRAINT_PRIMARY_KEY] = 'P',
					[CONSTRAINT_UNIQUE] = 'U',
					[CONSTRAINT_INDEX] = 'I',
					[CONSTRAINT_CHECK] = 'C' };
	struct sbuf b = { .arena = a };

	sbuf_addc(&b,
		  c->kind == CONSTRAINT_UNIQUE && c->is_index ? 'u' : letters[c->kind]);
	sbuf_addc(&b, c->not_enforced ? '-' : '+');
	sbuf_add(&b, c->text);
	for (size_t i = 0; i < c->n_cols; i++)
		sbuf_addf(&b, "%s%lld", i ? "," : "",
			  (long long)o->defs[c->cols[i]].id);
	return sbuf_str(&b);
}

static void collect_tags(struct tags *t, const struct object *o)
{
	if (!o)
		return;
	add_tag(t, STR("comment"), o->comment);
	add_tag(t, STR("shade.created_at"), o->created_at);
	if (o->kind == OBJECT_MATERIALIZED_VIEW)
		add_tag(t, STR("shade.mv.sql"), o->sql);
	if (o->kind == OBJECT_FUNCTION)
		add_tag(t, STR("shade.function"), o->sql);
	add_props(t, "shade.property.", o->props, o->n_props);
	add_props(t, "shade.setting.", o->captured, o->n_captured);
	add_props(t, "shade.option.", o->options, o->n_options);
	for (size_t i = 0; i < o->n_constraints; i++)
		add_tag(t,
			str_fmt(t->arena, "shade.constraint.%.*s",
				STR_ARG(o->constraints[i].name)),
			constraint_tag(t->arena, o, &o->constraints[i]));
	for (size_t i = 0; o->defs && i < o->n_cols; i++)
		add_tag(t,
			str_fmt(t->arena, "shade.type.%lld", (long long)o->defs[i].id),
			type_tag(t->arena, o->cols[i].type));
	for (size_t i = 0; object_is_view(o) && i < o->n_cols; i++)
		add_tag(t,
			str_fmt(t->arena, "shade.column_comment.%.*s",
				STR_ARG(o->cols[i].name)),
			o->cols[i].comment);
}

static const struct tag *find_tag(const struct tags *t, const struct tag *like)
{
	for (size_t i = 0; i < t->list.n; i++)
		if (str_eq(t->list.v[i].key, like->key) &&
		    str_eq(t->list.v[i].value, like->value))
			return &t->list.v[i];
	return NULL;
}

shade_status lake_write_tags(struct commit *c, const struct object *o,
			     const struct object *was, int64_t id)
{
	struct tags now = { .arena = c->cx->arena }, before = { .arena = c->cx->arena };

	collect_tags(&now, o);
	collect_tags(&before, was);
	for (size_t i = 0; i < before.list.n; i++) {
		if (find_tag(&now, &before.list.v[i]))
			continue;
		TRY(lake_run(
			c->cx, c->lake,
			"UPDATE ducklake_tag SET end_snapshot = ? WHERE object_id = "
			"? AND key = ? AND end_snapshot IS NULL",
			"iit", c->next.id, id, before.list.v[i].key));
		c->altered = true;
	}
	for (size_t i = 0; i < now.list.n; i++) {
		if (find_tag(&before, &now.list.v[i]))
			continue;
		TRY(lake_run(c->cx, c->lake,
			     "INSERT INTO ducklake_tag VALUES(?, ?, NULL, ?, ?)",
			     "iitt", id, c->next.id, now.list.v[i].key,
			     now.list.v[i].value));
		c->altered = true;
	}
	return SHADE_OK;
}
