#include "source/sink.h"

#include "connect/files.h"
#include "format/options.h"

struct sink {
	const struct format *format;
	struct writer *to;
	struct format_writer *w;
	uint64_t n_rows;
};

static void sink_free(struct shade_cx *cx, struct sink *s)
{
	if (s->w)
		s->format->writer->close(s->w);
	if (s->to)
		writer_abort(s->to);
	mem_free(cx->budget, s, sizeof(*s));
}

/* Files whose extension promises what nobody here writes. */
static bool is_foreign(struct str path)
{
	static const char *const extensions[] = { ".parquet", ".orc",     ".avro",
						  ".arrow",   ".feather", ".xlsx",
						  ".xls" };

	for (size_t i = 0; i < ARRAY_LEN(extensions); i++) {
		if (str_ends_with(path, str_from(extensions[i])))
			return true;
	}
	return false;
}

static shade_status pick_format(struct shade_cx *cx, struct str path, struct str name,
				struct span span, const struct format **out)
{
	*out = name.n ? format_by_name(name) : format_by_path(path);
	if (!*out && name.n)
		return format_unknown(cx, name, span);
	if (!*out && is_foreign(path))
		return shade_fail(
			cx, SHADE_E_UNSUPPORTED, span,
			"not supported yet: writing \"%.*s\"; with FORMAT csv "
			"it is a CSV file",
			STR_ARG(path));
	if (!*out)
		*out = format_by_name(STR("csv"));
	if (!(*out)->writer)
		return shade_fail(cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: writing %s", (*out)->name);
	return SHADE_OK;
}

/* Take the option compression out of the list: it is the file's, not the format's. */
static shade_status compress(struct shade_cx *cx, struct sink *s,
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

shade_status sink_open(struct shade_cx *cx, struct str path, struct str format,
		       const struct source_option *options, size_t n_options,
		       const struct source_col *cols, size_t n_cols, struct span span,
		       struct sink **out)
{
	struct sink *s = mem_alloc(cx->budget, sizeof(*s));
	struct source_option *rest = arena_array(cx->arena, struct source_option,
						 n_options + 1);
	size_t n_rest = 0;
	shade_status rc;

	if (!s)
		return cx_nomem(cx);
	rc = pick_format(cx, path, format, span, &s->format);
	if (!rc)
		rc = writer_open(cx, path, span, true, &s->to);
	if (!rc)
		rc = compress(cx, s, options, n_options, rest, &n_rest);
	if (!rc)
		rc = s->format->writer->open(cx, s->to, rest, n_rest, cols, n_cols,
					     &s->w);
	if (rc) {
		sink_free(cx, s);
		return rc;
	}
	*out = s;
	return SHADE_OK;
}

shade_status sink_write(struct shade_cx *cx, struct sink *s, const struct batch *b)
{
	s->n_rows += batch_rows(b);
	return s->format->writer->write(cx, s->w, b);
}

shade_status sink_finish(struct shade_cx *cx, struct sink *s, uint64_t *n_rows)
{
	shade_status rc = s->format->writer->finish(cx, s->w);

	if (!rc) {
		rc = writer_commit(cx, s->to);
		s->to = NULL;
	}
	if (n_rows)
		*n_rows = s->n_rows;
	sink_free(cx, s);
	return rc;
}

void sink_abort(struct shade_cx *cx, struct sink *s)
{
	if (s)
		sink_free(cx, s);
}
