#include "connect/connector.h"

#include "format/options.h"

static const struct {
	const char *name;
	connector_open open;
} connectors[] = {
#define CONNECTOR(name, fn, doc) { name, fn },
#include "connect/connectors.def"
#undef CONNECTOR
};

shade_status source_open_connector(struct shade_cx *cx,
				   const struct source_option *options,
				   size_t n_options, const struct source_col *cols,
				   size_t n_cols, struct span span, struct source **out)
{
	struct connector_args args = { options, n_options, cols, n_cols, span };
	struct str name = STR_NONE, names[ARRAY_LEN(connectors)], near;
	struct span at = span;

	for (size_t i = 0; i < n_options; i++) {
		if (!option_named(options[i].name, "connector"))
			continue;
		TRY(option_text(cx, &options[i], &name));
		at = options[i].span;
	}
	if (!name.n)
		return shade_fail(cx, SHADE_E_OPTION, span,
				  "the option 'connector' is missing");
	for (size_t i = 0; i < ARRAY_LEN(connectors); i++) {
		names[i] = str_from(connectors[i].name);
		if (str_eq_nocase(name, names[i]))
			return connectors[i].open(cx, &args, out);
	}
	near = str_nearest(name, names, ARRAY_LEN(names));
	if (near.n)
		return shade_fail(cx, SHADE_E_OPTION, at,
				  "connector \"%.*s\" does not exist; did you mean "
				  "\"%.*s\"?",
				  STR_ARG(name), STR_ARG(near));
	return shade_fail(cx, SHADE_E_UNSUPPORTED, at,
			  "not supported yet: connector \"%.*s\"", STR_ARG(name));
}
