/*
 * cte.c - WITH: inlined where used once, computed once where used more
 * often; recursive ones.
 */
#include "bind/bind_internal.h"

struct cte *cte_find(struct bind *b, struct str name)
{
	for (struct cte *c = b->ctes; c; c = c->next)
		if (str_eq_nocase(c->name, name))
			return c;
	return NULL;
}

/* --- counting uses ------------------------------------------------------- */

struct count {
	struct str name;
	size_t n;
};

static bool count_one(struct ast **child, void *arg);

/* A query with a WITH of the name: behind it the name means that one. */
static bool count_in_shadow(struct ast_query *q, struct count *c)
{
	for (size_t i = 0; i < q->ctes.n; i++) {
		struct ast_cte *own = AST_CAST(cte, q->ctes.v[i]);
		bool same = str_eq_nocase(ident_name(own->name), c->name);

		if (!same || !q->recursive)
			count_one(&own->query, c);
		if (same)
			return true;
	}
	return false;
}

static bool count_one(struct ast **child, void *arg)
{
	struct count *c = arg;

	if (ast_is(*child, AST_QUERY)) {
		struct count probe = *c;

		if (count_in_shadow(AST_CAST(query, *child), &probe)) {
			*c = probe;
			return true;
		}
	}
	if (ast_is(*child, AST_TABLE)) {
		struct ast_path *p = AST_CAST(path, AST_CAST(table, *child)->path);

		if (p->parts.n == 1 &&
		    str_eq_nocase(ident_name(p->parts.v[0]), c->name))
			c->n++;
	}
	return ast_walk_children(*child, count_one, arg);
}

static size_t count_uses(struct ast *in, struct str name)
{
	struct count c = { .name = name };

	count_one(&in, &c);
	return c.n;
}

/* Uses in later CTEs and in the query itself. */
static size_t uses_of(struct ast_query *q, size_t i, struct str name)
{
	size_t n = count_uses(q->body, name);

	for (size_t k = i + 1; k < q->ctes.n; k++)
		n += count_uses(AST_CAST(cte, q->ctes.v[k])->query, name);
	for (size_t k = 0; k < q->order_by.n; k++)
		n += count_uses(q->order_by.v[k], name);
	return n;
}

/* --- binding ------------------------------------------------------------- */

static shade_status name_columns(struct bind *b, struct cte *c, struct plan *p)
{
	struct ast_list *names = &c->ast->columns;

	if (names->n == 0)
		return SHADE_OK;
	if (names->n != p->n_cols)
		return shade_fail(
			b->cx, SHADE_E_COLUMN_COUNT, c->ast->span,
			"\"%.*s\" names %zu columns but its query returns %zu",
			STR_ARG(c->name), names->n, p->n_cols);
	p->cols = arena_dup(b->a, p->cols, p->n_cols * sizeof(*p->cols));
	for (size_t i = 0; i < p->n_cols; i++)
		p->cols[i].name = ident_name(names->v[i]);
	return SHADE_OK;
}

/* Output columns of their own: renaming must not touch the plan's inside. */
static struct plan *own_columns(struct bind *b, struct plan *p)
{
	return plan_keep(b->a, p, p->n_cols, p->cols);
}

static shade_status bind_plain(struct bind *b, struct cte *c, struct plan **out)
{
	struct cte *saved = b->ctes;
	struct str text = b->text;
	shade_status rc;

	b->ctes = c->next;
	b->text = c->text;
	rc = bind_query_node(b, c->ast->query, c->outer, out);
	b->ctes = saved;
	b->text = text;
	if (rc || c->ast->columns.n == 0)
		return rc;
	*out = own_columns(b, *out);
	return name_columns(b, c, *out);
}

/* --- WITH RECURSIVE ------------------------------------------------------ */

static struct plan *new_recursive(struct bind *b, struct cte *c, struct plan *anchor,
				  bool distinct)
{
	struct plan *p = plan_new(b->a, PLAN_RECURSIVE, 2, c->ast->span);

	p->children[0] = anchor;
	p->n_cols = anchor->n_cols;
	p->cols = arena_dup(b->a, anchor->cols, p->n_cols * sizeof(*p->cols));
	for (size_t i = 0; i < p->n_cols; i++) {
		p->cols[i].id = plan_next_id(&b->env->ids);
		p->cols[i].not_null = false;
	}
	p->recursive.id = c->id;
	p->recursive.distinct = distinct;
	p->recursive.name = c->name;
	return p;
}

static bool widens_to(struct bind *b, const struct plan *step,
		      const struct plan *anchor, const struct type **wider, bool *ok)
{
	bool changed = false;

	*ok = true;
	for (size_t i = 0; i < anchor->n_cols; i++) {
		const struct type *t = anchor->cols[i].type;
		const struct type *both = type_common(b->a, t, step->cols[i].type);

		wider[i] = both ? both : t;
		if (!both)
			*ok = false;
		else if (!type_equal(both, t))
			changed = true;
	}
	return changed;
}

static shade_status bind_step(struct bind *b, struct cte *c, struct ast_setop *s,
			      struct plan *rec, struct plan **out)
{
	struct plan **v = arena_array(b->a, struct plan *, s->inputs.n);
	size_t n = s->inputs.n - 1;
	shade_status rc;

	c->busy = true;
	c->plan = rec;
	rc = SHADE_OK;
	for (size_t i = 0; i < n && !rc; i++)
		rc = bind_body(b, s->inputs.v[i + 1], c->outer, &v[i]);
	c->busy = false;
	if (rc)
		return rc;
	for (size_t i = 0; i < n; i++)
		if (v[i]->n_cols != rec->n_cols)
			return shade_fail(b->cx, SHADE_E_COLUMN_COUNT,
					  s->inputs.v[i + 1]->span,
					  "the recursive part of \"%.*s\" returns %zu "
					  "columns, the first part %zu",
					  STR_ARG(c->name), v[i]->n_cols, rec->n_cols);
	*out = v[0];
	if (n > 1)
		return bind_setop_plans(b, AST_SETOP_KIND_UNION, true, false, v, n,
					s->span, out);
	return SHADE_OK;
}

#define MAX_WIDENING 4

static shade_status bind_recursive(struct bind *b, struct cte *c, struct ast_setop *s,
				   struct plan **out)
{
	const struct type **types;
	struct plan *anchor, *step = NULL, *rec;
	bool ok = true;

	TRY(bind_body(b, s->inputs.v[0], c->outer, &anchor));
	anchor = own_columns(b, anchor);
	TRY(name_columns(b, c, anchor));
	types = arena_array(b->a, const struct type *, anchor->n_cols + 1);
	c->id = plan_next_id(&b->env->ids);
	for (size_t i = 0;; i++) {
		rec = new_recursive(b, c, anchor, !s->all);
		TRY(bind_step(b, c, s, rec, &step));
		if (!widens_to(b, step, anchor, types, &ok) || i == MAX_WIDENING)
			break;
		TRY(bind_cast_plan(b, &anchor, types));
	}
	if (!ok)
		return shade_fail(
			b->cx, SHADE_E_TYPE, c->ast->span,
			"the parts of recursive \"%.*s\" return different types",
			STR_ARG(c->name));
	for (size_t i = 0; i < anchor->n_cols; i++)
		types[i] = anchor->cols[i].type;
	TRY(bind_cast_plan(b, &step, types));
	rec->children[1] = step;
	*out = rec;
	return SHADE_OK;
}

static struct ast_setop *recursive_body(struct cte *c)
{
	struct ast_query *q = AST_CAST(query, c->ast->query);

	while (ast_is(q->body, AST_QUERY) && q->ctes.n == 0)
		q = AST_CAST(query, q->body);
	if (!ast_is(q->body, AST_SETOP) || q->ctes.n || q->order_by.n || q->limit)
		return NULL;
	return AST_CAST(setop, q->body);
}

static shade_status bind_cte(struct bind *b, struct cte *c, struct plan **out)
{
	struct cte *saved = b->ctes;
	struct ast_setop *s;
	shade_status rc;

	if (!c->is_recursive)
		return bind_plain(b, c, out);
	s = recursive_body(c);
	if (!s || s->op != AST_SETOP_KIND_UNION || count_uses(s->inputs.v[0], c->name))
		return shade_fail(
			b->cx, SHADE_E_INVALID_CLAUSE, c->ast->span,
			"recursive \"%.*s\" must be: a query that does not use "
			"it, UNION [ALL], one that does",
			STR_ARG(c->name));
	b->ctes = c;
	rc = bind_recursive(b, c, s, out);
	b->ctes = saved;
	return rc;
}

/* A node that reads rows computed elsewhere. */
static struct plan *read_of(struct bind *b, struct cte *c, struct span span)
{
	struct plan *p = plan_new(b->a, PLAN_CTE_READ, 0, span);
	uint32_t *from = arena_array(b->a, uint32_t, c->plan->n_cols + 1);

	p->cte.id = c->id;
	p->cte.name = c->name;
	p->n_cols = c->plan->n_cols;
	p->cols = arena_dup(b->a, c->plan->cols, p->n_cols * sizeof(*p->cols));
	for (size_t i = 0; i < p->n_cols; i++) {
		from[i] = p->cols[i].id;
		p->cols[i].id = plan_next_id(&b->env->ids);
	}
	p->cte.from_ids = from;
	return p;
}

shade_status bind_cte_use(struct bind *b, struct cte *c, struct span span,
			  struct plan **out)
{
	if (c->given) {
		*out = c->given;
		return SHADE_OK;
	}
	if (c->busy || (c->plan && !c->inlined)) {
		*out = read_of(b, c, span);
		return SHADE_OK;
	}
	return bind_cte(b, c, out);
}

static void wrap(struct bind *b, struct cte *c, struct plan **plan)
{
	struct plan *p = plan_new(b->a, PLAN_CTE, 2, c->ast->span);

	p->children[0] = c->plan;
	p->children[1] = *plan;
	p->cols = (*plan)->cols;
	p->n_cols = (*plan)->n_cols;
	p->cte.id = c->id;
	p->cte.name = c->name;
	*plan = p;
}

void bind_ctes_end(struct bind *b, struct cte *last, struct plan **plan)
{
	for (struct cte *c = b->ctes; c && c != last; c = c->next)
		if (!c->inlined && c->plan)
			wrap(b, c, plan);
}

static shade_status check_name(struct bind *b, struct cte *last, struct ast_cte *ast)
{
	for (struct cte *c = b->ctes; c != last; c = c->next)
		if (str_eq_nocase(c->name, ident_name(ast->name)))
			return shade_fail(b->cx, SHADE_E_TABLE_EXISTS, ast->span,
					  "WITH defines \"%.*s\" twice",
					  STR_ARG(c->name));
	return SHADE_OK;
}

shade_status bind_ctes(struct bind *b, struct ast_query *q, struct scope *outer)
{
	struct cte *last = b->ctes;

	for (size_t i = 0; i < q->ctes.n; i++) {
		struct ast_cte *ast = AST_CAST(cte, q->ctes.v[i]);
		struct cte *c = arena_new_of(b->a, struct cte);
		struct plan *plan;
		size_t uses;

		TRY(check_name(b, last, ast));
		c->name = ident_name(ast->name);
		c->ast = ast;
		c->outer = outer;
		c->text = b->text;
		c->next = b->ctes;
		c->is_recursive = q->recursive && count_uses(ast->query, c->name) > 0;
		uses = uses_of(q, i, c->name);
		c->inlined = ast->materialized == AST_MATERIALIZED_NO ||
			     (uses <= 1 && ast->materialized != AST_MATERIALIZED_YES);
		if (!c->inlined || uses == 0) {
			/* unused ones are bound for their errors only */
			TRY(bind_cte(b, c, &plan));
			if (uses > 0) {
				c->plan = plan;
				c->id = plan_next_id(&b->env->ids);
			}
		}
		b->ctes = c;
	}
	return SHADE_OK;
}
