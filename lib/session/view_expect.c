/*
 * view_expect.c - expectations in a view's definition.
 */
#include "session/ddl.h"

struct finder {
	struct ast *found;
};

static bool find_query(struct ast **child, void *arg)
{
	struct finder *f = arg;

	if ((*child)->kind == AST_QUERY) {
		f->found = *child;
		return false;
	}
	return ast_walk_children(*child, find_query, f);
}

static shade_status check_condition(struct run *r, struct ast *cond,
				    const struct plan *plan, struct str view,
				    struct str name)
{
	struct finder f = { 0 };
	struct expr *e;

	(void)ast_walk_children(cond, find_query, &f);
	if (f.found)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, f.found->span,
				  "the condition of expectation \"%.*s\" must not "
				  "contain a query",
				  STR_ARG(name));
	TRY(bind_expr(&r->cx, &r->env, ast_copy(r->cx.arena, cond), plan, view, &e));
	if (e->type->id != TYPE_BOOLEAN && e->type->id != TYPE_NULL)
		return shade_fail(&r->cx, SHADE_E_TYPE, cond->span,
				  "the condition of expectation \"%.*s\" is %.*s, not "
				  "BOOLEAN",
				  STR_ARG(name),
				  STR_ARG(type_name(r->cx.arena, e->type)));
	return SHADE_OK;
}

static enum expect_action action_of(enum ast_violation v)
{
	switch (v) {
	case AST_VIOLATION_DROP_ROW: return EXPECT_DROP;
	case AST_VIOLATION_FAIL_UPDATE: return EXPECT_FAIL;
	default: return EXPECT_KEEP;
	}
}

shade_status view_expectations(struct run *r, struct object *o,
			       const struct ast_list *list, const struct plan *plan)
{
	struct name_map seen = { .arena = r->cx.arena };

	o->expectations = arena_array(o->arena, struct expectation_def, list->n);
	for (size_t i = 0; i < list->n; i++) {
		struct ast_expectation *e = AST_CAST(expectation, list->v[i]);
		struct str name = AST_CAST(ident, e->name)->name;
		struct expectation_def *def = &o->expectations[i];

		if (name_map_get(&seen, name))
			return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN,
					  e->name->span,
					  "expectation \"%.*s\" is declared twice",
					  STR_ARG(name));
		name_map_put(&seen, name, e);
		TRY(check_condition(r, e->condition, plan, o->path.name, name));
		def->name = str_dup(o->arena, name);
		def->action = (int)action_of(e->action);
		def->text = str_dup(o->arena, ast_to_sql(r->cx.arena, e->condition));
		def->cond = ast_copy(o->arena, e->condition);
		o->n_expectations = i + 1;
	}
	return SHADE_OK;
}
