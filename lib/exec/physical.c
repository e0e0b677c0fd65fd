#include "exec/physical.h"

#include "exec/join.h"

#define OP(id, cls) extern const struct op_class cls;
#include "exec/ops.def"
#undef OP

static const struct op_class *const classes[OP_COUNT] = {
#define OP(id, cls) [OP_##id] = &cls,
#include "exec/ops.def"
#undef OP
};

/* Plans nest as deep as queries do; the parser limits that, this is a net. */
enum { MAX_DEPTH = 10000 };

static shade_status unsupported(struct shade_cx *cx, const struct plan *p,
				const char *what)
{
	return shade_fail(cx, SHADE_E_UNSUPPORTED, p->span, "not supported yet: %s",
			  what);
}

static shade_status choose_join(struct shade_cx *cx, struct exec *ex,
				const struct plan *p, enum op_id *out)
{
	struct join_spec spec;

	if (p->join.dependent)
		return unsupported(cx, p, "a correlated join of this form");
	if (p->join.is_asof) {
		*out = OP_ASOF_JOIN;
		return SHADE_OK;
	}
	join_spec_make(ex->arena, p, &spec);
	*out = spec.n_keys > 0 ? OP_HASH_JOIN : OP_LOOP_JOIN;
	return SHADE_OK;
}

static shade_status choose(struct shade_cx *cx, struct exec *ex, const struct plan *p,
			   enum op_id *out)
{
	switch (p->kind) {
	case PLAN_SCAN: *out = OP_SCAN; return SHADE_OK;
	case PLAN_VALUES: *out = OP_VALUES; return SHADE_OK;
	case PLAN_FILTER: *out = OP_FILTER; return SHADE_OK;
	case PLAN_PROJECT: *out = OP_PROJECT; return SHADE_OK;
	case PLAN_AGGREGATE: *out = OP_AGGREGATE; return SHADE_OK;
	case PLAN_JOIN: return choose_join(cx, ex, p, out);
	case PLAN_SORT: *out = p->sort.has_limit ? OP_TOP_N : OP_SORT; return SHADE_OK;
	case PLAN_LIMIT: *out = OP_LIMIT; return SHADE_OK;
	case PLAN_DISTINCT: *out = OP_DISTINCT; return SHADE_OK;
	case PLAN_SETOP:
		*out = p->setop.kind == SETOP_UNION ? OP_UNION : OP_SETOP;
		return SHADE_OK;
	case PLAN_UNNEST: *out = OP_UNNEST; return SHADE_OK;
	case PLAN_EXPECT: *out = OP_EXPECT; return SHADE_OK;
	case PLAN_ASSERT: *out = OP_ASSERT; return SHADE_OK;
	case PLAN_CTE: *out = OP_CTE; return SHADE_OK;
	case PLAN_CTE_READ: *out = OP_CTE_READ; return SHADE_OK;
	case PLAN_RECURSIVE: *out = OP_RECURSIVE; return SHADE_OK;
	case PLAN_SAMPLE: *out = OP_SAMPLE; return SHADE_OK;
	case PLAN_WINDOW: *out = OP_WINDOW; return SHADE_OK;
	case PLAN_KIND_COUNT: break;
	}
	return unsupported(cx, p, "this operation");
}

static shade_status make(struct shade_cx *cx, struct exec *ex, const struct plan *p,
			 size_t depth, struct op **out)
{
	struct arena *a = ex->arena;
	enum op_id id = OP_COUNT;
	struct op *op;
	uint32_t *ids;

	if (depth > MAX_DEPTH)
		return shade_fail(cx, SHADE_E_TOO_COMPLEX, p->span,
				  "the query is nested too deeply");
	TRY(choose(cx, ex, p, &id));
	op = arena_alloc(a, classes[id]->op_size);
	op->cls = classes[id];
	op->ex = ex;
	op->plan = p;
	op->n_children = p->n_children;
	op->children = arena_array(a, struct op *, p->n_children);
	op->n_cols = p->n_cols;
	ids = arena_array(a, uint32_t, p->n_cols);
	op->types = arena_array(a, const struct type *, p->n_cols);
	for (size_t i = 0; i < p->n_cols; i++) {
		ids[i] = p->cols[i].id;
		op->types[i] = p->cols[i].type;
	}
	op->ids = ids;
	for (size_t i = 0; i < p->n_children; i++)
		TRY(make(cx, ex, p->children[i], depth + 1, &op->children[i]));
	*out = op;
	return op->cls->make ? op->cls->make(cx, op) : SHADE_OK;
}

shade_status physical_plan(struct shade_cx *cx, struct exec *ex,
			   const struct plan *plan, struct op **out)
{
	return make(cx, ex, plan, 0, out);
}
