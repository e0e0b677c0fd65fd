/*
 * json_scan.h - one execution of a scan over JSON files, shared by its parts.
 */
#ifndef SHADE_FORMAT_JSON_SCAN_H
#define SHADE_FORMAT_JSON_SCAN_H

#include <pthread.h>

#include "format/json_build.h"

#ifdef SHADE_HOSTILE
#define JSON_MORSEL ((size_t)512)
#else
#define JSON_MORSEL ((size_t)1 << 20)
#endif

struct json_open_file {
	struct json_file *file;
	size_t index, refs;
	struct input *in;
	const char *map;
	size_t n, at; /* at: next byte of the text */
	uint64_t line;
	struct buf *carry;
	size_t carry_at;
	bool at_end, done;
};

struct json_scan {
	struct shade_cx *cx;
	struct json_source *source;
	size_t *cols;
	size_t n_cols;
	uint64_t limit;
	struct scan_request request; /* its bounds */
	bool needs_lines; /* _line is read */
	pthread_mutex_t lock;
	struct json_open_file *file;
	size_t next_file;
	uint64_t reject_scan;
	_Atomic(uint64_t) n_rows, n_bad, n_out;
	bool has_duplicate;
	char unknown[64];
};

struct json_worker {
	struct json_scan *scan;
	struct arena *arena, *scratch;
	struct heap *heap;
	struct json_build build;
	struct csv_options text_options;
	struct json_col *cols; /* n_data of the source, wanted or not */
	struct json_order order;
	struct vector **hidden; /* per requested column that no record has */
	const struct json_file *constants_of; /* whose path and keys hidden has */
	struct buf *chunk, *copy;
	/* the morsel */
	struct json_open_file *file; /* counted; NULL: none */
	const char *begin, *p, *e;
	uint64_t base; /* offset of begin */
	uint64_t line; /* at line_at; 0: not counted yet */
	const char *line_at;
	/* where counting stopped in a mapped file */
	const struct json_open_file *counted;
	size_t counted_at;
	uint64_t counted_line;
	bool is_valid;
	uint64_t *lines, *offsets;
	struct strv *raws;
};

/* Give the worker the next morsel; worker->file NULL is the end. */
shade_status json_claim(struct json_worker *w);
void json_unclaim(struct json_worker *w);
/* The scan is over: close what is open. */
void json_close_files(struct json_scan *scan);
/* Fail, pointing at the text p of the worker's morsel; its lines are counted. */
shade_status json_bad_record(const struct json_worker *w, const char *p);

#endif
