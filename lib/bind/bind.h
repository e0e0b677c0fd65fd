/*
 * bind.h - from AST to logical plan: names, types, coercions.
 */
#ifndef SHADE_BIND_BIND_H
#define SHADE_BIND_BIND_H

#include "ast/ast.h"
#include "catalog/catalog.h"
#include "plan/plan.h"

struct bind_param {
	struct str name; /* "day", or "1" for the first ? */
	struct value value;
};

/* What a statement's binding reads and what it leaves for its end. */
struct bind_env {
	struct catalog *catalog;
	const struct bind_param *params;
	size_t n_params;
	struct plan_ids ids;
	/* objects the plan reads: unref when the statement ends */
	VEC(struct object *) used;
	struct source **sources; /* release when the statement ends */
	size_t n_sources, cap_sources;
	struct expect_report *reports; /* of live views read */
};

/* Bind a query (AST of any query form). */
shade_status bind_query(struct shade_cx *cx, struct bind_env *env, struct ast *query,
			struct plan **out);
/* Bind one expression over the columns of a plan node (UPDATE, EXPECT,
 * DEFAULT, ...); in NULL: constants only. */
shade_status bind_expr(struct shade_cx *cx, struct bind_env *env, struct ast *expr,
		       const struct plan *in, struct str alias, struct expr **out);
/* The type that a type AST names. */
shade_status bind_type(struct shade_cx *cx, struct ast *type, const struct type **out);
/*
 * Freeze a view's body: every table reference in a copy of query becomes
 * qualified and remembers temporary or permanent; stars are expanded.  self
 * is invisible as temporary object (self-shadowing views).  *uses_temporary
 * names the first temporary object it reads, or NULL.
 */
shade_status bind_freeze(struct shade_cx *cx, struct bind_env *env, struct arena *a,
			 struct ast *query, const struct path *self,
			 struct ast **frozen, struct object **uses_temporary);

#endif
