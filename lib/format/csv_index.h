/*
 * csv_index.h - where fields and rows of CSV text end.
 *
 * The index of a block is one 32-bit entry a field: (end + 1) * 2, plus 1
 * if a newline ended it, where end is the separator's offset in the block.
 * With entry -1 set to 0 the field of entry j is
 * [v[j-1] / 2, v[j] / 2 - 1).
 */
#ifndef SHADE_FORMAT_CSV_INDEX_H
#define SHADE_FORMAT_CSV_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct csv_dialect {
	struct str delim; /* 1 to 8 bytes */
	char quote; /* 0: none */
	char escape; /* before a quote inside quotes; 0: the quote itself */
	char comment; /* lines that begin so are none; 0: no comments */
	bool cr_ends; /* a lone CR ends a line */
};

/* Text is readable 64 bytes beyond both ends of what is indexed. */
#define CSV_PAD 64
#define CSV_MAX_BLOCK ((size_t)1 << 30)

struct csv_span {
	size_t n; /* entries */
	size_t n_lines; /* entries that are newlines */
	size_t n_inner; /* newlines inside quotes */
	size_t end; /* behind the last row's newline */
	size_t open_at; /* in_quotes: where the quote opened */
	bool in_quotes; /* the text ends inside quotes */
	bool has_quotes;
	bool is_ascii;
	bool is_loose; /* quotes stand where they should not */
	size_t n_skipped; /* lines of comments */
};

/*
 * Index [p, p+n), which begins at a row; n <= CSV_MAX_BLOCK.  out has room
 * for n + 64 entries.  A row cut off by the end has entries too, but is not
 * counted in n_lines.
 */
void csv_index(const struct csv_dialect *d, const char *p, size_t n, uint32_t *out,
	       struct csv_span *span);
/* Only the span: where the last row ends, lines, quotes; no n. */
void csv_measure(const struct csv_dialect *d, const char *p, size_t n,
		 struct csv_span *span);
/* The exact state machine behind both, for every dialect and for quotes in
 * odd places; out may be NULL. */
void csv_index_exact(const struct csv_dialect *d, const char *p, size_t n,
		     uint32_t *out, struct csv_span *span);
/* For tests: by kernel number 0, 1, ... alone, is_loose left as found; false:
 * there is no such kernel on this machine. */
bool csv_index_by(size_t kernel, const struct csv_dialect *d, const char *p, size_t n,
		  uint32_t *out, struct csv_span *span);
/* "avx512", "avx2", "sse2" or "exact"; what this machine runs. */
const char *csv_index_kernel(void);

static inline bool csv_dialect_is_plain(const struct csv_dialect *d)
{
	return d->delim.n == 1 && !d->comment && (!d->escape || d->escape == d->quote);
}

#endif
