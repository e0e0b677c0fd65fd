#include "connect/sink_internal.h"

#include <unistd.h>

#include "connect/files.h"

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

shade_status sink_open(struct shade_cx *cx, struct str path, struct str format,
		       const struct source_option *options, size_t n_options,
		       const struct source_col *cols, size_t n_cols, struct span span,
		       struct sink **out)
{
	struct source_option *rest = arena_array(cx->arena, struct source_option,
						 n_options + 1);
	struct file_sink_how how = {
		.options = rest, .cols = cols, .n_cols = n_cols, .span = span
	};
	struct partition_options parts;
	struct sink *s = mem_alloc(cx->budget, sizeof(*s));
	shade_status rc;

	if (!s)
		return cx_nomem(cx);
	rc = pick_format(cx, path, format, span, &how.format);
	if (!rc)
		rc = partition_options(cx, options, n_options, rest, &how.n_options,
				       &parts);
	if (!rc && parts.n_keys)
		rc = partition_open(cx, path, &parts, &how, &s->parts);
	else if (!rc)
		rc = file_sink_open(cx, path, &how, &s->file);
	if (rc) {
		mem_free(cx->budget, s, sizeof(*s));
		return rc;
	}
	*out = s;
	return SHADE_OK;
}

shade_status sink_write(struct shade_cx *cx, struct sink *s, const struct batch *b)
{
	s->n_rows += batch_rows(b);
	return s->parts ? partition_write(cx, s->parts, b)
			: file_sink_write(cx, s->file, b);
}

shade_status sink_finish(struct shade_cx *cx, struct sink *s, uint64_t *n_rows)
{
	shade_status rc = s->parts ? partition_finish(cx, s->parts)
				   : file_sink_finish(cx, s->file);

	if (n_rows)
		*n_rows = s->n_rows;
	for (size_t i = 0; !rc && i < s->n_replaced; i++)
		unlink(s->replaced[i].p);
	mem_free(cx->budget, s, sizeof(*s));
	return rc;
}

void sink_abort(struct shade_cx *cx, struct sink *s)
{
	if (!s)
		return;
	if (s->parts)
		partition_abort(cx, s->parts);
	else
		file_sink_abort(cx, s->file);
	folder_take_back(&s->made);
	mem_free(cx->budget, s, sizeof(*s));
}
