/*
 * suffix_cross.c - \crosstabview: one column's values become columns.
 */
#include <stdlib.h>
#include <string.h>

#include "sheet.h"
#include "suffix.h"

#define MOST_COLUMNS 1000

/* Distinct texts in the order of their first appearance. */
struct labels {
	char **v;
	size_t n;
};

struct cross {
	size_t at[3]; /* columns of row label, column label, value */
	bool is_ready, too_few, too_many, twice;
	const char *wanted[3];
	const char *missing;
	struct labels rows, columns;
	struct cross_cell {
		size_t row, col;
		char *value;
	} * cells;
	size_t n_cells;
	char *title;
};

static size_t label_of(struct labels *l, const char *z)
{
	/* Rows mostly come in groups: look at the latest first. */
	for (size_t i = l->n; i-- > 0;) {
		if (!strcmp(l->v[i], z))
			return i;
	}
	l->v = mem_grow(l->v, l->n + 1, sizeof(*l->v));
	l->v[l->n] = str_dup(z);
	return l->n++;
}

static bool find_columns(struct cross *c, size_t n, const char *const *names)
{
	c->is_ready = true;
	for (size_t k = 0; k < 3; k++) {
		c->at[k] = k;
		if (!c->wanted[k])
			continue;
		for (c->at[k] = 0; c->at[k] < n; c->at[k]++) {
			if (!strcmp(names[c->at[k]], c->wanted[k]))
				break;
		}
		if (c->at[k] == n)
			c->missing = c->wanted[k];
	}
	c->too_few = n < 3;
	if (c->missing || c->too_few)
		return false;
	c->title = str_dup(names[c->at[0]]);
	return true;
}

static bool cross_row(void *arg, size_t n, const char *const *names,
		      const char *const *values)
{
	struct cross *c = arg;
	const char *value;
	size_t row, col;

	if (!c->is_ready && !find_columns(c, n, names))
		return false;
	value = values[c->at[2]];
	row = label_of(&c->rows, values[c->at[0]] ? values[c->at[0]] : "NULL");
	col = label_of(&c->columns, values[c->at[1]] ? values[c->at[1]] : "NULL");
	if (c->columns.n > MOST_COLUMNS) {
		c->too_many = true;
		return false;
	}
	for (size_t i = c->n_cells; i-- > 0 && c->cells[i].row == row;)
		c->twice = c->twice || c->cells[i].col == col;
	c->cells = mem_grow(c->cells, c->n_cells + 1, sizeof(*c->cells));
	c->cells[c->n_cells++] = (struct cross_cell){ row, col,
						      value ? str_dup(value) : NULL };
	return true;
}

static bool print(struct cross *c, struct shell *sh)
{
	size_t width = c->columns.n + 1;
	const char **names = mem_get(width, sizeof(*names));
	const char **all = mem_get(width * c->rows.n, sizeof(*all));
	struct sheet sheet;
	bool ok;

	names[0] = c->title ? c->title : "";
	for (size_t i = 0; i < c->columns.n; i++)
		names[i + 1] = c->columns.v[i];
	for (size_t i = 0; i < c->rows.n; i++)
		all[i * width] = c->rows.v[i];
	for (size_t i = 0; i < c->n_cells; i++)
		all[c->cells[i].row * width + c->cells[i].col + 1] = c->cells[i].value;
	sheet_init(&sheet, width, names);
	for (size_t i = 0; i < c->rows.n; i++)
		sheet_add(&sheet, all + i * width);
	ok = sheet_print(&sheet, sh);
	sheet_release(&sheet);
	mem_free(names);
	mem_free(all);
	return ok;
}

static void labels_free(struct labels *l)
{
	for (size_t i = 0; i < l->n; i++)
		mem_free(l->v[i]);
	mem_free(l->v);
}

bool suffix_crosstab(struct shell *sh, struct run *run, char *args)
{
	struct cross c = { 0 };
	char *save = NULL, *word = strtok_r(args, " \t", &save);
	bool ok;

	for (size_t k = 0; k < 3 && word; k++) {
		c.wanted[k] = word;
		word = strtok_r(NULL, " \t", &save);
	}
	ok = run_rows(sh, run, true, cross_row, &c);
	if (ok && c.too_few)
		ok = suffix_fail(sh, run, "\\crosstabview needs three columns");
	else if (ok && c.missing)
		ok = suffix_fail(sh, run, "the result has no column \"%s\"", c.missing);
	else if (ok && c.too_many)
		ok = suffix_fail(sh, run, "more than %d columns", MOST_COLUMNS);
	else if (ok && c.twice)
		ok = suffix_fail(sh, run, "two rows of the result fall into one cell");
	else if (ok)
		ok = print(&c, sh);
	labels_free(&c.rows);
	labels_free(&c.columns);
	for (size_t i = 0; i < c.n_cells; i++)
		mem_free(c.cells[i].value);
	mem_free(c.cells);
	mem_free(c.title);
	return ok;
}
