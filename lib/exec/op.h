/*
 * op.h - physical operators, and what an op_*.c file implements.
 *
 * An operator (struct op) is shared by all workers; each worker reads its
 * output through a stream of its own (struct stream), batch by batch.  A
 * chain of streams down to a source is a pipeline.  An operator that must
 * see all its input first (a breaker: aggregate, sort, the build side of a
 * join) runs that input in open(), on several workers when the input can be
 * split (run_workers), and then offers its result.
 *
 * Life: make (with the plan), open (once per execution, on the calling
 * thread, children first where they stream), stream_open/next/stream_close
 * per worker, close (after every open, also a failed one).  reset = close
 * and open again, for the step of a recursive query.
 *
 * Order: every batch carries seq, and rows derived from one source batch
 * stay with one worker in order.  (seq, order of arrival) is therefore a
 * total order of rows that depends neither on threads nor on batch size.
 *
 * Weights: batch operators with state assume that every row counts once;
 * stream_input() is the one place where that is asserted.
 */
#ifndef SHADE_EXEC_OP_H
#define SHADE_EXEC_OP_H

#include "column/rows.h"
#include "exec/exec.h"

struct op;
struct stream;

/* What one worker has of its own while it runs one pipeline. */
struct task {
	struct shade_cx *cx; /* the statement's, or a worker's copy */
	struct exec *ex;
	struct arena *arena; /* freed when the pipeline has run */
	_Atomic(bool) *stop; /* another worker failed, or NULL */
	struct stream *streams; /* opened, latest first */
};

struct op_class {
	const char *name; /* in EXPLAIN (PHYSICAL) */
	size_t op_size, stream_size; /* of the structs that embed the bases */
	/* After the children were made; may be NULL. */
	shade_status (*make)(struct shade_cx *cx, struct op *op);
	shade_status (*open)(struct shade_cx *cx, struct op *op);
	/* How many workers can read at once, after open; NULL: one. */
	size_t (*workers)(const struct op *op);
	shade_status (*stream_open)(struct stream *s);
	/* *out = NULL: the end, also when asked again. */
	shade_status (*next)(struct stream *s, const struct batch **out);
	void (*stream_close)(struct stream *s);
	void (*close)(struct shade_cx *cx, struct op *op);
	/* Words behind the name in EXPLAIN; may be NULL. */
	void (*describe)(const struct op *op, struct sbuf *out);
};

/* What EXPLAIN ANALYZE shows. */
struct op_stats {
	_Atomic(uint64_t) rows, batches, ns;
	_Atomic(uint64_t) bytes; /* kept at the most */
	_Atomic(uint64_t) workers;
};

struct op {
	const struct op_class *cls;
	struct exec *ex;
	const struct plan *plan;
	struct op **children;
	size_t n_children;
	size_t n_cols;
	const uint32_t *ids; /* of the output columns */
	const struct type **types;
	bool is_open;
	struct op_stats stats;
};

struct stream {
	const struct op_class *cls;
	struct op *op;
	struct task *task;
	struct shade_cx *cx; /* task->cx */
	struct arena *arena; /* task->arena */
	/* op->cls->next, or the timing one around it. */
	shade_status (*next)(struct stream *s, const struct batch **out);
	struct stream *older; /* in task->streams */
};

struct exec {
	struct shade_cx *cx;
	struct arena *arena; /* owned; operators and the root pipeline */
	struct plan *plan;
	struct op *root;
	struct stream *out;
	struct task task; /* of the root pipeline */
	bool started, done;
	bool analyze;
	uint64_t total_ns;
	struct cte *ctes; /* materialised, by id; op_cte.c */
};

/* --- for op_*.c ----------------------------------------------------------- */

/* Open an operator for reading. */
shade_status op_open(struct shade_cx *cx, struct op *op);
void op_close(struct shade_cx *cx, struct op *op); /* and everything below */
size_t op_workers(const struct op *op);

shade_status stream_new(struct op *op, struct task *task, struct stream **out);

/* The next batch of a stream; stops on ^C and when another worker failed. */
shade_status stream_next(struct stream *s, const struct batch **out);
/* The same for a stateful sink: rows must count once.  *out = NULL or a batch
 * with at least one row. */
shade_status stream_input(struct stream *s, const struct batch **out);

/* Close the streams and free the arena. */
shade_status task_open(struct exec *ex, struct shade_cx *cx, struct task *t);
void task_close(struct task *t);

/*
 * Read all of an open operator on up to max workers: each gets a stream and
 * calls work(arg, worker, stream), which pulls until NULL.  What must
 * outlive the pipeline does not belong into the task's arena.  Errors and
 * notes of workers end in cx.
 */
struct work {
	shade_status (*fn)(void *arg, size_t worker, struct stream *in);
	void *arg;
};
shade_status run_workers(struct shade_cx *cx, struct op *input, size_t n,
			 const struct work *work);
/* How many workers a breaker should use for this input (after its open). */
size_t plan_workers(const struct exec *ex, const struct op *input);

/* Keep the most bytes seen. */
void op_note_bytes(struct op *op, size_t bytes);

/* Tell a scan that no more than n rows will be taken (op_scan.c). */
void op_scan_limit(struct op *op, uint64_t n);
/* Tell a scan, before it is opened, that only rows with lo <= column <= hi matter;
 * for one execution, and only a hint. */
void op_scan_between(struct op *op, uint32_t id, const struct value *lo,
		     const struct value *hi);

/* Vectors for the n columns of an operator's output, not filled. */
struct vector *cols_new(struct arena *a, size_t n);

#endif
