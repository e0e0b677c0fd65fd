#include "last.h"

#include <string.h>

#include "dot.h"
#include "pager.h"

static void release_nothing(struct ArrowArray *a)
{
	a->release = NULL;
}

static void drop_batches(struct last *l)
{
	for (size_t i = 0; i < l->n; i++)
		l->v[i].release(&l->v[i]);
	mem_free(l->v);
	l->v = NULL;
	l->n = l->n_rows = 0;
}

void last_release(struct last *l)
{
	drop_batches(l);
	if (l->schema.release)
		l->schema.release(&l->schema);
	l->too_long = false;
}

void last_begin(struct last *l, struct ArrowSchema *schema)
{
	last_release(l);
	l->schema = *schema;
	schema->release = NULL;
}

void last_add(struct last *l, struct ArrowArray *a)
{
	if (l->too_long)
		return;
	l->n_rows += (size_t)a->length;
	if (l->n_rows > LAST_ROWS) {
		/* Views of these batches may still be held: end with them. */
		l->too_long = true;
		l->n_rows -= (size_t)a->length;
		return;
	}
	l->v = mem_grow(l->v, l->n + 1, sizeof(*l->v));
	l->v[l->n++] = *a;
	a->release = release_nothing;
}

bool dot_last(struct dot_call *c)
{
	struct shell *sh = c->sh;
	struct last *l = &sh->last;
	struct looks looks = sh->looks;
	size_t max_rows = looks.max_rows;
	struct out *out = &sh->out;
	struct pager pager;
	struct render r;
	char *problem = NULL;

	for (size_t i = 0; i < c->argc; i++) {
		const struct renderer *mode = renderer_find(c->argv[i]);

		if (!strcmp(c->argv[i], "--all")) {
			looks.max_rows = 0;
			looks.columns = 0;
			looks.max_width = 0;
		} else if (mode) {
			looks.mode = mode;
		} else {
			return dot_fail(c, "usage: .last [--all] [MODE]");
		}
	}
	if (!l->schema.release)
		return dot_fail(c, "no result is kept; that is done at a prompt");
	if (l->too_long)
		return dot_fail(
			c, "the latest result was too long to keep: more than %d rows",
			LAST_ROWS);
	/* What --all shows may be long. */
	sh->looks.max_rows = looks.max_rows;
	pager_begin(&pager, sh, &out);
	sh->looks.max_rows = max_rows;
	if (!render_begin(&r, out, &looks, &l->schema, &problem)) {
		pager_end(&pager, sh);
		dot_fail(c, "%s", problem);
		mem_free(problem);
		return false;
	}
	for (size_t i = 0; i < l->n; i++) {
		struct ArrowArray a = l->v[i];

		a.release = release_nothing;
		render_rows(&r, &a);
	}
	render_end(&r, true);
	pager_end(&pager, sh);
	return shell_check_output(sh, &sh->out);
}
