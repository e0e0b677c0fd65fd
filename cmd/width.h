/*
 * width.h - how many terminal cells a text takes.
 *
 * Counted by grapheme cluster: a flag or a family joined by ZWJ is one
 * thing of two cells.  Own table (width_table.inc), not wcwidth(), so that
 * the answer does not depend on the machine.
 */
#ifndef SHADE_CMD_WIDTH_H
#define SHADE_CMD_WIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * One code point at p (n > 0 bytes); *cp is it, or -1 for a byte that is
 * not UTF-8.  Returns its length in bytes.
 */
size_t utf8_next(const char *p, size_t n, int32_t *cp);

/* Bytes of the grapheme cluster at p (n > 0); *cells is its width. */
size_t cluster_next(const char *p, size_t n, unsigned *cells);

/* Cells of a text without control characters. */
size_t text_cells(const char *p, size_t n);

/* Bytes of the longest prefix of whole clusters within max cells; *cells is
 * what it takes. */
size_t text_fit(const char *p, size_t n, size_t max, size_t *cells);

/* Whether all bytes are printable ASCII: then cells are bytes. */
bool is_plain(const char *p, size_t n);

/* Whether cp may be sent to a terminal as it is. */
bool is_printable(int32_t cp);

#endif
