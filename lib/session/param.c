/*
 * param.c - parameters of a session, typed when a statement starts.
 *
 * A parameter's text is a SQL literal when it parses as one, else a string
 * (shade_set_param in shade.h).
 */
#include "session/run_internal.h"

#include "parse/parse.h"

/* Only plain values: -p x='(select ..)' must stay text. */
static bool is_plain(const struct ast *e)
{
	if (e->kind == AST_UNARY)
		return is_plain(AST_CAST(unary, (struct ast *)e)->arg);
	return e->kind == AST_LITERAL || e->kind == AST_INTERVAL;
}

static bool literal_value(struct run *r, struct str text, struct value *out)
{
	struct shade_cx cx = r->cx;
	struct bind_env env = { .catalog = r->session->catalog, .ids.next = 1 };
	struct ast *ast;
	struct expr *expr;

	cx.err.code = SHADE_OK;
	cx.sql = text;
	cx.notices = NULL;
	cx.notices_tail = &cx.notices;
	if (sql_parse_expr(&cx, text, &ast) || !is_plain(ast))
		return false;
	if (bind_expr(&cx, &env, ast, NULL, STR_NONE, &expr) || !expr_is_const(expr))
		return false;
	return expr_fold(&cx, expr, out) == SHADE_OK;
}

shade_status run_bind_params(struct run *r)
{
	struct session *s = r->session;
	struct bind_param *params;

	if (s->params.n == 0)
		return SHADE_OK;
	params = arena_array(r->cx.arena, struct bind_param, s->params.n);
	for (size_t i = 0; i < s->params.n; i++) {
		params[i].name = s->params.v[i].name;
		if (!literal_value(r, s->params.v[i].text, &params[i].value))
			params[i].value = value_str(s->params.v[i].text);
	}
	r->env.params = params;
	r->env.n_params = s->params.n;
	return SHADE_OK;
}

void session_set_param(struct session *s, struct str name, struct str text)
{
	for (size_t i = 0; i < s->params.n; i++) {
		if (!str_eq_nocase(s->params.v[i].name, name))
			continue;
		if (text.p)
			s->params.v[i].text = str_dup(s->arena, text);
		else
			s->params.v[i] = s->params.v[--s->params.n];
		return;
	}
	if (text.p) {
		struct session_param p = { str_dup(s->arena, name),
					   str_dup(s->arena, text) };

		vec_push(s->arena, &s->params, p);
	}
}
