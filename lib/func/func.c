#include "func/func.h"

#include "func/func_internal.h"
#include "func/sig.h"

#define FAMILY(name) extern const struct func_family func_family_##name;
#include "func/families.def"
#undef FAMILY

const struct func_family *const func_families[] = {
#define FAMILY(name) &func_family_##name,
#include "func/families.def"
#undef FAMILY
};

const size_t n_func_families = ARRAY_LEN(func_families);

static const struct {
	const char *name, *function;
} aliases[] = {
#define ALIAS(name, function) { (name), (function) },
#include "func/aliases.def"
#undef ALIAS
};

/* Row names are lower case. */
static bool name_is(struct str name, const char *row)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c | 0x20);
		if (row[i] != c)
			return false;
	}
	return row[name.n] == 0;
}

struct str func_canonical(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(aliases); i++)
		if (name_is(name, aliases[i].name))
			return str_from(aliases[i].function);
	return name;
}

bool func_alias_at(size_t i, const char **name, const char **function)
{
	if (i >= ARRAY_LEN(aliases))
		return false;
	*name = aliases[i].name;
	*function = aliases[i].function;
	return true;
}

const struct func_row **func_lookup(struct arena *a, struct str name, size_t *n)
{
	VEC(const struct func_row *) found = { 0 };

	name = func_canonical(name);

	for (size_t f = 0; f < n_func_families; f++)
		for (size_t i = 0; i < func_families[f]->n; i++)
			if (name_is(name, func_families[f]->rows[i].name))
				vec_push(a, &found, &func_families[f]->rows[i]);
	*n = found.n;
	return found.v;
}

size_t func_nearest(struct str name, struct str out[3])
{
	size_t distance[3] = { 0 }, n = 0, limit = name.n / 3 + 1;

	for (size_t f = 0; f < n_func_families; f++) {
		for (size_t i = 0; i < func_families[f]->n; i++) {
			const struct func_row *row = &func_families[f]->rows[i];
			struct str s = str_from(row->name);
			size_t d, at;

			if (row->flags & FUNC_HIDDEN)
				continue;
			d = str_distance(name, s);
			if (d > limit || d == 0)
				continue;
			for (at = 0; at < n && distance[at] <= d; at++)
				if (str_eq(out[at], s))
					break;
			if (at == 3 || (at < n && str_eq(out[at], s)))
				continue;
			for (size_t k = n < 3 ? n : 2; k > at; k--) {
				out[k] = out[k - 1];
				distance[k] = distance[k - 1];
			}
			out[at] = s;
			distance[at] = d;
			n = n < 3 ? n + 1 : 3;
		}
	}
	return n;
}

/* --- what went wrong ------------------------------------------------------ */

static shade_status fail_unknown(struct func_bind *fb, struct str name)
{
	struct str near[3];
	size_t n = func_nearest(name, near);
	shade_status rc;

	if (n > 0)
		rc = shade_fail(
			fb->cx, SHADE_E_FUNCTION_NOT_FOUND, fb->span,
			"function \"%.*s\" does not exist; did you mean \"%.*s\"?",
			STR_ARG(name), STR_ARG(near[0]));
	else
		rc = shade_fail(fb->cx, SHADE_E_FUNCTION_NOT_FOUND, fb->span,
				"function \"%.*s\" does not exist", STR_ARG(name));
	for (size_t i = 1; i < n; i++)
		shade_hint(fb->cx, "or \"%.*s\"", STR_ARG(near[i]));
	return rc;
}

static struct str type_list(struct func_bind *fb)
{
	struct sbuf b = { .arena = fb->arena };

	for (size_t i = 0; i < fb->n_args; i++) {
		if (i)
			sbuf_add(&b, STR(", "));
		sbuf_add(&b, type_name(fb->arena, fb->arg_types[i]));
	}
	return sbuf_str(&b);
}

static bool is_symbol(const char *name)
{
	return !((*name >= 'a' && *name <= 'z') || *name == '_');
}

static void hint_signatures(struct func_bind *fb, const struct func_row *const *rows,
			    size_t n)
{
	if (rows[0]->flags & FUNC_HIDDEN)
		return;
	for (size_t i = 0; i < n && i < 3; i++) {
		const char *arrow = strstr(rows[i]->sig, " -> ");
		int len = arrow ? (int)(arrow - rows[i]->sig)
				: (int)strlen(rows[i]->sig);

		shade_hint(fb->cx, "%s(%.*s)", rows[i]->name, len, rows[i]->sig);
	}
}

static shade_status fail_no_overload(struct func_bind *fb,
				     const struct func_row *const *rows, size_t n,
				     bool count_matched)
{
	shade_status rc;
	const char *name = rows[0]->name;
	struct str types = type_list(fb);

	if (!count_matched) {
		rc = shade_fail(fb->cx, SHADE_E_WRONG_ARG_COUNT, fb->span,
				"\"%s\" does not take %zu argument%s", name, fb->n_args,
				fb->n_args == 1 ? "" : "s");
	} else if (fb->n_args == 2 &&
		   (is_symbol(name) || rows[0]->flags & FUNC_HIDDEN)) {
		rc = shade_fail(fb->cx, SHADE_E_NO_OVERLOAD, fb->span,
				"cannot apply \"%s\" to %.*s and %.*s", name,
				STR_ARG(type_name(fb->arena, fb->arg_types[0])),
				STR_ARG(type_name(fb->arena, fb->arg_types[1])));
		func_hint_cast(fb);
	} else {
		rc = shade_fail(fb->cx, SHADE_E_NO_OVERLOAD, fb->span,
				"\"%s\" does not take (%.*s)", name, STR_ARG(types));
	}
	hint_signatures(fb, rows, n);
	return rc;
}

/* --- choice --------------------------------------------------------------- */

static shade_status bind_row(struct func_bind *fb, const struct func_row *row,
			     const struct sig_match *m, const struct agg_class **agg)
{
	fb->row = row;
	fb->arg_types = m->arg_types;
	fb->type = m->result;
	fb->kernel = row->kernel;
	fb->can_fail = row->flags & FUNC_CAN_FAIL;
	*agg = row->agg;
	if (row->bind)
		TRY(row->bind(fb, agg));
	assert(fb->type);
	return SHADE_OK;
}

shade_status func_resolve(struct func_bind *fb, struct str name,
			  const struct agg_class **agg)
{
	struct sig_match best = { 0 }, m;
	const struct func_row *chosen = NULL;
	size_t n, bad;
	const struct func_row **rows = func_lookup(fb->arena, name, &n);
	bool count_matched = false;

	if (n == 0)
		return fail_unknown(fb, name);
	for (size_t i = 0; i < n; i++) {
		struct sig sig;

		if (!sig_parse(rows[i]->sig, &sig))
			return shade_fail(fb->cx, SHADE_E_INTERNAL, fb->span,
					  "signature of \"%s\" is malformed: %s",
					  rows[i]->name, rows[i]->sig);
		if (!sig_match(fb->arena, &sig, fb->n_args, fb->arg_types, fb->consts,
			       &m, &bad)) {
			count_matched = count_matched || bad != SIZE_MAX;
			continue;
		}
		if (!chosen || m.cost < best.cost) {
			chosen = rows[i];
			best = m;
		}
	}
	if (!chosen)
		return fail_no_overload(fb, rows, n, count_matched);
	return bind_row(fb, chosen, &best, agg);
}
