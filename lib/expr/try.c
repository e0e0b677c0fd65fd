/*
 * try.c - TRY(e): NULL where computing e fails.
 *
 * All rows are tried at once.  When that fails they are halved until the rows
 * that fail stand alone; errors are told to a context that nobody reads.
 */
#include "expr/expr_internal.h"

shade_status try_prepare(struct node *nd)
{
	struct evaluator *ev = nd->scope->ev;
	struct shade_cx *quiet;

	nd->branches = scope_new(nd->scope, 1);
	nd->branches[0].cx = quiet = scope_quiet(nd->scope)->cx;
	nd->bytes = arena_alloc(ev->arena, sizeof(uint16_t) * (ev->cap + 32));
	shade_status rc = node_compile_args(nd);

	if (rc && quiet->err.code)
		return shade_fail(ev->cx, quiet->err.code, nd->expr->span, "%s",
				  quiet->err.message);
	return rc;
}

static bool is_final(shade_status rc)
{
	return rc == SHADE_E_NOMEM || rc == SHADE_E_MEMORY_LIMIT ||
	       rc == SHADE_E_CANCELLED || rc == SHADE_E_INTERNAL;
}

static shade_status try_rows(struct node *nd, const uint16_t *rows, size_t n,
			     struct vector *out)
{
	struct evaluator *ev = nd->scope->ev;
	struct shade_cx *quiet = nd->branches[0].cx;
	shade_status rc;

	shade_clear(quiet);
	rc = take_branch(nd, 0, rows, n, out);
	if (!rc)
		return SHADE_OK;
	if (is_final(rc))
		return shade_fail(ev->cx, rc, nd->expr->span, "%s", quiet->err.message);
	if (n == 1) {
		validity_clear(vector_validity(node_arena(nd), out, ev->cap), rows[0]);
		return SHADE_OK;
	}
	TRY(try_rows(nd, rows, n / 2, out));
	return try_rows(nd, rows + n / 2, n - n / 2, out);
}

shade_status eval_try(struct node *nd)
{
	struct vector *out = node_result(nd);
	uint16_t *rows = (uint16_t *)(void *)nd->bytes;
	size_t n = nd->scope->n;

	if (type_phys(out->type) == PHYS_STR || type_phys(out->type) == PHYS_LIST)
		memset(out->data, 0, n * phys_width(type_phys(out->type)));
	for (size_t i = 0; i < n; i++)
		rows[i] = (uint16_t)i;
	if (n > 0)
		TRY(try_rows(nd, rows, n, out));
	nd->out = out;
	return SHADE_OK;
}
