/*
 * encode.h - writing gzip and zstd as streams; private to base/.
 */
#ifndef SHADE_BASE_ENCODE_H
#define SHADE_BASE_ENCODE_H

#include <stdbool.h>

#include "base/decode.h"
#include "base/str.h"

struct encoder;

/* By the suffix .gz, .zst or .zstd. */
enum encoding encoding_by_name(struct str path);
struct encoder *encoder_new(enum encoding e); /* NULL: out of memory */
void encoder_free(struct encoder *e); /* NULL is fine */
/*
 * Take input and give output; both sizes go in as room and come out as what
 * was used.  last: no input comes behind this; *done tells that all output is
 * out.  False: the library failed.
 */
bool encoder_run(struct encoder *e, const uint8_t *in, size_t *n_in, void *out,
		 size_t *n_out, bool last, bool *done);

#endif
