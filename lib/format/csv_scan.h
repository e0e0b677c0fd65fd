/*
 * csv_scan.h - one execution of a scan: morsels, blocks, rows.
 *
 * A mapped file is cut into morsels of about a megabyte at row ends; a
 * worker that wants the next one measures the previous morsel itself when
 * its owner is not through yet, so one worker alone measures nothing.  Text
 * that is read (pipes, compressed files) is cut under the lock.  Both rules
 * give the same cut for any number of workers.
 */
#ifndef SHADE_FORMAT_CSV_SCAN_H
#define SHADE_FORMAT_CSV_SCAN_H

#include <pthread.h>

#include "format/csv_cells.h"

#ifdef SHADE_HOSTILE
#define CSV_MORSEL ((size_t)64 << 4)
#define CSV_BLOCK ((size_t)64 << 2)
#else
#define CSV_MORSEL ((size_t)1 << 20)
#define CSV_BLOCK ((size_t)128 << 10)
#endif

/* A file while workers read it. */
struct csv_open_file {
	const struct csv_file *file;
	size_t index; /* of the file in the source */
	size_t refs; /* under the scan's lock */
	struct input *in;
	const char *map; /* the text, or NULL: it is read */
	size_t n;
	/* where the next morsel begins, unless an owner still knows better */
	size_t at;
	uint64_t line;
	struct csv_worker *owner;
	/* text that is read: what is left of the last chunk */
	struct buf *carry;
	size_t carry_at;
	bool at_end;
};

struct csv_scan {
	struct shade_cx *cx;
	struct csv_source *source;
	size_t *cols; /* owned by cx->arena */
	size_t n_cols;
	uint64_t limit;
	struct scan_request request; /* its bounds */
	bool needs_text; /* a text column is read: UTF-8 matters */
	pthread_mutex_t lock;
	struct csv_open_file *file;
	size_t next_file;
	uint64_t reject_scan; /* 0: not drawn yet */
	_Atomic(uint64_t) n_rows, n_bad, n_out;
};

/* A piece of text that belongs to one worker. */
struct csv_morsel {
	struct csv_open_file *file; /* counted; NULL: none */
	const char *p; /* base: offsets below count from here */
	size_t n; /* readable text */
	size_t begin, at, limit;
	uint64_t base; /* offset of p in the file's text */
	uint64_t line; /* at `at` */
	bool is_padded; /* CSV_PAD bytes around [p, p+n) may be read */
	bool is_last; /* n is the end of the file */
};

struct csv_worker {
	struct csv_scan *scan;
	struct arena *arena, *scratch;
	struct heap *heap;
	struct csv_morsel morsel;
	struct buf *chunk; /* text that was read */
	struct buf *copy; /* a block at the edge of its text */
	struct buf *entries, *firsts, *counts, *iota;
	size_t iota_fields; /* what iota was made for */
	size_t block_size;
	/* the current block */
	struct csv_rows rows;
	size_t row; /* next one to hand out */
	uint64_t block_offset, block_line;
	size_t line_at; /* text offset up to which block_line counts */
	size_t block_n; /* bytes of the block's rows */
	bool is_valid; /* UTF-8 */
	bool nomem; /* set by readings */
	/* per requested column */
	struct vector **vectors;
	uint64_t **valid;
	struct csv_reading *readings;
	int *fields;
	const struct csv_file *readings_of;
	struct vector **constants; /* NULL: a column with a value a row */
	uint64_t *bad;
	uint16_t *sel;
};

/* Give the worker the next morsel; morsel.file NULL is the end. */
shade_status csv_claim(struct csv_worker *w);
/* The worker is through with its morsel, which ends at morsel.at. */
void csv_unclaim(struct csv_worker *w);
void csv_close_file(struct csv_scan *scan, struct csv_open_file *f);

/* Index the next block with rows in it; rows.n == 0 is the end. */
shade_status csv_next_block(struct csv_worker *w);

/* A row that is not handed out.  column n == 0: its structure. */
shade_status csv_reject(struct csv_worker *w, size_t first, size_t last,
			struct str column, struct str reason);
/* Lines of text, for numbers of rejected rows and _line. */
uint64_t csv_count_lines(const struct csv_dialect *d, const char *p, size_t n);

#endif
