/*
 * f_bitop.c - operators on the bits of integers.
 *
 * Both sides have one type; shifts by less than 0 or by the width and more
 * give 0 (or the sign).
 */
#include "func/func_internal.h"

enum bit_op {
	BIT_AND_OP,
	BIT_OR_OP,
	BIT_XOR_OP,
	SHIFT_LEFT,
	SHIFT_RIGHT,
	SHIFT_LOGICAL
};

static int bits_of(const struct type *t)
{
	return (int)phys_width(type_phys(t)) * 8;
}

static int64_t shift(enum bit_op op, int64_t x, int64_t by, int bits)
{
	uint64_t mask = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;

	if (op == SHIFT_RIGHT)
		return by < 0 ? 0 : x >> (by > 63 ? 63 : by);
	if (by < 0 || by >= bits)
		return 0;
	if (op == SHIFT_LEFT)
		return (int64_t)((uint64_t)x << by);
	return (int64_t)(((uint64_t)x & mask) >> by);
}

static int64_t apply(enum bit_op op, int64_t x, int64_t y, int bits)
{
	switch (op) {
	case BIT_AND_OP: return x & y;
	case BIT_OR_OP: return x | y;
	case BIT_XOR_OP: return x ^ y;
	case SHIFT_LEFT:
	case SHIFT_RIGHT:
	case SHIFT_LOGICAL: return shift(op, x, y, bits);
	}
	unreachable();
}

static void put(struct vector *out, size_t i, int64_t v)
{
	struct value val = { .type = out->type, .i = v };

	vector_store(out, i, &val);
}

static enum bit_op op_of(const struct func_call *fc)
{
	const char *name = fc->row->name;

	switch (name[0]) {
	case '&': return BIT_AND_OP;
	case '|': return BIT_OR_OP;
	case '^':
	case 'x': return BIT_XOR_OP;
	case '<': return SHIFT_LEFT;
	case '>': return name[2] ? SHIFT_LOGICAL : SHIFT_RIGHT;
	default:
		return name[5] == 'l' ? SHIFT_LEFT
		       : name[10]     ? SHIFT_LOGICAL
				      : SHIFT_RIGHT;
	}
}

static shade_status bit_kernel(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	enum bit_op op = op_of(fc);
	int bits = bits_of(out->type);

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		put(out, i,
		    apply(op, arg_int(&args[0], i), arg_int(&args[1], i), bits));
	return SHADE_OK;
}

static shade_status not_kernel(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		put(out, i, ~arg_int(&args[0], i));
	return SHADE_OK;
}

static shade_status get_kernel(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t at = arg_int(&args[1], i);

		if (row_valid(out, i) && (at < 0 || at >= bits_of(args[0].type)))
			return shade_fail(
				fc->cx, SHADE_E_RANGE, fc->span,
				"bit %lld of %.*s does not exist", (long long)at,
				STR_ARG(type_name(fc->cx->arena, args[0].type)));
		((int8_t *)out->data)[i] = arg_int(&args[0], i) >> (at & 63) & 1;
	}
	return SHADE_OK;
}

static shade_status bind_bits(struct func_bind *fb, const struct agg_class **agg)
{
	const struct type *t = type_common(fb->arena, fb->arg_types[0],
					   fb->arg_types[1]);

	(void)agg;
	if (t->id == TYPE_HUGEINT)
		return func_fail_pair(fb, "combine the bits of");
	fb->arg_types[0] = fb->arg_types[1] = fb->type = t;
	return SHADE_OK;
}

/* The result has the left side's type. */
static shade_status bind_shift(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	if (fb->arg_types[0]->id == TYPE_HUGEINT ||
	    fb->arg_types[1]->id == TYPE_HUGEINT)
		return func_fail_pair(fb, "shift");
	fb->type = fb->arg_types[0];
	return SHADE_OK;
}

static shade_status bind_not(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	if (fb->arg_types[0]->id == TYPE_HUGEINT)
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "~ does not take HUGEINT");
	fb->type = fb->arg_types[0];
	return SHADE_OK;
}

#define PAIR "INTEGER, INTEGER -> ?"

static const struct func_row rows[] = {
	{ SCALAR("&", PAIR, OPERATOR, bit_kernel), .bind = bind_bits,
	  DOC("bits set in both", "12 & 10", "8") },
	{ SCALAR("|", PAIR, OPERATOR, bit_kernel), .bind = bind_bits,
	  DOC("bits set in either", "12 | 10", "14") },
	{ SCALAR("^", PAIR, OPERATOR, bit_kernel), .bind = bind_bits,
	  DOC("bits set in one only", "12 ^ 10", "6") },
	{ SCALAR("xor", PAIR, FUNC_TOTAL, bit_kernel), .bind = bind_bits,
	  DOC("bits set in one only", "xor(12, 10)", "6") },
	{ SCALAR("~", "INTEGER -> ?", OPERATOR, not_kernel), .bind = bind_not,
	  DOC("all bits turned", "~5", "-6") },
	{ SCALAR("<<", PAIR, OPERATOR, bit_kernel), .bind = bind_shift,
	  DOC("bits moved left", "1 << 4", "16") },
	{ SCALAR(">>", PAIR, OPERATOR, bit_kernel), .bind = bind_shift,
	  DOC("bits moved right, the sign kept", "-16 >> 2", "-4") },
	{ SCALAR(">>>", PAIR, OPERATOR, bit_kernel), .bind = bind_shift,
	  DOC("bits moved right, zeros from the left", "16 >>> 2", "4") },
	{ SCALAR("shiftleft", PAIR, FUNC_TOTAL, bit_kernel), .bind = bind_shift,
	  DOC("bits moved left", "shiftleft(3, 2)", "12") },
	{ SCALAR("shiftright", PAIR, FUNC_TOTAL, bit_kernel), .bind = bind_shift,
	  DOC("bits moved right, the sign kept", "shiftright(-8, 1)", "-4") },
	{ SCALAR("shiftrightunsigned", PAIR, FUNC_TOTAL, bit_kernel),
	  .bind = bind_shift,
	  DOC("bits moved right, zeros from the left", "shiftrightunsigned(8, 1)",
	      "4") },
	{ SCALAR("bit_get", "INTEGER, BIGINT -> TINYINT", FUNC_CAN_FAIL, get_kernel),
	  DOC("one bit, counted from the lowest as 0", "bit_get(5, 2)", "1") },
	{ SCALAR("getbit", "INTEGER, BIGINT -> TINYINT", FUNC_CAN_FAIL, get_kernel),
	  DOC("one bit, counted from the lowest as 0", "getbit(5, 1)", "0") },
};

const struct func_family func_family_bitop = { "Bits", rows, ARRAY_LEN(rows) };
