/*
 * dot_param.c - .param and .unset.
 */
#include <string.h>

#include "dot.h"
#include "shade.h"

static bool list(struct dot_call *c)
{
	struct text t = { 0 };
	size_t widest = 0;

	for (size_t i = 0; i < c->sh->n_vars; i++) {
		if (strlen(c->sh->vars[i].name) > widest)
			widest = strlen(c->sh->vars[i].name);
	}
	for (size_t i = 0; i < c->sh->n_vars; i++)
		text_addf(&t, "%-*s %s\n", (int)widest, c->sh->vars[i].name,
			  c->sh->vars[i].value);
	out_add(&c->sh->out, text_str(&t), t.n);
	text_free(&t);
	return true;
}

static bool set(struct dot_call *c, size_t first)
{
	struct text t = { 0 };
	const char *name = c->argv[first];
	bool ok;

	for (const char *z = name; *z; z++) {
		if (!is_alpha(*z) && !is_digit(*z))
			return dot_fail(c, "\"%s\" cannot be a parameter's name", name);
	}
	for (size_t i = first + 1; i < c->argc; i++)
		text_addf(&t, "%s%s", i > first + 1 ? " " : "", c->argv[i]);
	ok = shell_set_var(c->sh, name, text_str(&t)) || shell_env_failed(c->sh, c->o);
	text_free(&t);
	return ok;
}

static bool unset(struct dot_call *c, const char *name)
{
	if (!shell_var(c->sh, name))
		return dot_fail(c, "parameter \"%s\" is not set", name);
	return shell_set_var(c->sh, name, NULL) || shell_env_failed(c->sh, c->o);
}

bool dot_param(struct dot_call *c)
{
	static const char *const verbs[] = { "set", "unset", "list" };
	const char *verb = c->argc ? c->argv[0] : "list", *near;

	if (c->name[0] == '\\')
		return c->argc ? set(c, 0) : list(c);
	if (!strcmp(verb, "list") && c->argc <= 1)
		return list(c);
	if (!strcmp(verb, "set") && c->argc >= 3)
		return set(c, 1);
	if ((!strcmp(verb, "unset") || !strcmp(verb, "clear")) && c->argc == 2)
		return unset(c, c->argv[1]);
	near = shade_nearest(verb, verbs, ARRAY_LEN(verbs));
	return dot_fail(c,
			near && strcmp(near, verb) != 0
				? "unknown: .param %s; did you mean \"%s\"?"
				: "usage: .param set NAME VALUE, .param unset NAME, "
				  ".param list",
			verb, near);
}

bool dot_unset(struct dot_call *c)
{
	return unset(c, c->argv[0]);
}
