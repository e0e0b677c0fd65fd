/*
 * unparse_utility.c - statements that are neither queries, definitions nor
 * data.
 */
#include "ast/unparse.h"

static void pattern(struct sbuf *o, const struct ast_show *s)
{
	if (!s->pattern.p)
		return;
	put(o, s->not_like ? " NOT " : " ");
	put(o, s->like == AST_LIKE_KIND_ILIKE ? "ILIKE " : "LIKE ");
	ast_unparse_string(s->pattern, o);
}

static const char *show_words(enum ast_show_kind type)
{
	switch (type) {
	case AST_SHOW_KIND_MATERIALIZED_VIEWS: return "MATERIALIZED VIEWS";
	case AST_SHOW_KIND_STREAMING_TABLES: return "STREAMING TABLES";
	case AST_SHOW_KIND_CURRENT_CATALOG: return "CURRENT CATALOG";
	case AST_SHOW_KIND_CURRENT_DATABASE: return "CURRENT DATABASE";
	case AST_SHOW_KIND_PROPERTIES: return "TBLPROPERTIES";
	default: return ast_show_kind_name(type);
	}
}

static void show_object(struct sbuf *o, const struct ast_show *s)
{
	struct ast_drop words = { .head.kind = AST_DROP, .object = s->object };

	/* "DROP TABLE ": the kind's words are those of DROP. */
	struct sbuf text = { .arena = o->arena };
	struct str kind;

	unparse_node(&text, &words.head);
	kind = sbuf_str(&text);
	put(o, "CREATE ");
	sbuf_add(o, (struct str){ kind.p + 5, kind.n - 5 });
	unparse_node(o, s->name);
}

static void show(struct sbuf *o, const struct ast_show *s)
{
	put(o, "SHOW ");
	switch (s->type) {
	case AST_SHOW_KIND_CREATE: show_object(o, s); return;
	case AST_SHOW_KIND_SETTING: ast_unparse_string(s->text, o); return;
	case AST_SHOW_KIND_EXPECTATIONS:
		put(o, "EXPECTATIONS");
		unparse_after(o, " FOR ", s->name);
		return;
	case AST_SHOW_KIND_PARTITIONS:
	case AST_SHOW_KIND_PROPERTIES:
		put(o, show_words(s->type));
		unparse_after(o, " ", s->name);
		if (s->text.p) {
			unparse_string_after(o, " (", s->text);
			sbuf_addc(o, ')');
		}
		return;
	default: break;
	}
	unparse_if(o, s->extended, "EXTENDED ");
	unparse_if(o, s->user, "USER ");
	unparse_if(o, s->system, "SYSTEM ");
	put(o, show_words(s->type));
	unparse_after(o, " FROM ", s->name);
	unparse_after(o, " IN ", s->in);
	pattern(o, s);
}

static void explain(struct sbuf *o, const struct ast_explain *e)
{
	bool any = e->stage || e->details.n;

	put(o, "EXPLAIN ");
	unparse_if(o, e->analyze && !any, "ANALYZE ");
	if (any) {
		put(o, e->analyze ? "(ANALYZE" : "(");
		if (e->stage) {
			unparse_if(o, e->analyze, ", ");
			put(o, e->stage == AST_EXPLAIN_STAGE_ALL
				       ? "EXTENDED"
				       : ast_explain_stage_name(e->stage));
		}
		for (size_t i = 0; i < e->details.n; i++) {
			unparse_if(o, i > 0 || e->stage || e->analyze, ", ");
			sbuf_add(o, AS(option, e->details.v[i])->key);
		}
		put(o, ") ");
	}
	unparse_node(o, e->statement);
}

static void analyze_table(struct sbuf *o, const struct ast_analyze_table *a)
{
	unparse_after(o, "ANALYZE TABLE ", a->table);
	for (size_t i = 0; i < a->partition.n; i++) {
		const struct ast_option *p = AS(option, a->partition.v[i]);

		put(o, i ? ", " : " PARTITION (");
		ast_unparse_name(p->key, o);
		unparse_after(o, " = ", p->value);
	}
	unparse_if(o, a->partition.n > 0, ")");
	put(o, " COMPUTE STATISTICS");
	unparse_if(o, a->no_scan, " NOSCAN");
	unparse_if(o, a->all_columns, " FOR ALL COLUMNS");
	unparse_list_after(o, " FOR COLUMNS ", &a->columns);
}

static void declare(struct sbuf *o, const struct ast_declare *d)
{
	put(o, d->or_replace ? "DECLARE OR REPLACE VARIABLE " : "DECLARE VARIABLE ");
	unparse_list(o, &d->names);
	unparse_after(o, " ", d->type);
	unparse_after(o, " DEFAULT ", d->value);
}

static void set_variable(struct sbuf *o, const struct ast_set_variable *s)
{
	put(o, s->create ? "SET VARIABLE " : "SET VAR ");
	if (s->query) {
		unparse_list_parens(o, &s->names);
		put(o, " = ");
		unparse_query_parens(o, s->query);
		return;
	}
	for (size_t i = 0; i < s->names.n; i++) {
		put(o, i ? ", " : "");
		unparse_node(o, s->names.v[i]);
		unparse_after(o, " = ", s->values.v[i]);
	}
}

static void prepare(struct sbuf *o, const struct ast_prepare *p)
{
	unparse_after(o, "PREPARE ", p->name);
	if (p->types.n) {
		sbuf_addc(o, ' ');
		unparse_list_parens(o, &p->types);
	}
	unparse_after(o, " AS ", p->statement);
}

static void statement_set(struct sbuf *o, const struct ast_statement_set *s)
{
	put(o, "EXECUTE STATEMENT SET BEGIN ");
	for (size_t i = 0; i < s->statements.n; i++) {
		unparse_node(o, s->statements.v[i]);
		put(o, "; ");
	}
	put(o, "END");
}

static void pragma(struct sbuf *o, const struct ast_pragma *p)
{
	put(o, "PRAGMA ");
	ast_unparse_string(p->key, o);
	if (p->is_call) {
		put(o, " ");
		unparse_list_parens(o, &p->values);
	} else {
		unparse_list_after(o, " = ", &p->values);
	}
}

static void utility(struct sbuf *o, const struct ast_utility *u)
{
	sbuf_add(o, u->verb);
	unparse_after(o, " ", u->name);
	unparse_string_after(o, " ", u->text);
	if (str_eq(u->verb, STR("STOP JOB"))) {
		unparse_if(o, u->options.n > 0, " WITH SAVEPOINT");
		unparse_if(o, u->options.n > 1, " WITH DRAIN");
	} else if (u->options.n) {
		put(o, " WITH ");
		unparse_list_parens(o, &u->options);
	}
	unparse_after(o, " FOR ", u->statement);
}

static void transaction(struct sbuf *o, const struct ast_transaction *t)
{
	put(o, ast_transaction_kind_name(t->type));
	unparse_if(o, t->read_only, " READ ONLY");
}

static bool program_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_PREPARE: prepare(o, AS(prepare, n)); return true;
	case AST_EXECUTE:
		put(o, "EXECUTE ");
		unparse_strict_name(o, AS(execute, n)->name);
		if (AS(execute, n)->args.n) {
			sbuf_addc(o, ' ');
			unparse_list_parens(o, &AS(execute, n)->args);
		}
		return true;
	case AST_EXECUTE_IMMEDIATE:
		put(o, "EXECUTE IMMEDIATE ");
		unparse_expr(o, AS(execute_immediate, n)->text, LEVEL_VALUE);
		unparse_list_after(o, " INTO ", &AS(execute_immediate, n)->into);
		unparse_list_after(o, " USING ", &AS(execute_immediate, n)->using);
		return true;
	case AST_DEALLOCATE:
		put(o, "DEALLOCATE ");
		if (AS(deallocate, n)->name)
			unparse_strict_name(o, AS(deallocate, n)->name);
		else
			put(o, "ALL");
		return true;
	case AST_DECLARE: declare(o, AS(declare, n)); return true;
	case AST_SET_VARIABLE: set_variable(o, AS(set_variable, n)); return true;
	case AST_STATEMENT_SET: statement_set(o, AS(statement_set, n)); return true;
	case AST_CALL: unparse_after(o, "CALL ", AS(call, n)->func); return true;
	case AST_APPLY_CHANGES:
		unparse_after(o, "APPLY CHANGES INTO ", AS(apply_changes, n)->target);
		unparse_after(o, " ", AS(apply_changes, n)->cdc);
		return true;
	default: return false;
	}
}

bool unparse_utility_node(struct sbuf *o, const struct ast *n)
{
	if (program_node(o, n))
		return true;
	switch (n->kind) {
	case AST_SHOW: show(o, AS(show, n)); return true;
	case AST_EXPLAIN: explain(o, AS(explain, n)); return true;
	case AST_SUMMARIZE:
		unparse_after(o, "SUMMARIZE ", AS(summarize, n)->query);
		return true;
	case AST_ANALYZE_TABLE: analyze_table(o, AS(analyze_table, n)); return true;
	case AST_SET:
		put(o, "SET ");
		ast_unparse_string(AS(set, n)->key, o);
		unparse_list_after(o, " = ", &AS(set, n)->values);
		return true;
	case AST_RESET:
		put(o, "RESET");
		unparse_string_after(o, " ", AS(reset, n)->key);
		return true;
	case AST_TRANSACTION: transaction(o, AS(transaction, n)); return true;
	case AST_LIVE: unparse_after(o, "LIVE ", AS(live, n)->query); return true;
	case AST_ADD_RESOURCE:
		sbuf_addf(o, "%s %.*s", AS(add_resource, n)->remove ? "REMOVE" : "ADD",
			  STR_ARG(AS(add_resource, n)->type));
		unparse_string_after(o, " ", AS(add_resource, n)->text);
		return true;
	case AST_UPKEEP:
		sbuf_add(o, AS(upkeep, n)->verb);
		unparse_after(o, " ", AS(upkeep, n)->name);
		unparse_after(o, " ", AS(upkeep, n)->index);
		return true;
	case AST_PRAGMA: pragma(o, AS(pragma, n)); return true;
	case AST_UTILITY: utility(o, AS(utility, n)); return true;
	default: return false;
	}
}
