#define SHADE_BASE_ALLOCATOR
#include "fuzz/file_scan.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/settings.h"
#include "source/state.h"
#include "type/value.h"

#undef abort

static void touch_rows(struct shade_cx *cx, const struct batch *b)
{
	struct arena *a = arena_new(cx->budget);

	for (size_t i = 0; a && i < batch_rows(b); i++) {
		size_t row = b->sel ? b->sel[i] : i;

		for (size_t c = 0; c < b->n_cols; c++) {
			struct value v = vector_value(&b->cols[c], row, a);

			if (!v.is_null)
				(void)value_text(a, &v);
		}
		arena_reset(a);
	}
	if (a)
		arena_free(a);
}

/* Returns the rows, or -1. */
static int64_t scan_all(struct shade_cx *cx, struct source *s, size_t n_cols)
{
	size_t *cols = arena_array(cx->arena, size_t, n_cols + 1);
	struct vector *vectors = arena_array(cx->arena, struct vector, n_cols + 1);
	struct scan_request req = { .cols = cols,
				    .n_cols = n_cols,
				    .limit = UINT64_MAX };
	struct batch b = { .cols = vectors };
	struct scan *scan = NULL;
	struct scan_worker *w = NULL;
	int64_t rows = 0;
	shade_status rc;

	for (size_t c = 0; c < n_cols; c++)
		cols[c] = c;
	rc = s->cls->open(cx, s, &req, &scan);
	if (!rc)
		rc = s->cls->worker_open(cx, scan, &w);
	while (!rc) {
		rc = s->cls->next(cx, w, &b);
		if (rc || !b.n)
			break;
		rows += (int64_t)batch_rows(&b);
		if (n_cols)
			touch_rows(cx, &b);
	}
	if (w)
		s->cls->worker_close(cx, w);
	if (scan)
		s->cls->close(cx, scan);
	return rc ? -1 : rows;
}

static void scan_file(struct shade_cx *cx, const char *path, const char *fn,
		      const struct source_option *options, size_t n_options)
{
	const struct source_function *f = source_function_find(str_from(fn));
	struct value arg = value_str(str_from(path));
	struct span span = NO_SPAN;
	struct source_call call = {
		.name = str_from(fn),
		.args = &arg,
		.arg_spans = &span,
		.n_args = 1,
		.options = options,
		.n_options = n_options,
	};
	struct source *s;
	int64_t rows, count;

	if (f->open(cx, f, &call, &s))
		return;
	rows = scan_all(cx, s, s->n_cols);
	count = scan_all(cx, s, 0);
	/* A row that is read is one that counts. */
	if (rows >= 0 && count >= 0 && rows > count)
		abort();
	s->cls->release(s);
}

void fuzz_scan(const uint8_t *data, size_t n, const char *fn,
	       const struct source_option *options, size_t n_options)
{
	struct budget *budget = budget_new((size_t)1 << 30);
	struct shade_cx cx = { .budget = budget };
	int fd = memfd_create("fuzz", 0);
	char path[64];

	cx.arena = arena_new(budget);
	cx.notices_tail = &cx.notices;
	cx.sources = source_state_new(budget);
	cx.settings = settings_new(cx.arena);
	if (fd >= 0 && write(fd, data, n) == (ssize_t)n) {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		scan_file(&cx, path, fn, options, n_options);
	}
	if (fd >= 0)
		close(fd);
	source_state_free(cx.sources);
	arena_free(cx.arena);
	budget_unref(budget);
}
