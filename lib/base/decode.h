/*
 * decode.h - gzip and zstd as streams; private to base/.
 */
#ifndef SHADE_BASE_DECODE_H
#define SHADE_BASE_DECODE_H

#include <stddef.h>
#include <stdint.h>

struct decoder;

enum decode_result {
	DECODE_MORE, /* wants more input, or has more output */
	DECODE_END, /* a member ended; more may follow */
	DECODE_BAD, /* not in the format */
	DECODE_NOMEM
};

enum encoding { ENCODING_PLAIN, ENCODING_GZIP, ENCODING_ZSTD };

/* How many first bytes decide. */
#define ENCODING_MAGIC 4
enum encoding encoding_guess(const uint8_t *p, size_t n);

struct decoder *decoder_new(enum encoding e); /* NULL: out of memory */
void decoder_free(struct decoder *d); /* NULL is fine */
/* Both sizes go in as room and come out as what was used. */
enum decode_result decoder_run(struct decoder *d, const uint8_t *in, size_t *n_in,
			       void *out, size_t *n_out);

#endif
