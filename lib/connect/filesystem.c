/*
 * The connector 'filesystem': a table over files.
 */
#include "connect/connector.h"
#include "connect/files.h"
#include "format/options.h"

shade_status filesystem_open(struct shade_cx *cx, const struct connector_args *args,
			     struct source **out)
{
	struct source_option *rest = arena_array(cx->arena, struct source_option,
						 args->n_options + 1);
	struct format_files how = {
		.span = args->span,
		.options = rest,
		.declared = args->cols,
		.n_declared = args->n_cols,
	};
	const struct format *format = NULL;
	struct str path = STR_NONE, name;

	for (size_t i = 0; i < args->n_options; i++) {
		const struct source_option *o = &args->options[i];

		if (option_named(o->name, "connector"))
			continue;
		if (option_named(o->name, "path")) {
			TRY(option_text(cx, o, &path));
		} else if (option_named(o->name, "format")) {
			TRY(option_text(cx, o, &name));
			format = format_by_name(name);
			if (!format)
				return format_unknown(cx, name, o->span);
		} else {
			rest[how.n_options++] = *o;
		}
	}
	if (!path.n)
		return shade_fail(cx, SHADE_E_OPTION, args->span,
				  "connector \"filesystem\" needs the option 'path'");
	return files_open(cx, format, path, &how, out);
}
