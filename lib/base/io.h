/*
 * io.h - files: whole reads, mapped reads, checked writes, globs.
 */
#ifndef SHADE_BASE_IO_H
#define SHADE_BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cx.h"

/*
 * A byte source read front to back: file, pipe or standard input, plain
 * or compressed (gzip and zstd are recognised by their first bytes).
 */
struct reader;

enum compression {
	COMPRESSION_AUTO, /* by the first bytes; of a new file by its name */
	COMPRESSION_NONE,
	COMPRESSION_GZIP,
	COMPRESSION_ZSTD
};

/* "auto", "none", "gzip" or "gz", "zstd" ...; false: unknown. */
bool compression_by_name(struct str name, enum compression *out);

/* path "-" or "stdin" is standard input.  Missing file: FILE_NOT_FOUND
 * with the nearest name in that folder as hint. */
shade_status reader_open(struct shade_cx *cx, struct str path, struct span span,
			 struct reader **out);
/* The bytes as they are (NONE), or only if they are compressed as said. */
shade_status reader_open_as(struct shade_cx *cx, struct str path, struct span span,
			    enum compression compression, struct reader **out);
void reader_close(struct reader *r); /* NULL is fine */
/* Up to n bytes; *got == 0 is the end.  Blocks until at least one byte. */
shade_status reader_read(struct shade_cx *cx, struct reader *r, void *dst, size_t n,
			 size_t *got);
/* True if a read would block now (a slow pipe): flush what you have. */
bool reader_would_block(struct reader *r);
/*
 * The whole file mapped read-only, when it is a plain uncompressed file;
 * NULL otherwise.  Valid until reader_close.
 */
const char *reader_map(struct reader *r, size_t *size);
/* Is the mapped file shorter than when it was opened? */
bool reader_shrank(const struct reader *r);
bool reader_is_seekable(const struct reader *r);
/* Bytes of the underlying file that reads have used; of compressed ones, too. */
uint64_t reader_consumed(const struct reader *r);
/* Bytes of the underlying file, 0 if unknown. */
uint64_t reader_size(const struct reader *r);

/*
 * Sorted paths that match a glob (? * ** [ab] {x,y}) or a directory (its
 * data files); one path that has no glob sign is returned as is.  Results
 * live in cx->arena.  No match: FILE_NOT_FOUND.
 */
shade_status glob_paths(struct shade_cx *cx, struct str pattern, struct span span,
			struct str **paths, size_t *n);

/*
 * A checked, buffered writer.  With atomic set, a plain file is written
 * under a temporary name and renamed by writer_commit.  Paths that end in .gz,
 * .zst or .zstd are compressed.
 */
struct writer;

shade_status writer_open(struct shade_cx *cx, struct str path, struct span span,
			 bool atomic, struct writer **out);
/* Before the first byte: compress so, whatever the path ends in. */
shade_status writer_compress(struct shade_cx *cx, struct writer *w,
			     enum compression compression);
/* Have the file open only while the buffer is written: for hundreds of writers. */
void writer_park(struct writer *w);
shade_status writer_write(struct shade_cx *cx, struct writer *w, const void *p,
			  size_t n);
shade_status writer_commit(struct shade_cx *cx, struct writer *w); /* and close */
void writer_abort(struct writer *w); /* close, drop the temporary file */

/* "No such file or directory" without the thread-unsafe strerror(). */
const char *errno_text(struct shade_cx *cx, int err);

#endif
