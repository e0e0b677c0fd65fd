#include "func/sig.h"

/* --- parsing -------------------------------------------------------------- */

static void skip(const char **p)
{
	while (**p == ' ')
		(*p)++;
}

static bool take(const char **p, const char *word)
{
	size_t n = strlen(word);

	skip(p);
	if (strncmp(*p, word, n) != 0)
		return false;
	*p += n;
	return true;
}

static bool is_word(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
	       (c >= '0' && c <= '9');
}

/* Words up to a separator: "INTERVAL DAY TO SECOND" is one name. */
static struct str name(const char **p)
{
	struct str s;

	skip(p);
	s.p = *p;
	while (is_word(**p) || (**p == ' ' && is_word((*p)[1])))
		(*p)++;
	s.n = (size_t)(*p - s.p);
	return s;
}

static bool type_named(struct str s, enum type_id *out)
{
	for (int id = 0; id < TYPE_COUNT; id++) {
		static const char *const names[] = {
#define TYPE(tag, sql, phys, arrow, family) sql,
#include "type/types.def"
#undef TYPE
		};

		if (str_eq(s, str_from(names[id]))) {
			*out = (enum type_id)id;
			return true;
		}
	}
	return false;
}

static bool family_named(struct str s, enum sig_family *out)
{
	static const char *const names[] = { "NUMERIC", "INTEGER",  "DECIMAL",
					     "STRING",  "TEMPORAL", "ROW" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (str_eq(s, str_from(names[i]))) {
			*out = (enum sig_family)i;
			return true;
		}
	}
	return false;
}

static bool inner(const char **p, struct sig_pattern *out, int i)
{
	struct str s = name(p);

	out->inner_type[i] = TYPE_COUNT;
	if (s.n == 1)
		out->inner[i] = s.p[0];
	else if (!str_eq(s, STR("ANY")))
		return type_named(s, &out->inner_type[i]);
	return true;
}

static bool pattern(const char **p, struct sig_pattern *out)
{
	struct str s;

	*out = (struct sig_pattern){ 0 };
	if (take(p, "?")) {
		out->kind = SIG_BIND;
		return true;
	}
	s = name(p);
	if (s.n == 0)
		return false;
	if (str_eq(s, STR("ARRAY")) || str_eq(s, STR("MAP"))) {
		out->kind = s.n == 5 ? SIG_ARRAY : SIG_MAP;
		out->inner_type[0] = out->inner_type[1] = TYPE_COUNT;
		if (!take(p, "<"))
			return true;
		return inner(p, out, 0) &&
		       (out->kind == SIG_ARRAY || (take(p, ",") && inner(p, out, 1))) &&
		       take(p, ">");
	}
	if (s.n == 1) {
		out->kind = SIG_VAR;
		out->var = s.p[0];
		return true;
	}
	if (str_eq(s, STR("ANY"))) {
		out->kind = SIG_ANY;
		return true;
	}
	if (family_named(s, &out->family)) {
		out->kind = SIG_FAMILY;
		return true;
	}
	out->kind = SIG_TYPE;
	return type_named(s, &out->type);
}

bool sig_parse(const char *text, struct sig *out)
{
	const char *p = text;
	bool optional = false;

	*out = (struct sig){ 0 };
	while (!take(&p, "->")) {
		if (take(&p, "[")) {
			optional = true;
		} else if (take(&p, "...")) {
			out->repeats = true;
			out->n_min -= !optional;
		} else if (!take(&p, "]") && !take(&p, ",")) {
			if (out->n == SIG_ARGS || !pattern(&p, &out->args[out->n]))
				return false;
			out->n++;
			out->n_min += !optional;
		}
	}
	return pattern(&p, &out->result);
}

/* --- matching ------------------------------------------------------------- */

#define COST_LITERAL 20
#define COST_ANY 3

static bool is_text_literal(const struct type *t, const struct value *c)
{
	return c && type_family(t) == FAMILY_STRING && !c->is_null;
}

static bool in_family(const struct type *t, enum sig_family f)
{
	switch (f) {
	case SIG_NUMERIC: return type_is_numeric(t);
	case SIG_INTEGER: return type_family(t) == FAMILY_INTEGER;
	case SIG_DECIMAL: return t->id == TYPE_DECIMAL;
	case SIG_STRING: return type_family(t) == FAMILY_STRING;
	case SIG_TEMPORAL: return type_family(t) == FAMILY_DATETIME;
	case SIG_ROW: return t->id == TYPE_ROW;
	}
	unreachable();
}

static const struct type *family_default(enum sig_family f)
{
	switch (f) {
	case SIG_INTEGER: return type_of(TYPE_BIGINT);
	case SIG_STRING: return type_of(TYPE_VARCHAR);
	case SIG_TEMPORAL: return type_of(TYPE_TIMESTAMP);
	default: return type_of(TYPE_DOUBLE);
	}
}

static int match_family(enum sig_family f, const struct type *t, const struct value *c,
			const struct type **out)
{
	*out = t;
	if (in_family(t, f))
		return 1;
	*out = family_default(f);
	if (t->id == TYPE_NULL)
		return f == SIG_ROW ? -1 : 1;
	if (is_text_literal(t, c) && f != SIG_ROW && f != SIG_DECIMAL)
		return f == SIG_NUMERIC ? COST_LITERAL / 2 : COST_LITERAL + 2;
	return -1;
}

static int match_type(enum type_id id, const struct type *t, const struct value *c,
		      const struct type **out)
{
	const struct type *want = type_of(id);
	int cost;

	*out = t;
	if (t->id == id)
		return 0;
	/* CHAR(n) and VARCHAR(n) are read as they are. */
	if (id == TYPE_VARCHAR && type_family(t) == FAMILY_STRING)
		return 0;
	*out = want;
	if (t->id == TYPE_NULL)
		return 1;
	/* A whole number as literal goes where it fits. */
	if (c && !c->is_null && type_family(t) == FAMILY_INTEGER &&
	    type_family(want) == FAMILY_INTEGER && t->id == TYPE_INT &&
	    ((id == TYPE_SMALLINT && c->i == (int16_t)c->i) ||
	     (id == TYPE_TINYINT && c->i == (int8_t)c->i)))
		return 2;
	cost = type_cast_cost(t, want);
	if (cost >= 0)
		return cost + 1;
	if (is_text_literal(t, c) && type_family(want) != FAMILY_BINARY)
		return COST_LITERAL;
	return -1;
}

struct vars {
	const struct type *v[26];
};

/* Widen variable to take t too; text literals follow the other side. */
static bool join_var(struct arena *a, struct vars *vars, char var, const struct type *t)
{
	const struct type **slot = &vars->v[var - 'A'];

	*slot = *slot ? type_common(a, *slot, t) : t;
	return *slot != NULL;
}

/* First pass: what the variables are.  Text literals only count when
 * nothing else decides. */
static bool collect_vars(struct arena *a, const struct sig *sig, size_t n,
			 const struct type *const *types,
			 const struct value *const *consts, struct vars *vars,
			 size_t *bad_arg)
{
	for (int literals = 0; literals < 2; literals++) {
		for (size_t i = 0; i < n; i++) {
			const struct sig_pattern *p =
				&sig->args[i < sig->n ? i : sig->n - 1];
			bool literal = is_text_literal(types[i], consts[i]);

			*bad_arg = i;
			if (p->kind == SIG_VAR && literal == (literals == 1)) {
				if (literal && vars->v[p->var - 'A'])
					continue;
				if (!join_var(a, vars, p->var, types[i]))
					return false;
			}
			if (literals || (p->kind != SIG_ARRAY && p->kind != SIG_MAP))
				continue;
			for (size_t k = 0; k < types[i]->n_children && k < 2; k++)
				if (p->inner[k] && !join_var(a, vars, p->inner[k],
							     types[i]->children[k]))
					return false;
		}
	}
	return true;
}

static const struct type *var_type(const struct vars *vars, char var)
{
	const struct type *t = vars->v[var - 'A'];

	return t ? t : type_of(TYPE_NULL);
}

/* The nested type a pattern asks for, given what the argument has. */
static const struct type *nested_type(struct arena *a, const struct sig_pattern *p,
				      const struct vars *vars, const struct type *t)
{
	const struct type *child[2];
	size_t n = p->kind == SIG_ARRAY ? 1 : 2;

	for (size_t k = 0; k < n; k++) {
		if (p->inner[k])
			child[k] = var_type(vars, p->inner[k]);
		else if (p->inner_type[k] != TYPE_COUNT)
			child[k] = type_of(p->inner_type[k]);
		else
			child[k] = t && t->n_children > k ? t->children[k]
							  : type_of(TYPE_NULL);
	}
	return n == 1 ? type_array(a, child[0]) : type_map(a, child[0], child[1]);
}

static int match_nested(struct arena *a, const struct sig_pattern *p,
			const struct vars *vars, const struct type *t,
			const struct type **out)
{
	enum type_id id = p->kind == SIG_ARRAY ? TYPE_ARRAY : TYPE_MAP;

	*out = t;
	if (t->id != id && t->id != TYPE_NULL)
		return -1;
	*out = nested_type(a, p, vars, t);
	if (type_equal(*out, t)) {
		*out = t;
		return 0;
	}
	return type_cast_cost(t, *out) < 0 && t->id != TYPE_NULL ? -1 : 1;
}

static int match_one(struct arena *a, const struct sig_pattern *p,
		     const struct vars *vars, const struct type *t,
		     const struct value *c, const struct type **out)
{
	*out = t;
	switch (p->kind) {
	case SIG_ANY: return COST_ANY;
	case SIG_VAR:
		*out = var_type(vars, p->var);
		return type_equal(*out, t)     ? 2
		       : is_text_literal(t, c) ? COST_LITERAL
					       : 3;
	case SIG_FAMILY: return match_family(p->family, t, c, out);
	case SIG_TYPE: return match_type(p->type, t, c, out);
	case SIG_ARRAY:
	case SIG_MAP: return match_nested(a, p, vars, t, out);
	case SIG_BIND: break;
	}
	unreachable();
}

static const struct type *result_type(struct arena *a, const struct sig *sig,
				      const struct vars *vars,
				      const struct type *const *arg_types)
{
	switch (sig->result.kind) {
	case SIG_TYPE: return type_of(sig->result.type);
	case SIG_VAR: return var_type(vars, sig->result.var);
	case SIG_ARRAY:
	case SIG_MAP: return nested_type(a, &sig->result, vars, NULL);
	case SIG_FAMILY: /* the family's first argument */
	case SIG_ANY: return arg_types[0];
	case SIG_BIND: return NULL;
	}
	unreachable();
}

bool sig_match(struct arena *a, const struct sig *sig, size_t n,
	       const struct type *const *types, const struct value *const *consts,
	       struct sig_match *out, size_t *bad_arg)
{
	struct vars vars = { 0 };

	if (n < sig->n_min || (n > sig->n && !sig->repeats)) {
		*bad_arg = SIZE_MAX;
		return false;
	}
	if (!collect_vars(a, sig, n, types, consts, &vars, bad_arg))
		return false;
	out->arg_types = arena_array(a, const struct type *, n + 1);
	out->cost = 0;
	for (size_t i = 0; i < n; i++) {
		const struct sig_pattern *p = &sig->args[i < sig->n ? i : sig->n - 1];
		int cost = match_one(a, p, &vars, types[i], consts[i],
				     &out->arg_types[i]);

		*bad_arg = i;
		if (cost < 0)
			return false;
		out->cost += cost;
	}
	out->result = result_type(a, sig, &vars, out->arg_types);
	return true;
}
