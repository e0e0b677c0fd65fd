/*
 * dot_diff.c - .diff A B [KEY...], and \diff: what only one of two relations
 * has, and with a key also the cells that differ.
 *
 * Columns correspond by name; those that only one side has are told on
 * stderr.  The result does not depend on the order of rows.
 */
#include <string.h>

#include "dot.h"
#include "run.h"
#include "shade.h"
#include "suffix.h"

/* Names of a relation's columns with their types; owned. */
struct columns {
	char **names, **types;
	size_t n;
};

static bool add_column(void *arg, size_t n, const char *const *names,
		       const char *const *values)
{
	struct columns *c = arg;

	(void)names;
	if (n < 2 || !values[0])
		return true;
	c->names = mem_grow(c->names, c->n + 1, sizeof(*c->names));
	c->types = mem_grow(c->types, c->n + 1, sizeof(*c->types));
	c->names[c->n] = str_dup(values[0]);
	c->types[c->n++] = str_dup(values[1] ? values[1] : "");
	return true;
}

static void columns_free(struct columns *c)
{
	for (size_t i = 0; i < c->n; i++) {
		mem_free(c->names[i]);
		mem_free(c->types[i]);
	}
	mem_free(c->names);
	mem_free(c->types);
}

static bool ask(struct shell *sh, const char *relation, struct columns *c)
{
	struct text sql = { 0 };
	bool ok;

	text_addf(&sql, "DESCRIBE SELECT * FROM %s", relation);
	ok = run_query(sh, sql.p, true, add_column, c);
	text_free(&sql);
	return ok;
}

static size_t find(const struct columns *c, const char *name)
{
	size_t i = 0;

	while (i < c->n && !str_same(c->names[i], name))
		i++;
	return i;
}

struct diff {
	struct shell *sh;
	const char *a, *b; /* relations as SQL */
	char *const *keys;
	size_t n_keys;
	struct columns in_a, in_b;
	bool schema_differs;
};

static bool is_key(const struct diff *d, const char *name)
{
	for (size_t i = 0; i < d->n_keys; i++) {
		if (str_same(d->keys[i], name))
			return true;
	}
	return false;
}

static void note_only(struct diff *d, const struct columns *c, size_t i,
		      const char *side)
{
	d->schema_differs = true;
	report_note(&d->sh->report, false, "column \"%s\" (%s) is only in %s",
		    c->names[i], c->types[i], side);
}

static void compare_schemas(struct diff *d)
{
	for (size_t i = 0; i < d->in_a.n; i++) {
		size_t k = find(&d->in_b, d->in_a.names[i]);

		if (k == d->in_b.n) {
			note_only(d, &d->in_a, i, "the first");
		} else if (strcmp(d->in_a.types[i], d->in_b.types[k]) != 0) {
			d->schema_differs = true;
			report_note(&d->sh->report, false,
				    "column \"%s\" is %s in the first and %s in the "
				    "second",
				    d->in_a.names[i], d->in_a.types[i],
				    d->in_b.types[k]);
		}
	}
	for (size_t i = 0; i < d->in_b.n; i++) {
		if (find(&d->in_a, d->in_b.names[i]) == d->in_a.n)
			note_only(d, &d->in_b, i, "the second");
	}
}

/* Columns that both have, keys left out if asked: `prefix.name, ...`. */
static size_t add_common(struct text *t, const struct diff *d, const char *prefix,
			 bool keys_too)
{
	size_t n = 0;

	for (size_t i = 0; i < d->in_a.n; i++) {
		const char *name = d->in_a.names[i];

		if (find(&d->in_b, name) == d->in_b.n || (!keys_too && is_key(d, name)))
			continue;
		text_addf(t, "%s%s", n++ ? ", " : "", prefix);
		sql_quote(t, name, '"');
	}
	return n;
}

/* A form in which @ stands for a name. */
static void add_form(struct text *t, const char *form, const char *name)
{
	for (; *form; form++) {
		if (*form == '@')
			sql_quote(t, name, '"');
		else
			text_addc(t, *form);
	}
}

static void add_keys(struct text *t, const struct diff *d, const char *form,
		     const char *between)
{
	for (size_t i = 0; i < d->n_keys; i++) {
		text_addz(t, i ? between : "");
		add_form(t, form, d->keys[i]);
	}
}

/* --- without a key: whole rows -------------------------------------------- */

static void add_side(struct text *t, const struct diff *d, char sign, const char *from,
		     const char *other)
{
	text_addf(t, "SELECT '%c' AS diff, * FROM (SELECT ", sign);
	add_common(t, d, "", true);
	text_addf(t, " FROM %s EXCEPT ALL SELECT ", from);
	add_common(t, d, "", true);
	text_addf(t, " FROM %s)", other);
}

static void rows_query(struct text *t, const struct diff *d)
{
	text_addz(t, "SELECT * FROM (");
	add_side(t, d, '-', d->a, d->b);
	text_addz(t, " UNION ALL ");
	add_side(t, d, '+', d->b, d->a);
	text_addz(t, ") ORDER BY ");
	add_common(t, d, "", true);
	text_addz(t, ", 1 DESC");
}

/* --- with a key: cells ---------------------------------------------------- */

/* A row of only one side, its other columns as one text. */
static void add_lonely(struct text *t, const struct diff *d, char sign)
{
	const char *mine = sign == '-' ? "a" : "b", *other = sign == '-' ? "b" : "a";
	struct text row = { 0 };

	text_addz(&row, "CAST(named_struct(");
	for (size_t i = 0, n = 0; i < d->in_a.n; i++) {
		const char *name = d->in_a.names[i];

		if (find(&d->in_b, name) == d->in_b.n || is_key(d, name))
			continue;
		text_addz(&row, n++ ? ", " : "");
		sql_quote(&row, name, '\'');
		text_addf(&row, ", %s.", mine);
		sql_quote(&row, name, '"');
	}
	if (str_ends(row.p, "("))
		text_clear(&row), text_addz(&row, "''");
	else
		text_addz(&row, ") AS VARCHAR)");
	text_addf(t, "SELECT '%c' AS diff, ", sign);
	add_keys(t, d, sign == '-' ? "a.@ AS @" : "b.@ AS @", ", ");
	text_addf(t,
		  ", CAST(NULL AS VARCHAR) AS \"column\", %s AS \"first\", %s AS "
		  "\"second\" FROM %s "
		  "ANTI JOIN %s ON ",
		  sign == '-' ? row.p : "CAST(NULL AS VARCHAR)",
		  sign == '+' ? row.p : "CAST(NULL AS VARCHAR)", mine, other);
	add_keys(t, d, "a.@ IS NOT DISTINCT FROM b.@", " AND ");
	text_free(&row);
}

static bool is_number(const char *type)
{
	static const char *const numbers[] = { "TINYINT", "SMALLINT", "INT",
					       "BIGINT",  "FLOAT",    "DOUBLE",
					       "DECIMAL" };

	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		if (str_starts(type, numbers[i]))
			return true;
	}
	return false;
}

/* A value as the text that is shown. */
static const char *text_form(const char *type, bool is_first)
{
	if (str_starts(type, "BINARY") || str_starts(type, "VARBINARY"))
		return is_first ? "hex(a.@)" : "hex(b.@)";
	return is_first ? "CAST(a.@ AS VARCHAR)" : "CAST(b.@ AS VARCHAR)";
}

static void add_changed(struct text *t, const struct diff *d, const char *name)
{
	const char *type_a = d->in_a.types[find(&d->in_a, name)];
	const char *type_b = d->in_b.types[find(&d->in_b, name)];
	const char *form_a = text_form(type_a, true);
	const char *form_b = text_form(type_b, false);
	bool comparable = !strcmp(type_a, type_b) ||
			  (is_number(type_a) && is_number(type_b));

	text_addz(t, " UNION ALL SELECT '~', ");
	add_keys(t, d, "a.@", ", ");
	text_addz(t, ", ");
	sql_quote(t, name, '\'');
	text_addz(t, ", ");
	add_form(t, form_a, name);
	text_addz(t, ", ");
	add_form(t, form_b, name);
	text_addz(t, " FROM a JOIN b ON ");
	add_keys(t, d, "a.@ IS NOT DISTINCT FROM b.@", " AND ");
	text_addz(t, " WHERE ");
	add_form(t, comparable ? "a.@" : form_a, name);
	text_addz(t, " IS DISTINCT FROM ");
	add_form(t, comparable ? "b.@" : form_b, name);
}

static void cells_query(struct text *t, const struct diff *d)
{
	text_addf(t,
		  "WITH a AS (SELECT * FROM %s), b AS (SELECT * FROM %s) "
		  "SELECT * FROM (",
		  d->a, d->b);
	add_lonely(t, d, '-');
	text_addz(t, " UNION ALL ");
	add_lonely(t, d, '+');
	for (size_t i = 0; i < d->in_a.n; i++) {
		const char *name = d->in_a.names[i];

		if (find(&d->in_b, name) < d->in_b.n && !is_key(d, name))
			add_changed(t, d, name);
	}
	/* By position: a key may have any name. */
	text_addz(t, ") ORDER BY ");
	for (size_t i = 0; i < d->n_keys; i++)
		text_addf(t, "%zu, ", i + 2);
	text_addf(t, "1 DESC, %zu", d->n_keys + 2);
}

/* --- both ----------------------------------------------------------------- */

/* The first key that a side lacks, or NULL. */
static const char *missing_key(const struct diff *d)
{
	for (size_t i = 0; i < d->n_keys; i++) {
		if (find(&d->in_a, d->keys[i]) == d->in_a.n ||
		    find(&d->in_b, d->keys[i]) == d->in_b.n)
			return d->keys[i];
	}
	return NULL;
}

static bool run_diff(struct diff *d, const struct origin *o)
{
	struct text sql = { 0 }, common = { 0 };
	const char *missing;
	bool ok;

	if (!ask(d->sh, d->a, &d->in_a) || !ask(d->sh, d->b, &d->in_b))
		return false;
	missing = missing_key(d);
	if (missing || !add_common(&common, d, "", true)) {
		text_free(&common);
		report_fail(&d->sh->report, "42703", o,
			    missing ? "both need the key column \"%s\""
				    : "the two have no column in common",
			    missing);
		return shell_failed(d->sh, SHADE_E_COLUMN_NOT_FOUND);
	}
	compare_schemas(d);
	if (d->n_keys)
		cells_query(&sql, d);
	else
		rows_query(&sql, d);
	ok = run_sql(d->sh, sql.p, false);
	/* Different is an answer, but scripts ask for the status. */
	if (ok && (d->sh->last_rows || d->schema_differs) && !d->sh->interactive)
		d->sh->status = EXIT_STATEMENT;
	text_free(&sql);
	text_free(&common);
	return ok;
}

bool dot_diff(struct dot_call *c)
{
	struct text a = { 0 }, b = { 0 };
	struct diff d = { .sh = c->sh, .keys = c->argv + 2, .n_keys = c->argc - 2 };
	bool ok;

	sql_add_relation(&a, c->argv[0]);
	sql_add_relation(&b, c->argv[1]);
	d.a = a.p;
	d.b = b.p;
	ok = run_diff(&d, c->o);
	columns_free(&d.in_a);
	columns_free(&d.in_b);
	text_free(&a);
	text_free(&b);
	return ok;
}

bool suffix_diff(struct shell *sh, struct run *run, char *args)
{
	struct diff d = { .sh = sh, .a = "_1", .b = "_" };
	const struct renderer *mode = sh->looks.mode;
	bool footer = sh->looks.footer, ok;
	char *keys[16], *save = NULL;

	for (char *word = strtok_r(args, " \t,", &save);
	     word && d.n_keys < ARRAY_LEN(keys); word = strtok_r(NULL, " \t,", &save))
		keys[d.n_keys++] = word;
	d.keys = keys;
	sh->looks.mode = &render_off;
	sh->looks.footer = false;
	ok = run_execute(sh, run);
	sh->looks.mode = mode;
	sh->looks.footer = footer;
	run_keep_results(sh, false);
	ok = ok && run_diff(&d, &run->o);
	columns_free(&d.in_a);
	columns_free(&d.in_b);
	return ok;
}
