#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/buf.h"
#include "base/decode.h"
#include "base/io.h"
#include "base/mapping.h"
#include "base/near_file.h"

#define RAW_SIZE ((size_t)256 << 10)

struct reader {
	struct budget *budget; /* counted reference; may outlive the statement */
	int fd;
	bool is_regular;
	bool is_stdin;
	bool at_end; /* of the raw bytes */
	bool in_member; /* compressed data began and did not end */
	uint64_t size; /* of a regular file */
	uint64_t n_read; /* raw bytes so far */
	struct decoder *decoder; /* NULL: plain */

	uint8_t *raw; /* RAW_SIZE bytes read ahead; NULL for plain files */
	size_t raw_at, raw_end;

	struct mapping map;
	char *path; /* NUL-terminated, for messages */
	size_t path_size;
};

static bool is_stdin_name(struct str path)
{
	return str_eq(path, STR("-")) || str_eq(path, STR("stdin")) ||
	       str_eq(path, STR("/dev/stdin"));
}

static shade_status open_error(struct shade_cx *cx, const char *path, int err,
			       struct span span)
{
	struct str near;

	if (err != ENOENT && err != ENOTDIR)
		return shade_fail(cx, SHADE_E_IO, span, "cannot open \"%s\": %s", path,
				  errno_text(cx, err));
	near = near_file(cx->arena, path);
	if (near.n)
		return shade_fail(cx, SHADE_E_FILE_NOT_FOUND, span,
				  "file \"%s\" does not exist; did you mean \"%.*s\"?",
				  path, STR_ARG(near));
	return shade_fail(cx, SHADE_E_FILE_NOT_FOUND, span,
			  "file \"%s\" does not exist", path);
}

/* read() that survives signals, except the one that cancels. */
static shade_status read_some(struct shade_cx *cx, struct reader *r, void *dst,
			      size_t n, size_t *got)
{
	ssize_t k;

	if (n > (size_t)1 << 30)
		n = (size_t)1 << 30;
	do {
		TRY(cx_check_cancel(cx));
		k = read(r->fd, dst, n);
	} while (k < 0 && (errno == EINTR || errno == EAGAIN));
	if (k < 0)
		return shade_fail(cx, SHADE_E_IO, NO_SPAN, "cannot read \"%s\": %s",
				  r->path, errno_text(cx, errno));
	*got = (size_t)k;
	r->n_read += (uint64_t)k;
	return SHADE_OK;
}

static shade_status fill_raw(struct shade_cx *cx, struct reader *r)
{
	size_t got;

	if (r->raw_at == r->raw_end)
		r->raw_at = r->raw_end = 0;
	TRY(read_some(cx, r, r->raw + r->raw_end, RAW_SIZE - r->raw_end, &got));
	r->raw_end += got;
	r->at_end = got == 0;
	return SHADE_OK;
}

/*
 * Look at the first bytes.  A regular file is looked at without moving
 * its position; from a pipe they are kept in the raw buffer.
 */
static shade_status detect(struct shade_cx *cx, struct reader *r, enum encoding *out)
{
	uint8_t magic[ENCODING_MAGIC];
	enum encoding e = ENCODING_PLAIN;
	off_t at = r->is_regular ? lseek(r->fd, 0, SEEK_CUR) : -1;

	if (at >= 0) {
		ssize_t k = pread(r->fd, magic, sizeof(magic), at);

		if (k > 0)
			e = encoding_guess(magic, (size_t)k);
	}
	*out = e;
	if (at >= 0 && e == ENCODING_PLAIN)
		return SHADE_OK;
	r->raw = mem_alloc(r->budget, RAW_SIZE);
	if (!r->raw)
		return cx_nomem(cx);
	while (!r->at_end && r->raw_end < ENCODING_MAGIC &&
	       (r->raw_end == 0 || r->raw[0] == 0x1f || r->raw[0] == 0x28))
		TRY(fill_raw(cx, r));
	e = encoding_guess(r->raw, r->raw_end);
	*out = e;
	if (e == ENCODING_PLAIN)
		return SHADE_OK;
	r->decoder = decoder_new(e);
	return r->decoder ? SHADE_OK : cx_nomem(cx);
}

static shade_status detect_as(struct shade_cx *cx, struct reader *r,
			      enum compression wanted, struct span span)
{
	enum encoding e;

	if (wanted == COMPRESSION_NONE)
		return SHADE_OK;
	TRY(detect(cx, r, &e));
	if (wanted == COMPRESSION_AUTO ||
	    e == (wanted == COMPRESSION_GZIP ? ENCODING_GZIP : ENCODING_ZSTD))
		return SHADE_OK;
	return shade_fail(cx, SHADE_E_DATA_FORMAT, span,
			  "\"%s\" is not compressed with %s", r->path,
			  wanted == COMPRESSION_GZIP ? "gzip" : "zstd");
}

bool compression_by_name(struct str name, enum compression *out)
{
	static const struct {
		const char *name;
		enum compression compression;
	} names[] = {
		{ "auto", COMPRESSION_AUTO },         { "none", COMPRESSION_NONE },
		{ "uncompressed", COMPRESSION_NONE }, { "gzip", COMPRESSION_GZIP },
		{ "gz", COMPRESSION_GZIP },           { "zstd", COMPRESSION_ZSTD },
		{ "zst", COMPRESSION_ZSTD },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (str_eq_nocase(name, str_from(names[i].name))) {
			*out = names[i].compression;
			return true;
		}
	}
	return false;
}

void reader_close(struct reader *r)
{
	if (!r)
		return;
	mapping_close(&r->map);
	if (r->fd >= 0 && !r->is_stdin)
		close(r->fd);
	decoder_free(r->decoder);
	mem_free(r->budget, r->raw, RAW_SIZE);
	budget_unref(r->budget);
	mem_free(NULL, r->path, r->path_size);
	mem_free(NULL, r, sizeof(*r));
}

/* Safe mode: the very files that were named, under whatever name. */
static bool is_allowed(const struct shade_cx *cx, const struct stat *st)
{
	struct stat named;

	if (!cx->is_safe)
		return true;
	for (const char *const *p = cx->allowed_paths; p && *p; p++) {
		if (stat(*p, &named) == 0 && named.st_dev == st->st_dev &&
		    named.st_ino == st->st_ino)
			return true;
	}
	return false;
}

/* `> FILE` of a file that is read has lost its content already. */
static bool is_output(const struct stat *st)
{
	struct stat out;

	return S_ISREG(st->st_mode) && fstat(STDOUT_FILENO, &out) == 0 &&
	       out.st_dev == st->st_dev && out.st_ino == st->st_ino;
}

static shade_status open_fd(struct shade_cx *cx, struct reader *r, struct str path,
			    struct span span)
{
	struct stat st;

	r->is_stdin = is_stdin_name(path);
	r->fd = r->is_stdin ? STDIN_FILENO : open(r->path, O_RDONLY | O_CLOEXEC);
	if (r->fd < 0)
		return open_error(cx, r->path, errno, span);
	if (fstat(r->fd, &st))
		return shade_fail(cx, SHADE_E_IO, span, "cannot open \"%s\": %s",
				  r->path, errno_text(cx, errno));
	if (!r->is_stdin && !is_allowed(cx, &st))
		return shade_fail(cx, SHADE_E_SAFE_MODE, span,
				  "reading \"%s\" is not allowed in safe mode",
				  r->path);
	if (S_ISDIR(st.st_mode))
		return shade_fail(cx, SHADE_E_IO, span, "\"%s\" is a directory",
				  r->path);
	if (is_output(&st)) {
		(void)shade_fail(cx, SHADE_E_IO, span,
				 "\"%s\" is where standard output goes, too", r->path);
		shade_hint(cx, "the sign > has emptied it before this program began; "
			       "-o FILE replaces it when the rows are there");
		return SHADE_E_IO;
	}
	/* Files of /proc say 0 and have content: read them as pipes. */
	r->is_regular = S_ISREG(st.st_mode) && st.st_size > 0;
	r->size = r->is_regular ? (uint64_t)st.st_size : 0;
	return SHADE_OK;
}

shade_status reader_open(struct shade_cx *cx, struct str path, struct span span,
			 struct reader **out)
{
	return reader_open_as(cx, path, span, COMPRESSION_AUTO, out);
}

shade_status reader_open_as(struct shade_cx *cx, struct str path, struct span span,
			    enum compression compression, struct reader **out)
{
	struct reader *r;
	shade_status rc;

	if (memchr(path.p, 0, path.n))
		return shade_fail(cx, SHADE_E_FILE_NOT_FOUND, span,
				  "a file name cannot contain a zero byte");
	r = mem_alloc(NULL, sizeof(*r));
	if (!r)
		return cx_nomem(cx);
	r->fd = -1;
	r->budget = budget_ref(cx->budget);
	r->path_size = path.n + 1;
	r->path = mem_alloc(NULL, r->path_size);
	rc = r->path ? SHADE_OK : cx_nomem(cx);
	if (!rc) {
		memcpy(r->path, path.p, path.n);
		rc = open_fd(cx, r, path, span);
	}
	if (!rc)
		rc = detect_as(cx, r, compression, span);
	if (rc) {
		reader_close(r);
		return rc;
	}
	*out = r;
	return SHADE_OK;
}

static shade_status read_plain(struct shade_cx *cx, struct reader *r, void *dst,
			       size_t n, size_t *got)
{
	size_t kept = r->raw_end - r->raw_at;

	if (!kept)
		return read_some(cx, r, dst, n, got);
	if (kept > n)
		kept = n;
	memcpy(dst, r->raw + r->raw_at, kept);
	r->raw_at += kept;
	*got = kept;
	return SHADE_OK;
}

static shade_status read_decoded(struct shade_cx *cx, struct reader *r, void *dst,
				 size_t n, size_t *got)
{
	enum decode_result rc;
	size_t n_in, n_out;

	do {
		if (r->raw_at == r->raw_end && !r->at_end)
			TRY(fill_raw(cx, r));
		n_in = r->raw_end - r->raw_at;
		n_out = n;
		if (!n_in && !r->in_member) {
			*got = 0;
			return SHADE_OK;
		}
		rc = decoder_run(r->decoder, r->raw + r->raw_at, &n_in, dst, &n_out);
		r->raw_at += n_in;
		if (rc == DECODE_NOMEM)
			return cx_nomem(cx);
		if (rc == DECODE_BAD)
			return shade_fail(cx, SHADE_E_DATA_FORMAT, NO_SPAN,
					  "\"%s\" is damaged: cannot decompress it",
					  r->path);
		r->in_member = rc == DECODE_MORE;
		if (!n_out && !n_in && r->at_end && r->raw_at == r->raw_end)
			return shade_fail(
				cx, SHADE_E_DATA_FORMAT, NO_SPAN,
				"\"%s\" is cut off: compressed data ends early",
				r->path);
	} while (!n_out);
	*got = n_out;
	return SHADE_OK;
}

shade_status reader_read(struct shade_cx *cx, struct reader *r, void *dst, size_t n,
			 size_t *got)
{
	if (n == 0) {
		*got = 0;
		return SHADE_OK;
	}
	return r->decoder ? read_decoded(cx, r, dst, n, got)
			  : read_plain(cx, r, dst, n, got);
}

bool reader_would_block(struct reader *r)
{
	struct pollfd p = { .fd = r->fd, .events = POLLIN };

	if (r->is_regular || r->at_end || r->raw_at < r->raw_end)
		return false;
	return poll(&p, 1, 0) == 0;
}

const char *reader_map(struct reader *r, size_t *size)
{
	if (!r->is_regular || r->decoder || r->size > SIZE_MAX / 2)
		return NULL;
	if (!r->map.p) {
		if (!mapping_open(&r->map, r->fd, (size_t)r->size))
			return NULL;
		madvise(r->map.p, (size_t)r->size, MADV_SEQUENTIAL);
	}
	*size = (size_t)r->size;
	return r->map.p;
}

bool reader_shrank(const struct reader *r)
{
	struct stat st;

	return r->map.p && (mapping_is_broken(&r->map) ||
			    (fstat(r->fd, &st) == 0 && (uint64_t)st.st_size < r->size));
}

bool reader_is_seekable(const struct reader *r)
{
	return r->is_regular && !r->decoder;
}

uint64_t reader_consumed(const struct reader *r)
{
	return r->n_read - (r->raw_end - r->raw_at);
}

uint64_t reader_size(const struct reader *r)
{
	return r->size;
}
