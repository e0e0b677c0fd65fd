/*
 * f_operator.c - what the grammar spells as operators.
 */
#include "func/arith.h"
#include "func/compare.h"
#include "func/like.h"
#include "func/temporal.h"
#include "func/text.h"

static shade_status bind_add(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_ADD, false);
}

static shade_status bind_sub(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_SUB, false);
}

static shade_status bind_mul(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_MUL, false);
}

static shade_status bind_div(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_DIV, false);
}

static shade_status bind_mod(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_MOD, false);
}

static shade_status bind_try_add(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_ADD, true);
}

static shade_status bind_try_sub(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_SUB, true);
}

static shade_status bind_try_mul(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_MUL, true);
}

static shade_status bind_try_div(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_DIV, true);
}

static shade_status bind_try_mod(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return arith_bind(fb, ARITH_MOD, true);
}

/* The result has the argument's type; NULL and text count as DOUBLE. */
static shade_status bind_same(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->arg_types[0];
	fb->can_fail = type_family(fb->type) == FAMILY_INTEGER;
	return SHADE_OK;
}

static shade_status same_kernel(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	vector_copy_rows(fc->arena, out, 0, &args[0], n);
	return SHADE_OK;
}

#define ARITH (FUNC_CAN_FAIL | OPERATOR)

static const struct func_row rows[] = {
	{ SCALAR("+", "NUMERIC, NUMERIC -> ?", ARITH, NULL), .bind = bind_add,
	  DOC("sum", "1 + 2.5", "3.5") },
	{ SCALAR("+", "DATE, INTERVAL YEAR TO MONTH -> DATE", ARITH,
		 temporal_add_months),
	  DOC("a date some months later", "DATE '2024-01-31' + INTERVAL '1' MONTH",
	      "2024-02-29") },
	{ SCALAR("+", "INTERVAL YEAR TO MONTH, DATE -> DATE", ARITH,
		 temporal_add_months) },
	{ SCALAR("+", "DATE, INTERVAL DAY TO SECOND -> ?", ARITH, NULL),
	  .bind = temporal_bind_date_plus,
	  DOC("a date some days later", "DATE '2024-02-28' + INTERVAL '2' DAY",
	      "2024-03-01") },
	{ SCALAR("+", "INTERVAL DAY TO SECOND, DATE -> ?", ARITH, NULL),
	  .bind = temporal_bind_date_plus },
	{ SCALAR("+", "DATE, INT -> DATE", ARITH, temporal_date_plus_days),
	  DOC("a date some days later", "DATE '2024-02-28' + 2", "2024-03-01") },
	{ SCALAR("+", "INT, DATE -> DATE", ARITH, temporal_date_plus_days) },
	{ SCALAR("+", "TIMESTAMP, INTERVAL YEAR TO MONTH -> TIMESTAMP", ARITH,
		 temporal_add_months) },
	{ SCALAR("+", "INTERVAL YEAR TO MONTH, TIMESTAMP -> TIMESTAMP", ARITH,
		 temporal_add_months) },
	{ SCALAR("+", "TIMESTAMP, INTERVAL DAY TO SECOND -> TIMESTAMP", ARITH,
		 temporal_add_us),
	  DOC("a timestamp some time later",
	      "TIMESTAMP '2024-01-01 10:00:00' + INTERVAL '90' MINUTE",
	      "2024-01-01 11:30:00") },
	{ SCALAR("+", "INTERVAL DAY TO SECOND, TIMESTAMP -> TIMESTAMP", ARITH,
		 temporal_add_us) },
	{ SCALAR("+", "TIMESTAMP_LTZ, INTERVAL YEAR TO MONTH -> TIMESTAMP_LTZ", ARITH,
		 temporal_add_months) },
	{ SCALAR("+", "TIMESTAMP_LTZ, INTERVAL DAY TO SECOND -> TIMESTAMP_LTZ", ARITH,
		 temporal_add_us) },
	{ SCALAR("+", "TIME, INTERVAL DAY TO SECOND -> TIME", ARITH, temporal_add_us) },
	{ SCALAR("+",
		 "INTERVAL DAY TO SECOND, INTERVAL DAY TO SECOND -> "
		 "INTERVAL DAY TO SECOND",
		 ARITH, temporal_add_us) },
	{ SCALAR("+",
		 "INTERVAL YEAR TO MONTH, INTERVAL YEAR TO MONTH -> "
		 "INTERVAL YEAR TO MONTH",
		 ARITH, temporal_add_intervals) },
	{ SCALAR("-", "NUMERIC, NUMERIC -> ?", ARITH, NULL), .bind = bind_sub,
	  DOC("difference", "10 - 4", "6") },
	{ SCALAR("-", "NUMERIC -> ?", ARITH, arith_neg), .bind = bind_same,
	  DOC("the number with its sign changed", "-(2 + 3)", "-5") },
	{ SCALAR("-", "INTERVAL DAY TO SECOND -> INTERVAL DAY TO SECOND", ARITH,
		 arith_neg) },
	{ SCALAR("-", "INTERVAL YEAR TO MONTH -> INTERVAL YEAR TO MONTH", ARITH,
		 arith_neg) },
	{ SCALAR("-", "DATE, DATE -> BIGINT", ARITH, temporal_date_minus_date),
	  DOC("days from the second date to the first",
	      "DATE '2024-03-01' - DATE '2024-02-28'", "2") },
	{ SCALAR("-", "DATE, INTERVAL YEAR TO MONTH -> DATE", ARITH,
		 temporal_sub_months) },
	{ SCALAR("-", "DATE, INTERVAL DAY TO SECOND -> ?", ARITH, NULL),
	  .bind = temporal_bind_date_minus },
	{ SCALAR("-", "DATE, INT -> DATE", ARITH, temporal_date_minus_days) },
	{ SCALAR("-", "TIMESTAMP, INTERVAL YEAR TO MONTH -> TIMESTAMP", ARITH,
		 temporal_sub_months) },
	{ SCALAR("-", "TIMESTAMP, INTERVAL DAY TO SECOND -> TIMESTAMP", ARITH,
		 temporal_sub_us) },
	{ SCALAR("-", "TIMESTAMP, TIMESTAMP -> INTERVAL DAY TO SECOND", ARITH,
		 temporal_sub_us),
	  DOC("time from the second timestamp to the first",
	      "TIMESTAMP '2024-01-02 01:00:00' - TIMESTAMP '2024-01-01 00:00:00'",
	      "+1 01:00:00") },
	{ SCALAR("-", "TIMESTAMP_LTZ, INTERVAL YEAR TO MONTH -> TIMESTAMP_LTZ", ARITH,
		 temporal_sub_months) },
	{ SCALAR("-", "TIMESTAMP_LTZ, INTERVAL DAY TO SECOND -> TIMESTAMP_LTZ", ARITH,
		 temporal_sub_us) },
	{ SCALAR("-", "TIMESTAMP_LTZ, TIMESTAMP_LTZ -> INTERVAL DAY TO SECOND", ARITH,
		 temporal_sub_us) },
	{ SCALAR("-", "TIME, INTERVAL DAY TO SECOND -> TIME", ARITH, temporal_sub_us) },
	{ SCALAR("-", "TIME, TIME -> INTERVAL DAY TO SECOND", ARITH, temporal_sub_us) },
	{ SCALAR("-",
		 "INTERVAL DAY TO SECOND, INTERVAL DAY TO SECOND -> "
		 "INTERVAL DAY TO SECOND",
		 ARITH, temporal_sub_us) },
	{ SCALAR("-",
		 "INTERVAL YEAR TO MONTH, INTERVAL YEAR TO MONTH -> "
		 "INTERVAL YEAR TO MONTH",
		 ARITH, temporal_sub_intervals) },
	{ SCALAR("*", "NUMERIC, NUMERIC -> ?", ARITH, NULL), .bind = bind_mul,
	  DOC("product", "1.5 * 4", "6.0") },
	{ SCALAR("*", "INTERVAL DAY TO SECOND, DOUBLE -> INTERVAL DAY TO SECOND", ARITH,
		 temporal_scale),
	  DOC("an interval times a number", "INTERVAL '1' HOUR * 36", "+1 12:00:00") },
	{ SCALAR("*", "DOUBLE, INTERVAL DAY TO SECOND -> INTERVAL DAY TO SECOND", ARITH,
		 temporal_scale) },
	{ SCALAR("*", "INTERVAL YEAR TO MONTH, DOUBLE -> INTERVAL YEAR TO MONTH", ARITH,
		 temporal_scale) },
	{ SCALAR("*", "DOUBLE, INTERVAL YEAR TO MONTH -> INTERVAL YEAR TO MONTH", ARITH,
		 temporal_scale) },
	{ SCALAR("/", "NUMERIC, NUMERIC -> ?", ARITH, NULL), .bind = bind_div,
	  DOC("quotient; of integers an integer", "7 / 2", "3") },
	{ SCALAR("/", "INTERVAL DAY TO SECOND, DOUBLE -> INTERVAL DAY TO SECOND", ARITH,
		 temporal_unscale) },
	{ SCALAR("/", "INTERVAL YEAR TO MONTH, DOUBLE -> INTERVAL YEAR TO MONTH", ARITH,
		 temporal_unscale) },
	{ SCALAR("div", "NUMERIC, NUMERIC -> ?", ARITH, NULL),
	  .bind = arith_bind_intdiv,
	  DOC("whole quotient, cut towards zero", "-7 DIV 2", "-3") },
	{ SCALAR("%", "NUMERIC, NUMERIC -> ?", ARITH, NULL), .bind = bind_mod,
	  DOC("remainder, with the sign of the dividend", "-7 % 3", "-1") },
	{ SCALAR("mod", "NUMERIC, NUMERIC -> ?", FUNC_CAN_FAIL | FUNC_TOTAL, NULL),
	  .bind = bind_mod,
	  DOC("remainder, with the sign of the dividend", "mod(17, 5)", "2") },
	{ SCALAR("positive", "NUMERIC -> ?", FUNC_TOTAL, same_kernel),
	  .bind = bind_same, DOC("the number itself", "positive(-4)", "-4") },
	{ SCALAR("negative", "NUMERIC -> ?", FUNC_CAN_FAIL | FUNC_TOTAL, arith_neg),
	  .bind = bind_same,
	  DOC("the number with its sign changed", "negative(4)", "-4") },
	{ SCALAR("try_add", "NUMERIC, NUMERIC -> ?", 0, NULL), .bind = bind_try_add,
	  DOC("sum, NULL if it overflows", "try_add(2147483647, 1)", "NULL") },
	{ SCALAR("try_subtract", "NUMERIC, NUMERIC -> ?", 0, NULL),
	  .bind = bind_try_sub,
	  DOC("difference, NULL if it overflows", "try_subtract(5, 3)", "2") },
	{ SCALAR("try_multiply", "NUMERIC, NUMERIC -> ?", 0, NULL),
	  .bind = bind_try_mul,
	  DOC("product, NULL if it overflows", "try_multiply(1000000, 1000000)",
	      "NULL") },
	{ SCALAR("try_divide", "NUMERIC, NUMERIC -> ?", 0, NULL), .bind = bind_try_div,
	  DOC("quotient, NULL when dividing by zero", "try_divide(1, 0)", "NULL") },
	{ SCALAR("try_mod", "NUMERIC, NUMERIC -> ?", 0, NULL), .bind = bind_try_mod,
	  DOC("remainder, NULL when dividing by zero", "try_mod(7, 0)", "NULL") },

	{ SCALAR("=", "ANY, ANY -> ?", OPERATOR, compare_eq), .bind = compare_bind,
	  DOC("equal", "1 = 1.0", "true") },
	{ SCALAR("<>", "ANY, ANY -> ?", OPERATOR, compare_ne), .bind = compare_bind },
	{ SCALAR("<", "ANY, ANY -> ?", OPERATOR, compare_lt), .bind = compare_bind,
	  DOC("less", "'a' < 'b'", "true") },
	{ SCALAR("<=", "ANY, ANY -> ?", OPERATOR, compare_le), .bind = compare_bind },
	{ SCALAR(">", "ANY, ANY -> ?", OPERATOR, compare_gt), .bind = compare_bind },
	{ SCALAR(">=", "ANY, ANY -> ?", OPERATOR, compare_ge), .bind = compare_bind },
	{ SCALAR("is distinct from", "ANY, ANY -> ?", OPERATOR | FUNC_NULLS,
		 compare_distinct),
	  .bind = compare_bind,
	  DOC("different, NULL being a value", "1 IS DISTINCT FROM NULL", "true") },
	{ SCALAR("is not distinct from", "ANY, ANY -> ?", OPERATOR | FUNC_NULLS,
		 compare_not_distinct),
	  .bind = compare_bind },
	{ SCALAR("equal_null", "ANY, ANY -> ?", FUNC_TOTAL | FUNC_NULLS,
		 compare_not_distinct),
	  .bind = compare_bind,
	  DOC("equal, NULL being equal to NULL", "equal_null(NULL, NULL)", "true") },
	{ SCALAR("is null", "ANY -> BOOLEAN", OPERATOR | FUNC_NULLS, compare_is_null) },
	{ SCALAR("is not null", "ANY -> BOOLEAN", OPERATOR | FUNC_NULLS,
		 compare_is_not_null) },
	{ SCALAR("isnull", "ANY -> BOOLEAN", FUNC_TOTAL | FUNC_NULLS, compare_is_null),
	  DOC("is the value NULL", "isnull(1)", "false") },
	{ SCALAR("isnotnull", "ANY -> BOOLEAN", FUNC_TOTAL | FUNC_NULLS,
		 compare_is_not_null),
	  DOC("is the value not NULL", "isnotnull(1)", "true") },
	{ SCALAR("not", "BOOLEAN -> BOOLEAN", OPERATOR, compare_not) },
	{ SCALAR("greatest", "T, T... -> T", FUNC_NULLS, compare_greatest),
	  DOC("greatest argument; NULLs are left out", "greatest(3, 7, NULL)", "7") },
	{ SCALAR("least", "T, T... -> T", FUNC_NULLS, compare_least),
	  DOC("least argument; NULLs are left out", "least('b', 'a')", "a") },

	{ SCALAR("like", "VARCHAR, VARCHAR [, VARCHAR] -> BOOLEAN", OPERATOR,
		 like_kernel),
	  .init = like_init,
	  DOC("% stands for any text, _ for one character", "'shade' LIKE 'sh%'",
	      "true") },
	{ SCALAR("ilike", "VARCHAR, VARCHAR [, VARCHAR] -> BOOLEAN", OPERATOR,
		 ilike_kernel),
	  .init = like_init,
	  DOC("LIKE without regard to case", "'Shade' ILIKE 'SH%'", "true") },
	{ SCALAR("||", "ANY, ANY -> ?", OPERATOR, NULL), .bind = text_bind_concat_op,
	  DOC("texts or arrays joined; other values become text", "'v' || 1", "v1") },
};

const struct func_family func_family_operator = { "Operators", rows, ARRAY_LEN(rows) };
