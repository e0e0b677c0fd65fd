/*
 * group_window.c - windows of time as a key of GROUP BY.
 *
 * Flink: GROUP BY TUMBLE(t, size), HOP(t, slide, size), SESSION(t, gap), with
 * TUMBLE_START, _END and _ROWTIME of the same arguments beside it.  Spark:
 * window(t, size [, slide [, start]]), session_window(t, gap), whose value is
 * a row (start, end), and a column named window.
 *
 * A window's start becomes a column below the grouping: a value for TUMBLE, a
 * row for each window for HOP, the sessions of the other keys for SESSION.
 * Times are counted in microseconds since 1970; rows without one are in no
 * window.  A SELECT has one such window.
 */
#include "bind/bind_internal.h"

#include "type/datetime.h"

enum shape { SHAPE_TUMBLE, SHAPE_HOP, SHAPE_SESSION };

struct group_window {
	enum shape shape;
	bool is_row; /* Spark's: the value is (start, end) */
	struct str args; /* as text: the helpers repeat them */
	struct expr *key; /* what GROUP BY groups by */
	struct expr *start, *end; /* times, of the time column's type */
};

/* What a call is: the window itself, or a helper about it. */
enum part { PART_KEY, PART_START, PART_END, PART_ROWTIME, PART_PROCTIME };

static const struct form {
	const char *name;
	enum shape shape;
	bool is_row;
	size_t n_sizes[2]; /* at least, at most */
} forms[] = {
	{ "tumble", SHAPE_TUMBLE, false, { 1, 2 } },
	{ "hop", SHAPE_HOP, false, { 2, 3 } },
	{ "session", SHAPE_SESSION, false, { 1, 1 } },
	{ "window", SHAPE_HOP, true, { 1, 3 } },
	{ "session_window", SHAPE_SESSION, true, { 1, 1 } },
};

static const char *const suffixes[] = {
	[PART_KEY] = "",
	[PART_START] = "_start",
	[PART_END] = "_end",
	[PART_ROWTIME] = "_rowtime",
	[PART_PROCTIME] = "_proctime",
};

static const struct form *form_of(struct str name, enum part *part)
{
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		struct str base = str_from(forms[i].name);
		struct str head = { name.p, base.n < name.n ? base.n : name.n };
		struct str rest = { name.p + head.n, name.n - head.n };

		if (!str_eq_nocase(head, base))
			continue;
		for (size_t k = 0; k < (forms[i].is_row ? 1 : ARRAY_LEN(suffixes));
		     k++) {
			if (!str_eq_nocase(rest, str_from(suffixes[k])))
				continue;
			*part = (enum part)k;
			return &forms[i];
		}
	}
	return NULL;
}

bool is_group_window(const struct bind *b, struct str name)
{
	enum part part;
	const struct form *form = form_of(name, &part);

	return form && (!form->is_row || b->dialect == DIALECT_SPARK);
}

/* --- the size -------------------------------------------------------------- */

/* Spark writes '10 minutes', Flink INTERVAL '10' MINUTE. */
static shade_status size_us(struct bind *b, struct ast *e, int64_t least, int64_t *us)
{
	struct ectx c = { .b = b, .clause = "a window's size" };
	struct value v;

	TRY(bind_const(&c, e, &v));
	if (!v.is_null && type_family(v.type) == FAMILY_STRING) {
		struct expr *text = expr_const(b->a, v, e->span), *cast;

		TRY(expr_cast(b->cx, text, type_of(TYPE_INTERVAL_DAY), false, &cast));
		TRY(expr_fold(b->cx, cast, &v));
	}
	if (v.is_null || v.type->id != TYPE_INTERVAL_DAY || v.i < least)
		return shade_fail(
			b->cx, SHADE_E_TYPE, e->span,
			"the size of a window is an interval of days or less, "
			"greater than zero");
	*us = v.i;
	return SHADE_OK;
}

struct sizes {
	int64_t size, slide, offset;
};

static shade_status read_sizes(struct bind *b, const struct form *form,
			       struct ast_func *f, struct sizes *out)
{
	size_t n = f->args.n - 1;
	bool slides = form->shape == SHAPE_HOP && n > 1;
	/* window(t, size, slide), but HOP(t, slide, size) */
	size_t size_at = slides && !form->is_row ? 2 : 1;

	*out = (struct sizes){ 0 };
	TRY(size_us(b, f->args.v[size_at], 1, &out->size));
	out->slide = out->size;
	if (slides)
		TRY(size_us(b, f->args.v[3 - size_at], 1, &out->slide));
	if (n == form->n_sizes[1] && n > form->n_sizes[0])
		TRY(size_us(b, f->args.v[n], INT64_MIN, &out->offset));
	if (form->is_row && out->slide > out->size)
		return shade_fail(b->cx, SHADE_E_RANGE, f->span,
				  "a window slides by its size at most");
	return SHADE_OK;
}

/* --- arithmetic on bound expressions --------------------------------------- */

static struct expr *number(struct bind *b, int64_t v)
{
	return expr_const(b->a, value_int(TYPE_BIGINT, v), NO_SPAN);
}

static struct expr *interval(struct bind *b, int64_t us)
{
	return expr_const(b->a, value_int(TYPE_INTERVAL_DAY, us), NO_SPAN);
}

/* time - us microseconds, us an expression. */
static shade_status back(struct bind *b, struct expr *time, struct expr *us,
			 struct expr **out)
{
	TRY(bind_call2(b, "*", interval(b, 1), us, time->span, out));
	return bind_call2(b, "-", time, *out, time->span, out);
}

static shade_status later(struct bind *b, struct expr *time, int64_t us,
			  struct expr **out)
{
	return bind_call2(b, "+", time, interval(b, us), time->span, out);
}

/* How far the time lies behind the last start at or before it. */
static shade_status behind(struct bind *b, struct expr *us, const struct sizes *s,
			   struct expr **out)
{
	TRY(bind_call2(b, "-", us, number(b, s->offset), us->span, out));
	return bind_call2(b, "pmod", *out, number(b, s->slide), us->span, out);
}

/* --- the plan below the grouping -------------------------------------------- */

struct making {
	struct select *s;
	struct group_window *w;
	struct sizes sizes;
	struct expr *time, *us;
	struct span span;
};

static shade_status tumble(struct making *m)
{
	struct bind *b = m->s->b;
	struct expr *far;

	TRY(behind(b, m->us, &m->sizes, &far));
	return back(b, m->time, far, &m->w->start);
}

/* A row for each window that holds the time. */
static shade_status hop(struct making *m)
{
	struct bind *b = m->s->b;
	struct plan *in = m->s->in.plan, *p;
	struct expr *far, *args[3], *starts;
	struct column col = { .id = plan_next_id(&b->env->ids),
			      .name = STR("window"),
			      .type = type_of(TYPE_BIGINT) };

	TRY(behind(b, m->us, &m->sizes, &far));
	TRY(bind_call2(b, "-", m->us, far, m->span, &args[0]));
	TRY(bind_call2(b, "-", m->us, number(b, m->sizes.size - 1), m->span, &args[1]));
	args[2] = number(b, -m->sizes.slide);
	TRY(expr_call(b->cx, STR("sequence"), 3, arena_dup(b->a, args, sizeof(args)),
		      m->span, &starts));
	p = plan_new(b->a, PLAN_UNNEST, 1, in->span);
	p->children[0] = in;
	p->unnest.exprs = arena_dup(b->a, &starts, sizeof(starts));
	p->unnest.n_exprs = 1;
	p->n_cols = in->n_cols + 1;
	p->cols = arena_array(b->a, struct column, p->n_cols);
	copy_bytes(p->cols, in->cols, in->n_cols * sizeof(*p->cols));
	p->cols[in->n_cols] = col;
	m->s->in.plan = p;
	TRY(bind_call2(b, "-", m->us, plan_col_expr(b->a, &col), m->span, &far));
	return back(b, m->time, far, &m->w->start);
}

/* A window function over the rows so far becomes a column. */
static shade_status add_window(struct making *m, const char *name, struct expr *arg,
			       const struct window_spec *spec, struct expr **out)
{
	struct bind *b = m->s->b;
	struct expr *e;
	struct column col;

	TRY(bind_resolve(b, str_from(name), 1, arena_dup(b->a, &arg, sizeof(arg)),
			 EXPR_WINDOW, m->span, &e));
	e->call.window = spec;
	col = plan_column(&b->env->ids, str_from(name), e);
	m->s->in.plan = plan_window(b->a, m->s->in.plan, 1,
				    arena_dup(b->a, &e, sizeof(e)),
				    arena_dup(b->a, &col, sizeof(col)));
	*out = plan_col_expr(b->a, &col);
	return SHADE_OK;
}

/* The time where a session begins, else NULL: no time is within the gap before. */
static shade_status first_of_session(struct making *m, struct expr *before,
				     struct expr **out)
{
	struct bind *b = m->s->b;
	struct expr *far, *args[3];

	TRY(bind_call2(b, "-", m->us, before, m->span, &far));
	TRY(bind_call2(b, "<=", far, number(b, m->sizes.size), m->span, &args[0]));
	args[1] = bind_null(b, m->us->type, m->span);
	args[2] = m->us;
	*out = expr_new(b->a, EXPR_CASE, m->us->type, 3,
			arena_dup(b->a, args, sizeof(args)), m->span);
	return SHADE_OK;
}

/* The sessions of the rows with the same other keys. */
static shade_status session(struct making *m)
{
	struct bind *b = m->s->b;
	size_t n = m->s->groups.n;
	struct window_spec *along = arena_new_of(b->a, struct window_spec);
	struct window_spec *whole = arena_new_of(b->a, struct window_spec);
	struct sort_key key = { .expr = m->us };
	struct expr *before, *first, *start, *last, *far;

	along->partition = arena_array(b->a, struct expr *, n + 1);
	for (size_t i = 0; i < n; i++)
		along->partition[i] = m->s->groups.v[i];
	along->n_partition = n;
	along->order = arena_dup(b->a, &key, sizeof(key));
	along->n_order = 1;
	along->unit = FRAME_RANGE;
	along->start = BOUND_UNBOUNDED_PRECEDING;
	along->end = BOUND_CURRENT;
	TRY(add_window(m, "lag", m->us, along, &before));
	TRY(first_of_session(m, before, &first));
	TRY(add_window(m, "max", first, along, &start));
	*whole = *along;
	whole->partition = arena_array(b->a, struct expr *, n + 1);
	copy_bytes(whole->partition, along->partition, n * sizeof(*whole->partition));
	whole->partition[n] = start;
	whole->n_partition = n + 1;
	whole->end = BOUND_UNBOUNDED_FOLLOWING;
	TRY(add_window(m, "max", m->us, whole, &last));
	TRY(bind_call2(b, "-", m->us, start, m->span, &far));
	TRY(back(b, m->time, far, &m->w->start));
	TRY(bind_call2(b, "-", m->us, last, m->span, &far));
	TRY(back(b, m->time, far, &m->w->end));
	return later(b, m->w->end, m->sizes.size, &m->w->end);
}

/* --- the value --------------------------------------------------------------- */

static shade_status as_row(struct bind *b, struct expr *start, struct expr *end,
			   struct span span, struct expr **out)
{
	struct expr *args[4] = { expr_const(b->a, value_str(STR("start")), span), start,
				 expr_const(b->a, value_str(STR("end")), span), end };

	return expr_call(b->cx, STR("named_struct"), 4,
			 arena_dup(b->a, args, sizeof(args)), span, out);
}

static shade_status field(struct bind *b, struct expr *row, const char *name,
			  struct expr **out)
{
	return bind_call2(b, ".", row,
			  expr_const(b->a, value_str(str_from(name)), row->span),
			  row->span, out);
}

/* A session's end does not follow from its start: both are the key. */
static shade_status make_key(struct making *m)
{
	struct bind *b = m->s->b;
	struct group_window *w = m->w;

	switch (w->shape) {
	case SHAPE_TUMBLE: TRY(tumble(m)); break;
	case SHAPE_HOP:
		TRY(m->sizes.slide == m->sizes.size ? tumble(m) : hop(m));
		break;
	case SHAPE_SESSION: {
		TRY(session(m));
		TRY(as_row(b, w->start, w->end, m->span, &w->key));
		TRY(field(b, w->key, "start", &w->start));
		return field(b, w->key, "end", &w->end);
	}
	}
	w->key = w->start;
	return later(b, w->start, m->sizes.size, &w->end);
}

static shade_status as_time(struct bind *b, struct expr **time)
{
	enum type_id id = (*time)->type->id;

	if (id == TYPE_TIMESTAMP || id == TYPE_TIMESTAMP_LTZ)
		return SHADE_OK;
	if (id == TYPE_DATE || type_family((*time)->type) == FAMILY_STRING)
		return expr_cast(b->cx, *time, type_of(TYPE_TIMESTAMP), false, time);
	return shade_fail(b->cx, SHADE_E_TYPE, (*time)->span,
			  "a window is of times, not of %.*s",
			  STR_ARG(type_name(b->a, (*time)->type)));
}

static struct str args_text(struct arena *a, const struct ast_func *f)
{
	struct sbuf s = { .arena = a };

	for (size_t i = 0; i < f->args.n; i++)
		sbuf_addf(&s, "%.*s, ", STR_ARG(ast_to_sql(a, f->args.v[i])));
	return sbuf_str(&s);
}

static shade_status make(struct ectx *c, const struct form *form, struct ast_func *f)
{
	struct bind *b = c->b;
	struct select *s = c->sel;
	struct making m = { .s = s, .span = f->span };
	struct expr *given;

	if (f->args.n < 1 + form->n_sizes[0] || f->args.n > 1 + form->n_sizes[1])
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "\"%s\" takes a time and %zu to %zu intervals",
				  form->name, form->n_sizes[0], form->n_sizes[1]);
	if (s->has_sets && form->shape == SHAPE_SESSION)
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, f->span,
				  "not supported yet: sessions with grouping sets");
	m.w = arena_new_of(b->a, struct group_window);
	m.w->shape = form->shape;
	m.w->is_row = form->is_row;
	m.w->args = args_text(b->a, f);
	TRY(read_sizes(b, form, f, &m.sizes));
	TRY(bind_scalar(c, f->args.v[0], &m.time));
	TRY(as_time(b, &m.time));
	TRY(bind_call1(b, "unix_micros", m.time, f->span, &m.us));
	TRY(bind_call1(b, "is not null", m.time, f->span, &given));
	s->in.plan = plan_filter(b->a, s->in.plan, 1,
				 arena_dup(b->a, &given, sizeof(given)));
	TRY(make_key(&m));
	s->group_window = m.w;
	return SHADE_OK;
}

/* --- calls --------------------------------------------------------------------- */

static shade_status no_such_window(struct bind *b, const struct form *form,
				   struct ast_func *f, struct str name)
{
	return shade_fail(b->cx, SHADE_E_GROUPING, f->span,
			  "\"%.*s\" needs GROUP BY %s(..) with the same arguments",
			  STR_ARG(name), form->name);
}

static shade_status value_of(struct ectx *c, enum part part, struct span span,
			     struct expr **out)
{
	struct bind *b = c->b;
	const struct group_window *w = c->sel->group_window;

	switch (part) {
	case PART_KEY:
		*out = w->key;
		if (w->is_row && w->shape != SHAPE_SESSION)
			return as_row(b, w->start, w->end, span, out);
		return SHADE_OK;
	case PART_START: *out = w->start; return SHADE_OK;
	case PART_END: *out = w->end; return SHADE_OK;
	case PART_ROWTIME: return later(b, w->end, -1000, out);
	case PART_PROCTIME: break;
	}
	return shade_fail(b->cx, SHADE_E_UNSUPPORTED, span,
			  "not supported yet: windows of processing time");
}

shade_status bind_group_window(struct ectx *c, struct ast_func *f, struct str name,
			       struct expr **out)
{
	struct bind *b = c->b;
	struct select *s = c->sel;
	enum part part = PART_KEY;
	const struct form *form = form_of(name, &part);
	bool groups = strcmp(c->clause, "GROUP BY") == 0;

	if (!s || c->in_agg || c->in_window ||
	    (!groups && !form->is_row && !s->group_window))
		return no_such_window(b, form, f, name);
	if (s->group_window) {
		const struct group_window *w = s->group_window;

		if (w->is_row != form->is_row || w->shape != form->shape ||
		    !str_eq(w->args, args_text(b->a, f)))
			return groups || form->is_row
				       ? shade_fail(b->cx, SHADE_E_GROUPING, f->span,
						    "a SELECT has one window of time")
				       : no_such_window(b, form, f, name);
	} else {
		TRY(make(c, form, f));
	}
	return value_of(c, part, f->span, out);
}

shade_status bind_window_column(struct ectx *c, struct str name, struct span span,
				struct expr **out)
{
	const struct group_window *w = c->sel ? c->sel->group_window : NULL;
	bool session = w && w->shape == SHAPE_SESSION;

	*out = NULL;
	if (!w || !w->is_row ||
	    !str_eq_nocase(name, session ? STR("session_window") : STR("window")))
		return SHADE_OK;
	return value_of(c, PART_KEY, span, out);
}
