#include "connect/files.h"

#include <sys/stat.h>

#include "format/input.h"

/* The first character that is not blank decides: JSON begins with a bracket. */
static shade_status sniff_format(struct shade_cx *cx, struct str path, struct span span,
				 const struct format **out)
{
	struct input *in;
	char head[512];
	size_t n = 0, got = 1, i = 0;
	struct stat st;
	shade_status rc;

	*out = format_by_name(STR("csv"));
	/* What a named pipe gave once it does not give again. */
	if (!path_is_stdin(path) &&
	    (stat(str_dup(cx->arena, path).p, &st) || !S_ISREG(st.st_mode)))
		return SHADE_OK;
	/* A pipe's bytes are read by whoever opens it. */
	if (path_is_stdin(path) && !cx->sources)
		return SHADE_OK;
	TRY(input_open(cx, path, span, (struct input_as){ 0 }, &in));
	do {
		rc = input_read(cx, in, head + n, sizeof(head) - n, &got);
		n += rc ? 0 : got;
	} while (!rc && got && n + 16 < sizeof(head) && !input_would_block(in));
	input_close(in);
	if (rc)
		return rc;
	while (i < n && memchr(" \t\r\n", head[i], 4))
		i++;
	if (i < n && (head[i] == '{' || head[i] == '[') && format_by_name(STR("json")))
		*out = format_by_name(STR("json"));
	return SHADE_OK;
}

shade_status format_unknown(struct shade_cx *cx, struct str name, struct span span)
{
	struct str all = format_names(cx->arena);

	return shade_fail(cx, SHADE_E_OPTION, span,
			  "format \"%.*s\" does not exist; there are %.*s",
			  STR_ARG(name), STR_ARG(all));
}

static shade_status expand(struct shade_cx *cx, const struct str *patterns, size_t n,
			   struct span span, struct str **paths, size_t *n_paths)
{
	VEC(struct str) all = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct str *found;
		size_t n_found;

		if (path_is_stdin(patterns[i]) && cx->stdin_is_script)
			return shade_fail(cx, SHADE_E_MISUSE, span,
					  "standard input is the script; to read it as "
					  "a table, give the SQL with -c or -f");
		if (path_is_stdin(patterns[i])) {
			vec_push(cx->arena, &all, STR("-"));
			continue;
		}
		if (str_starts_with(patterns[i], STR("file://")))
			TRY(glob_paths(cx,
				       (struct str){ patterns[i].p + 7,
						     patterns[i].n - 7 },
				       span, &found, &n_found));
		else
			TRY(glob_paths(cx, patterns[i], span, &found, &n_found));
		for (size_t k = 0; k < n_found; k++)
			vec_push(cx->arena, &all, found[k]);
	}
	*paths = all.v;
	*n_paths = all.n;
	return SHADE_OK;
}

shade_status files_open_all(struct shade_cx *cx, const struct format *format,
			    const struct str *patterns, size_t n,
			    const struct format_files *how, struct source **out)
{
	struct format_files f = *how;
	struct str *paths = NULL;

	TRY(expand(cx, patterns, n, how->span, &paths, &f.n_paths));
	f.paths = paths;
	if (!f.n_paths)
		return shade_fail(cx, SHADE_E_FILE_NOT_FOUND, how->span,
				  "no file is named");
	if (!format)
		format = format_by_path(paths[0]);
	if (!format || (!how->n_options && format == format_by_path(paths[0]) &&
			str_ends_with(paths[0], STR(".txt"))))
		TRY(sniff_format(cx, paths[0], how->span, &format));
	return format->open(cx, &f, out);
}

shade_status files_open(struct shade_cx *cx, const struct format *format,
			struct str pattern, const struct format_files *how,
			struct source **out)
{
	return files_open_all(cx, format, &pattern, 1, how, out);
}

shade_status source_open_path(struct shade_cx *cx, struct str path, struct span span,
			      struct source **out)
{
	struct format_files how = { .span = span };

	return files_open(cx, NULL, path, &how, out);
}

bool source_format_exists(struct str format)
{
	return format_by_name(format) != NULL;
}

shade_status source_open_format(struct shade_cx *cx, struct str format, struct str path,
				struct span span, struct source **out)
{
	const struct format *f = format_by_name(format);
	struct format_files how = { .span = span };

	if (!f)
		return format_unknown(cx, format, span);
	return files_open(cx, f, path, &how, out);
}
