/*
 * stmt.c - preparing and executing statements.
 *
 * Preparing parses; names are bound at each execution, so that a prepared
 * statement sees the catalog as it is then.
 */
#include "api/env.h"

#include "parse/parse.h"

enum shade_code shade_prepare(struct shade_env *env, const char *text, size_t n,
			      struct shade_stmt **out)
{
	struct arena *arena;
	struct shade_stmt *stmt;
	struct shade_cx cx;

	*out = NULL;
	env_begin(env);
	if (!env->session || !env->session->catalog)
		return env_error(env, SHADE_E_MISUSE, "the environment is not open");
	arena = arena_new(env->session->budget);
	if (!arena)
		return env_error(env, SHADE_E_NOMEM, "out of memory");
	stmt = arena_new_of(arena, struct shade_stmt);
	stmt->env = env;
	stmt->arena = arena;
	stmt->text = str_dup(arena, (struct str){ text, n });
	stmt->changes = -1;
	cx = env_cx(env, arena, stmt->text);
	cx.notices_tail = &cx.notices;
	if (sql_parse(&cx, stmt->text, &stmt->ast) || cx_check_arena(&cx)) {
		enum shade_code code = env_fail(env, &cx.err, cx.err.code);

		env_log_error(env, stmt->text);
		arena_free(arena);
		return code;
	}
	if (!stmt->ast) {
		arena_free(arena);
		return SHADE_OK;
	}
	*out = stmt;
	return SHADE_OK;
}

void shade_finalize(struct shade_stmt *stmt)
{
	struct arena *arena;

	if (!stmt)
		return;
	arena = stmt->arena;
	run_free(stmt->run);
	arena_free(arena);
}

const char *shade_stmt_kind(const struct shade_stmt *stmt)
{
	return stmt_words(stmt->ast);
}

bool shade_stmt_has_rows(const struct shade_stmt *stmt)
{
	return stmt_has_rows(stmt->env->session, stmt->ast);
}

int64_t shade_stmt_changes(const struct shade_stmt *stmt)
{
	return stmt->changes;
}

static enum shade_code drop_rows(struct shade_stmt *stmt, struct run *run)
{
	const struct batch *b;
	enum shade_code rc;

	do
		rc = run_next(run, &b);
	while (!rc && b);
	if (rc) {
		rc = env_fail(stmt->env, &run->cx.err, rc);
		env_log_error(stmt->env, stmt->text);
	}
	stmt->changes = run->changes;
	run_free(run);
	return rc;
}

/* Running a statement may change its tree, so a second run has a fresh one. */
static enum shade_code parse_again(struct shade_stmt *stmt)
{
	struct shade_cx cx = env_cx(stmt->env, stmt->arena, stmt->text);

	cx.notices_tail = &cx.notices;
	if (sql_parse(&cx, stmt->text, &stmt->ast) || cx_check_arena(&cx))
		return env_fail(stmt->env, &cx.err, cx.err.code);
	return SHADE_OK;
}

enum shade_code shade_execute(struct shade_stmt *stmt, struct ArrowArrayStream *rows)
{
	struct shade_env *env = stmt->env;
	struct run *run = NULL;
	enum shade_code rc;

	env_begin(env);
	if (rows)
		rows->release = NULL;
	if (stmt->run)
		return env_error(env, SHADE_E_MISUSE,
				 "the statement's rows are still being read");
	rc = stmt->executed ? parse_again(stmt) : SHADE_OK;
	if (rc)
		return rc;
	stmt->executed = true;
	rc = run_start(env->session, stmt->ast, stmt->text, &run);
	if (!run)
		return env_error(env, SHADE_E_NOMEM, "out of memory");
	if (rc) {
		rc = env_fail(env, &run->cx.err, rc);
		env_log_error(env, stmt->text);
		run_free(run);
		return rc;
	}
	stmt->changes = run->changes;
	if (!run->plan || !rows)
		return drop_rows(stmt, run);
	return stream_open(stmt, run, rows);
}
