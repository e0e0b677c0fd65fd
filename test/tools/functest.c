/*
 * functest.c - the example of every function row, as a test file.
 *
 * functest FILE writes an sqllogictest file in which each example stands
 * with the result that its row promises.  An example is an expression, or
 * a query if it begins with SELECT.
 */
#include <stdio.h>
#include <string.h>

#include "func/func.h"

#undef printf

static bool is_query(const char *example)
{
	return strncmp(example, "SELECT", 6) == 0 || strncmp(example, "WITH", 4) == 0 ||
	       strncmp(example, "FROM", 4) == 0;
}

static void write_row(FILE *f, const struct func_row *row)
{
	if (!row->example || !row->result)
		return;
	fprintf(f, "query T\n%s%s\n----\n%s\n\n",
		is_query(row->example) ? "" : "SELECT ", row->example,
		row->result[0] ? row->result : "(empty)");
}

int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "w") : stdout;

	if (!f) {
		perror(argv[1]);
		return 1;
	}
	fprintf(f, "# The examples of the function rows; written by functest.\n\n");
	for (size_t k = 0; k < n_func_families; k++) {
		fprintf(f, "# --- %s\n\n", func_families[k]->name);
		for (size_t i = 0; i < func_families[k]->n; i++)
			write_row(f, &func_families[k]->rows[i]);
	}
	return fclose(f) ? 1 : 0;
}
