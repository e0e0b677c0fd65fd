#include "format/format.h"

#define FORMAT(var) extern const struct format var;
#include "format/formats.def"
#undef FORMAT

static const struct format *const formats[] = {
#define FORMAT(var) &var,
#include "format/formats.def"
#undef FORMAT
};

static bool in_list(struct str word, const char *list)
{
	while (*list) {
		const char *end = strchr(list, '|');
		size_t n = end ? (size_t)(end - list) : strlen(list);

		if (str_eq_nocase(word, (struct str){ list, n }))
			return true;
		list += n + (end != NULL);
	}
	return false;
}

const struct format *format_by_name(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		if (str_eq_nocase(name, str_from(formats[i]->name)) ||
		    in_list(name, formats[i]->extensions))
			return formats[i];
	}
	return NULL;
}

static struct str extension(struct str path)
{
	for (size_t i = path.n; i > 0; i--) {
		if (path.p[i - 1] == '/')
			break;
		if (path.p[i - 1] == '.')
			return (struct str){ path.p + i, path.n - i };
	}
	return STR_NONE;
}

const struct format *format_by_path(struct str path)
{
	struct str ext = extension(path);

	if (in_list(ext, "gz|zst|zstd")) {
		path.n -= ext.n + 1;
		ext = extension(path);
	}
	if (!ext.n)
		return NULL;
	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		if (in_list(ext, formats[i]->extensions))
			return formats[i];
	}
	return NULL;
}

struct str format_names(struct arena *a)
{
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		if (i)
			sbuf_add(&b, i + 1 == ARRAY_LEN(formats) ? STR(" and ")
								 : STR(", "));
		sbuf_add(&b, str_from(formats[i]->name));
	}
	return sbuf_str(&b);
}
