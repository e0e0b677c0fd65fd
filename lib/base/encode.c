#include "base/encode.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "base/banned.h"
#include "base/buf.h"

#define GZIP_LEVEL 6
#define ZSTD_LEVEL 3

struct encoder {
	enum encoding encoding;
	z_stream z;
	ZSTD_CCtx *zstd;
};

enum encoding encoding_by_name(struct str path)
{
	if (str_ends_with(path, STR(".gz")))
		return ENCODING_GZIP;
	if (str_ends_with(path, STR(".zst")) || str_ends_with(path, STR(".zstd")))
		return ENCODING_ZSTD;
	return ENCODING_PLAIN;
}

struct encoder *encoder_new(enum encoding e)
{
	struct encoder *x = mem_alloc(NULL, sizeof(*x));
	bool ok = false;

	if (!x)
		return NULL;
	x->encoding = e;
	switch (e) {
	case ENCODING_PLAIN: ok = true; break;
	case ENCODING_GZIP:
		ok = deflateInit2(&x->z, GZIP_LEVEL, Z_DEFLATED, 15 + 16, 8,
				  Z_DEFAULT_STRATEGY) == Z_OK;
		break;
	case ENCODING_ZSTD:
		x->zstd = ZSTD_createCCtx();
		ok = x->zstd && !ZSTD_isError(ZSTD_CCtx_setParameter(
					x->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL));
		break;
	}
	if (ok)
		return x;
	ZSTD_freeCCtx(x->zstd);
	mem_free(NULL, x, sizeof(*x));
	return NULL;
}

void encoder_free(struct encoder *e)
{
	if (!e)
		return;
	if (e->encoding == ENCODING_GZIP)
		deflateEnd(&e->z);
	ZSTD_freeCCtx(e->zstd);
	mem_free(NULL, e, sizeof(*e));
}

static bool run_gzip(struct encoder *e, const uint8_t *in, size_t *n_in, void *out,
		     size_t *n_out, bool last, bool *done)
{
	uInt room_in = *n_in < UINT_MAX ? (uInt)*n_in : UINT_MAX;
	uInt room_out = *n_out < UINT_MAX ? (uInt)*n_out : UINT_MAX;
	int rc;

	e->z.next_in = (z_const Bytef *)(uintptr_t)in;
	e->z.avail_in = room_in;
	e->z.next_out = out;
	e->z.avail_out = room_out;
	rc = deflate(&e->z, last && room_in == *n_in ? Z_FINISH : Z_NO_FLUSH);
	*n_in = room_in - e->z.avail_in;
	*n_out = room_out - e->z.avail_out;
	*done = rc == Z_STREAM_END;
	return rc == Z_OK || rc == Z_STREAM_END || rc == Z_BUF_ERROR;
}

static bool run_zstd(struct encoder *e, const uint8_t *in, size_t *n_in, void *out,
		     size_t *n_out, bool last, bool *done)
{
	ZSTD_inBuffer from = { in, *n_in, 0 };
	ZSTD_outBuffer to = { out, *n_out, 0 };
	size_t rc = ZSTD_compressStream2(e->zstd, &to, &from,
					 last ? ZSTD_e_end : ZSTD_e_continue);

	*n_in = from.pos;
	*n_out = to.pos;
	*done = last && rc == 0;
	return !ZSTD_isError(rc);
}

bool encoder_run(struct encoder *e, const uint8_t *in, size_t *n_in, void *out,
		 size_t *n_out, bool last, bool *done)
{
	if (e->encoding == ENCODING_GZIP)
		return run_gzip(e, in, n_in, out, n_out, last, done);
	return run_zstd(e, in, n_in, out, n_out, last, done);
}
