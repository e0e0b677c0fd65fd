/*
 * env.h - what the public handles hold.
 */
#ifndef SHADE_API_ENV_H
#define SHADE_API_ENV_H

#include "session/session.h"

struct shade_env {
	struct session *session;
	struct error err; /* of the latest call */
	struct shade_error view; /* err as the public struct */
	const char *hints[ERROR_HINTS];
	char *notice; /* text of the notice handed out last */
	size_t notice_n;
	struct str param_text[2]; /* shade_param_at, shade_get */
};

struct shade_stmt {
	struct shade_env *env;
	struct arena *arena; /* text and AST */
	struct str text;
	struct ast *ast;
	bool executed; /* at least once */
	int64_t changes;
	struct run *run; /* being read; NULL between executions */
};

/* Remember the error of a context and return its code. */
enum shade_code env_fail(struct shade_env *env, const struct error *err,
			 enum shade_code code);
/* Put the latest error into shade.errors. */
void env_log_error(struct shade_env *env, struct str sql);
/* Forget the error of the call before. */
void env_begin(struct shade_env *env);
/* An error of the interface itself: misuse, out of memory. */
enum shade_code env_error(struct shade_env *env, enum shade_code code,
			  const char *text);
/* A context for short work outside a statement; its arena is the caller's. */
struct shade_cx env_cx(struct shade_env *env, struct arena *arena, struct str text);
/* Rows of a run that was started; takes the run. */
enum shade_code stream_open(struct shade_stmt *stmt, struct run *run,
			    struct ArrowArrayStream *out);

#endif
