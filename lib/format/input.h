/*
 * input.h - the text of one file as UTF-8: mapped when that is possible,
 * else read front to back.
 *
 * Compressed files, pipes and other encodings are read; byte order marks are
 * dropped; standard input goes through the session's spool.
 */
#ifndef SHADE_FORMAT_INPUT_H
#define SHADE_FORMAT_INPUT_H

#include "base/base.h"
#include "base/io.h"

enum text_encoding {
	TEXT_AUTO, /* UTF-8 unless a byte order mark says UTF-16 */
	TEXT_UTF8,
	TEXT_LATIN1, /* windows-1252 where latin1 has no character */
	TEXT_UTF16LE,
	TEXT_UTF16BE
};

/* How bytes are taken; zeros: by looking at them. */
struct input_as {
	enum text_encoding encoding;
	enum compression compression;
};

struct input;

/* Span: for "file does not exist". */
shade_status input_open(struct shade_cx *cx, struct str path, struct span span,
			struct input_as as, struct input **out);
void input_close(struct input *in); /* NULL is fine */
/* The whole text, valid until close; false: it must be read. */
bool input_map(struct input *in, const char **p, size_t *n);
/* Fails if the mapped file has become shorter: what was read is not to be trusted. */
shade_status input_check(struct shade_cx *cx, const struct input *in, struct str path);
/* Bytes [from, to) of the mapped text are not needed soon: give the pages back,
 * so that memory stays flat. */
void input_drop(struct input *in, size_t from, size_t to);
/* The next bytes; *got == 0 is the end.  n >= 16. */
shade_status input_read(struct shade_cx *cx, struct input *in, char *dst, size_t n,
			size_t *got);
bool input_would_block(struct input *in);
/* Bytes of the file (of a pipe: of its text) that reads used since the last call. */
uint64_t input_progress(struct input *in);
uint64_t input_size(const struct input *in); /* of the file; 0: unknown */
bool input_is_stdin(const struct input *in);
/* Bytes of a byte order mark that were dropped: offsets count them. */
size_t input_mark(const struct input *in);

/* "utf8", "latin1", "utf-16" ...; false: unknown. */
bool text_encoding_by_name(struct str name, enum text_encoding *out);
bool path_is_stdin(struct str path);

#endif
