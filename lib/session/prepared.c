/*
 * prepared.c - statements and variables that a session keeps by name.
 */
#include "session/prepared.h"

struct prepared *session_prepared(struct session *s, struct str name)
{
	for (struct prepared *p = s->prepared; p; p = p->next)
		if (str_eq_nocase(p->name, name))
			return p;
	return NULL;
}

static bool clear_span(struct ast **child, void *arg)
{
	(*child)->span = NO_SPAN;
	return ast_walk_children(*child, clear_span, arg);
}

void ast_clear_spans(struct ast *tree)
{
	tree->span = NO_SPAN;
	ast_walk_children(tree, clear_span, NULL);
}

shade_status session_prepare(struct shade_cx *cx, struct session *s,
			     const struct ast_prepare *prepare)
{
	struct str name = AST_CAST(ident, prepare->name)->name;
	struct arena *a = arena_new(s->budget);
	struct prepared *p;

	if (!a)
		return cx_nomem(cx);
	p = arena_new_of(a, struct prepared);
	p->arena = a;
	p->name = str_dup(a, name);
	p->stmt = ast_copy(a, prepare->statement);
	for (size_t i = 0; i < prepare->types.n; i++)
		ast_push(a, &p->types, ast_copy(a, prepare->types.v[i]));
	if (arena_failed(a)) {
		arena_free(a);
		return cx_nomem(cx);
	}
	ast_clear_spans(p->stmt);
	session_forget(s, name);
	p->next = s->prepared;
	s->prepared = p;
	return SHADE_OK;
}

void session_forget(struct session *s, struct str name)
{
	struct prepared **at = &s->prepared;

	while (*at) {
		struct prepared *p = *at;

		if (name.n > 0 && !str_eq_nocase(p->name, name)) {
			at = &p->next;
			continue;
		}
		*at = p->next;
		arena_free(p->arena);
	}
}

struct variable *session_variable(struct session *s, struct str name)
{
	for (size_t i = 0; i < s->variables.n; i++)
		if (str_eq_nocase(s->variables.v[i].name, name))
			return &s->variables.v[i];
	return NULL;
}

void run_bind_variables(struct run *r)
{
	struct session *s = r->session;
	struct bind_param *v;

	if (s->variables.n == 0)
		return;
	v = arena_array(r->cx.arena, struct bind_param, s->variables.n);
	for (size_t i = 0; i < s->variables.n; i++)
		v[i] = (struct bind_param){ s->variables.v[i].name,
					    s->variables.v[i].value };
	r->env.variables = v;
	r->env.n_variables = s->variables.n;
}
