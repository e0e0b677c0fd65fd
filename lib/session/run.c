/*
 * run.c - one execution of one statement, from AST to rows.
 */
#include "session/session.h"

#include "base/clock.h"
#include "base/pool.h"
#include "opt/opt.h"
#include "session/prepared.h"
#include "session/results.h"
#include "session/run_internal.h"

static const struct {
	enum ast_kind kind;
	struct stmt_class cls;
} classes[] = {
#define STMT(ast, first_words, rows, fn) \
	{ AST_##ast, { .words = (first_words), .has_rows = (rows), .start = (fn) } },
#include "session/statements.def"
#undef STMT
};

const struct stmt_class *stmt_class_of(const struct ast *stmt)
{
	for (size_t i = 0; i < ARRAY_LEN(classes); i++)
		if (classes[i].kind == stmt->kind)
			return &classes[i].cls;
	return NULL;
}

/* --- settings that take effect at the start of a statement --------------- */

static void apply_settings(struct session *s)
{
	int64_t threads = settings_int(s->settings, SET_THREADS);
	int64_t limit = settings_int(s->settings, SET_MEMORY_LIMIT);

	if (threads > 0 && (size_t)threads != pool_threads(s->pool))
		pool_resize(s->pool, (size_t)threads);
	if (limit > 0)
		budget_set_limit(s->budget, (size_t)limit);
}

struct fetched {
	struct arena *arena;
	size_t n_cols, max, n;
	VEC(struct value) cells;
};

static shade_status take_rows(void *arg, const struct batch *b)
{
	struct fetched *f = arg;

	for (size_t i = 0; i < batch_rows(b) && f->n <= f->max; i++, f->n++)
		for (size_t k = 0; k < f->n_cols; k++) {
			struct value v = vector_value(&b->cols[k],
						      b->sel ? b->sel[i] : i, f->arena);

			vec_push(f->arena, &f->cells, value_dup(f->arena, v));
		}
	return SHADE_OK;
}

/* For the binder: a plan's first rows, one more than max if there are. */
static shade_status fetch_rows(void *arg, struct plan *p, size_t max,
			       struct value **rows, size_t *n)
{
	struct run *r = arg;
	struct fetched f = { .arena = r->cx.arena, .n_cols = p->n_cols, .max = max };
	struct str *analyzed = r->analyzed;

	r->analyzed = NULL;
	TRY(run_plan(r, p, take_rows, &f));
	r->analyzed = analyzed;
	*rows = f.cells.v;
	*n = f.n;
	return SHADE_OK;
}

static void bind_env_init(struct run *r)
{
	r->env.catalog = r->session->catalog;
	r->env.fetch = fetch_rows;
	r->env.fetch_arg = r;
	r->env.ids.next = 1;
}

/* How often a statement is bound again because files' columns are wider than
 * their samples said; then rows are rejected. */
#define MOST_RETYPES 20

static shade_status start_once(struct session *s, struct ast *stmt, struct str text,
			       bool can_retype, struct run **out)
{
	struct arena *arena = arena_new(s->budget);
	const struct stmt_class *cls = stmt_class_of(stmt);
	struct run *r;
	shade_status rc;

	*out = NULL;
	if (!arena)
		return SHADE_E_NOMEM;
	r = arena_new_of(arena, struct run);
	*out = r;
	r->session = s;
	r->stmt = stmt;
	r->changes = -1;
	r->cx = (struct shade_cx){
		.arena = arena,
		.budget = s->budget,
		.settings = s->settings,
		.pool = s->pool,
		.sources = s->sources,
		.stdin_is_script = s->stdin_is_script,
		.is_safe = s->safe,
		.allowed_paths = s->allowed_paths,
		.session = s,
		.sql = text,
		.cancel = &s->cancel,
		.now_us = clock_now_us(),
	};
	r->cx.notices_tail = &r->cx.notices;
	atomic_store(&r->cx.can_retype, can_retype);
	r->rejects_mark = rejects_mark(s->sources);
	r->cls = cls;
	atomic_store(&s->cancel, false);
	progress_reset(s->sources);
	apply_settings(s);
	bind_env_init(r);
	if (!cls) {
		rc = shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				"not supported yet: %s", stmt_words(stmt));
		goto out;
	}
	run_bind_variables(r);
	rc = run_bind_params(r);
	if (rc)
		goto out;
	rc = catalog_statement_begin(&r->cx, s->catalog);
	if (rc)
		goto out;
	r->in_statement = true;
	rc = run_compute_names(r, stmt);
	if (!rc)
		rc = cls->start(r, stmt);
	if (!rc)
		rc = cx_check_arena(&r->cx);
out:
	if (rc || !r->exec)
		rc = run_end(r, rc);
	return rc;
}

shade_status run_start(struct session *s, struct ast *stmt, struct str text,
		       struct run **out)
{
	shade_status rc = start_once(s, stmt, text, true, out);

	for (size_t i = 1; rc && *out && atomic_load(&(*out)->cx.wants_retype); i++) {
		uint64_t mark = (*out)->rejects_mark;

		run_free(*out);
		rejects_rewind(s->sources, mark);
		rc = start_once(s, stmt, text, i < MOST_RETYPES, out);
	}
	return rc;
}

/* Bind and plan again, with what is known now about the files' columns. */
static shade_status start_again(struct run *r)
{
	run_drop_attempt(r);
	if (++r->n_retypes == MOST_RETYPES)
		atomic_store(&r->cx.can_retype, false);
	return r->cls->start(r, r->stmt);
}

static shade_status next_batch(struct run *r, const struct batch **batch)
{
	shade_status rc = exec_next(&r->cx, r->exec, batch);

	while (rc && r->rows_out == 0 && atomic_load(&r->cx.wants_retype)) {
		rc = start_again(r);
		if (!rc)
			rc = exec_next(&r->cx, r->exec, batch);
	}
	return rc;
}

shade_status run_settle(struct run *r)
{
	bool may_widen = false;
	shade_status rc;

	for (size_t i = 0; i < r->env.n_sources; i++)
		may_widen |= r->env.sources[i]->may_widen;
	if (!may_widen || r->ended || !r->exec || r->has_settled || r->rows_out)
		return SHADE_OK;
	rc = next_batch(r, &r->settled);
	if (rc)
		return run_end(r, rc);
	r->has_settled = true;
	atomic_store(&r->cx.can_retype, false);
	return SHADE_OK;
}

shade_status run_next(struct run *r, const struct batch **batch)
{
	shade_status rc = SHADE_OK;

	*batch = NULL;
	if (r->ended || !r->exec)
		return SHADE_OK;
	if (r->has_settled) {
		*batch = r->settled;
		r->has_settled = false;
	} else {
		rc = next_batch(r, batch);
	}
	if (!rc && *batch) {
		r->rows_out += batch_rows(*batch);
		atomic_store(&r->cx.can_retype, false);
		return SHADE_OK;
	}
	*batch = NULL;
	return run_end(r, rc);
}

void run_free(struct run *r)
{
	struct arena *arena;

	if (!r)
		return;
	results_abort(r);
	if (!r->ended) {
		/* a reader that stops early still commits what it started */
		shade_status rc = run_end(r, SHADE_OK);

		(void)rc;
	}
	arena = r->cx.arena;
	arena_free(arena);
}

/* --- rows ---------------------------------------------------------------- */

shade_status run_rows(struct run *r, struct ast *query)
{
	struct plan *plan;

	TRY(bind_query(&r->cx, &r->env, query, &plan));
	return run_rows_of_plan(r, plan);
}

shade_status run_rows_of_plan(struct run *r, struct plan *plan)
{
	TRY(cx_check_arena(&r->cx));
	TRY(opt_run(&r->cx, &r->env.ids, &plan));
	TRY(cx_check_arena(&r->cx));
	r->plan = plan;
	return exec_new(&r->cx, plan, &r->exec);
}

shade_status run_plan(struct run *r, struct plan *plan,
		      shade_status (*each)(void *arg, const struct batch *b), void *arg)
{
	struct exec *exec = NULL;
	const struct batch *b;
	struct str *analyzed = r->analyzed;
	shade_status rc;

	r->analyzed = NULL;
	TRY(cx_check_arena(&r->cx));
	TRY(opt_run(&r->cx, &r->env.ids, &plan));
	rc = exec_new(&r->cx, plan, &exec);
	if (!rc && analyzed)
		exec_analyze(exec);
	while (!rc) {
		rc = exec_next(&r->cx, exec, &b);
		if (rc || !b)
			break;
		rc = each(arg, b);
	}
	if (!rc && analyzed)
		*analyzed = exec_text(r->cx.arena, exec, true);
	exec_free(&r->cx, exec);
	return rc;
}

shade_status stmt_query(struct run *r, struct ast *stmt)
{
	return run_rows(r, stmt);
}
