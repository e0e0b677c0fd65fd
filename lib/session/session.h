/*
 * session.h - what lasts from statement to statement, and running one.
 *
 * A session owns the catalog, settings, parameters, worker pool and memory
 * budget.  A run is one execution of one parsed statement: it owns an arena,
 * the context, plan and executor, and everything that its binding holds on
 * to; run_free gives all of it back.
 */
#ifndef SHADE_SESSION_SESSION_H
#define SHADE_SESSION_SESSION_H

#include "base/base.h"
#include "base/settings.h"
#include "bind/bind.h"
#include "catalog/catalog.h"
#include "exec/exec.h"
#include "source/state.h"

/* A notice that the caller has not taken yet. */
struct session_notice {
	struct session_notice *next;
	bool is_warning;
	bool interactive_only;
	struct span span;
	char *text; /* mem_alloc, n + 1 bytes */
	size_t n;
};

/* What the expectations of one reference to a view counted in one query. */
struct expect_record {
	struct expect_record *next;
	int64_t at_us; /* when the query ran */
	struct str dataset;
	struct str name, action, condition;
	uint64_t passed, failed, dropped;
	bool partial;
	struct str samples; /* JSON rows, a line each */
};

/* What DECLARE made; its name and value live in the session's arena. */
struct variable {
	struct str name;
	const struct type *type; /* NULL: that of each value */
	struct value value;
	struct value dflt; /* what SET .. = DEFAULT puts back */
};

/* An error that a statement ended with; newest first. */
struct error_entry {
	struct error_entry *next;
	struct arena *arena; /* owned: the texts */
	int64_t at_us;
	shade_status code;
	struct str message, hints, sql;
	uint32_t begin; /* byte in sql, from 1; 0: none */
	struct str file; /* of data; n == 0: none */
	uint64_t line;
};

struct kept; /* results.c */
struct prepared;

struct session {
	struct arena *arena; /* settings, parameters, expectation records */
	struct budget *budget;
	struct pool *pool;
	struct catalog *catalog;
	struct settings *settings;
	struct source_state *sources; /* rejects, standard input */
	_Atomic(bool) cancel;
	bool read_only;
	bool safe;
	const char *const *allowed_paths;
	bool stdin_is_script;
	VEC(struct session_param { struct str name, text; }) params;
	VEC(struct variable) variables; /* prepared.h */
	struct prepared *prepared; /* prepared.h; newest first */
	struct session_notice *notices, **notices_tail;
	struct expect_record *expects, **expects_tail;
	size_t n_expects;
	struct error_entry *errors; /* error_log.c */
	size_t n_errors;
	uint64_t keep_rows; /* results of up to so many rows are kept; 0: none */
	struct str origin; /* "setup.sql:3" of the running statement, or empty */
};

struct stmt_class;

struct run {
	struct shade_cx cx;
	struct session *session;
	struct ast *stmt; /* borrowed from the prepared statement */
	struct bind_env env;
	struct plan *plan; /* set by a statement that yields rows; optimized */
	struct exec *exec;
	int64_t changes; /* rows inserted, updated, deleted; -1: no such thing */
	bool in_statement; /* catalog statement open */
	bool ended; /* rows are exhausted or it failed */
	uint64_t rows_out;
	const struct stmt_class *cls;
	uint64_t rejects_mark; /* rows rejected before it started */
	size_t n_retypes; /* times it was bound again */
	const struct batch *settled; /* read by run_settle, not handed out */
	bool has_settled;
	struct kept *kept; /* its rows being copied; or NULL */
	struct str *analyzed; /* EXPLAIN ANALYZE wants the next run_plan's text here */
};

/* NULL: out of memory.  *err is filled when the catalog cannot be opened;
 * the session is then usable only to be freed. */
struct session *session_new(struct str catalog_path, bool read_only, struct error *err);
void session_free(struct session *s);

/* Remember how the statement sql ended. */
void session_keep_error(struct session *s, const struct error *err, struct str sql);
void session_free_errors(struct session *s);

/* text.p NULL removes it. */
void session_set_param(struct session *s, struct str name, struct str text);

/* --- running ------------------------------------------------------------- */

/*
 * Start a statement: do its work, or for one with rows bind, optimize and
 * prepare to pull.  On failure the error is in run->cx.err.  *out is NULL only
 * when out of memory; run_free it in all cases.
 */
shade_status run_start(struct session *s, struct ast *stmt, struct str text,
		       struct run **out);
/* *batch NULL: the end.  The statement's effects are committed there. */
shade_status run_next(struct run *r, const struct batch **batch);
/* The types of the plan's columns are final behind this: it may have to read
 * the first rows, which run_next hands out later. */
shade_status run_settle(struct run *r);
void run_free(struct run *r); /* NULL is fine */

/* --- for statements ------------------------------------------------------ */

/* Bind, optimize and remember a query as the run's rows. */
shade_status run_rows(struct run *r, struct ast *query);
/* Optimize and execute a plan, handing each batch to each(); the run's own
 * rows stay untouched. */
shade_status run_plan(struct run *r, struct plan *plan,
		      shade_status (*each)(void *arg, const struct batch *b),
		      void *arg);

/*
 * Rows of a statement that lists things: declare columns, add rows of
 * values, then make them the run's rows.  Everything in cx->arena.
 */
struct listing {
	struct run *run;
	size_t n_cols;
	struct str *names;
	const struct type **types;
	VEC(struct value) cells;
};

void listing_init(struct listing *l, struct run *r, size_t n_cols,
		  const char *const *names, const enum type_id *types);
/* n_cols values. */
void listing_add(struct listing *l, const struct value *row);
shade_status listing_finish(struct listing *l);

/* A note; interactive_only ones are left out in batch (shadowing ..). */
void run_note(struct run *r, bool interactive_only, struct span span, const char *fmt,
	      ...) __attribute__((format(printf, 4, 5)));

/* --- statements.def ------------------------------------------------------ */

struct stmt_class {
	const char *words; /* "CREATE VIEW" */
	bool has_rows;
	shade_status (*start)(struct run *r, struct ast *stmt);
};

/* NULL: understood by the grammar, not built yet. */
const struct stmt_class *stmt_class_of(const struct ast *stmt);
/* The statement's first words, for status lines and errors. */
const char *stmt_words(const struct ast *stmt);
/* EXECUTE has rows when the statement that it runs has; EXECUTE IMMEDIATE of a
 * computed text may have. */
bool stmt_has_rows(struct session *s, const struct ast *stmt);
bool pragma_has_rows(const struct ast_pragma *p);
/* A setting of this program or, under a name of theirs, of another system's. */
bool setting_is_known(struct str key);

#define STMT(kind, words, rows, fn) shade_status fn(struct run *r, struct ast *stmt);
#include "session/statements.def"
#undef STMT

#endif
