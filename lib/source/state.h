/*
 * state.h - what sources keep for a session: rejected rows and the bytes
 * of standard input.
 *
 * Made by the session, borrowed by each statement's cx (cx->sources; NULL:
 * nothing is kept).  Thread-safe.
 */
#ifndef SHADE_SOURCE_STATE_H
#define SHADE_SOURCE_STATE_H

#include "base/base.h"

struct source_state;

struct source_state *source_state_new(struct budget *budget); /* NULL: no memory */
void source_state_free(struct source_state *st); /* NULL is fine */

/* --- how far a statement has read: for progress ----------------------------- */

struct read_counts {
	_Atomic(uint64_t) rows; /* out of scans */
	_Atomic(uint64_t) bytes; /* of files */
	_Atomic(uint64_t) total; /* bytes that will be read; 0: unknown */
};

struct read_counts *read_counts(struct source_state *st);
void progress_rows(struct shade_cx *cx, uint64_t n);
void progress_bytes(struct shade_cx *cx, uint64_t n);
/* A scan that will read n bytes begins. */
void progress_total(struct shade_cx *cx, uint64_t n);
void progress_reset(struct source_state *st);

/* --- rejected rows: the system view shade.rejects ------------------------- */

#define REJECTS_MAX 10000 /* kept a session; later ones are only counted */
#define REJECT_RAW_MAX 4096 /* bytes of the raw text kept */

struct reject {
	uint64_t scan; /* ordinal of the scan in the session */
	struct str file;
	uint64_t line; /* 1-based physical line where the row starts */
	uint64_t offset; /* byte offset of the row */
	uint64_t seq; /* orders rows of a scan: as batch.seq */
	struct str column; /* n == 0: the row's structure is wrong */
	struct str reason;
	const char *sqlstate;
	struct str raw; /* the row as found, without its newline */
};

/* A number for a new scan. */
uint64_t rejects_scan(struct shade_cx *cx);
/* Keep a copy and count it in the session and in cx->n_rejected. */
void rejects_add(struct shade_cx *cx, const struct reject *r);
/* A stable array, in order of scan, then of row; copied into the arena. */
size_t rejects_list(struct source_state *st, struct arena *a, struct reject **out);
uint64_t rejects_total(const struct source_state *st); /* kept or not */
void rejects_clear(struct source_state *st);

/* Forget what was rejected since the mark: the statement starts again. */
uint64_t rejects_mark(struct source_state *st);
void rejects_rewind(struct source_state *st, uint64_t mark);

/* --- columns that are wider than their sample said ------------------------ */

struct type;
/* From now on the column of that file has the type; copied. */
void retype_add(struct shade_cx *cx, struct str path, struct str column,
		const struct type *type);
/* NULL: nothing is known; *n_times: how often it was widened. */
const struct type *retype_find(struct shade_cx *cx, struct str path, struct str column,
			       size_t *n_times);

/* --- named pipes ----------------------------------------------------------- */

/* Was the pipe opened before?  From now on it was. */
bool pipe_was_opened(struct source_state *st, uint64_t device, uint64_t inode);

/* --- standard input: kept for a second reader ----------------------------- */

#define SPOOL_MAX ((size_t)16 << 20) /* bytes kept; a longer pipe is read once */

/*
 * Bytes of standard input from position at; *got == 0 is the end.  What was
 * read before comes from memory; an error says so when it was not kept.
 */
shade_status spool_read(struct shade_cx *cx, struct source_state *st, uint64_t at,
			void *dst, size_t n, size_t *got);
/* False: standard input is a plain file, which needs no spool. */
bool spool_is_pipe(struct source_state *st);
/* Would a read at that position block? */
bool spool_would_block(struct source_state *st, uint64_t at);

#endif
