/*
 * collate.c - COLLATE: strings compare by code point, or ignore case.
 *
 * A comparison that ignores case compares lower(x); so does a sort key.
 */
#include "bind/bind_internal.h"

static struct str collation(const struct ast_collate *c)
{
	return ident_name(c->name.v[c->name.n - 1]);
}

static bool ignores_case(struct str name)
{
	return str_eq_nocase(name, STR("nocase")) ||
	       str_eq_nocase(name, STR("utf8_lcase"));
}

static bool is_plain(struct str name)
{
	static const char *const plain[] = { "binary",      "c",         "posix",
					     "utf8_binary", "ucs_basic", "default" };

	for (size_t i = 0; i < ARRAY_LEN(plain); i++)
		if (str_eq_nocase(name, str_from(plain[i])))
			return true;
	return false;
}

static shade_status check_text(struct bind *b, const struct expr *x, struct span span)
{
	if (type_family(x->type) == FAMILY_STRING || x->type->id == TYPE_NULL)
		return SHADE_OK;
	return shade_fail(b->cx, SHADE_E_TYPE, span, "COLLATE is for text, not %.*s",
			  STR_ARG(type_name(b->a, x->type)));
}

shade_status bind_collate(struct ectx *c, struct ast *e, struct expr **out)
{
	struct ast_collate *col = AST_CAST(collate, e);
	struct str name = collation(col);
	struct expr *x;

	TRY(bind_scalar(c, col->arg, &x));
	TRY(check_text(c->b, x, e->span));
	if (is_plain(name)) {
		*out = x;
		return SHADE_OK;
	}
	if (strcmp(c->clause, "ORDER BY") == 0 && ignores_case(name))
		return bind_call1(c->b, "lower", x, e->span, out);
	return shade_fail(c->b->cx, SHADE_E_UNSUPPORTED, e->span,
			  "not supported yet: COLLATE \"%.*s\" in %s", STR_ARG(name),
			  c->clause);
}

shade_status bind_operands(struct ectx *c, size_t n, struct ast *const *asts,
			   struct expr **out)
{
	bool nocase = false;

	for (size_t i = 0; i < n; i++) {
		struct ast_collate *col = ast_is(asts[i], AST_COLLATE)
						  ? AST_CAST(collate, asts[i])
						  : NULL;

		if (!col || !ignores_case(collation(col))) {
			TRY(bind_scalar(c, asts[i], &out[i]));
			continue;
		}
		nocase = true;
		TRY(bind_scalar(c, col->arg, &out[i]));
		TRY(check_text(c->b, out[i], asts[i]->span));
	}
	for (size_t i = 0; i < n && nocase; i++)
		if (type_family(out[i]->type) == FAMILY_STRING)
			TRY(bind_call1(c->b, "lower", out[i], asts[i]->span, &out[i]));
	return SHADE_OK;
}
