/*
 * expr_nested.c - arrays, maps, rows: making them and taking them apart.
 */
#include "bind/bind_internal.h"

static shade_status bind_array(struct ectx *c, struct ast_array *arr, struct expr **out)
{
	struct expr **v;

	TRY(bind_list(c, &arr->items, &v));
	TRY(bind_unify(c->b, v, arr->items.n, "an array"));
	return expr_call(c->b->cx, STR("array"), arr->items.n, v, arr->span, out);
}

static shade_status bind_map(struct ectx *c, struct ast_map *map, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = map->items.n / 2;
	struct expr **all, **keys = arena_array(b->a, struct expr *, n + 1);
	struct expr **values = arena_array(b->a, struct expr *, n + 1);

	if (map->items.n % 2)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, map->span,
				  "MAP takes keys and values in pairs");
	TRY(bind_list(c, &map->items, &all));
	for (size_t i = 0; i < n; i++) {
		keys[i] = all[2 * i];
		values[i] = all[2 * i + 1];
	}
	TRY(bind_unify(b, keys, n, "the keys of a map"));
	TRY(bind_unify(b, values, n, "the values of a map"));
	for (size_t i = 0; i < n; i++) {
		all[2 * i] = keys[i];
		all[2 * i + 1] = values[i];
	}
	return expr_call(b->cx, STR("map"), map->items.n, all, map->span, out);
}

/* named_struct('a', 1, ..): the names are constants. */
shade_status bind_named_row(struct bind *b, size_t n, struct str *names,
			    struct expr **v, struct span span, struct expr **out)
{
	struct expr **args = arena_array(b->a, struct expr *, 2 * n + 1);

	for (size_t i = 0; i < n; i++) {
		args[2 * i] = expr_const(b->a, value_str(names[i]), v[i]->span);
		args[2 * i + 1] = v[i];
	}
	return expr_call(b->cx, STR("named_struct"), 2 * n, args, span, out);
}

static shade_status bind_row(struct ectx *c, struct ast_row *row, struct expr **out)
{
	struct expr **v;

	TRY(bind_list(c, &row->items, &v));
	return expr_call(c->b->cx, STR("row"), row->items.n, v, row->span, out);
}

static shade_status bind_struct(struct ectx *c, struct ast_struct *s, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = s->fields.n;
	struct str *names = arena_array(b->a, struct str, n + 1);
	struct expr **v = arena_array(b->a, struct expr *, n + 1);

	for (size_t i = 0; i < n; i++) {
		struct ast_named_arg *f = AST_CAST(named_arg, s->fields.v[i]);

		names[i] = ident_name(f->name);
		TRY(bind_scalar(c, f->value, &v[i]));
	}
	return bind_named_row(b, n, names, v, s->span, out);
}

/* struct(a, b + 1 AS c): fields are called after columns and aliases. */
shade_status bind_struct_call(struct ectx *c, struct ast_func *f, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = f->args.n;
	struct str *names = arena_array(b->a, struct str, n + 1);
	struct expr **v = arena_array(b->a, struct expr *, n + 1);

	for (size_t i = 0; i < n; i++) {
		struct ast *e = f->args.v[i];

		names[i] = str_fmt(b->a, "col%zu", i + 1);
		if (e->kind == AST_ITEM) {
			names[i] = ident_name(AST_CAST(item, e)->alias);
			e = AST_CAST(item, e)->expr;
		} else if (e->kind == AST_NAMED_ARG) {
			names[i] = ident_name(AST_CAST(named_arg, e)->name);
			e = AST_CAST(named_arg, e)->value;
		} else if (e->kind == AST_COLUMN || e->kind == AST_FIELD) {
			names[i] = item_name(b, e);
		}
		TRY(bind_scalar(c, e, &v[i]));
	}
	return bind_named_row(b, n, names, v, f->span, out);
}

shade_status bind_constructor(struct ectx *c, struct ast *e, struct expr **out)
{
	switch (e->kind) {
	case AST_ARRAY: return bind_array(c, AST_CAST(array, e), out);
	case AST_MAP: return bind_map(c, AST_CAST(map, e), out);
	case AST_ROW: return bind_row(c, AST_CAST(row, e), out);
	default: return bind_struct(c, AST_CAST(struct, e), out);
	}
}

/* --- access -------------------------------------------------------------- */

static shade_status bind_subscript(struct ectx *c, struct ast_subscript *s,
				   struct expr **out)
{
	struct bind *b = c->b;
	struct expr *x, *i;

	TRY(bind_scalar(c, s->arg, &x));
	TRY(bind_scalar(c, s->index, &i));
	/* Spark counts array elements from 0 */
	if (b->dialect == DIALECT_SPARK && x->type->id == TYPE_ARRAY)
		TRY(bind_call2(b, "+", i,
			       expr_const(b->a, value_int(TYPE_INT, 1), s->span),
			       s->span, &i));
	/* a character of a text */
	if (x->type->id == TYPE_VARCHAR && type_family(i->type) == FAMILY_INTEGER) {
		struct expr *args[] = { x, i, i };

		return expr_call(b->cx, STR("array_slice"), 3,
				 arena_dup(b->a, args, sizeof(args)), s->span, out);
	}
	return bind_call2(b, "[]", x, i, s->span, out);
}

static shade_status bind_field(struct ectx *c, struct ast_field *f, struct expr **out)
{
	struct bind *b = c->b;
	struct expr *x;

	TRY(bind_scalar(c, f->arg, &x));
	return bind_call2(b, ".", x,
			  expr_const(b->a, value_str(ident_name(f->name)), f->span),
			  f->span, out);
}

/* j:a.b[0]: the path as text, "$.a.b[0]". */
static shade_status bind_json_path(struct ectx *c, struct ast_json_path *p,
				   struct expr **out)
{
	struct bind *b = c->b;
	struct sbuf path = { .arena = b->a };
	struct expr *x;

	sbuf_addc(&path, '$');
	for (size_t i = 0; i < p->steps.n; i++) {
		struct ast_json_step *s = AST_CAST(json_step, p->steps.v[i]);

		switch (s->type) {
		case AST_JSON_STEP_KIND_FIELD:
			sbuf_addf(&path, ".%.*s", STR_ARG(s->name));
			break;
		case AST_JSON_STEP_KIND_KEY:
			sbuf_addf(&path, "['%.*s']", STR_ARG(s->name));
			break;
		case AST_JSON_STEP_KIND_INDEX:
			sbuf_addf(&path, "[%lld]", (long long)s->index);
			break;
		case AST_JSON_STEP_KIND_WILDCARD: sbuf_addf(&path, "[*]"); break;
		case AST_N_JSON_STEP_KIND: break;
		}
	}
	TRY(bind_scalar(c, p->arg, &x));
	return bind_call2(
		b, x->type->id == TYPE_VARIANT ? "variant_get" : "get_json_object", x,
		expr_const(b->a, value_str(sbuf_str(&path)), p->span), p->span, out);
}

/* x -> e outside of a higher-order function is JSON access by a computed key. */
static shade_status bind_arrow(struct ectx *c, struct ast_lambda *l, struct expr **out)
{
	struct expr *x, *key;

	TRY(bind_scalar(c, l->params, &x));
	TRY(bind_scalar(c, l->body, &key));
	return bind_call2(c->b, "->", x, key, l->span, out);
}

shade_status bind_access(struct ectx *c, struct ast *e, struct expr **out)
{
	switch (e->kind) {
	case AST_SUBSCRIPT: return bind_subscript(c, AST_CAST(subscript, e), out);
	case AST_FIELD: return bind_field(c, AST_CAST(field, e), out);
	case AST_JSON_PATH: return bind_json_path(c, AST_CAST(json_path, e), out);
	default: return bind_arrow(c, AST_CAST(lambda, e), out);
	}
}
