/*
 * f_misc.c - conditions, types, digests of any value, and failing on purpose.
 *
 * The first rows are special forms: the binder turns them into CASE and
 * COALESCE, which evaluate only what they need.
 */
#include "func/values.h"

static shade_status bind_same(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->arg_types[0];
	return SHADE_OK;
}

static bool is_zero(const struct value *v)
{
	switch (type_phys(v->type)) {
	case PHYS_I128: return v->h == 0;
	case PHYS_F32:
	case PHYS_F64: return v->d == 0;
	default: return v->i == 0;
	}
}

static shade_status zero_if_null(struct func_call *fc, const struct value *args,
				 size_t n_args, struct value *out)
{
	(void)fc, (void)n_args;
	if (!args[0].is_null)
		*out = args[0];
	return SHADE_OK;
}

static shade_status null_if_zero(struct func_call *fc, const struct value *args,
				 size_t n_args, struct value *out)
{
	(void)fc, (void)n_args;
	*out = args[0];
	out->is_null = args[0].is_null || is_zero(&args[0]);
	return SHADE_OK;
}

static shade_status nanvl(struct func_call *fc, const struct value *args, size_t n_args,
			  struct value *out)
{
	(void)fc, (void)n_args;
	*out = !args[0].is_null && args[0].d != args[0].d ? args[1] : args[0];
	return SHADE_OK;
}

static shade_status type_kernel(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	struct str name = type_name(func_scratch(fc), args[0].type);

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		func_lend(out, i, name);
	return SHADE_OK;
}

static shade_status hash_kernel(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	uint64_t *h = out->data;

	(void)fc;
	memset(h, 0, n * sizeof(*h));
	for (size_t k = 0; k < n_args; k++)
		vector_hash(&args[k], n, h, k > 0);
	return SHADE_OK;
}

static shade_status version_kernel(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)args, (void)n_args;
	for (size_t i = 0; i < n; i++)
		func_lend(out, i, STR("shade " SHADE_VERSION));
	return SHADE_OK;
}

static shade_status raise_kernel(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args, (void)out;
	if (n == 0)
		return SHADE_OK;
	return shade_fail(fc->cx, SHADE_E_ASSERTION, fc->span, "%.*s",
			  STR_ARG(arg_str(&args[0], 0)));
}

/* assert_true(condition [, message]) is NULL, or an error. */
static shade_status assert_kernel(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		bool ok = !arg_null(&args[0], i) && arg_bool(&args[0], i);

		func_set_null(fc, out, i, n);
		if (ok)
			continue;
		if (n_args > 1 && !arg_null(&args[1], i))
			return shade_fail(fc->cx, SHADE_E_ASSERTION, fc->span, "%.*s",
					  STR_ARG(arg_str(&args[1], i)));
		return shade_fail(fc->cx, SHADE_E_ASSERTION, fc->span,
				  "a condition that must be true is not");
	}
	return SHADE_OK;
}

/* The binder puts the session's name in its place. */
#define SESSION(n, d, e)                                                      \
	{                                                                     \
		SCALAR(n, "-> VARCHAR", FUNC_STABLE, NULL), DOC(d, e, "true") \
	}

static const struct func_row rows[] = {
	SESSION("current_catalog", "the catalog that names without one are in",
		"current_catalog() = 'default_catalog'"),
	SESSION("current_database", "the database that names without one are in",
		"current_database() = 'default_database'"),
	SESSION("current_schema", "the database that names without one are in",
		"current_schema() = current_database()"),
	SESSION("current_user", "the name of the user", "current_user = session_user"),
	SESSION("session_user", "the name of the user", "session_user = user()"),
	SESSION("user", "the name of the user", "user() = current_user()"),

	{ SCALAR("coalesce", "T, T... -> T", FUNC_NULLS, NULL),
	  DOC("the first argument that is not NULL", "coalesce(NULL, 2, 3)", "2") },
	{ SCALAR("ifnull", "T, T -> T", FUNC_NULLS, NULL),
	  DOC("the second argument if the first is NULL", "ifnull(NULL, 'x')", "x") },
	{ SCALAR("nvl", "T, T -> T", FUNC_NULLS, NULL),
	  DOC("the second argument if the first is NULL", "nvl(NULL, 5)", "5") },
	{ SCALAR("nvl2", "ANY, T, T -> T", FUNC_NULLS, NULL),
	  DOC("the second argument if the first is not NULL, else the third",
	      "nvl2(1, 'given', 'missing')", "given") },
	{ SCALAR("nullif", "T, T -> T", FUNC_NULLS, NULL),
	  DOC("NULL if both are equal, else the first", "nullif(3, 3)", "NULL") },
	{ SCALAR("if", "BOOLEAN, T, T -> T", FUNC_NULLS, NULL),
	  DOC("one of two values by a condition", "if(1 < 2, 'yes', 'no')", "yes") },
	{ SCALAR("iff", "BOOLEAN, T, T -> T", FUNC_NULLS, NULL),
	  DOC("one of two values by a condition", "iff(1 > 2, 'yes', 'no')", "no") },
	{ SCALAR("decode", "ANY, ANY, ANY, ANY... -> ?", FUNC_NULLS, NULL),
	  .bind = bind_same,
	  DOC("the result beside the value that equals the first argument",
	      "decode(2, 1, 'one', 2, 'two', 'many')", "two") },
	{ EACH("zeroifnull", "NUMERIC -> ?", FUNC_NULLS | FUNC_TOTAL, zero_if_null),
	  .bind = bind_same,
	  DOC("0 if the number is NULL", "zeroifnull(NULL)", "0.0") },
	{ EACH("nullifzero", "NUMERIC -> ?", FUNC_NULLS, null_if_zero),
	  .bind = bind_same, DOC("NULL if the number is 0", "nullifzero(0)", "NULL") },
	{ EACH("nanvl", "DOUBLE, DOUBLE -> DOUBLE", FUNC_NULLS, nanvl),
	  DOC("the second number if the first is NaN",
	      "nanvl(CAST('NaN' AS DOUBLE), 1.5)", "1.5") },
	{ SCALAR("typeof", "ANY -> VARCHAR", FUNC_NULLS | FUNC_TOTAL, type_kernel),
	  DOC("name of the argument's type", "typeof(1.50)", "DECIMAL(3,2)") },
	{ SCALAR("hash", "ANY, ANY... -> BIGINT", FUNC_NULLS | FUNC_TOTAL, hash_kernel),
	  DOC("a 64-bit hash; equal values of one type hash alike",
	      "hash('a') = hash('a')", "true") },
	{ SCALAR("version", "-> VARCHAR", FUNC_TOTAL, version_kernel),
	  DOC("name and version of this program", "version() LIKE 'shade %'", "true") },
	{ SCALAR("raise_error", "VARCHAR -> NULL", FUNC_CAN_FAIL | FUNC_VOLATILE,
		 raise_kernel),
	  DOC("fails with the text", "CASE WHEN 1 = 2 THEN raise_error('never') END",
	      "NULL") },
	{ SCALAR("error", "VARCHAR -> NULL", FUNC_CAN_FAIL | FUNC_VOLATILE,
		 raise_kernel),
	  DOC("fails with the text", "CASE WHEN 1 = 2 THEN error('never') END",
	      "NULL") },
	{ SCALAR("assert_true", "BOOLEAN [, VARCHAR] -> NULL",
		 FUNC_CAN_FAIL | FUNC_NULLS | FUNC_VOLATILE, assert_kernel),
	  DOC("NULL if the condition is true, else an error", "assert_true(1 < 2)",
	      "NULL") },
};

const struct func_family func_family_misc = { "Conditions and the rest", rows,
					      ARRAY_LEN(rows) };
