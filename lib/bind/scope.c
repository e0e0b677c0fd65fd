/*
 * scope.c - relations in scope and their columns.
 */
#include "bind/bind_internal.h"

#define MAP_FROM 12 /* columns from which a relation gets a map */

struct rel *rel_new(struct bind *b, struct str alias, size_t n_cols)
{
	struct rel *r = arena_new_of(b->a, struct rel);

	r->alias = alias;
	r->cols = arena_array(b->a, struct rel_col, n_cols ? n_cols : 1);
	r->n_cols = n_cols;
	r->map.arena = b->a;
	return r;
}

struct rel *rel_of_plan(struct bind *b, struct str alias, const struct plan *p)
{
	struct rel *r = rel_new(b, alias, p->n_cols);

	for (size_t i = 0; i < p->n_cols; i++)
		r->cols[i] = (struct rel_col){ .name = p->cols[i].name,
					       .id = p->cols[i].id,
					       .type = p->cols[i].type,
					       .not_null = p->cols[i].not_null,
					       .hidden = p->cols[i].hidden };
	return r;
}

void scope_add(struct bind *b, struct scope *s, struct rel *r)
{
	vec_push(b->a, &s->rels, r);
}

static void rel_map(struct rel *r)
{
	for (size_t i = 0; i < r->n_cols; i++) {
		struct rel_col *old = name_map_get(&r->map, r->cols[i].name);

		if (old)
			old->twice = true;
		else
			name_map_put(&r->map, r->cols[i].name, &r->cols[i]);
	}
}

struct rel_col *rel_find(struct bind *b, struct rel *r, struct str name)
{
	struct rel_col *hit = NULL;

	(void)b;
	if (r->n_cols >= MAP_FROM) {
		if (r->map.n == 0)
			rel_map(r);
		return name_map_get(&r->map, name);
	}
	for (size_t i = 0; i < r->n_cols; i++) {
		if (!str_eq_nocase(r->cols[i].name, name))
			continue;
		if (hit)
			hit->twice = true;
		else
			hit = &r->cols[i];
	}
	return hit;
}

struct rel_col *scope_find(struct bind *b, struct scope *s, struct str name,
			   bool *ambiguous)
{
	struct rel_col *hit = NULL;

	for (size_t i = 0; i < s->rels.n; i++) {
		struct rel_col *c = rel_find(b, s->rels.v[i], name);

		if (!c || c->merged)
			continue;
		/* a table's own column wins over a hidden one (_file, _line) */
		if (hit && hit->hidden != c->hidden) {
			if (hit->hidden)
				hit = c;
			continue;
		}
		if (hit || c->twice)
			*ambiguous = true;
		if (!hit)
			hit = c;
	}
	return hit;
}

struct expr *rel_col_expr(struct bind *b, const struct rel_col *c, struct span span)
{
	struct expr_subst copy = { .arena = b->a, .ids = &b->env->ids };

	/* a subquery's plan has one place only */
	if (c->value)
		return expr_has_subquery(c->value) ? expr_substitute(&copy, c->value)
						   : c->value;
	return expr_column(b->a, c->id, c->name, c->type, c->not_null, span);
}

struct str ident_name(const struct ast *ident)
{
	return ident ? AST_CAST(ident, (struct ast *)ident)->name : STR_NONE;
}

struct str path_last(const struct ast *path)
{
	const struct ast_list *parts = &AST_CAST(path, (struct ast *)path)->parts;

	return parts->n ? ident_name(parts->v[parts->n - 1]) : STR_NONE;
}

shade_status rel_rename(struct bind *b, struct rel *r, const struct ast_list *names,
			struct span span)
{
	size_t at = 0;

	if (names->n == 0)
		return SHADE_OK;
	for (size_t i = 0; i < r->n_cols && at < names->n; i++) {
		if (r->cols[i].hidden)
			continue;
		r->cols[i].name = ident_name(names->v[at++]);
	}
	if (at < names->n)
		return shade_fail(b->cx, SHADE_E_COLUMN_COUNT, span,
				  "\"%.*s\" names %zu columns but has %zu",
				  STR_ARG(r->alias), names->n, at);
	r->map = (struct name_map){ .arena = b->a };
	return SHADE_OK;
}

/* Do the first n parts name the relation?  t, db.t, catalog.db.t. */
bool rel_named(const struct rel *r, const struct ast_list *parts, size_t n)
{
	struct str last = ident_name(parts->v[n - 1]);

	if (r->alias.n == 0 || !str_eq_nocase(r->alias, last))
		return false;
	if (n == 1)
		return true;
	if (r->path.name.n == 0)
		return false;
	if (!str_eq_nocase(r->path.database, ident_name(parts->v[n - 2])))
		return false;
	return n == 2 ||
	       (n == 3 && str_eq_nocase(r->path.catalog, ident_name(parts->v[0])));
}

/* --- nearest names ------------------------------------------------------- */

#define N_NEAREST 3
#define NEAREST_LIMIT 5000 /* candidates looked at */

struct nearest {
	struct str name[N_NEAREST];
	size_t distance[N_NEAREST];
	size_t n;
};

static void nearest_add(struct nearest *best, struct str name, size_t distance)
{
	size_t at = best->n;

	for (size_t i = 0; i < best->n; i++)
		if (str_eq_nocase(best->name[i], name))
			return;
	while (at > 0 && best->distance[at - 1] > distance)
		at--;
	if (at == N_NEAREST)
		return;
	if (best->n < N_NEAREST)
		best->n++;
	for (size_t i = best->n - 1; i > at; i--) {
		best->name[i] = best->name[i - 1];
		best->distance[i] = best->distance[i - 1];
	}
	best->name[at] = name;
	best->distance[at] = distance;
}

struct str bind_nearest(struct bind *b, struct str word, const struct str *names,
			size_t n)
{
	size_t limit = word.n / 3 > 1 ? word.n / 3 : 1;
	struct nearest best = { .n = 0 };
	struct sbuf text = { .arena = b->a };

	for (size_t i = 0; i < n && i < NEAREST_LIMIT; i++) {
		size_t longer = names[i].n > word.n ? names[i].n - word.n
						    : word.n - names[i].n;
		size_t d;

		if (longer > limit)
			continue;
		d = str_distance(word, names[i]);
		if (d <= limit && d < word.n)
			nearest_add(&best, names[i], d);
	}
	if (best.n == 0)
		return STR("");
	sbuf_addf(&text, "; did you mean ");
	for (size_t i = 0; i < best.n; i++)
		sbuf_addf(&text, "%s\"%.*s\"",
			  i == 0            ? ""
			  : i + 1 == best.n ? " or "
					    : ", ",
			  STR_ARG(best.name[i]));
	sbuf_addf(&text, "?");
	return sbuf_str(&text);
}
