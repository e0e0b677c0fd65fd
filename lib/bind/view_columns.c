/*
 * view_columns.c - how a view's column list fits the columns of its query.
 */
#include "bind/bind_internal.h"

static long position_of(const struct column *cols, size_t n, struct str name)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq_nocase(cols[i].name, name))
			return (long)i;
	return -1;
}

static shade_status no_doubles(struct shade_cx *cx, const struct str *names, size_t n,
			       struct span span, const char *where)
{
	struct name_map seen = { .arena = cx->arena };

	for (size_t i = 0; i < n; i++) {
		if (name_map_get(&seen, names[i]))
			return shade_fail(
				cx, SHADE_E_DUPLICATE_COLUMN, span,
				"%s column \"%.*s\" twice; give the view a column "
				"list or use AS",
				where, STR_ARG(names[i]));
		name_map_put(&seen, names[i], cx);
	}
	return SHADE_OK;
}

static struct str list_text(struct arena *a, const struct str *names, size_t n)
{
	struct sbuf t = { .arena = a };

	for (size_t i = 0; i < n && i < 12; i++)
		sbuf_addf(&t, "%s%.*s", i ? ", " : "", STR_ARG(names[i]));
	if (n > 12)
		sbuf_addf(&t, ", ..");
	return sbuf_str(&t);
}

shade_status bind_view_columns(struct shade_cx *cx, const struct str *names,
			       size_t n_names, const struct column *cols, size_t n_cols,
			       struct span span, int **which)
{
	struct str *found = arena_array(cx->arena, struct str, n_cols + 1);
	size_t n = n_names ? n_names : n_cols;
	int *map = arena_array(cx->arena, int, n + 1);
	bool by_name = n_names > n_cols;
	shade_status rc;

	for (size_t i = 0; i < n_cols; i++)
		found[i] = cols[i].name;
	if (n_names == 0)
		TRY(no_doubles(cx, found, n_cols, span, "the view's query returns"));
	else
		TRY(no_doubles(cx, names, n_names, span, "the column list names"));
	if (n_names && n_names < n_cols) {
		rc = shade_fail(
			cx, SHADE_E_VIEW_ARITY, span,
			"the column list has %zu names but the query returns %zu "
			"columns",
			n_names, n_cols);
		shade_hint(cx, "names: %.*s",
			   STR_ARG(list_text(cx->arena, names, n_names)));
		shade_hint(cx, "query: %.*s",
			   STR_ARG(list_text(cx->arena, found, n_cols)));
		return rc;
	}
	for (size_t i = 0; i < n_cols && by_name; i++) {
		bool listed = false;

		for (size_t k = 0; k < n_names && !listed; k++)
			listed = str_eq_nocase(names[k], cols[i].name);
		by_name = listed;
	}
	for (size_t i = 0; i < n; i++) {
		if (by_name)
			map[i] = (int)position_of(cols, n_cols, names[i]);
		else
			map[i] = i < n_cols ? (int)i : -1;
	}
	*which = map;
	return SHADE_OK;
}
