/*
 * dot_schema.c - .schema and .dump: statements that rebuild what there is.
 *
 * Permanent objects first, tables before views, and a view behind all that
 * it reads, so that the output can be run from top to bottom.
 */
#include <string.h>

#include "dot.h"
#include "lineage.h"
#include "run.h"
#include "shade.h"

struct object {
	char *catalog, *database, *name, *definition;
	bool is_view, is_temporary;
	bool is_hidden; /* a temporary object has its name */
	bool is_done;
};

struct objects {
	struct object *v;
	size_t n;
};

static bool is_true(const char *value)
{
	return value && !strcmp(value, "true");
}

static bool add_object(void *arg, size_t n, const char *const *names,
		       const char *const *values)
{
	struct objects *list = arg;

	(void)names;
	if (n < 7 || !values[2] || !values[6])
		return true;
	list->v = mem_grow(list->v, list->n + 1, sizeof(*list->v));
	list->v[list->n++] = (struct object){
		.catalog = str_dup(values[0]),
		.database = str_dup(values[1]),
		.name = str_dup(values[2]),
		.is_view = values[3] && strstr(values[3], "view"),
		.is_temporary = is_true(values[4]),
		.is_hidden = is_true(values[5]),
		.definition = str_dup(values[6]),
	};
	return true;
}

static void objects_free(struct objects *list)
{
	for (size_t i = 0; i < list->n; i++) {
		mem_free(list->v[i].catalog);
		mem_free(list->v[i].database);
		mem_free(list->v[i].name);
		mem_free(list->v[i].definition);
	}
	mem_free(list->v);
}

/* Objects of the open catalogs whose names are like the pattern, if any. */
static bool ask(struct dot_call *c, struct objects *list)
{
	struct text sql = { 0 };
	bool ok;

	text_addz(&sql, "SELECT catalog, database, name, kind, temporary, "
			"is_shadowed, definition FROM shade.tables");
	if (c->argc) {
		text_addz(&sql, " WHERE name LIKE ");
		sql_quote_pattern(&sql, c->argv[0]);
	}
	ok = run_query(c->sh, sql.p, true, add_object, list);
	text_free(&sql);
	if (ok && !list->n && c->argc)
		return dot_fail(c,
				"no table or view is like \"%s\"; .tables lists them",
				c->argv[0]);
	return ok;
}

/* database.name, quoted; with the catalog if it is not the usual one. */
static void add_path(struct text *t, const struct object *o)
{
	if (strcmp(o->catalog, "default_catalog") != 0) {
		sql_quote(t, o->catalog, '"');
		text_addc(t, '.');
	}
	if (t->n || strcmp(o->database, "default_database") != 0) {
		sql_quote(t, o->database, '"');
		text_addc(t, '.');
	}
	sql_quote(t, o->name, '"');
}

static bool dump_rows(struct dot_call *c, const struct object *o)
{
	struct looks *l = &c->sh->looks, old = *l;
	struct text sql = { 0 }, table = { 0 };
	bool ok;

	if (o->is_hidden)
		return dot_fail(c,
				"the rows of \"%s\" cannot be read while a temporary "
				"object has its name; drop or rename that first",
				o->name);
	add_path(&table, o);
	text_addf(&sql, "SELECT * FROM %s", table.p);
	l->mode = &render_insert;
	l->table = table.p;
	l->footer = false;
	ok = run_sql(c->sh, sql.p, false);
	*l = old;
	text_free(&sql);
	text_free(&table);
	return ok;
}

struct dumping {
	struct dot_call *c;
	struct objects list;
	bool with_rows;
};

static bool print_one(struct dumping *d, struct object *o);

/* Those that the view reads go first. */
static bool print_sources(struct dumping *d, const struct object *o)
{
	struct text path = { 0 };
	struct lineage l = { 0 };
	bool ok = true;

	add_path(&path, o);
	/* A hidden or broken view says nothing: it stands where it is. */
	if (!o->is_hidden)
		lineage_ask(&l, d->c->sh, path.p, false);
	for (size_t i = 0; i < l.n && ok; i++) {
		bool temporary = str_starts(l.v[i].source_kind, "temporary");

		for (size_t k = 0; k < d->list.n && ok; k++) {
			struct object *p = &d->list.v[k];
			char *full = str_fmt("%s.%s.%s", p->catalog, p->database,
					     p->name);

			if (p != o && p->is_temporary == temporary &&
			    !strcmp(full, l.v[i].source))
				ok = print_one(d, p);
			mem_free(full);
		}
	}
	lineage_free(&l);
	text_free(&path);
	return ok;
}

static bool print_one(struct dumping *d, struct object *o)
{
	if (o->is_done)
		return true;
	o->is_done = true;
	if (o->is_view && !print_sources(d, o))
		return false;
	out_addz(&d->c->sh->out, o->definition);
	out_addz(&d->c->sh->out, ";\n");
	return o->is_view || !d->with_rows || dump_rows(d->c, o);
}

static void print_databases(struct dumping *d)
{
	for (size_t i = 0; i < d->list.n; i++) {
		const struct object *o = &d->list.v[i];
		struct text t = { 0 };
		bool is_new = !o->is_temporary &&
			      strcmp(o->database, "default_database") != 0;

		for (size_t k = 0; k < i && is_new; k++)
			is_new = strcmp(d->list.v[k].database, o->database) != 0;
		if (is_new) {
			text_addz(&t, "CREATE DATABASE IF NOT EXISTS ");
			sql_quote(&t, o->database, '"');
			text_addz(&t, ";\n");
			out_add(&d->c->sh->out, t.p, t.n);
		}
		text_free(&t);
	}
}

static bool schema(struct dot_call *c, bool with_rows)
{
	struct dumping d = { .c = c, .with_rows = with_rows };
	bool ok = ask(c, &d.list);

	if (ok && with_rows)
		print_databases(&d);
	for (int pass = 0; pass < 4 && ok; pass++) {
		for (size_t i = 0; i < d.list.n && ok; i++) {
			struct object *o = &d.list.v[i];

			if (o->is_temporary == (pass >= 2) && o->is_view == (pass & 1))
				ok = print_one(&d, o);
		}
	}
	objects_free(&d.list);
	return ok;
}

bool dot_schema(struct dot_call *c)
{
	return schema(c, false);
}

bool dot_dump(struct dot_call *c)
{
	return schema(c, true);
}
