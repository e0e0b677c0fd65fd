/*
 * source.h - what can be scanned: files, tables, table functions, streams.
 *
 * The binder and the optimizer see a schema and statistics, the executor
 * opens a scan.  Formats, connectors and tables implement struct
 * source_class; nobody above knows which one it is.
 */
#ifndef SHADE_SOURCE_SOURCE_H
#define SHADE_SOURCE_SOURCE_H

#include "column/vector.h"

struct source_col {
	struct str name;
	const struct type *type;
	bool not_null;
	bool hidden; /* _file, _line ...: reachable by name, not by * */
	struct str comment; /* n == 0: none */
};

enum cmp_op { CMP_EQ, CMP_NE, CMP_LT, CMP_LE, CMP_GT, CMP_GE };

/* column OP constant, ANDed; a source may use them to skip rows, but the
 * filter above stays (they are hints).  Never one that can fail. */
struct scan_bound {
	size_t col; /* index into the source's columns */
	enum cmp_op op;
	struct value value; /* of the column's type, not NULL */
};

struct scan_request {
	const size_t *cols; /* which source columns, in output order */
	size_t n_cols; /* 0: only the number of rows matters */
	const struct scan_bound *bounds;
	size_t n_bounds;
	uint64_t limit; /* rows the consumer will take at most; UINT64_MAX */
	bool ordered; /* one worker, batches in source order */
};

struct source;
struct scan; /* implementation defines it */
struct scan_worker;

struct source_class {
	const char *name; /* "csv", "json", "table", "range" */
	/* Shared by all workers.  Called once per execution. */
	shade_status (*open)(struct shade_cx *cx, struct source *s,
			     const struct scan_request *req, struct scan **out);
	/* How many workers can help; 1 for pipes. */
	size_t (*max_workers)(struct scan *scan);
	shade_status (*worker_open)(struct shade_cx *cx, struct scan *scan,
				    struct scan_worker **out);
	/*
	 * Fill *out (cols array made by the caller with req->n_cols vectors)
	 * with up to SHADE_BATCH_ROWS rows and set out->seq; out->n = 0 is the
	 * end.  Workers claim morsels among themselves.  With n_cols == 0 out->n
	 * may be larger than SHADE_BATCH_ROWS: only the count matters.
	 */
	shade_status (*next)(struct shade_cx *cx, struct scan_worker *w,
			     struct batch *out);
	/* At the end of a morsel? Used to keep order in parallel sinks; may be
	 * NULL. */
	void (*worker_close)(struct shade_cx *cx, struct scan_worker *w);
	void (*close)(struct shade_cx *cx, struct scan *scan);
	/* One line for EXPLAIN, in the arena; may be NULL. */
	struct str (*describe)(struct arena *a, struct source *s);
	/* Drop what the source holds; called when the statement ends. */
	void (*release)(struct source *s);
};

/* Lives in an arena; implementations embed it first. */
struct source {
	const struct source_class *cls;
	struct source_col *cols;
	size_t n_cols;
	uint64_t est_rows; /* 0: unknown */
	bool rows_exact; /* est_rows is the count */
	bool is_stream; /* may never end */
	bool reads_stdin;
	bool may_widen; /* types come from a sample: see cx->can_retype */
	/* optional per-column bounds for statistics, NULL or n_cols values */
	const struct value *min, *max;
};

#endif
