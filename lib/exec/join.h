/*
 * join.h - what the join operators share: which side is kept, where its
 * columns go, and how matches become output.
 */
#ifndef SHADE_EXEC_JOIN_H
#define SHADE_EXEC_JOIN_H

#include "exec/jointable.h"
#include "exec/op.h"

/* Keys and other conditions of a join. */
struct join_spec {
	struct expr **left_keys, **right_keys;
	size_t n_keys;
	uint64_t null_safe; /* bit i: key i matches NULL with NULL */
	struct expr **conds;
	size_t n_conds;
};

struct join_op {
	struct op base;
	struct join_spec spec;
	enum join_kind kind; /* seen from the probe side: RIGHT became LEFT */
	struct op *probe, *build;
	struct expr **probe_keys, **build_keys;
	size_t probe_at, build_at; /* first output column of each side */
	bool has_build_cols;
	bool emits_build; /* SEMI, ANTI that keep the left side: its rows come out */
	struct arena *arena; /* of one execution */
	struct rows *rows; /* the build side: its columns, then keys */
	size_t *key_cols;
	struct vector *build_vecs; /* its columns, all rows */
	struct join_keys keys;
	struct join_table table;
	uint8_t *matched; /* FULL, emits_build: a flag for each build row */
	const uint32_t *pair_ids; /* columns conditions may use: both sides' */
	size_t n_pair_ids;
	/* MARK: build rows that may match through NULL */
	struct buf *null_rows;
	size_t n_null_rows;
};

/* Pairs of probe rows (positions in the batch's vectors) and build rows. */
struct pairs {
	size_t n;
	uint16_t probe[SHADE_BATCH_ROWS];
	uint16_t dense[SHADE_BATCH_ROWS]; /* the probe row's number in the batch */
	uint32_t build[SHADE_BATCH_ROWS]; /* ROWS_NONE: no partner */
	bool last[SHADE_BATCH_ROWS]; /* of this probe row */
};

struct join_stream {
	struct stream base;
	struct stream *input;
	struct evaluator *keys, *conds;
	const struct batch *in; /* probe batch at work; NULL: fetch the next */
	size_t n; /* its rows */
	size_t row; /* next to look at */
	uint32_t at; /* next build row for it, when mid_row */
	bool mid_row;
	uint32_t heads[SHADE_BATCH_ROWS];
	uint8_t hit[SHADE_BATCH_ROWS]; /* probe row had a match */
	const struct vector **key_vals;
	uint64_t codes[SHADE_BATCH_ROWS];
	uint64_t valid[VALIDITY_WORDS(SHADE_BATCH_ROWS) + 1];
	bool has_null;
	struct pairs pairs;
	struct batch joined; /* gathered pairs, both sides' columns in order */
	struct vector **own; /* memory of its columns */
	struct batch out;
	struct vector *mark; /* MARK */
	uint16_t sel[SHADE_BATCH_ROWS];
	size_t rest_at; /* FULL: build rows still to look at */
	bool probe_done;
};

/* join_keys.c */
/* Does the expression use columns of this side, and no others? */
bool expr_is_of(struct expr *e, const struct plan *side);
void join_spec_make(struct arena *a, const struct plan *p, struct join_spec *s);
/* join.c: the spec, and which side is kept. */
void join_sides(struct join_op *jo, bool build_left);
shade_status join_collect(struct shade_cx *cx, struct join_op *jo);
shade_status join_stream_open(struct stream *s);
void join_stream_close(struct stream *s);
void join_close(struct shade_cx *cx, struct op *op);
/* Fill js->joined from n pairs. */
void join_gather(struct join_stream *js, const uint16_t *probe, const uint32_t *build,
		 size_t n);
/*
 * Apply the conditions to js->pairs, note hits, and make the output of these
 * pairs (kinds that output pairs); *out NULL when there is none.
 */
shade_status join_emit_pairs(struct join_stream *js, const struct batch **out);
/* SEMI, ANTI, MARK: the probe batch after all its pairs were seen. */
shade_status join_emit_probe(struct join_stream *js, const struct batch **out);
/* FULL: build rows without a match, after the last probe row; emits_build: the
 * rows of a SEMI or ANTI join. */
shade_status join_emit_rest(struct join_stream *js, const struct batch **out);
bool join_outputs_pairs(enum join_kind k);
void join_describe(const struct op *op, struct sbuf *out);

/* join_mark.c: for probe rows without a match, is it NULL rather than FALSE? */
shade_status join_mark_nulls(struct join_stream *js);

#endif
