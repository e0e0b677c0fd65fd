/*
 * f_sum.c - count, sum, avg, min, max.
 */
#include "func/agg.h"

static const struct func_row rows[] = {
	{ AGGREGATE("count", "-> BIGINT", FUNC_TOTAL, &agg_count),
	  DOC("number of rows", "SELECT count(*) FROM (VALUES (1), (NULL)) AS t(a)",
	      "2") },
	{ AGGREGATE("count", "ANY, ANY... -> BIGINT", FUNC_TOTAL, &agg_count),
	  DOC("number of rows in which no argument is NULL",
	      "SELECT count(a) FROM (VALUES (1), (NULL)) AS t(a)", "1") },
	{ AGGREGATE("sum", "INTEGER -> BIGINT", FUNC_CAN_FAIL, &agg_sum_int),
	  DOC("sum", "SELECT sum(a) FROM (VALUES (1), (2), (NULL)) AS t(a)", "3") },
	{ AGGREGATE("sum", "HUGEINT -> HUGEINT", FUNC_CAN_FAIL, &agg_sum_huge) },
	{ AGGREGATE("sum", "DECIMAL -> ?", FUNC_CAN_FAIL, &agg_sum_decimal),
	  .bind = agg_bind_sum_decimal,
	  DOC("sum of exact numbers, in 38 digits",
	      "SELECT sum(a) FROM (VALUES (1.25), (2.5)) AS t(a)", "3.75") },
	{ AGGREGATE("sum", "DOUBLE -> DOUBLE", 0, &agg_sum_double) },
	{ AGGREGATE("sum", "INTERVAL DAY TO SECOND -> INTERVAL DAY TO SECOND",
		    FUNC_CAN_FAIL, &agg_sum_interval) },
	{ AGGREGATE("avg", "INTEGER -> ?", 0, &agg_avg_int), .bind = agg_bind_avg_int,
	  DOC("mean", "SELECT avg(a) FROM (VALUES (1), (2), (NULL)) AS t(a)", "1.5") },
	{ AGGREGATE("avg", "DECIMAL -> ?", FUNC_CAN_FAIL, &agg_avg_decimal),
	  .bind = agg_bind_avg_decimal },
	{ AGGREGATE("avg", "DOUBLE -> DOUBLE", 0, &agg_avg_double) },
	{ AGGREGATE("avg", "INTERVAL DAY TO SECOND -> INTERVAL DAY TO SECOND", 0,
		    &agg_avg_interval) },
	{ AGGREGATE("mean", "INTEGER -> ?", 0, &agg_avg_int), .bind = agg_bind_avg_int,
	  DOC("mean, as avg", "SELECT mean(a) FROM (VALUES (1), (2)) AS t(a)", "1.5") },
	{ AGGREGATE("mean", "DECIMAL -> ?", FUNC_CAN_FAIL, &agg_avg_decimal),
	  .bind = agg_bind_avg_decimal },
	{ AGGREGATE("mean", "DOUBLE -> DOUBLE", 0, &agg_avg_double) },
	{ AGGREGATE("min", "ANY -> ?", 0, NULL), .bind = agg_bind_min,
	  DOC("least value", "SELECT min(a) FROM (VALUES ('b'), ('a')) AS t(a)", "a") },
	{ AGGREGATE("max", "ANY -> ?", 0, NULL), .bind = agg_bind_max,
	  DOC("greatest value", "SELECT max(a) FROM (VALUES (1), (7), (3)) AS t(a)",
	      "7") },
};

const struct func_family func_family_sum = { "Counts, sums and extremes", rows, ARRAY_LEN(rows) };
