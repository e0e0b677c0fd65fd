/*
 * arith.h - + - * / DIV % over numbers, dates and intervals.
 */
#ifndef SHADE_FUNC_ARITH_H
#define SHADE_FUNC_ARITH_H

#include "func/func_internal.h"

enum arith_op { ARITH_ADD, ARITH_SUB, ARITH_MUL, ARITH_DIV, ARITH_MOD };

/* Which operator a row is, by its name; is it the try_ one? */
enum arith_op arith_op_of(const struct func_row *row);
bool arith_is_try(const struct func_row *row);

/* bind() of number arithmetic: types by the rules of sql.md 4, and a kernel
 * that raises an error (or, for try_ functions, makes a NULL). */
shade_status arith_bind(struct func_bind *fb, const struct agg_class **agg);
/* DIV: the quotient as an integer. */
shade_status arith_bind_intdiv(struct func_bind *fb, const struct agg_class **agg);
shade_status arith_neg(struct func_call *fc, const struct vector *args, size_t n_args,
		       size_t n, struct vector *out);
shade_status arith_abs(struct func_call *fc, const struct vector *args, size_t n_args,
		       size_t n, struct vector *out);

/* Is x op y impossible in the result type (decimal rules if it is one)? */
shade_status arith_fail(struct func_call *fc, enum arith_op op,
			const struct vector *args, size_t row, bool by_zero);

/* decimal.c */
shade_status arith_bind_decimal(struct func_bind *fb);

#endif
