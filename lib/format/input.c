#include "format/input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "source/state.h"

#define RAW_SIZE ((size_t)64 << 10)

struct input {
	struct budget *budget; /* counted reference */
	struct reader *reader; /* NULL: the session's spool */
	struct source_state *state; /* borrowed */
	uint64_t spool_at;
	uint64_t reported; /* by input_progress */
	enum text_encoding encoding;
	const char *map;
	size_t map_n;
	size_t mark;
	bool is_stdin;
	bool at_end;
	char *raw; /* RAW_SIZE bytes read but not given out */
	size_t raw_at, raw_end;
};

bool path_is_stdin(struct str path)
{
	return str_eq(path, STR("-")) || str_eq(path, STR("stdin")) ||
	       str_eq(path, STR("/dev/stdin"));
}

bool text_encoding_by_name(struct str name, enum text_encoding *out)
{
	static const struct {
		const char *name;
		enum text_encoding encoding;
	} names[] = {
		{ "auto", TEXT_AUTO },        { "utf-8", TEXT_UTF8 },
		{ "utf8", TEXT_UTF8 },        { "latin1", TEXT_LATIN1 },
		{ "latin-1", TEXT_LATIN1 },   { "iso-8859-1", TEXT_LATIN1 },
		{ "cp1252", TEXT_LATIN1 },    { "windows-1252", TEXT_LATIN1 },
		{ "utf-16", TEXT_UTF16LE },   { "utf16", TEXT_UTF16LE },
		{ "utf-16le", TEXT_UTF16LE }, { "utf-16be", TEXT_UTF16BE },
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (str_eq_nocase(name, str_from(names[i].name))) {
			*out = names[i].encoding;
			return true;
		}
	}
	return false;
}

static shade_status read_raw(struct shade_cx *cx, struct input *in, void *dst, size_t n,
			     size_t *got)
{
	if (in->reader)
		return reader_read(cx, in->reader, dst, n, got);
	TRY(spool_read(cx, in->state, in->spool_at, dst, n, got));
	in->spool_at += *got;
	return SHADE_OK;
}

static shade_status fill_raw(struct shade_cx *cx, struct input *in)
{
	size_t got;

	if (in->raw_at) {
		memmove(in->raw, in->raw + in->raw_at, in->raw_end - in->raw_at);
		in->raw_end -= in->raw_at;
		in->raw_at = 0;
	}
	TRY(read_raw(cx, in, in->raw + in->raw_end, RAW_SIZE - in->raw_end, &got));
	in->raw_end += got;
	in->at_end = got == 0;
	return SHADE_OK;
}

/*
 * Text of wide characters that has no mark, by where its zero bytes are: most
 * characters of a table are ASCII.
 */
static enum text_encoding guess_wide(const uint8_t *u, size_t n)
{
	size_t pairs = (n < 256 ? n : 256) / 2, zeros[2] = { 0 };

	for (size_t i = 0; i < pairs * 2; i++)
		zeros[i & 1] += u[i] == 0;
	if (pairs < 2)
		return TEXT_UTF8;
	if (zeros[1] * 2 > pairs && zeros[0] * 4 < zeros[1])
		return TEXT_UTF16LE;
	if (zeros[0] * 2 > pairs && zeros[1] * 4 < zeros[0])
		return TEXT_UTF16BE;
	return TEXT_UTF8;
}

static bool is_utf32(const uint8_t *u, size_t n)
{
	static const uint8_t little[] = { 0xff, 0xfe, 0, 0 };
	static const uint8_t big[] = { 0, 0, 0xfe, 0xff };

	return n >= 8 && (!memcmp(u, little, 4) || !memcmp(u, big, 4));
}

/* Decide by the first bytes; in->mark is what to skip. */
static shade_status look_for_mark(struct shade_cx *cx, struct input *in,
				  struct str path, struct span span, const char *p,
				  size_t n)
{
	const uint8_t *u = (const uint8_t *)p;

	if (in->encoding == TEXT_AUTO && is_utf32(u, n))
		return shade_fail(cx, SHADE_E_DATA_FORMAT, span,
				  "\"%.*s\" is UTF-32, which is not read; iconv -f "
				  "UTF-32 -t UTF-8 makes it UTF-8",
				  STR_ARG(path));
	if (n >= 3 && u[0] == 0xef && u[1] == 0xbb && u[2] == 0xbf) {
		in->mark = 3;
		if (in->encoding == TEXT_AUTO)
			in->encoding = TEXT_UTF8;
	} else if (n >= 2 &&
		   ((u[0] == 0xff && u[1] == 0xfe) || (u[0] == 0xfe && u[1] == 0xff))) {
		if (in->encoding == TEXT_LATIN1 || in->encoding == TEXT_UTF8)
			return SHADE_OK;
		in->mark = 2;
		in->encoding = u[0] == 0xff ? TEXT_UTF16LE : TEXT_UTF16BE;
	}
	if (in->encoding == TEXT_AUTO)
		in->encoding = guess_wide(u, n);
	return SHADE_OK;
}

static shade_status begin(struct shade_cx *cx, struct input *in, struct str path,
			  struct span span)
{
	if (in->reader) {
		in->map = reader_map(in->reader, &in->map_n);
		if (in->map) {
			TRY(look_for_mark(cx, in, path, span, in->map, in->map_n));
			if (in->encoding == TEXT_UTF8)
				return SHADE_OK;
			in->map = NULL;
		}
	}
	in->raw = mem_alloc(in->budget, RAW_SIZE);
	if (!in->raw)
		return cx_nomem(cx);
	while (in->raw_end < 3 && !in->at_end)
		TRY(fill_raw(cx, in));
	in->mark = 0;
	TRY(look_for_mark(cx, in, path, span, in->raw, in->raw_end));
	in->raw_at = in->mark;
	return SHADE_OK;
}

void input_close(struct input *in)
{
	if (!in)
		return;
	reader_close(in->reader);
	mem_free(in->budget, in->raw, RAW_SIZE);
	budget_unref(in->budget);
	mem_free(NULL, in, sizeof(*in));
}

#define PIPE_WAIT_MS 1000

/*
 * A named pipe gives its bytes once.  Opening it again would wait for ever,
 * unless somebody writes into it anew: *held keeps what was written until the
 * reader has opened it too.
 */
static shade_status check_pipe(struct shade_cx *cx, struct str path, struct span span,
			       int *held)
{
	const char *name = str_fmt(cx->arena, "%.*s", STR_ARG(path)).p;
	struct pollfd p = { .events = POLLIN };
	struct stat st;

	if (!cx->sources || stat(name, &st) || !S_ISFIFO(st.st_mode) ||
	    !pipe_was_opened(cx->sources, st.st_dev, st.st_ino))
		return SHADE_OK;
	p.fd = open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	*held = p.fd;
	if (p.fd >= 0 && poll(&p, 1, PIPE_WAIT_MS) > 0 && (p.revents & POLLIN))
		return SHADE_OK;
	(void)shade_fail(cx, SHADE_E_IO, span, "\"%s\" is a pipe that was read already",
			 name);
	shade_hint(cx,
		   "keep its rows first: CREATE TEMPORARY TABLE t AS SELECT * "
		   "FROM '%s'",
		   name);
	return SHADE_E_IO;
}

shade_status input_open(struct shade_cx *cx, struct str path, struct span span,
			struct input_as as, struct input **out)
{
	struct input *in = mem_alloc(NULL, sizeof(*in));
	shade_status rc = SHADE_OK;
	int held = -1;

	if (!in)
		return cx_nomem(cx);
	in->budget = budget_ref(cx->budget);
	in->state = cx->sources;
	in->encoding = as.encoding;
	in->is_stdin = path_is_stdin(path);
	if (in->is_stdin && in->state) {
		if (!spool_is_pipe(in->state))
			rc = reader_open_as(cx, STR("-"), span, as.compression,
					    &in->reader);
		else if (as.compression != COMPRESSION_AUTO)
			rc = shade_fail(cx, SHADE_E_UNSUPPORTED, span,
					"not supported yet: option compression of a "
					"pipe; its first bytes tell");
	} else {
		rc = check_pipe(cx, path, span, &held);
		if (!rc)
			rc = reader_open_as(cx, path, span, as.compression,
					    &in->reader);
	}
	if (held >= 0)
		close(held);
	if (!rc)
		rc = begin(cx, in, path, span);
	if (rc) {
		input_close(in);
		return rc;
	}
	*out = in;
	return SHADE_OK;
}

bool input_map(struct input *in, const char **p, size_t *n)
{
	if (!in->map)
		return false;
	*p = in->map + in->mark;
	*n = in->map_n - in->mark;
	return true;
}

shade_status input_check(struct shade_cx *cx, const struct input *in, struct str path)
{
	if (!in->map || !reader_shrank(in->reader))
		return SHADE_OK;
	return shade_fail(cx, SHADE_E_IO, NO_SPAN,
			  "\"%.*s\" became shorter while it was read", STR_ARG(path));
}

void input_drop(struct input *in, size_t from, size_t to)
{
	uintptr_t page = 4095, p = (uintptr_t)(in->map + in->mark);
	/* Down on both sides: a neighbour that reads on faults its page in. */
	uintptr_t begin = (p + from) & ~page, end = (p + to) & ~page;

	if (begin < (uintptr_t)in->map)
		begin = (uintptr_t)in->map;
	if (end > begin)
		madvise((void *)begin, end - begin, MADV_DONTNEED);
}

/* The characters of windows-1252 that latin1 leaves to control codes. */
static uint32_t latin1_char(uint8_t c)
{
	static const uint16_t high[32] = {
		0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
		0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
		0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
		0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178
	};

	return c >= 0x80 && c < 0xa0 ? high[c - 0x80] : c;
}

/* Take one character from raw; false: its second half is still to come. */
static bool take_char(struct input *in, uint32_t *out)
{
	const uint8_t *u = (const uint8_t *)in->raw + in->raw_at;
	size_t n = in->raw_end - in->raw_at;
	bool big = in->encoding == TEXT_UTF16BE;
	uint32_t c, d;

	if (in->encoding == TEXT_LATIN1) {
		*out = latin1_char(*u);
		in->raw_at++;
		return true;
	}
	if (n < 2)
		return false;
	c = (uint32_t)(big ? u[0] << 8 | u[1] : u[1] << 8 | u[0]);
	if (c >= 0xd800 && c < 0xdc00) {
		if (n < 4)
			return false;
		d = (uint32_t)(big ? u[2] << 8 | u[3] : u[3] << 8 | u[2]);
		if (d >= 0xdc00 && d < 0xe000) {
			in->raw_at += 2;
			c = 0x10000 + ((c - 0xd800) << 10) + (d - 0xdc00);
		} else {
			c = 0xfffd;
		}
	} else if (c >= 0xdc00 && c < 0xe000) {
		c = 0xfffd;
	}
	in->raw_at += 2;
	*out = c;
	return true;
}

static shade_status read_decoded(struct shade_cx *cx, struct input *in, char *dst,
				 size_t n, size_t *got)
{
	size_t at = 0;
	uint32_t c;

	while (at == 0) {
		while (at + 4 <= n && in->raw_at < in->raw_end && take_char(in, &c))
			at += utf8_encode(c, dst + at);
		if (at)
			break;
		if (in->at_end) {
			/* Half a character at the end of the file. */
			in->raw_at = in->raw_end;
			break;
		}
		TRY(fill_raw(cx, in));
	}
	*got = at;
	return SHADE_OK;
}

shade_status input_read(struct shade_cx *cx, struct input *in, char *dst, size_t n,
			size_t *got)
{
	if (in->encoding != TEXT_UTF8)
		return read_decoded(cx, in, dst, n, got);
	if (in->raw_at < in->raw_end) {
		*got = in->raw_end - in->raw_at < n ? in->raw_end - in->raw_at : n;
		memcpy(dst, in->raw + in->raw_at, *got);
		in->raw_at += *got;
		return SHADE_OK;
	}
	*got = 0;
	if (in->at_end)
		return SHADE_OK;
	TRY(read_raw(cx, in, dst, n, got));
	in->at_end = *got == 0;
	return SHADE_OK;
}

bool input_would_block(struct input *in)
{
	if (in->raw_at < in->raw_end || in->at_end)
		return false;
	return in->reader ? reader_would_block(in->reader)
			  : spool_would_block(in->state, in->spool_at);
}

uint64_t input_progress(struct input *in)
{
	uint64_t at = in->reader ? reader_consumed(in->reader) : in->spool_at;
	uint64_t n = at - in->reported;

	in->reported = at;
	return n;
}

uint64_t input_size(const struct input *in)
{
	return in->reader ? reader_size(in->reader) : 0;
}

bool input_is_stdin(const struct input *in)
{
	return in->is_stdin;
}

size_t input_mark(const struct input *in)
{
	return in->mark;
}
