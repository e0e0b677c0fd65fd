/*
 * load.c - databases, tables and views as of the newest snapshot.
 *
 * Objects that no snapshot since the last load has touched are kept, with
 * the rows that are in memory already.
 */
#include "lake/lake_internal.h"

#include "catalog/connected_table.h"

#define VISIBLE "begin_snapshot <= ?1 AND (end_snapshot IS NULL OR end_snapshot > ?1)"
#define MAX_COLUMNS 20000

struct loader {
	struct shade_cx *cx;
	struct lake *lake;
	struct snapshot snap;
	VEC(struct database *) dbs;
	struct object_list objects;
	/* ids that changed since lake->now; all: nothing can be kept */
	VEC(int64_t) touched;
	bool touched_all;
};

/* --- what changed -------------------------------------------------------- */

static bool note_change(void *arg, const struct change *ch)
{
	struct loader *ld = arg;

	if (ch->id >= 0)
		vec_push(ld->cx->arena, &ld->touched, ch->id);
	return true;
}

static shade_status find_touched(struct loader *ld)
{
	struct lake *l = ld->lake;
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	ld->touched_all = l->now.id < 0 || ld->snap.id < l->now.id;
	if (ld->touched_all)
		return SHADE_OK;
	TRY(lake_prepare(ld->cx, l,
			 STR("SELECT changes_made FROM ducklake_snapshot_changes WHERE "
			     "snapshot_id > ? AND snapshot_id <= ?"),
			 &st));
	sqlite3_bind_int64(st, 1, l->now.id);
	sqlite3_bind_int64(st, 2, ld->snap.id);
	while (!(rc = lake_step(ld->cx, l, st, &row)) && row)
		if (!changes_parse(ld->cx->arena, lake_text(ld->cx->arena, st, 0),
				   note_change, ld))
			ld->touched_all = true;
	sqlite3_finalize(st);
	return rc;
}

static struct object *kept(const struct loader *ld, int64_t id)
{
	const struct object_list *l = &ld->lake->stored;

	for (size_t i = 0; i < ld->touched.n; i++)
		if (ld->touched.v[i] == id)
			return NULL;
	for (size_t i = 0; !ld->touched_all && i < l->n; i++)
		if (l->v[i]->stored.id == id)
			return l->v[i];
	return NULL;
}

/* --- databases ----------------------------------------------------------- */

static shade_status load_database(struct loader *ld, sqlite3_stmt *st)
{
	struct arena *a = ld->lake->base.arena;
	struct database *db = arena_new_of(a, struct database);
	struct str name = lake_text(a, st, 2);

	if (!name.p)
		return lake_corrupt(ld->cx, ld->lake, "a schema has no name");
	db->name = str_eq(name, STR("main")) ? STR("default_database") : name;
	db->stored = (struct stored_id){
		.id = sqlite3_column_int64(st, 0),
		.since = sqlite3_column_int64(st, 3),
		.uuid = lake_text(a, st, 1),
		.data_path = lake_text(a, st, 4),
		.path_is_relative = sqlite3_column_int64(st, 5) != 0,
	};
	db->comment = lake_text(a, st, 6);
	vec_push(ld->cx->arena, &ld->dbs, db);
	return SHADE_OK;
}

static shade_status load_databases(struct loader *ld)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(
		ld->cx, ld->lake,
		STR("SELECT schema_id, schema_uuid, schema_name, "
		    "begin_snapshot, path, path_is_relative, (SELECT value FROM "
		    "ducklake_tag t WHERE t.object_id = s.schema_id AND t.key = "
		    "'comment' AND t." VISIBLE ") FROM ducklake_schema s "
		    "WHERE s.begin_snapshot <= ?1 AND (s.end_snapshot IS NULL "
		    "OR s.end_snapshot > ?1) ORDER BY 1"),
		&st));
	sqlite3_bind_int64(st, 1, ld->snap.id);
	while (!(rc = lake_step(ld->cx, ld->lake, st, &row)) && row) {
		rc = load_database(ld, st);
		if (rc)
			break;
	}
	sqlite3_finalize(st);
	if (!rc && ld->dbs.n == 0)
		rc = lake_corrupt(ld->cx, ld->lake, "it has no schema");
	return rc;
}

static struct database *database_by_id(const struct loader *ld, int64_t id)
{
	for (size_t i = 0; i < ld->dbs.n; i++)
		if (ld->dbs.v[i]->stored.id == id)
			return ld->dbs.v[i];
	return NULL;
}

/* --- objects ------------------------------------------------------------- */

static shade_status add_object(struct loader *ld, struct object *o)
{
	struct object *old;

	if (!object_list_put(&ld->objects, o, &old)) {
		object_unref(o);
		return cx_nomem(ld->cx);
	}
	if (old) {
		shade_status rc = lake_corrupt(ld->cx, ld->lake,
					       "two objects are called \"%.*s\"",
					       STR_ARG(old->path.name));

		object_unref(old);
		return rc;
	}
	return SHADE_OK;
}

/* id, uuid, name, schema_id, begin are columns 0..4 of st. */
static shade_status new_object(struct loader *ld, sqlite3_stmt *st,
			       enum object_kind kind, struct object **out)
{
	struct arena *a = ld->cx->arena;
	struct database *db = database_by_id(ld, sqlite3_column_int64(st, 3));
	struct path path = { .catalog = ld->lake->base.name };
	struct object *o;

	path.name = lake_text(a, st, 2);
	if (!path.name.p || !db)
		return lake_corrupt(ld->cx, ld->lake,
				    "object %lld has no name or no schema",
				    (long long)sqlite3_column_int64(st, 0));
	path.database = db->name;
	o = object_new(ld->cx->budget, kind, &path, false);
	if (!o)
		return cx_nomem(ld->cx);
	o->stored.id = sqlite3_column_int64(st, 0);
	o->stored.uuid = lake_text(o->arena, st, 1);
	o->stored.since = sqlite3_column_int64(st, 4);
	*out = o;
	return SHADE_OK;
}

static void add_setting(struct object *o, struct str key, struct str value)
{
	struct property *p = arena_array(o->arena, struct property, o->n_captured + 1);

	if (o->n_captured > 0)
		memcpy(p, o->captured, o->n_captured * sizeof(*p));
	p[o->n_captured++] = (struct property){ key, value };
	o->captured = p;
}

static void add_option(struct object *o, struct str key, struct str value)
{
	struct property *p = arena_array(o->arena, struct property, o->n_options + 1);

	if (o->n_options > 0)
		memcpy(p, o->options, o->n_options * sizeof(*p));
	p[o->n_options++] = (struct property){ key, value };
	o->options = p;
}

static struct str behind(struct str key, struct str prefix)
{
	return (struct str){ key.p + prefix.n, key.n - prefix.n };
}

/* VARCHAR(10) where the file's type says varchar. */
static void apply_type(struct object *o, struct str id, struct str text)
{
	const char *open = memchr(text.p, '(', text.n);
	size_t n = open ? (size_t)(open - text.p) : text.n;
	int64_t column = 0;
	int p = 0;

	for (size_t i = 0; i < id.n && id.p[i] >= '0' && id.p[i] <= '9' && i < 9; i++)
		column = column * 10 + (id.p[i] - '0');
	for (size_t i = n + 1;
	     i < text.n && text.p[i] >= '0' && text.p[i] <= '9' && p < 100000000; i++)
		p = p * 10 + (text.p[i] - '0');
	for (size_t i = 0; o->defs && i < o->n_cols; i++) {
		const struct type *t;

		if (o->defs[i].id != column)
			continue;
		t = type_by_name(o->arena, (struct str){ text.p, n }, open ? p : -1,
				 -1);
		if (t && type_phys(t) == type_phys(o->cols[i].type) &&
		    type_family(t) == type_family(o->cols[i].type))
			o->cols[i].type = t;
	}
}

/* The reverse of constraint_tag; what does not make sense is left out. */
static void add_constraint(struct object *o, struct str name, struct str text)
{
	struct constraint_def c = { .name = name };
	size_t cols[256];
	uint64_t id = 0;

	if (text.n < 3 || o->kind != OBJECT_TABLE)
		return;
	c.is_index = text.p[0] == 'u' || text.p[0] == 'I';
	c.not_enforced = text.p[1] == '-';
	c.cols = cols;
	switch (text.p[0]) {
	case 'P': c.kind = CONSTRAINT_PRIMARY_KEY; break;
	case 'U':
	case 'u': c.kind = CONSTRAINT_UNIQUE; break;
	case 'I': c.kind = CONSTRAINT_INDEX; break;
	case 'C':
		c.kind = CONSTRAINT_CHECK;
		c.text = (struct str){ text.p + 2, text.n - 2 };
		object_add_constraint(o, &c);
		return;
	default: return;
	}
	for (size_t i = 2; i <= text.n; i++) {
		if (i < text.n && text.p[i] >= '0' && text.p[i] <= '9') {
			id = id * 10 + (uint64_t)(text.p[i] - '0');
			continue;
		}
		for (size_t k = 0; k < o->n_cols && c.n_cols < ARRAY_LEN(cols); k++)
			if ((uint64_t)o->defs[k].id == id)
				cols[c.n_cols++] = k;
		id = 0;
	}
	if (c.n_cols > 0)
		object_add_constraint(o, &c);
}

static void apply_tag(struct object *o, struct str key, struct str value)
{
	if (str_eq(key, STR("comment")))
		o->comment = value;
	else if (str_eq(key, STR("shade.created_at")))
		o->created_at = value;
	else if (str_eq(key, STR("shade.function")))
		o->sql = value;
	else if (str_eq(key, STR("shade.mv.sql")) && o->kind == OBJECT_TABLE) {
		o->kind = OBJECT_MATERIALIZED_VIEW;
		o->sql = value;
	} else if (str_starts_with(key, STR("shade.property.")))
		object_add_property(o, behind(key, STR("shade.property.")), value);
	else if (str_starts_with(key, STR("shade.type.")))
		apply_type(o, behind(key, STR("shade.type.")), value);
	else if (str_starts_with(key, STR("shade.setting.")))
		add_setting(o, behind(key, STR("shade.setting.")), value);
	else if (str_starts_with(key, STR("shade.option.")))
		add_option(o, behind(key, STR("shade.option.")), value);
	else if (str_starts_with(key, STR("shade.constraint.")))
		add_constraint(o, behind(key, STR("shade.constraint.")), value);
	else if (str_starts_with(key, STR("shade.column_comment."))) {
		int col = object_find_col(o, behind(key, STR("shade.column_comment.")));

		if (col >= 0)
			o->cols[col].comment = value;
	}
}

static shade_status load_tags(struct loader *ld, struct object *o)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(ld->cx, ld->lake,
			 STR("SELECT key, value FROM ducklake_tag WHERE object_id = ?2 "
			     "AND " VISIBLE " ORDER BY key"),
			 &st));
	sqlite3_bind_int64(st, 1, ld->snap.id);
	sqlite3_bind_int64(st, 2, o->stored.id);
	while (!(rc = lake_step(ld->cx, ld->lake, st, &row)) && row) {
		struct str key = lake_text(o->arena, st, 0);
		struct str value = lake_text(o->arena, st, 1);

		if (key.p && value.p)
			apply_tag(o, key, value);
	}
	sqlite3_finalize(st);
	return rc;
}

/* --- columns ------------------------------------------------------------- */

/* A default as SQL text: a literal in quotes unless it is a plain number. */
static struct str default_text(struct arena *a, struct str value, const struct type *t)
{
	struct sbuf b = { .arena = a };

	if (t->id == TYPE_BINARY)
		return lake_blob_literal(a, value);

	if (type_is_numeric(t) || t->id == TYPE_BOOLEAN)
		return value;
	sbuf_addc(&b, '\'');
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '\'')
			sbuf_addc(&b, '\'');
		sbuf_addc(&b, value.p[i]);
	}
	sbuf_addc(&b, '\'');
	return sbuf_str(&b);
}

static void load_default(struct object *o, size_t i, sqlite3_stmt *st)
{
	struct column_def *def = &o->defs[i];
	struct str value = lake_text(o->arena, st, 4);
	struct str kind = lake_text(o->arena, st, 7);

	def->initial = lake_text(o->arena, st, 3);
	def->has_initial = def->initial.p != NULL;
	if (!value.p || str_eq(value, STR("NULL")))
		return;
	if (str_eq(kind, STR("expression"))) {
		def->dflt = value;
		return;
	}
	def->dflt_is_literal = true;
	def->dflt_value = value;
	def->dflt = default_text(o->arena, value, o->cols[i].type);
}

/* Refused when it is used: the rest of the catalog stays readable. */
static void mark_unreadable(struct object *o, struct str column, struct str type)
{
	if (object_property(o, STR("shade.unreadable")).p)
		return;
	object_add_property(o, STR("shade.unreadable"),
			    str_fmt(o->arena, "column \"%.*s\" of type %.*s",
				    STR_ARG(column), STR_ARG(type)));
}

static shade_status load_column(struct loader *ld, struct object *o, size_t i,
				sqlite3_stmt *st)
{
	struct source_col *c = &o->cols[i];
	struct str type = lake_text(o->arena, st, 2);
	bool exact;

	c->name = lake_text(o->arena, st, 1);
	if (!c->name.p || !type.p)
		return lake_corrupt(ld->cx, ld->lake,
				    "a column of table \"%.*s\" has no name or type",
				    STR_ARG(o->path.name));
	c->type = lake_type_of(o->arena, type, &exact);
	if (!c->type) {
		mark_unreadable(o, c->name, type);
		c->type = type_of(TYPE_VARCHAR);
	} else if (!exact) {
		object_add_property(o, STR("shade.read_only"), c->name);
	}
	c->not_null = sqlite3_column_int64(st, 5) == 0;
	c->comment = lake_text(o->arena, st, 8);
	o->defs[i].id = sqlite3_column_int64(st, 0);
	load_default(o, i, st);
	return SHADE_OK;
}

#define COMMENT                                                               \
	"(SELECT value FROM ducklake_column_tag t WHERE t.table_id = ?2 AND " \
	"t.column_id = c.column_id AND t.key = 'comment' AND t." VISIBLE ")"

static shade_status load_columns(struct loader *ld, struct object *o)
{
	sqlite3_stmt *st;
	int64_t n;
	size_t i = 0;
	shade_status rc;
	bool row;

	TRY(lake_int(ld->cx, ld->lake, &n, 0,
		     "SELECT count(*) FROM ducklake_column WHERE table_id = ?2 AND "
		     "parent_column IS NULL AND " VISIBLE,
		     "ii", ld->snap.id, o->stored.id));
	if (n < 1 || n > MAX_COLUMNS)
		return lake_corrupt(ld->cx, ld->lake, "table \"%.*s\" has %lld columns",
				    STR_ARG(o->path.name), (long long)n);
	object_set_cols(o, (size_t)n);
	TRY(lake_prepare(ld->cx, ld->lake,
			 STR("SELECT column_id, column_name, column_type, "
			     "initial_default, default_value, nulls_allowed, "
			     "parent_column, default_value_type, " COMMENT " FROM "
			     "ducklake_column c WHERE table_id = ?2 AND parent_column "
			     "IS NULL AND " VISIBLE
			     " ORDER BY column_order, column_id"),
			 &st));
	sqlite3_bind_int64(st, 1, ld->snap.id);
	sqlite3_bind_int64(st, 2, o->stored.id);
	while (!(rc = lake_step(ld->cx, ld->lake, st, &row)) && row && i < (size_t)n) {
		rc = load_column(ld, o, i++, st);
		if (rc)
			break;
	}
	sqlite3_finalize(st);
	return rc;
}

/* --- tables -------------------------------------------------------------- */

static shade_status fill_table(struct loader *ld, struct object *o)
{
	struct mem_table *t;

	TRY(load_columns(ld, o));
	TRY(load_tags(ld, o));
	if (o->n_options > 0)
		return connected_table_new(ld->cx, o, NO_SPAN);
	TRY(lake_table_new(ld->cx, &ld->lake->base, o));
	t = mem_table_of(o->table);
	t->load = lake_load_rows;
	((struct lake_table *)t->load_arg)->table_id = o->stored.id;
	return SHADE_OK;
}

static shade_status load_tables(struct loader *ld)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(ld->cx, ld->lake,
			 STR("SELECT table_id, table_uuid, table_name, schema_id, "
			     "begin_snapshot, path, path_is_relative FROM "
			     "ducklake_table WHERE " VISIBLE),
			 &st));
	sqlite3_bind_int64(st, 1, ld->snap.id);
	while (!(rc = lake_step(ld->cx, ld->lake, st, &row)) && row) {
		struct object *o = kept(ld, sqlite3_column_int64(st, 0));

		if (o) {
			rc = add_object(ld, object_ref(o));
		} else {
			rc = new_object(ld, st, OBJECT_TABLE, &o);
			if (rc)
				break;
			o->stored.data_path = lake_text(o->arena, st, 5);
			o->stored.path_is_relative = sqlite3_column_int64(st, 6) != 0;
			rc = fill_table(ld, o);
			if (rc) {
				object_unref(o);
				break;
			}
			rc = add_object(ld, o);
		}
		if (rc)
			break;
	}
	sqlite3_finalize(st);
	return rc;
}

/* --- views --------------------------------------------------------------- */

/* "a","b" with doubled quotes into view columns. */
static void parse_aliases(struct object *o, struct str s)
{
	VEC(struct str) names = { 0 };
	size_t i = 0;

	while (i < s.n && s.p[i] == '"') {
		struct sbuf b = { .arena = o->arena };

		for (i++; i < s.n; i++) {
			if (s.p[i] == '"' && !(i + 1 < s.n && s.p[i + 1] == '"'))
				break;
			if (s.p[i] == '"')
				i++;
			sbuf_addc(&b, s.p[i]);
		}
		vec_push(o->arena, &names, sbuf_str(&b));
		i++;
		while (i < s.n && (s.p[i] == ',' || s.p[i] == ' '))
			i++;
	}
	object_set_cols(o, names.n);
	for (size_t k = 0; k < names.n; k++) {
		o->cols[k].name = names.v[k];
		o->cols[k].type = type_of(TYPE_NULL);
	}
}

/* The text without DuckDB's placeholder for the catalog's name. */
static struct str without_placeholder(struct arena *a, struct str s)
{
	static const char mark[] = "{DUCKLAKE_CATALOG}.";
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < s.n; i++) {
		if (s.n - i >= sizeof(mark) - 1 &&
		    memcmp(s.p + i, mark, sizeof(mark) - 1) == 0)
			i += sizeof(mark) - 2;
		else
			sbuf_addc(&b, s.p[i]);
	}
	return sbuf_str(&b);
}

static shade_status load_view(struct loader *ld, sqlite3_stmt *st)
{
	struct object *o = kept(ld, sqlite3_column_int64(st, 0));
	shade_status rc;

	if (o)
		return add_object(ld, object_ref(o));
	TRY(new_object(ld, st, OBJECT_VIEW, &o));
	o->sql = without_placeholder(o->arena, lake_text(o->arena, st, 5));
	parse_aliases(o, lake_text(o->arena, st, 6));
	rc = load_tags(ld, o);
	if (rc) {
		object_unref(o);
		return rc;
	}
	return add_object(ld, o);
}

static shade_status load_views(struct loader *ld)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(ld->cx, ld->lake,
			 STR("SELECT view_id, view_uuid, view_name, schema_id, "
			     "begin_snapshot, sql, column_aliases FROM ducklake_view "
			     "WHERE " VISIBLE),
			 &st));
	sqlite3_bind_int64(st, 1, ld->snap.id);
	while (!(rc = lake_step(ld->cx, ld->lake, st, &row)) && row) {
		rc = load_view(ld, st);
		if (rc)
			break;
	}
	sqlite3_finalize(st);
	return rc;
}

/* --- functions ------------------------------------------------------------ */

static shade_status load_function(struct loader *ld, sqlite3_stmt *st)
{
	struct object *o = kept(ld, sqlite3_column_int64(st, 0));
	shade_status rc;

	if (o)
		return add_object(ld, object_ref(o));
	TRY(new_object(ld, st, OBJECT_FUNCTION, &o));
	o->path.is_function = true;
	rc = load_tags(ld, o);
	if (!rc && o->sql.n == 0)
		rc = lake_corrupt(ld->cx, ld->lake, "function \"%.*s\" has no text",
				  STR_ARG(o->path.name));
	if (rc) {
		object_unref(o);
		return rc;
	}
	return add_object(ld, o);
}

static shade_status load_functions(struct loader *ld)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row, any;

	TRY(lake_has_functions(ld->cx, ld->lake, &any));
	if (!any)
		return SHADE_OK;
	TRY(lake_prepare(ld->cx, ld->lake,
			 STR("SELECT function_id, NULL, function_name, schema_id, "
			     "begin_snapshot FROM shade_function WHERE " VISIBLE),
			 &st));
	sqlite3_bind_int64(st, 1, ld->snap.id);
	while (!(rc = lake_step(ld->cx, ld->lake, st, &row)) && row) {
		rc = load_function(ld, st);
		if (rc)
			break;
	}
	sqlite3_finalize(st);
	return rc;
}

/* --- all of it ----------------------------------------------------------- */

shade_status lake_remember(struct shade_cx *cx, struct lake *l)
{
	struct store *s = &l->base;
	struct object *old;

	object_list_clear(&l->stored);
	for (size_t i = 0; i < s->objects.n; i++)
		if (!object_list_put(&l->stored, object_ref(s->objects.v[i]), &old)) {
			object_unref(s->objects.v[i]);
			return cx_nomem(cx);
		}
	if (l->cap_stored_dbs < s->n_databases) {
		size_t cap = s->n_databases * 2;
		struct stored_database *v = mem_realloc(s->budget, l->stored_dbs,
							l->cap_stored_dbs * sizeof(*v),
							cap * sizeof(*v));

		if (!v)
			return cx_nomem(cx);
		l->stored_dbs = v;
		l->cap_stored_dbs = cap;
	}
	l->n_stored_dbs = s->n_databases;
	for (size_t i = 0; i < s->n_databases; i++)
		l->stored_dbs[i] = (struct stored_database){ s->databases[i],
							     s->databases[i]->comment };
	return SHADE_OK;
}

static shade_status install(struct loader *ld)
{
	struct store *s = &ld->lake->base;

	object_list_clear(&s->objects);
	s->objects = ld->objects;
	ld->objects = (struct object_list){ .budget = ld->cx->budget };
	s->n_databases = 0;
	for (size_t i = 0; i < ld->dbs.n; i++)
		if (!store_add_database(s, ld->dbs.v[i]))
			return cx_nomem(ld->cx);
	ld->lake->now = ld->snap;
	s->changed = false;
	return lake_remember(ld->cx, ld->lake);
}

shade_status lake_load(struct shade_cx *cx, struct lake *l)
{
	struct loader ld = { .cx = cx, .lake = l };
	shade_status rc;

	ld.objects.budget = cx->budget;
	TRY(lake_newest_snapshot(cx, l, &ld.snap));
	if (ld.snap.id == l->now.id)
		return SHADE_OK;
	TRY(find_touched(&ld));
	rc = load_databases(&ld);
	if (!rc)
		rc = load_tables(&ld);
	if (!rc)
		rc = load_views(&ld);
	if (!rc)
		rc = load_functions(&ld);
	if (!rc)
		rc = cx_check_arena(cx);
	if (!rc)
		rc = install(&ld);
	object_list_clear(&ld.objects);
	return rc;
}
