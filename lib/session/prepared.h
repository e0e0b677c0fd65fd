/*
 * prepared.h - statements and variables that a session keeps by name.
 */
#ifndef SHADE_SESSION_PREPARED_H
#define SHADE_SESSION_PREPARED_H

#include "session/session.h"

/* A statement kept by PREPARE; has an arena of its own. */
struct prepared {
	struct prepared *next;
	struct arena *arena;
	struct str name;
	struct ast *stmt; /* without spans: its text is gone */
	struct ast_list types; /* of its parameters, as far as PREPARE names them */
};

/* NULL: no such statement. */
struct prepared *session_prepared(struct session *s, struct str name);
/* Keep a copy of the tree; replaces one of the same name. */
shade_status session_prepare(struct shade_cx *cx, struct session *s,
			     const struct ast_prepare *prepare);
/* Positions in a text that is not at hand any more. */
void ast_clear_spans(struct ast *tree);
void session_forget(struct session *s, struct str name); /* n == 0: all */

/* The values of a query that returns one row; NULLs when it returns none. */
shade_status run_one_row(struct run *r, struct ast *query, size_t n,
			 struct value *values);
/* SET VARIABLE (names) = (query) */
shade_status set_variables(struct run *r, const struct ast_list *names,
			   struct ast *query);
shade_status drop_variable(struct run *r, struct ast *path, bool if_exists);
struct variable *session_variable(struct session *s, struct str name); /* or NULL */
/* The session's variables as the binder reads them, in the run's arena. */
void run_bind_variables(struct run *r);

#endif
