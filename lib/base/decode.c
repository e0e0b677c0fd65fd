#include "base/decode.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "base/banned.h"
#include "base/buf.h"

struct decoder {
	enum encoding encoding;
	z_stream z;
	ZSTD_DCtx *zstd;
};

enum encoding encoding_guess(const uint8_t *p, size_t n)
{
	static const uint8_t gzip[] = { 0x1f, 0x8b };
	static const uint8_t zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };

	if (n >= sizeof(gzip) && memcmp(p, gzip, sizeof(gzip)) == 0)
		return ENCODING_GZIP;
	if (n >= sizeof(zstd) && memcmp(p, zstd, sizeof(zstd)) == 0)
		return ENCODING_ZSTD;
	return ENCODING_PLAIN;
}

struct decoder *decoder_new(enum encoding e)
{
	struct decoder *d = mem_alloc(NULL, sizeof(*d));
	bool ok = false;

	if (!d)
		return NULL;
	d->encoding = e;
	switch (e) {
	case ENCODING_PLAIN: ok = true; break;
	case ENCODING_GZIP: ok = inflateInit2(&d->z, 15 + 16) == Z_OK; break;
	case ENCODING_ZSTD:
		d->zstd = ZSTD_createDCtx();
		ok = d->zstd != NULL;
		break;
	}
	if (ok)
		return d;
	mem_free(NULL, d, sizeof(*d));
	return NULL;
}

void decoder_free(struct decoder *d)
{
	if (!d)
		return;
	if (d->encoding == ENCODING_GZIP)
		inflateEnd(&d->z);
	ZSTD_freeDCtx(d->zstd);
	mem_free(NULL, d, sizeof(*d));
}

static enum decode_result run_gzip(struct decoder *d, const uint8_t *in, size_t *n_in,
				   void *out, size_t *n_out)
{
	uInt room_in = *n_in < UINT_MAX ? (uInt)*n_in : UINT_MAX;
	uInt room_out = *n_out < UINT_MAX ? (uInt)*n_out : UINT_MAX;
	int rc;

	d->z.next_in = (z_const Bytef *)(uintptr_t)in;
	d->z.avail_in = room_in;
	d->z.next_out = out;
	d->z.avail_out = room_out;
	rc = inflate(&d->z, Z_NO_FLUSH);
	*n_in = room_in - d->z.avail_in;
	*n_out = room_out - d->z.avail_out;
	if (rc == Z_STREAM_END)
		return inflateReset(&d->z) == Z_OK ? DECODE_END : DECODE_BAD;
	if (rc == Z_OK || rc == Z_BUF_ERROR)
		return DECODE_MORE;
	return rc == Z_MEM_ERROR ? DECODE_NOMEM : DECODE_BAD;
}

static enum decode_result run_zstd(struct decoder *d, const uint8_t *in, size_t *n_in,
				   void *out, size_t *n_out)
{
	ZSTD_inBuffer from = { in, *n_in, 0 };
	ZSTD_outBuffer to = { out, *n_out, 0 };
	size_t rc = ZSTD_decompressStream(d->zstd, &to, &from);

	*n_in = from.pos;
	*n_out = to.pos;
	if (ZSTD_isError(rc))
		return DECODE_BAD;
	return rc == 0 ? DECODE_END : DECODE_MORE;
}

enum decode_result decoder_run(struct decoder *d, const uint8_t *in, size_t *n_in,
			       void *out, size_t *n_out)
{
	if (d->encoding == ENCODING_GZIP)
		return run_gzip(d, in, n_in, out, n_out);
	return run_zstd(d, in, n_in, out, n_out);
}
