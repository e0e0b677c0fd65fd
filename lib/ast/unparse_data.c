/*
 * unparse_data.c - INSERT, UPDATE, DELETE, MERGE, TRUNCATE, COPY.
 */
#include "ast/unparse.h"

static void parens_after(struct sbuf *o, const char *head, const struct ast_list *l)
{
	if (l->n == 0)
		return;
	put(o, head);
	unparse_list_parens(o, l);
}

static void assign(struct sbuf *o, const struct ast_assign *a)
{
	if (a->target->kind == AST_ROW)
		unparse_list_parens(o, &AS(row, a->target)->items);
	else
		unparse_node(o, a->target);
	unparse_after(o, " = ", a->value);
}

static void partition(struct sbuf *o, const struct ast_list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct ast_option *p = AS(option, l->v[i]);

		put(o, i ? ", " : " PARTITION (");
		ast_unparse_name(p->key, o);
		if (p->value) {
			put(o, " = ");
			unparse_expr(o, p->value, LEVEL_VALUE);
		}
	}
	unparse_if(o, l->n > 0, ")");
}

static void conflict(struct sbuf *o, const struct ast_insert *i)
{
	if (!i->conflict_assigns.n)
		return;
	put(o, " ON CONFLICT");
	parens_after(o, " ", &i->conflict_columns);
	put(o, " DO UPDATE");
	unparse_list_after(o, " SET ", &i->conflict_assigns);
	unparse_after(o, " WHERE ", i->conflict_where);
}

static void insert(struct sbuf *o, const struct ast_insert *i)
{
	/* DO NOTHING on given columns is not INSERT OR IGNORE. */
	bool nothing = i->or_ignore && i->conflict_columns.n;

	unparse_with(o, i->recursive, &i->ctes);
	put(o, "INSERT ");
	unparse_if(o, i->or_replace, "OR REPLACE ");
	unparse_if(o, i->or_ignore && !nothing, "OR IGNORE ");
	put(o, i->overwrite ? "OVERWRITE " : "INTO ");
	unparse_if(o, i->once, "ONCE ");
	unparse_node(o, i->table);
	unparse_after(o, " AS ", i->alias);
	partition(o, &i->partition);
	unparse_if(o, i->if_not_exists, " IF NOT EXISTS");
	parens_after(o, " ", &i->columns);
	unparse_if(o, i->by_name, " BY NAME");
	unparse_after(o, " REPLACE WHERE ", i->replace_where);
	unparse_if(o, i->default_values, " DEFAULT VALUES");
	unparse_after(o, " ", i->query);
	if (nothing) {
		parens_after(o, " ON CONFLICT ", &i->conflict_columns);
		put(o, " DO NOTHING");
	}
	conflict(o, i);
	unparse_list_after(o, " RETURNING ", &i->returning);
}

static void update(struct sbuf *o, const struct ast_update *u)
{
	unparse_with(o, u->recursive, &u->ctes);
	unparse_after(o, "UPDATE ", u->table);
	unparse_list_after(o, " SET ", &u->assigns);
	unparse_after(o, " FROM ", u->from);
	unparse_after(o, " WHERE ", u->where);
	unparse_list_after(o, " RETURNING ", &u->returning);
}

static void delete (struct sbuf *o, const struct ast_delete *d)
{
	unparse_with(o, d->recursive, &d->ctes);
	unparse_after(o, "DELETE FROM ", d->table);
	unparse_after(o, " USING ", d->using);
	unparse_after(o, " WHERE ", d->where);
	unparse_list_after(o, " RETURNING ", &d->returning);
}

static void merge_insert(struct sbuf *o, const struct ast_merge_clause *c)
{
	put(o, "INSERT");
	parens_after(o, " ", &c->columns);
	/* VALUES takes a row; one value needs no comma. */
	if (c->values.n == 1 && c->values.v[0]->kind == AST_ROW) {
		unparse_after(o, " VALUES (", c->values.v[0]);
		put(o, ",)");
	} else if (c->values.n == 0) {
		put(o, " VALUES ROW()");
	} else {
		parens_after(o, " VALUES ", &c->values);
	}
}

static void merge_clause(struct sbuf *o, const struct ast_merge_clause *c)
{
	static const char *const whens[AST_N_MERGE_WHEN] = {
		[AST_MERGE_WHEN_MATCHED] = "WHEN MATCHED",
		[AST_MERGE_WHEN_NOT_MATCHED] = "WHEN NOT MATCHED",
		[AST_MERGE_WHEN_NOT_MATCHED_BY_SOURCE] = "WHEN NOT MATCHED BY SOURCE",
	};

	put(o, whens[c->when]);
	unparse_after(o, " AND ", c->condition);
	put(o, " THEN ");
	switch (c->action) {
	case AST_MERGE_ACTION_DO_NOTHING: put(o, "DO NOTHING"); break;
	case AST_MERGE_ACTION_DELETE: put(o, "DELETE"); break;
	case AST_MERGE_ACTION_UPDATE:
		put(o, "UPDATE SET ");
		unparse_if(o, c->star, "*");
		unparse_list(o, &c->assigns);
		break;
	case AST_MERGE_ACTION_INSERT:
		if (c->star)
			put(o, "INSERT *");
		else
			merge_insert(o, c);
		break;
	case AST_N_MERGE_ACTION: break;
	}
}

static void merge(struct sbuf *o, const struct ast_merge *m)
{
	unparse_with(o, m->recursive, &m->ctes);
	put(o,
	    m->schema_evolution ? "MERGE WITH SCHEMA EVOLUTION INTO " : "MERGE INTO ");
	unparse_node(o, m->target);
	unparse_after(o, " USING ", m->source);
	unparse_after(o, " ON ", m->on);
	for (size_t i = 0; i < m->clauses.n; i++)
		unparse_after(o, " ", m->clauses.v[i]);
	unparse_list_after(o, " RETURNING ", &m->returning);
}

static void copy(struct sbuf *o, const struct ast_copy *c)
{
	put(o, "COPY ");
	if (c->query)
		unparse_query_parens(o, c->query);
	unparse_node(o, c->table);
	parens_after(o, " ", &c->columns);
	put(o, c->to ? " TO " : " FROM ");
	if (c->file)
		unparse_node(o, c->file);
	else
		put(o, c->to ? "STDOUT" : "STDIN");
	parens_after(o, " ", &c->options);
}

bool unparse_data_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_INSERT: insert(o, AS(insert, n)); return true;
	case AST_UPDATE: update(o, AS(update, n)); return true;
	case AST_DELETE: delete (o, AS(delete, n)); return true;
	case AST_MERGE: merge(o, AS(merge, n)); return true;
	case AST_MERGE_CLAUSE: merge_clause(o, AS(merge_clause, n)); return true;
	case AST_ASSIGN: assign(o, AS(assign, n)); return true;
	case AST_TRUNCATE:
		unparse_after(o, "TRUNCATE TABLE ", AS(truncate, n)->table);
		return true;
	case AST_COPY: copy(o, AS(copy, n)); return true;
	default: return false;
	}
}
