#include "func/arith.h"

#include "type/decimal.h"

static const char *const symbols[] = { "+", "-", "*", "/", "%" };

bool arith_is_try(const struct func_row *row)
{
	return strncmp(row->name, "try_", 4) == 0;
}

enum arith_op arith_op_of(const struct func_row *row)
{
	const char *name = row->name + (arith_is_try(row) ? 4 : 0);

	switch (*name) {
	case '+':
	case 'a': return ARITH_ADD; /* add */
	case '-':
	case 's': return ARITH_SUB; /* subtract */
	case '*': return ARITH_MUL;
	case '/':
	case 'd': return ARITH_DIV; /* divide, div */
	case 'm': return name[1] == 'u' ? ARITH_MUL : ARITH_MOD; /* multiply, mod */
	default: return ARITH_MOD;
	}
}

shade_status arith_fail(struct func_call *fc, enum arith_op op,
			const struct vector *args, size_t row, bool by_zero)
{
	struct arena *a = fc->cx->arena;
	struct value x = vector_value(&args[0], row, NULL);
	struct value y = vector_value(&args[1], row, NULL);
	struct str tx = value_text(a, &x), ty = value_text(a, &y);

	if (by_zero) {
		(void)shade_fail(fc->cx, SHADE_E_DIVIDE_BY_ZERO, fc->span,
				 "division by zero: %.*s %s %.*s", STR_ARG(tx),
				 symbols[op], STR_ARG(ty));
		shade_hint(fc->cx, "dividing by nullif(.., 0) gives NULL instead");
		return SHADE_E_DIVIDE_BY_ZERO;
	}
	(void)shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
			 "%.*s %s %.*s is out of range for %.*s", STR_ARG(tx),
			 symbols[op], STR_ARG(ty), STR_ARG(type_name(a, fc->type)));
	if (type_family(fc->type) == FAMILY_INTEGER && fc->type->id < TYPE_BIGINT)
		shade_hint(fc->cx, "a wider type has room: CAST(.. AS BIGINT)");
	return SHADE_E_OVERFLOW;
}

static bool fits(enum phys p, int128 v)
{
	switch (p) {
	case PHYS_I8: return v == (int8_t)v;
	case PHYS_I16: return v == (int16_t)v;
	case PHYS_I32: return v == (int32_t)v;
	case PHYS_I64: return v == (int64_t)v;
	default: return true;
	}
}

/* Does row i overflow or divide by zero? */
static bool int_row_bad(enum arith_op op, const struct vector *args, size_t i,
			enum phys p, bool *by_zero)
{
	int128 x = arg_exact(&args[0], i), y = arg_exact(&args[1], i), r = 0;
	bool bad = false;

	*by_zero = (op == ARITH_DIV || op == ARITH_MOD) && y == 0;
	if (*by_zero)
		return true;
	switch (op) {
	case ARITH_ADD: bad = __builtin_add_overflow(x, y, &r); break;
	case ARITH_SUB: bad = __builtin_sub_overflow(x, y, &r); break;
	case ARITH_MUL: bad = __builtin_mul_overflow(x, y, &r); break;
	case ARITH_DIV:
		bad = y == -1 && __builtin_sub_overflow((int128)0, x, &r);
		break;
	case ARITH_MOD: break;
	}
	return bad || !fits(p, r);
}

/* A kernel reported trouble: the first valid bad row is an error, or for
 * try_ every bad row becomes NULL. */
static shade_status settle_int(struct func_call *fc, enum arith_op op, bool is_try,
			       const struct vector *args, size_t n, struct vector *out)
{
	enum phys p = type_phys(out->type);
	bool by_zero;

	for (size_t i = 0; i < n; i++) {
		if (!row_valid(out, i) || !int_row_bad(op, args, i, p, &by_zero))
			continue;
		if (!is_try)
			return arith_fail(fc, op, args, i, by_zero);
		func_set_null(fc, out, i, n);
	}
	return SHADE_OK;
}

static binary_fn kernel_for(enum arith_op op, enum phys p)
{
	const struct kernel_table *k = kernels();

	switch (op) {
	case ARITH_ADD: return k->add[p];
	case ARITH_SUB: return k->sub[p];
	case ARITH_MUL: return k->mul[p];
	case ARITH_DIV: return k->div[p];
	case ARITH_MOD: return k->mod[p];
	}
	unreachable();
}

/* Products of small 64-bit values need no check and vectorise. */
static bool mul_small(const struct vector *args, size_t n, struct vector *out)
{
	const struct kernel_table *k = kernels();
	uint64_t x, y;

	x = k->bits_64(args[0].data, args[0].form == VECTOR_CONST ? 1 : n);
	y = k->bits_64(args[1].data, args[1].form == VECTOR_CONST ? 1 : n);
	if (__builtin_clzll(x | 1) + __builtin_clzll(y | 1) < 66)
		return false;
	k->mul_64(operand_of(&args[0]), operand_of(&args[1]), out->data, n);
	return true;
}

static shade_status int_arith(struct func_call *fc, enum arith_op op, bool is_try,
			      const struct vector *args, size_t n, struct vector *out)
{
	enum phys p = type_phys(out->type);

	if (op == ARITH_MUL && p == PHYS_I64 && mul_small(args, n, out))
		return SHADE_OK;
	if (kernel_for(op, p)(operand_of(&args[0]), operand_of(&args[1]), out->data, n))
		return SHADE_OK;
	return settle_int(fc, op, is_try, args, n, out);
}

static shade_status float_arith(struct func_call *fc, enum arith_op op, bool is_try,
				const struct vector *args, size_t n, struct vector *out)
{
	enum phys p = type_phys(out->type);

	if (kernel_for(op, p)(operand_of(&args[0]), operand_of(&args[1]), out->data, n))
		return SHADE_OK;
	for (size_t i = 0; i < n; i++) {
		double y = p == PHYS_F32 ? (double)ARG(&args[1], float, i)
					 : ARG(&args[1], double, i);

		if (!row_valid(out, i) || y != 0)
			continue;
		if (!is_try)
			return arith_fail(fc, op, args, i, true);
		func_set_null(fc, out, i, n);
	}
	return SHADE_OK;
}

static shade_status arith(struct func_call *fc, enum arith_op op, bool is_try,
			  const struct vector *args, size_t n, struct vector *out)
{
	enum phys p = type_phys(out->type);

	if (p == PHYS_F32 || p == PHYS_F64)
		return float_arith(fc, op, is_try, args, n, out);
	return int_arith(fc, op, is_try, args, n, out);
}

static shade_status arith_kernel(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return arith(fc, arith_op_of(fc->row), arith_is_try(fc->row), args, n, out);
}

/* NULL and text literals take the other side's type. */
static void settle_types(struct func_bind *fb)
{
	for (size_t i = 0; i < 2; i++) {
		const struct type *other = fb->arg_types[1 - i];
		bool loose = func_is_text_literal(fb, i) ||
			     (fb->consts[i] && fb->consts[i]->type->id == TYPE_NULL);

		if (loose && type_is_numeric(other))
			fb->arg_types[i] = other;
	}
}

shade_status arith_bind(struct func_bind *fb, const struct agg_class **agg)
{
	enum arith_op op = arith_op_of(fb->row);
	bool is_try = arith_is_try(fb->row);
	const struct type *t;

	(void)agg;

	settle_types(fb);
	t = type_common(fb->arena, fb->arg_types[0], fb->arg_types[1]);
	if (t->id == TYPE_DECIMAL || ((fb->arg_types[0]->id == TYPE_DECIMAL ||
				       fb->arg_types[1]->id == TYPE_DECIMAL) &&
				      type_family(t) != FAMILY_FLOAT))
		return arith_bind_decimal(fb);
	fb->arg_types[0] = fb->arg_types[1] = fb->type = t;
	fb->kernel = arith_kernel;
	fb->can_fail = !is_try && (type_family(t) != FAMILY_FLOAT || op >= ARITH_DIV);
	return SHADE_OK;
}

shade_status arith_bind_intdiv(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	settle_types(fb);
	if (type_family(fb->arg_types[0]) != FAMILY_INTEGER ||
	    type_family(fb->arg_types[1]) != FAMILY_INTEGER)
		fb->arg_types[0] = fb->arg_types[1] = type_of(TYPE_BIGINT);
	fb->type = type_common(fb->arena, fb->arg_types[0], fb->arg_types[1]);
	fb->arg_types[0] = fb->arg_types[1] = fb->type;
	fb->kernel = arith_kernel;
	return SHADE_OK;
}

/* --- one operand ---------------------------------------------------------- */

static shade_status settle_one(struct func_call *fc, const struct vector *arg, size_t n,
			       const struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		int128 r;

		if (!row_valid(out, i))
			continue;
		if (__builtin_sub_overflow((int128)0, arg_exact(arg, i), &r) ||
		    !fits(type_phys(out->type), r)) {
			struct value v = vector_value(arg, i, NULL);

			return shade_fail(
				fc->cx, SHADE_E_OVERFLOW, fc->span,
				"the negative of %.*s is out of range for %.*s",
				STR_ARG(value_text(fc->cx->arena, &v)),
				STR_ARG(type_name(fc->cx->arena, fc->type)));
		}
	}
	return SHADE_OK;
}

shade_status arith_neg(struct func_call *fc, const struct vector *args, size_t n_args,
		       size_t n, struct vector *out)
{
	(void)n_args;
	if (kernels()->neg[type_phys(out->type)](args[0].data, out->data, n))
		return SHADE_OK;
	return settle_one(fc, &args[0], n, out);
}

shade_status arith_abs(struct func_call *fc, const struct vector *args, size_t n_args,
		       size_t n, struct vector *out)
{
	(void)n_args;
	if (kernels()->abs[type_phys(out->type)](args[0].data, out->data, n))
		return SHADE_OK;
	return settle_one(fc, &args[0], n, out);
}
