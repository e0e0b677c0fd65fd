/*
 * opt.c - the driver: rules in order, each unless it is switched off.
 */
#include "opt/opt_internal.h"

#include "base/settings.h"

static const struct rule {
	const char *name;
	shade_status (*run)(struct opt *o, struct plan **plan);
	bool needed;
} rules[] = {
#define RULE(name, fn, needed) { name, fn, needed },
#include "opt/rules.def"
#undef RULE
};

/* Is the name in the comma-separated list? */
static bool is_listed(struct str list, const char *name)
{
	size_t begin = 0;

	for (size_t i = 0; i <= list.n; i++) {
		if (i < list.n && list.p[i] != ',')
			continue;
		struct str word = str_trim((struct str){ list.p + begin, i - begin });

		if (str_eq_nocase(word, str_from(name)) || str_eq(word, STR("all")))
			return true;
		begin = i + 1;
	}
	return false;
}

/* Width and names of the result stay what the binder made them. */
static void keep_outputs(struct opt *o, struct plan **plan, const struct column *cols,
			 size_t n)
{
	struct plan *p = *plan;
	bool same = p->n_cols == n;

	for (size_t i = 0; i < n && same; i++)
		same = p->cols[i].id == cols[i].id &&
		       str_eq(p->cols[i].name, cols[i].name);
	if (!same)
		*plan = plan_keep(o->a, p, n, cols);
}

static shade_status run_rule(struct opt *o, const struct rule *rule, struct plan **plan,
			     struct sbuf *trace)
{
	const struct column *cols = (*plan)->cols;
	size_t n = (*plan)->n_cols;
	struct str before = trace ? plan_text(o->a, *plan) : STR_NONE;
	bool changed;

	TRY(rule->run(o, plan));
	keep_outputs(o, plan, cols, n);
#ifdef SHADE_DEBUG
	TRY(plan_verify(o->cx, *plan, rule->name));
#endif
	if (!trace)
		return SHADE_OK;
	changed = !str_eq(before, plan_text(o->a, *plan));
	sbuf_addf(trace, "%s: %s\n", rule->name, changed ? "changed" : "unchanged");
	return SHADE_OK;
}

shade_status opt_run_traced(struct shade_cx *cx, struct plan_ids *ids,
			    struct plan **plan, struct sbuf *trace)
{
	struct opt o = { .cx = cx, .a = cx->arena, .ids = ids };
	struct str off = cx->settings ? settings_text(cx->settings, SET_RULES_OFF)
				      : STR_NONE;

#ifdef SHADE_DEBUG
	TRY(plan_verify(cx, *plan, "bind"));
#endif
	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		if (!rules[i].needed && off.n > 0 && is_listed(off, rules[i].name)) {
			if (trace)
				sbuf_addf(trace, "%s: off\n", rules[i].name);
			continue;
		}
		TRY(run_rule(&o, &rules[i], plan, trace));
	}
	/* Folding has no way to fail but to report. */
	if (cx->err.code)
		return cx->err.code;
	return cx_check_arena(cx);
}

shade_status opt_run(struct shade_cx *cx, struct plan_ids *ids, struct plan **plan)
{
	return opt_run_traced(cx, ids, plan, NULL);
}
