/*
 * unparse_alter.c - DROP, ALTER, COMMENT ON, REFRESH.
 */
#include "ast/unparse.h"

static const char *object_words(enum ast_object object)
{
	static const char *const words[AST_N_OBJECT] = {
		[AST_OBJECT_ANY] = "",
		[AST_OBJECT_CATALOG] = "CATALOG ",
		[AST_OBJECT_DATABASE] = "DATABASE ",
		[AST_OBJECT_TABLE] = "TABLE ",
		[AST_OBJECT_VIEW] = "VIEW ",
		[AST_OBJECT_MATERIALIZED_VIEW] = "MATERIALIZED VIEW ",
		[AST_OBJECT_STREAMING_TABLE] = "STREAMING TABLE ",
		[AST_OBJECT_FLOW] = "FLOW ",
		[AST_OBJECT_FUNCTION] = "FUNCTION ",
		[AST_OBJECT_INDEX] = "INDEX ",
		[AST_OBJECT_COLUMN] = "COLUMN ",
		[AST_OBJECT_VARIABLE] = "VARIABLE ",
		[AST_OBJECT_MODEL] = "MODEL ",
		[AST_OBJECT_JOB] = "JOB ",
		[AST_OBJECT_QUERY] = "QUERY ",
		[AST_OBJECT_MODULE] = "MODULES ",
	};

	return words[object];
}

static void parens_after(struct sbuf *o, const char *head, const struct ast_list *l)
{
	put(o, head);
	unparse_list_parens(o, l);
}

static void drop(struct sbuf *o, const struct ast_drop *d)
{
	put(o, "DROP ");
	unparse_if(o, d->temporary, "TEMPORARY ");
	unparse_if(o, d->system, "SYSTEM ");
	put(o, object_words(d->object));
	unparse_if(o, d->if_exists, "IF EXISTS ");
	unparse_list(o, &d->names);
	unparse_if(o, d->cascade, " CASCADE");
	unparse_if(o, d->restricted, " RESTRICT");
}

/* ALTER COLUMN c .. */
static bool column_action(struct sbuf *o, const struct ast_alter_action *a)
{
	static const char *const tails[AST_N_ALTER_KIND] = {
		[AST_ALTER_KIND_SET_TYPE] = " TYPE ",
		[AST_ALTER_KIND_SET_DEFAULT] = " SET DEFAULT ",
		[AST_ALTER_KIND_DROP_DEFAULT] = " DROP DEFAULT",
		[AST_ALTER_KIND_SET_NOT_NULL] = " SET NOT NULL",
		[AST_ALTER_KIND_DROP_NOT_NULL] = " DROP NOT NULL",
		[AST_ALTER_KIND_COLUMN_COMMENT] = " COMMENT ",
		[AST_ALTER_KIND_COLUMN_POSITION] = " ",
	};

	if (!tails[a->type])
		return false;
	unparse_after(o, "ALTER COLUMN ", a->name);
	put(o, tails[a->type]);
	unparse_node(o, a->data_type);
	if (a->expr)
		unparse_expr(o, a->expr, LEVEL_VALUE);
	unparse_string_after(o, "", a->text);
	unparse_if(o, a->first, "FIRST");
	unparse_after(o, "AFTER ", a->after);
	return true;
}

static void add(struct sbuf *o, const struct ast_alter_action *a)
{
	put(o, a->type == AST_ALTER_KIND_ADD ? "ADD " : "MODIFY ");
	if (a->if_not_exists)
		unparse_list_after(o, "IF NOT EXISTS ", &a->elements);
	else
		unparse_list_parens(o, &a->elements);
}

static void drop_column(struct sbuf *o, const struct ast_alter_action *a)
{
	put(o, "DROP COLUMN ");
	unparse_if(o, a->if_exists, "IF EXISTS ");
	if (a->columns.n == 1)
		unparse_node(o, a->columns.v[0]);
	else
		unparse_list_parens(o, &a->columns);
	unparse_if(o, a->cascade, " CASCADE");
}

static void alter_action(struct sbuf *o, const struct ast_alter_action *a)
{
	if (column_action(o, a))
		return;
	switch (a->type) {
	case AST_ALTER_KIND_RENAME: unparse_after(o, "RENAME TO ", a->new_name); break;
	case AST_ALTER_KIND_RENAME_COLUMN:
		unparse_after(o, "RENAME COLUMN ", a->name);
		unparse_after(o, " TO ", a->new_name);
		break;
	case AST_ALTER_KIND_ADD:
	case AST_ALTER_KIND_MODIFY: add(o, a); break;
	case AST_ALTER_KIND_DROP_COLUMN: drop_column(o, a); break;
	case AST_ALTER_KIND_DROP_CONSTRAINT:
		put(o, "DROP CONSTRAINT ");
		unparse_if(o, a->if_exists, "IF EXISTS ");
		unparse_node(o, a->name);
		break;
	case AST_ALTER_KIND_DROP_PRIMARY_KEY: put(o, "DROP PRIMARY KEY"); break;
	case AST_ALTER_KIND_DROP_WATERMARK: put(o, "DROP WATERMARK"); break;
	case AST_ALTER_KIND_ADD_PARTITION:
		parens_after(o,
			     a->if_not_exists ? "ADD IF NOT EXISTS PARTITION "
					      : "ADD PARTITION ",
			     &a->options);
		break;
	case AST_ALTER_KIND_DROP_PARTITION:
		parens_after(o,
			     a->if_exists ? "DROP IF EXISTS PARTITION "
					  : "DROP PARTITION ",
			     &a->options);
		break;
	case AST_ALTER_KIND_SET: parens_after(o, "SET ", &a->options); break;
	case AST_ALTER_KIND_RESET: parens_after(o, "RESET ", &a->options); break;
	case AST_ALTER_KIND_COMMENT:
		unparse_string_after(o, "COMMENT ", a->text);
		break;
	case AST_ALTER_KIND_AS: unparse_after(o, "AS ", a->query); break;
	case AST_ALTER_KIND_CLUSTER_BY:
		parens_after(o, "CLUSTER BY ", &a->columns);
		break;
	case AST_ALTER_KIND_SCHEDULE: unparse_after(o, "ADD ", a->expr); break;
	default: /* column_action */ break;
	}
}

static void alter(struct sbuf *o, const struct ast_alter *a)
{
	put(o, "ALTER ");
	unparse_if(o, a->temporary, "TEMPORARY ");
	put(o, object_words(a->object));
	unparse_if(o, a->if_exists, "IF EXISTS ");
	unparse_node(o, a->name);
	unparse_list_after(o, " ", &a->actions);
}

static void comment_on(struct sbuf *o, const struct ast_comment_on *c)
{
	sbuf_addf(o, "COMMENT ON %s", object_words(c->object));
	unparse_node(o, c->name);
	if (c->text.p)
		unparse_string_after(o, " IS ", c->text);
	else
		put(o, " IS NULL");
}

static void use(struct sbuf *o, const struct ast_use *u)
{
	sbuf_addf(o, "USE %s", object_words(u->object));
	unparse_list(o, &u->names);
}

static void describe(struct sbuf *o, const struct ast_describe *d)
{
	bool own_place = d->object == AST_OBJECT_TABLE ||
			 d->object == AST_OBJECT_FUNCTION ||
			 d->object == AST_OBJECT_CATALOG ||
			 d->object == AST_OBJECT_DATABASE;

	put(o, "DESCRIBE ");
	unparse_if(o, d->extended && !own_place, "EXTENDED ");
	put(o, object_words(d->object));
	unparse_if(o, d->extended && own_place, "EXTENDED ");
	unparse_node(o, d->name);
	unparse_after(o, " ", d->column);
	unparse_node(o, d->query);
	unparse_if(o, d->as_json, " AS JSON");
}

static void cache(struct sbuf *o, const struct ast_cache *c)
{
	if (c->action == AST_CACHE_ACTION_CLEAR) {
		sbuf_add(o, STR("CLEAR CACHE"));
		return;
	}
	sbuf_add(o, c->action == AST_CACHE_ACTION_UNCACHE ? STR("UNCACHE TABLE ")
		    : c->lazy                             ? STR("CACHE LAZY TABLE ")
							  : STR("CACHE TABLE "));
	unparse_if(o, c->if_exists, "IF EXISTS ");
	unparse_node(o, c->table);
	unparse_after(o, " AS ", c->query);
}

bool unparse_alter_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_DROP: drop(o, AS(drop, n)); return true;
	case AST_ALTER: alter(o, AS(alter, n)); return true;
	case AST_ALTER_ACTION: alter_action(o, AS(alter_action, n)); return true;
	case AST_COMMENT_ON: comment_on(o, AS(comment_on, n)); return true;
	case AST_CACHE: cache(o, AS(cache, n)); return true;
	case AST_REFRESH:
		sbuf_addf(o, "REFRESH %s", object_words(AS(refresh, n)->object));
		unparse_node(o, AS(refresh, n)->name);
		unparse_if(o, AS(refresh, n)->full, " FULL");
		return true;
	case AST_USE: use(o, AS(use, n)); return true;
	case AST_DESCRIBE: describe(o, AS(describe, n)); return true;
	default: return false;
	}
}
