/*
 * rows.c - results as texts, for the shell's own questions (run.h).
 */
#include <string.h>

#include "render/cell.h"
#include "run.h"
#include "shade.h"
#include "shell.h"

/* Columns of a result with room for one row of texts. */
struct reader {
	size_t n;
	struct column *columns;
	struct view *views;
	const char **names, **values;
	struct text *texts;
};

static bool reader_init(struct reader *rd, const struct ArrowSchema *schema)
{
	size_t n = (size_t)schema->n_children;
	char *problem = NULL;
	bool ok = true;

	*rd = (struct reader){ 0 };
	rd->columns = mem_get(n, sizeof(*rd->columns));
	rd->views = mem_get(n, sizeof(*rd->views));
	rd->names = mem_get(n, sizeof(*rd->names));
	rd->values = mem_get(n, sizeof(*rd->values));
	rd->texts = mem_get(n, sizeof(*rd->texts));
	for (size_t i = 0; i < n; i++) {
		ok = column_init(&rd->columns[i], schema->children[i], &problem) && ok;
		view_init(&rd->views[i], &rd->columns[i]);
		rd->names[i] = rd->columns[i].name;
		rd->n++;
	}
	mem_free(problem);
	return ok;
}

static void reader_release(struct reader *rd)
{
	for (size_t i = 0; i < rd->n; i++) {
		view_release(&rd->views[i]);
		column_release(&rd->columns[i]);
		text_free(&rd->texts[i]);
	}
	mem_free(rd->columns);
	mem_free(rd->views);
	mem_free(rd->names);
	mem_free(rd->values);
	mem_free(rd->texts);
}

static bool reader_row(struct reader *rd, size_t row, row_fn *fn, void *arg)
{
	struct text scratch = { 0 };
	bool go_on;

	for (size_t i = 0; i < rd->n; i++) {
		struct cell c;

		rd->values[i] = NULL;
		if (view_is_null(&rd->views[i], row))
			continue;
		c = cell_text(&rd->views[i], row, &scratch);
		text_clear(&rd->texts[i]);
		text_add(&rd->texts[i], c.p, c.n);
		rd->values[i] = rd->texts[i].p;
	}
	go_on = fn(arg, rd->n, rd->names, rd->values);
	text_free(&scratch);
	return go_on;
}

static bool read_all(struct ArrowArrayStream *s, struct reader *rd, row_fn *fn,
		     void *arg)
{
	bool go_on = true;

	while (go_on) {
		struct ArrowArray a = { 0 };

		if (s->get_next(s, &a))
			return false;
		if (!a.release)
			return true;
		for (size_t i = 0; i < rd->n; i++)
			view_bind(&rd->views[i], a.children[i], a.offset);
		for (size_t row = 0; row < (size_t)a.length && go_on; row++)
			go_on = reader_row(rd, row, fn, arg);
		a.release(&a);
	}
	return true;
}

bool run_rows(struct shell *sh, struct run *run, bool loud, row_fn *fn, void *arg)
{
	struct ArrowArrayStream s = { 0 };
	struct ArrowSchema schema = { 0 };
	struct reader rd;
	bool ok;

	if (!shade_stmt_has_rows(run->stmt))
		return shade_execute(run->stmt, NULL) == SHADE_OK ||
		       (loud ? shell_env_failed(sh, &run->o) : false);
	if (shade_execute(run->stmt, &s))
		return loud ? shell_env_failed(sh, &run->o) : false;
	ok = s.get_schema(&s, &schema) == 0;
	if (ok) {
		ok = reader_init(&rd, &schema) && read_all(&s, &rd, fn, arg);
		reader_release(&rd);
		schema.release(&schema);
	}
	if (!ok && loud)
		shell_env_failed(sh, &run->o);
	s.release(&s);
	return ok;
}

bool run_query(struct shell *sh, const char *sql, bool loud, row_fn *fn, void *arg)
{
	struct origin o = {
		.text = sql, .n = strlen(sql), .end = strlen(sql), .is_made = true
	};
	struct run run = { .o = o };
	struct shade_notice ignored;
	bool ok;

	if (shade_prepare(sh->env, sql, o.n, &run.stmt))
		return loud ? shell_env_failed(sh, &run.o) : false;
	ok = run.stmt && shade_stmt_has_rows(run.stmt) &&
	     run_rows(sh, &run, loud, fn, arg);
	while (!loud && shade_next_notice(sh->env, &ignored))
		;
	run_close(&run);
	return ok;
}
