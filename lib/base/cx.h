/*
 * cx.h - the context of one statement, and its error.
 *
 * Passed explicitly as first parameter (after the object, in methods).
 * Who detects an error reports it with shade_fail(); the first one wins;
 * callers pass the code on and never re-word.
 */
#ifndef SHADE_BASE_CX_H
#define SHADE_BASE_CX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

/* Byte offsets into the statement's source text; end is exclusive. */
struct span {
	uint32_t begin, end;
};

#define NO_SPAN ((struct span){ 0, 0 })

/* A position in a data file, for errors that point at data. */
struct data_pos {
	struct str file; /* n == 0: none */
	uint64_t line; /* 1-based; 0: unknown */
	uint64_t column; /* 1-based byte column; 0: unknown */
	struct str text; /* the line as found, for the picture */
	uint32_t mark_begin, mark_end; /* bytes of text to underline */
};

#define ERROR_HINTS 6

struct error {
	shade_status code;
	struct span span;
	char message[1024];
	size_t n_hints;
	char hints[ERROR_HINTS][256]; /* each one line: "= ..." in the picture */
	char subclass[48]; /* after the class, may be empty */
	char data[1536]; /* backing store of pos */
	struct data_pos pos;
};

/* What a statement says besides its result: note or warning. */
struct notice {
	struct notice *next;
	bool is_warning;
	bool interactive_only; /* left out in batch */
	struct span span;
	struct str text; /* lower case, no full stop */
};

/* Whose rules hold where the systems disagree. */
enum dialect { DIALECT_ANSI, DIALECT_SPARK, DIALECT_FLINK };

struct session; /* lib/api: catalog, settings, everything that lasts */
struct settings; /* base/settings.h */
struct pool; /* base/pool.h */
struct source_state; /* source/state.h */

struct shade_cx {
	struct arena *arena; /* the statement's; owned by its creator */
	struct error err;
	struct budget *budget; /* borrowed */
	struct settings *settings; /* borrowed */
	const enum dialect *dialect; /* of the view being bound; NULL: the setting's */
	struct pool *pool; /* worker threads; borrowed */
	struct session *session; /* borrowed; opaque below lib/api */
	struct str sql; /* source text that spans point into */
	_Atomic(bool) *cancel; /* set by ^C from a signal handler; borrowed */
	struct notice *notices, **notices_tail; /* arena, in order */
	int64_t now_us; /* statement start, microseconds since 1970 UTC */
	_Atomic(int) err_lock; /* workers report through the same cx */
	struct source_state *sources; /* source/state.h; borrowed; may be NULL */
	bool stdin_is_script; /* so it is no table */
	bool is_safe; /* files: only those of allowed_paths, and no writing */
	const char *const *allowed_paths; /* NULL-terminated or NULL; borrowed */
	_Atomic(uint64_t) n_rejected; /* rows that this statement's scans rejected */
	/* A scan may fail because a file's column is wider than its sample said:
	 * it notes the wider type (retype_add) and sets wants_retype, and whoever
	 * runs the statement binds it again.  Only while no row has gone out. */
	_Atomic(bool) can_retype, wants_retype;
};

/* The dialect of the text at hand. */
enum dialect cx_dialect(const struct shade_cx *cx);

/*
 * Record an error and return its code.  fmt in lower case, no full stop,
 * subject in double quotes.  Cannot fail; later calls are ignored (but
 * still return the code of the first).  Thread-safe.
 */
shade_status shade_fail(struct shade_cx *cx, shade_status code, struct span span,
			const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Add one hint line to the recorded error (at most ERROR_HINTS). */
void shade_hint(struct shade_cx *cx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Attach a data file position to the recorded error; copies the text. */
void shade_fail_at(struct shade_cx *cx, const struct data_pos *pos);
/* Forget the recorded error (TRY_CAST, alternatives). */
void shade_clear(struct shade_cx *cx);
/* Report out of memory. */
shade_status cx_nomem(struct shade_cx *cx);
/* SHADE_OK, or the out-of-memory error if the statement arena failed. */
shade_status cx_check_arena(struct shade_cx *cx);
/* SHADE_OK, or SHADE_E_CANCELLED when ^C was pressed. */
shade_status cx_check_cancel(struct shade_cx *cx);

/* Say something that is not an error.  Thread-safe. */
void shade_note(struct shade_cx *cx, struct span span, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void shade_warn(struct shade_cx *cx, struct span span, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

const char *error_class(shade_status code); /* "UNRESOLVED_COLUMN" */
const char *error_sqlstate(shade_status code); /* "42703" */

#endif
