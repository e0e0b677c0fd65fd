#include "connect/file_sink.h"

#include "format/options.h"

struct file_sink {
	struct budget *budget; /* counted reference */
	const struct format *format;
	struct writer *to;
	struct format_writer *w;
};

void file_sink_abort(struct shade_cx *cx, struct file_sink *s)
{
	struct budget *budget;

	(void)cx;
	if (!s)
		return;
	if (s->w)
		s->format->writer->close(s->w);
	if (s->to)
		writer_abort(s->to);
	budget = s->budget;
	mem_free(budget, s, sizeof(*s));
	budget_unref(budget);
}

/* Take the option compression out of the list: it is the file's, not the format's. */
static shade_status compress(struct shade_cx *cx, struct file_sink *s,
			     const struct source_option *options, size_t n,
			     struct source_option *rest, size_t *n_rest)
{
	enum compression how;

	*n_rest = 0;
	for (size_t i = 0; i < n; i++) {
		if (!option_named(options[i].name, "compression")) {
			rest[(*n_rest)++] = options[i];
			continue;
		}
		TRY(option_compression(cx, &options[i], &how));
		TRY(writer_compress(cx, s->to, how));
	}
	return SHADE_OK;
}

/* The rows that are there, so that more come behind them. */
static shade_status copy_base(struct shade_cx *cx, struct file_sink *s,
			      const struct file_sink_how *how)
{
	struct reader *from;
	char chunk[16384], last = '\n';
	size_t got = 1, n = 0;
	shade_status rc;

	TRY(reader_open(cx, how->base, how->span, &from));
	do {
		rc = reader_read(cx, from, chunk, sizeof(chunk), &got);
		if (rc || !got)
			break;
		if (n == 0 && (chunk[0] == '[' || (unsigned char)chunk[0] >= 0xfe))
			rc = shade_fail(cx, SHADE_E_UNSUPPORTED, how->span,
					"not supported yet: INSERT into \"%.*s\", to "
					"which no lines can be added; INSERT OVERWRITE "
					"replaces it",
					STR_ARG(how->base));
		if (!rc)
			rc = writer_write(cx, s->to, chunk, got);
		last = chunk[got - 1];
		n += got;
	} while (!rc);
	reader_close(from);
	if (!rc && last != '\n')
		rc = writer_write(cx, s->to, "\n", 1);
	return rc;
}

shade_status file_sink_open(struct shade_cx *cx, struct str path,
			    const struct file_sink_how *how, struct file_sink **out)
{
	struct file_sink *s = mem_alloc(cx->budget, sizeof(*s));
	struct source_option *rest = arena_array(cx->arena, struct source_option,
						 how->n_options + 1);
	size_t n_rest = 0;
	shade_status rc;

	if (!s)
		return cx_nomem(cx);
	s->budget = budget_ref(cx->budget);
	s->format = how->format;
	rc = writer_open(cx, path, how->span, true, &s->to);
	if (!rc && how->is_one_of_many)
		writer_park(s->to);
	if (!rc)
		rc = compress(cx, s, how->options, how->n_options, rest, &n_rest);
	if (!rc && how->base.n)
		rc = copy_base(cx, s, how);
	if (!rc)
		rc = s->format->writer->open(cx, s->to, rest, n_rest, how->cols,
					     how->n_cols, &s->w);
	if (rc) {
		file_sink_abort(cx, s);
		return rc;
	}
	*out = s;
	return SHADE_OK;
}

shade_status file_sink_write(struct shade_cx *cx, struct file_sink *s,
			     const struct batch *b)
{
	return s->format->writer->write(cx, s->w, b);
}

shade_status file_sink_finish(struct shade_cx *cx, struct file_sink *s)
{
	shade_status rc = s->format->writer->finish(cx, s->w);

	if (!rc) {
		rc = writer_commit(cx, s->to);
		s->to = NULL;
	}
	file_sink_abort(cx, s);
	return rc;
}
