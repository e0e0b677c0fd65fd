/*
 * window_table.c - Flink's windows over a table: TUMBLE, HOP, CUMULATE, SESSION.
 *
 * Over bounded rows they are a query: each row once for every window that it
 * lies in, with the window's bounds.  Times are counted in microseconds since
 * 1970; rows without a time are in no window.
 */
#include "bind/bind_internal.h"

#include "parse/parse.h"

enum window_kind { WINDOW_TUMBLE, WINDOW_HOP, WINDOW_CUMULATE, WINDOW_SESSION };

struct window_call {
	enum window_kind kind;
	struct ast *data, *time;
	struct ast *sizes[3]; /* in the order of the function's parameters */
	int64_t us[3];
};

static const struct {
	const char *name;
	size_t n_sizes; /* the last one, the offset, may be missing */
	const char *params[3];
} windows[] = {
	[WINDOW_TUMBLE] = { "tumble", 2, { "size", "offset" } },
	[WINDOW_HOP] = { "hop", 3, { "slide", "size", "offset" } },
	[WINDOW_CUMULATE] = { "cumulate", 3, { "step", "size", "offset" } },
	[WINDOW_SESSION] = { "session", 1, { "gap" } },
};

static bool kind_of(struct str name, enum window_kind *out)
{
	for (size_t i = 0; i < ARRAY_LEN(windows); i++) {
		if (str_eq_nocase(name, str_from(windows[i].name))) {
			*out = (enum window_kind)i;
			return true;
		}
	}
	return false;
}

bool is_window_function(struct ast_func *f)
{
	enum window_kind kind;

	return kind_of(path_last(f->name), &kind);
}

bool is_window_table(struct ast_func *f)
{
	enum window_kind kind;
	struct ast *first = f->args.n ? f->args.v[0] : NULL;

	if (first && first->kind == AST_NAMED_ARG)
		first = AST_CAST(named_arg, first)->value;
	return kind_of(path_last(f->name), &kind) && ast_is(first, AST_TABLE_ARG);
}

/* --- arguments ------------------------------------------------------------- */

static struct ast **place_of(struct window_call *w, struct str param)
{
	if (str_eq_nocase(param, STR("data")))
		return &w->data;
	if (str_eq_nocase(param, STR("timecol")))
		return &w->time;
	for (size_t i = 0; i < windows[w->kind].n_sizes; i++)
		if (str_eq_nocase(param, str_from(windows[w->kind].params[i])))
			return &w->sizes[i];
	return NULL;
}

static shade_status sort_args(struct bind *b, struct ast_func *f, struct window_call *w)
{
	for (size_t i = 0; i < f->args.n; i++) {
		struct ast *e = f->args.v[i], **to;

		if (e->kind == AST_NAMED_ARG) {
			to = place_of(w, ident_name(AST_CAST(named_arg, e)->name));
			e = AST_CAST(named_arg, e)->value;
		} else {
			to = i == 0                             ? &w->data
			     : i == 1                           ? &w->time
			     : i - 2 < windows[w->kind].n_sizes ? &w->sizes[i - 2]
								: NULL;
		}
		if (!to || *to)
			return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, e->span,
					  "\"%s\" has no such argument",
					  windows[w->kind].name);
		*to = e;
	}
	if (!ast_is(w->data, AST_TABLE_ARG) || !ast_is(w->time, AST_DESCRIPTOR))
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "\"%s\" takes TABLE t, DESCRIPTOR(time column) and "
				  "intervals",
				  windows[w->kind].name);
	return SHADE_OK;
}

static shade_status size_us(struct bind *b, struct ast *e, const char *what,
			    bool signed_, int64_t *out)
{
	struct ectx c = { .b = b, .clause = "a window's size" };
	struct value v;

	TRY(bind_const(&c, e, &v));
	if (v.is_null || v.type->id != TYPE_INTERVAL_DAY || (v.i <= 0 && !signed_))
		return shade_fail(b->cx, SHADE_E_TYPE, e->span,
				  "the %s of a window is an interval of days or less, "
				  "greater than zero",
				  what);
	*out = v.i;
	return SHADE_OK;
}

static shade_status read_sizes(struct bind *b, struct ast_func *f,
			       struct window_call *w)
{
	size_t n = windows[w->kind].n_sizes;

	for (size_t i = 0; i < n; i++) {
		bool offset = i + 1 == n && w->kind != WINDOW_SESSION;

		if (w->sizes[i])
			TRY(size_us(b, w->sizes[i], windows[w->kind].params[i], offset,
				    &w->us[i]));
		else if (!offset)
			return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
					  "\"%s\" needs its %s", windows[w->kind].name,
					  windows[w->kind].params[i]);
	}
	if (w->kind == WINDOW_CUMULATE && w->us[1] % w->us[0])
		return shade_fail(
			b->cx, SHADE_E_RANGE, f->span,
			"the size of a cumulating window is a multiple of its "
			"step");
	return SHADE_OK;
}

/* --- the query ------------------------------------------------------------- */

#define EPOCH "TIMESTAMP '1970-01-01 00:00:00'"
#define MICROSECOND "INTERVAL '0.000001' SECOND"

static struct str source_text(struct arena *a, const struct window_call *w)
{
	struct ast_table_arg *t = AST_CAST(table_arg, w->data);
	struct str sql = ast_to_sql(a, t->table);

	return ast_is(t->table, AST_QUERY) ? str_fmt(a, "(%.*s)", STR_ARG(sql)) : sql;
}

/* begin_ and end_ of each window of a row, in microseconds. */
static void put_bounds(struct sbuf *s, const struct window_call *w)
{
	bool tumble = w->kind == WINDOW_TUMBLE;
	long long step = w->us[0], size = tumble ? w->us[0] : w->us[1];
	long long offset = tumble ? w->us[1] : w->us[2];

	switch (w->kind) {
	case WINDOW_TUMBLE:
		sbuf_addf(s,
			  "us_ - pmod(us_ - (%lld), %lld) AS begin_, "
			  "us_ - pmod(us_ - (%lld), %lld) + %lld AS end_",
			  offset, size, offset, size, size);
		break;
	case WINDOW_HOP:
		/* the last one that begins at or before the time, and back */
		sbuf_addf(s,
			  "unnest(sequence(us_ - pmod(us_ - (%lld), %lld), "
			  "us_ - %lld, -%lld)) AS begin_",
			  offset, step, size - 1, step);
		break;
	case WINDOW_CUMULATE:
		sbuf_addf(s,
			  "us_ - pmod(us_ - (%lld), %lld) AS begin_, "
			  "unnest(sequence(us_ - pmod(us_ - (%lld), %lld) + %lld, "
			  "us_ - pmod(us_ - (%lld), %lld) + %lld, %lld)) AS end_",
			  offset, size, offset, step, step, offset, size, size, step);
		break;
	case WINDOW_SESSION: break;
	}
}

static struct str window_query(struct arena *a, const struct window_call *w)
{
	struct sbuf s = { .arena = a };
	struct str time = ast_to_sql(a, AST_CAST(descriptor, w->time)->columns.v[0]);
	struct str source = source_text(a, w);
	bool hop = w->kind == WINDOW_HOP;
	struct str end = hop ? str_fmt(a, "(begin_ + %lld)", (long long)w->us[1])
			     : STR("end_");

	sbuf_addf(&s,
		  "SELECT * EXCLUDE (us_, begin_%s), "
		  "" EPOCH " + " MICROSECOND " * begin_ AS window_start, "
		  "" EPOCH " + " MICROSECOND " * %.*s AS window_end, "
		  "" EPOCH " + " MICROSECOND " * (%.*s - 1000) AS window_time "
		  "FROM (SELECT *, ",
		  hop ? "" : ", end_", STR_ARG(end), STR_ARG(end));
	put_bounds(&s, w);
	sbuf_addf(&s,
		  " FROM (SELECT *, timestampdiff('microsecond', " EPOCH
		  ", %.*s) AS us_ FROM %.*s WHERE %.*s IS NOT NULL))",
		  STR_ARG(time), STR_ARG(source), STR_ARG(time));
	return sbuf_str(&s);
}

/* A row within the gap of the one before it goes on with its session.  The
 * number of a session is how many of its key begin up to the row. */
static struct str session_query(struct arena *a, const struct window_call *w)
{
	const struct ast_list *keys = &AST_CAST(table_arg, w->data)->partition_by;
	struct str time = ast_to_sql(a, AST_CAST(descriptor, w->time)->columns.v[0]);
	struct str source = source_text(a, w);
	struct sbuf s = { .arena = a }, by = { .arena = a };
	struct str list, plain;

	for (size_t i = 0; i < keys->n; i++)
		sbuf_addf(&by, "%.*s, ", STR_ARG(ast_to_sql(a, keys->v[i])));
	list = plain = sbuf_str(&by);
	plain.n -= list.n ? 2 : 0;
	sbuf_addf(
		&s,
		"SELECT * EXCLUDE (us_, first_, session_), "
		"" EPOCH " + " MICROSECOND " * min(us_) OVER w AS window_start, "
		"" EPOCH " + " MICROSECOND " * (max(us_) OVER w + %lld) AS window_end, "
		"" EPOCH " + " MICROSECOND " * (max(us_) OVER w + %lld) AS window_time "
		"FROM (SELECT *, sum(first_) OVER (%s%.*s ORDER BY us_ RANGE "
		"UNBOUNDED PRECEDING) AS session_ FROM (SELECT *, CASE WHEN us_ - "
		"lag(us_) OVER (%s%.*s ORDER BY us_) <= %lld THEN 0 ELSE 1 END AS "
		"first_ FROM (SELECT *, timestampdiff('microsecond', " EPOCH
		", %.*s) AS us_ FROM %.*s WHERE %.*s IS NOT NULL))) "
		"WINDOW w AS (PARTITION BY %.*ssession_)",
		(long long)w->us[0], (long long)w->us[0] - 1000,
		list.n ? "PARTITION BY " : "", STR_ARG(plain),
		list.n ? "PARTITION BY " : "", STR_ARG(plain), (long long)w->us[0],
		STR_ARG(time), STR_ARG(source), STR_ARG(time), STR_ARG(list));
	return sbuf_str(&s);
}

static bool move_span(struct ast **child, void *arg)
{
	ast_walk_children(*child, move_span, arg);
	(*child)->span = *(const struct span *)arg;
	return true;
}

shade_status bind_window_table(struct bind *b, struct ast_func *f, struct scope *outer,
			       struct input *out)
{
	struct window_call w = { 0 };
	struct span span = f->span;
	struct ast *query;

	kind_of(path_last(f->name), &w.kind);
	TRY(sort_args(b, f, &w));
	TRY(read_sizes(b, f, &w));
	TRY(sql_parse_query(b->cx,
			    w.kind == WINDOW_SESSION ? session_query(b->a, &w)
						     : window_query(b->a, &w),
			    &query));
	ast_walk_children(query, move_span, &span);
	TRY(bind_query_node(b, query, outer, &out->plan));
	scope_add(b, &out->scope, rel_of_plan(b, path_last(f->name), out->plan));
	return SHADE_OK;
}
