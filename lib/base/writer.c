#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/buf.h"
#include "base/encode.h"
#include "base/io.h"

#define BUFFER_SIZE ((size_t)128 << 10)

struct writer {
	struct budget *budget; /* counted reference */
	int fd;
	bool is_stdout;
	bool is_temporary; /* temp is to be renamed to path */
	bool is_parked; /* fd is closed between writes */
	char *path, *temp; /* NUL-terminated */
	size_t path_size, temp_size;
	uint8_t *buffer; /* BUFFER_SIZE */
	size_t n;
	struct encoder *encoder; /* NULL: plain */
	uint8_t *encoded; /* BUFFER_SIZE, with encoder */
};

static shade_status write_error(struct shade_cx *cx, const struct writer *w, int err)
{
	shade_status code = err == ENOSPC || err == EDQUOT ? SHADE_E_DISK_FULL
							   : SHADE_E_IO;

	return shade_fail(cx, code, NO_SPAN, "cannot write \"%s\": %s", w->path,
			  errno_text(cx, err));
}

/* Release everything; the temporary file, if any, goes too. */
static void drop(struct writer *w)
{
	if (w->fd >= 0 && !w->is_stdout)
		close(w->fd);
	if (w->is_temporary)
		unlink(w->temp);
	encoder_free(w->encoder);
	mem_free(w->budget, w->encoded, BUFFER_SIZE);
	mem_free(w->budget, w->buffer, BUFFER_SIZE);
	budget_unref(w->budget);
	mem_free(NULL, w->path, w->path_size);
	mem_free(NULL, w->temp, w->temp_size);
	mem_free(NULL, w, sizeof(*w));
}

/* The permissions that a plain open() would give. */
static void set_mode(int fd, const struct stat *old)
{
	mode_t mask;

	if (old) {
		(void)!fchmod(fd, old->st_mode & 07777);
		return;
	}
	mask = umask(0);
	umask(mask);
	(void)!fchmod(fd, 0666 & ~mask);
}

static bool open_temporary(struct writer *w, const struct stat *old)
{
	static const char suffix[] = ".XXXXXX";
	size_t n = w->path_size - 1;

	w->temp_size = n + sizeof(suffix);
	w->temp = mem_alloc(NULL, w->temp_size);
	if (!w->temp) {
		errno = ENOMEM;
		return false;
	}
	memcpy(w->temp, w->path, n);
	memcpy(w->temp + n, suffix, sizeof(suffix));
	w->fd = mkostemp(w->temp, O_CLOEXEC);
	if (w->fd < 0)
		return false;
	w->is_temporary = true;
	set_mode(w->fd, old);
	return true;
}

static bool open_target(struct writer *w, bool atomic)
{
	struct stat st;
	bool exists;

	w->is_stdout = strcmp(w->path, "-") == 0 || strcmp(w->path, "/dev/stdout") == 0;
	if (w->is_stdout) {
		w->fd = STDOUT_FILENO;
		return true;
	}
	/* A link, a device or a pipe is written to, never replaced. */
	exists = lstat(w->path, &st) == 0;
	if (atomic && (!exists || S_ISREG(st.st_mode)))
		return open_temporary(w, exists ? &st : NULL);
	w->fd = open(w->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return w->fd >= 0;
}

shade_status writer_open(struct shade_cx *cx, struct str path, struct span span,
			 bool atomic, struct writer **out)
{
	struct writer *w = mem_alloc(NULL, sizeof(*w));
	int err;

	if (!w)
		return cx_nomem(cx);
	if (cx->is_safe) {
		mem_free(NULL, w, sizeof(*w));
		return shade_fail(cx, SHADE_E_SAFE_MODE, span,
				  "writing \"%.*s\" is not allowed in safe mode",
				  STR_ARG(path));
	}
	w->fd = -1;
	w->budget = budget_ref(cx->budget);
	w->path_size = path.n + 1;
	w->path = mem_alloc(NULL, w->path_size);
	w->buffer = mem_alloc(w->budget, BUFFER_SIZE);
	if (!w->path || !w->buffer) {
		drop(w);
		return cx_nomem(cx);
	}
	memcpy(w->path, path.p, path.n);
	if (encoding_by_name(path) != ENCODING_PLAIN) {
		w->encoded = mem_alloc(w->budget, BUFFER_SIZE);
		w->encoder = encoder_new(encoding_by_name(path));
		if (!w->encoded || !w->encoder) {
			drop(w);
			return cx_nomem(cx);
		}
	}
	if (!open_target(w, atomic)) {
		err = errno;
		drop(w);
		if (err == ENOMEM)
			return cx_nomem(cx);
		return shade_fail(cx, SHADE_E_IO, span, "cannot write \"%.*s\": %s",
				  STR_ARG(path), errno_text(cx, err));
	}
	*out = w;
	return SHADE_OK;
}

shade_status writer_compress(struct shade_cx *cx, struct writer *w,
			     enum compression compression)
{
	enum encoding e = compression == COMPRESSION_GZIP   ? ENCODING_GZIP
			  : compression == COMPRESSION_ZSTD ? ENCODING_ZSTD
							    : ENCODING_PLAIN;

	if (compression == COMPRESSION_AUTO)
		return SHADE_OK;
	encoder_free(w->encoder);
	w->encoder = NULL;
	if (e == ENCODING_PLAIN)
		return SHADE_OK;
	if (!w->encoded)
		w->encoded = mem_alloc(w->budget, BUFFER_SIZE);
	w->encoder = encoder_new(e);
	return w->encoded && w->encoder ? SHADE_OK : cx_nomem(cx);
}

static void park(struct writer *w)
{
	if (!w->is_parked || w->fd < 0)
		return;
	close(w->fd);
	w->fd = -1;
}

void writer_park(struct writer *w)
{
	w->is_parked = w->is_temporary;
	park(w);
}

static shade_status unpark(struct shade_cx *cx, struct writer *w)
{
	if (!w->is_parked || w->fd >= 0)
		return SHADE_OK;
	w->fd = open(w->temp, O_WRONLY | O_APPEND | O_CLOEXEC);
	return w->fd < 0 ? write_error(cx, w, errno) : SHADE_OK;
}

static shade_status write_all(struct shade_cx *cx, struct writer *w, const uint8_t *p,
			      size_t n)
{
	TRY(unpark(cx, w));
	while (n) {
		ssize_t k = write(w->fd, p, n);

		if (k < 0 && errno == EINTR) {
			TRY(cx_check_cancel(cx));
			continue;
		}
		if (k < 0)
			return write_error(cx, w, errno);
		p += k;
		n -= (size_t)k;
	}
	park(w);
	return SHADE_OK;
}

static shade_status encode(struct shade_cx *cx, struct writer *w, const uint8_t *p,
			   size_t n, bool last)
{
	bool done = false;

	while (last ? !done : n > 0) {
		size_t n_in = n, n_out = BUFFER_SIZE;

		if (!encoder_run(w->encoder, p, &n_in, w->encoded, &n_out, last, &done))
			return shade_fail(cx, SHADE_E_IO, NO_SPAN,
					  "cannot compress \"%s\"", w->path);
		TRY(write_all(cx, w, w->encoded, n_out));
		p += n_in;
		n -= n_in;
	}
	return SHADE_OK;
}

static shade_status put(struct shade_cx *cx, struct writer *w, const uint8_t *p,
			size_t n)
{
	return w->encoder ? encode(cx, w, p, n, false) : write_all(cx, w, p, n);
}

static shade_status flush(struct shade_cx *cx, struct writer *w)
{
	size_t n = w->n;

	w->n = 0;
	return put(cx, w, w->buffer, n);
}

shade_status writer_write(struct shade_cx *cx, struct writer *w, const void *p,
			  size_t n)
{
	if (n > BUFFER_SIZE - w->n)
		TRY(flush(cx, w));
	if (n >= BUFFER_SIZE)
		return put(cx, w, p, n);
	if (n)
		memcpy(w->buffer + w->n, p, n);
	w->n += n;
	return SHADE_OK;
}

shade_status writer_commit(struct shade_cx *cx, struct writer *w)
{
	shade_status rc = flush(cx, w);

	if (!rc && w->encoder)
		rc = encode(cx, w, w->buffer, 0, true);
	if (!rc)
		rc = unpark(cx, w);
	if (!rc && w->is_temporary && fsync(w->fd))
		rc = write_error(cx, w, errno);
	if (!rc && !w->is_stdout) {
		/* Some file systems report a full disk only here. */
		int fd = w->fd;

		w->fd = -1;
		if (close(fd))
			rc = write_error(cx, w, errno);
	}
	if (!rc && w->is_temporary) {
		if (rename(w->temp, w->path))
			rc = write_error(cx, w, errno);
		else
			w->is_temporary = false;
	}
	drop(w);
	return rc;
}

void writer_abort(struct writer *w)
{
	if (w)
		drop(w);
}
