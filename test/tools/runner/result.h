/*
 * result.h - rows as text, sorted and compared with what was expected.
 */
#ifndef SHADE_TEST_RUNNER_RESULT_H
#define SHADE_TEST_RUNNER_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "shade.h"

enum sort_mode { SORT_NONE, SORT_ROWS, SORT_VALUES };

struct result {
	size_t n_cols, n_values, cap;
	char **values; /* row by row; owned */
};

/* Read all rows of a stream and release it.  False: *problem (malloc'ed). */
bool result_read(struct result *r, struct ArrowArrayStream *rows, char **problem);
void result_sort(struct result *r, enum sort_mode mode);
void result_free(struct result *r);

/*
 * Compare with expected lines, which hold one value each or rows of values
 * separated by tabs.  types: one letter a column; 'R' compares as numbers.
 * On a difference writes both to out.
 */
bool result_matches(const struct result *r, const char *types, enum sort_mode mode,
		    size_t n_expected, char *const *expected, FILE *out);

#endif
