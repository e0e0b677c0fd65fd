/*
 * f_window.c - functions that only exist with OVER.
 *
 * The executor's window operator knows them by name; here are their
 * signatures and what the manual says.
 */
#include "func/func_internal.h"

#define FROM_3 " FROM (VALUES (10), (20), (20)) AS t(a) ORDER BY a LIMIT 1 OFFSET 2"

static const struct func_row rows[] = {
	{ WINDOW("row_number", "-> BIGINT", FUNC_TOTAL),
	  DOC("number of the row in its partition, from 1",
	      "SELECT row_number() OVER (ORDER BY a)" FROM_3, "3") },
	{ WINDOW("rank", "-> BIGINT", FUNC_TOTAL),
	  DOC("1 + the rows that sort before; equal rows share it",
	      "SELECT rank() OVER (ORDER BY a)" FROM_3, "2") },
	{ WINDOW("dense_rank", "-> BIGINT", FUNC_TOTAL),
	  DOC("1 + the distinct keys that sort before",
	      "SELECT dense_rank() OVER (ORDER BY a)" FROM_3, "2") },
	{ WINDOW("percent_rank", "-> DOUBLE", FUNC_TOTAL),
	  DOC("(rank - 1) / (rows - 1)",
	      "SELECT percent_rank() OVER (ORDER BY a)" FROM_3, "0.5") },
	{ WINDOW("cume_dist", "-> DOUBLE", FUNC_TOTAL),
	  DOC("share of the rows that do not sort after",
	      "SELECT cume_dist() OVER (ORDER BY a)" FROM_3, "1.0") },
	{ WINDOW("ntile", "BIGINT -> BIGINT", FUNC_TOTAL | FUNC_CAN_FAIL),
	  DOC("number of the bucket, of that many as even as possible",
	      "SELECT ntile(2) OVER (ORDER BY a)" FROM_3, "2") },
	{ WINDOW("lag", "T [, BIGINT] [, T] -> T", 0),
	  DOC("value some rows before (1), or a default",
	      "SELECT lag(a) OVER (ORDER BY a)" FROM_3, "20") },
	{ WINDOW("lead", "T [, BIGINT] [, T] -> T", 0),
	  DOC("value some rows after (1), or a default",
	      "SELECT lead(a, 1, -1) OVER (ORDER BY a)" FROM_3, "-1") },
	{ WINDOW("nth_value", "T, BIGINT -> T", FUNC_CAN_FAIL),
	  DOC("value of a row of the frame, from 1",
	      "SELECT nth_value(a, 2) OVER (ORDER BY a)" FROM_3, "20") },
};

const struct func_family func_family_window = { "Windows", rows, ARRAY_LEN(rows) };
