/*
 * create_text.c - the CREATE statement of an object: SHOW CREATE.
 */
#include "session/constraint.h"

static void add_name(struct sbuf *b, struct str name)
{
	sbuf_add(b, name_text(b->arena, name));
}

static void add_comment(struct sbuf *b, struct str comment)
{
	if (comment.n == 0)
		return;
	sbuf_add(b, STR(" COMMENT "));
	ast_unparse_string(comment, b);
}

static void add_table_columns(struct sbuf *b, const struct object *o)
{
	sbuf_add(b, STR(" ("));
	for (size_t i = 0; i < o->n_cols; i++) {
		const struct source_col *c = &o->cols[i];

		sbuf_add(b, i ? STR(",\n  ") : STR("\n  "));
		add_name(b, c->name);
		sbuf_addc(b, ' ');
		sbuf_add(b, type_name(b->arena, c->type));
		if (c->not_null)
			sbuf_add(b, STR(" NOT NULL"));
		if (o->defs && o->defs[i].dflt.n > 0)
			sbuf_addf(b, " DEFAULT %.*s", STR_ARG(o->defs[i].dflt));
		add_comment(b, c->comment);
	}
	for (size_t i = 0; i < o->n_constraints; i++) {
		const struct constraint_def *c = &o->constraints[i];

		if (c->is_index)
			continue;
		sbuf_add(b, STR(",\n  CONSTRAINT "));
		add_name(b, c->name);
		sbuf_addf(b, " %.*s", STR_ARG(constraint_text(b->arena, o, c)));
	}
	sbuf_add(b, STR("\n)"));
}

static void add_view_columns(struct sbuf *b, const struct object *o)
{
	static const char *const actions[] = {
		[EXPECT_KEEP] = "",
		[EXPECT_DROP] = " ON VIOLATION DROP ROW",
		[EXPECT_FAIL] = " ON VIOLATION FAIL UPDATE",
	};

	if (o->n_cols == 0)
		return;
	sbuf_add(b, STR(" ("));
	for (size_t i = 0; i < o->n_cols; i++) {
		sbuf_add(b, i ? STR(", ") : STR(""));
		add_name(b, o->cols[i].name);
		add_comment(b, o->cols[i].comment);
	}
	for (size_t i = 0; i < o->n_expectations; i++) {
		const struct expectation_def *e = &o->expectations[i];

		sbuf_add(b, STR(",\n  CONSTRAINT "));
		add_name(b, e->name);
		sbuf_addf(b, " EXPECT (%.*s)%s", STR_ARG(e->text), actions[e->action]);
	}
	sbuf_addc(b, ')');
}

static void add_properties(struct sbuf *b, const char *word, const struct property *p,
			   size_t n)
{
	size_t n_put = 0;

	for (size_t i = 0; i < n; i++) {
		if (str_eq(p[i].key, STR(PARTITION_PROPERTY)))
			continue;
		if (n_put++ == 0)
			sbuf_addf(b, "\n%s (", word);
		else
			sbuf_add(b, STR(", "));
		ast_unparse_string(p[i].key, b);
		sbuf_add(b, STR(" = "));
		ast_unparse_string(p[i].value, b);
	}
	if (n_put)
		sbuf_addc(b, ')');
}

static void add_partitions(struct sbuf *b, const struct object *o)
{
	struct str names = object_property(o, STR(PARTITION_PROPERTY));

	if (!names.n)
		return;
	sbuf_add(b, STR("\nPARTITIONED BY ("));
	for (size_t i = 0; names.n; i++) {
		const char *comma = memchr(names.p, ',', names.n);
		size_t n = comma ? (size_t)(comma - names.p) : names.n;

		sbuf_add(b, i ? STR(", ") : STR(""));
		add_name(b, (struct str){ names.p, n });
		n += comma != NULL;
		names.p += n;
		names.n -= n;
	}
	sbuf_addc(b, ')');
}

static const char *create_words(const struct object *o)
{
	switch (o->kind) {
	case OBJECT_TABLE:
		return o->temporary ? "CREATE TEMPORARY TABLE " : "CREATE TABLE ";
	case OBJECT_VIEW:
		return o->temporary ? "CREATE TEMPORARY VIEW " : "CREATE VIEW ";
	case OBJECT_LIVE_VIEW: return "CREATE LIVE VIEW ";
	case OBJECT_MATERIALIZED_VIEW: return "CREATE OR REFRESH MATERIALIZED VIEW ";
	case OBJECT_STREAM: return "CREATE TEMPORARY VIEW ";
	case OBJECT_FUNCTION: /* its text is the whole statement */
	case OBJECT_SYSTEM: break;
	}
	return "-- built in: ";
}

struct str ddl_create_text(struct arena *a, const struct object *o)
{
	struct sbuf b = { .arena = a };

	if (o->kind == OBJECT_FUNCTION)
		return o->sql;
	sbuf_add(&b, str_from(create_words(o)));
	sbuf_add(&b, path_text(a, &o->path));
	if (o->kind == OBJECT_TABLE || o->kind == OBJECT_SYSTEM)
		add_table_columns(&b, o);
	else
		add_view_columns(&b, o);
	if (o->comment.n > 0) {
		sbuf_addc(&b, '\n');
		sbuf_add(&b, STR("COMMENT "));
		ast_unparse_string(o->comment, &b);
	}
	add_properties(&b, "WITH", o->options, o->n_options);
	add_partitions(&b, o);
	add_properties(&b, "TBLPROPERTIES", o->props, o->n_props);
	if (o->sql.n > 0)
		sbuf_addf(&b, "\nAS %.*s", STR_ARG(o->sql));
	return sbuf_str(&b);
}
