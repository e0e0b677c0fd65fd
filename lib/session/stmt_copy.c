/*
 * stmt_copy.c - COPY .. TO a file and COPY .. FROM a file.
 *
 * FROM is an INSERT of the file's reader; TO hands the query's rows to a
 * sink, which makes the file appear only when all went well.
 */
#include "session/dml.h"

#include "plan/build.h"
#include "source/sink.h"

/* The word behind FORMAT, taken out of the options. */
struct copy_options {
	struct source_option *v;
	size_t n;
	struct str format;
	struct str date_format, time_format; /* TO: how such columns are written */
};

static struct ast *text_literal(struct arena *a, struct span span, struct str text)
{
	struct ast *lit = ast_new(a, AST_LITERAL, span);

	AST_CAST(literal, lit)->type = AST_LITERAL_KIND_STRING;
	AST_CAST(literal, lit)->text = text;
	return lit;
}

/* Names are text: FORMAT csv, FORCE_QUOTE (a, b), FORCE_QUOTE *. */
static struct ast *names_as_text(struct arena *a, struct ast *e)
{
	struct ast *list;
	const struct ast_list *items;

	if (e->kind == AST_STAR)
		return text_literal(a, e->span, STR("*"));
	if (e->kind == AST_COLUMN)
		return text_literal(a, e->span, ast_name_text(a, e));
	if (e->kind != AST_ROW && e->kind != AST_ARRAY)
		return e;
	items = e->kind == AST_ROW ? &AST_CAST(row, e)->items
				   : &AST_CAST(array, e)->items;
	list = ast_new(a, AST_ARRAY, e->span);
	for (size_t i = 0; i < items->n; i++)
		ast_push(a, &AST_CAST(array, list)->items,
			 names_as_text(a, items->v[i]));
	return list;
}

static shade_status option_value(struct run *r, const struct ast_option *opt,
				 struct value *out)
{
	struct expr *e;

	if (!opt->value) {
		*out = value_bool(true);
		return SHADE_OK;
	}
	TRY(bind_expr(&r->cx, &r->env, names_as_text(r->cx.arena, opt->value), NULL,
		      STR_NONE, &e));
	if (!expr_is_const(e))
		return shade_fail(&r->cx, SHADE_E_OPTION, opt->span,
				  "option \"%.*s\" takes a constant",
				  STR_ARG(opt->key));
	return expr_fold(&r->cx, e, out);
}

static shade_status read_options(struct run *r, const struct ast_list *list,
				 struct copy_options *out)
{
	struct arena *a = r->cx.arena;

	*out = (struct copy_options){ 0 };
	out->v = arena_array(a, struct source_option, list->n);
	for (size_t i = 0; i < list->n; i++) {
		struct ast_option *opt = AST_CAST(option, list->v[i]);
		struct source_option *to = &out->v[out->n];

		to->name = opt->key;
		to->span = opt->span;
		TRY(option_value(r, opt, &to->value));
		if (str_eq_nocase(opt->key, STR("format")))
			out->format = value_text(a, &to->value);
		else if (str_eq_nocase(opt->key, STR("dateformat")))
			out->date_format = value_text(a, &to->value);
		else if (str_eq_nocase(opt->key, STR("timestampformat")))
			out->time_format = value_text(a, &to->value);
		else
			out->n++;
	}
	return SHADE_OK;
}

static shade_status copy_path(struct run *r, const struct ast_copy *copy,
			      struct str *out)
{
	struct expr *e;
	struct value v;

	if (!copy->file) {
		*out = STR("-");
		return SHADE_OK;
	}
	TRY(bind_expr(&r->cx, &r->env, copy->file, NULL, STR_NONE, &e));
	TRY(expr_fold(&r->cx, e, &v));
	if (v.is_null || type_phys(v.type) != PHYS_STR)
		return shade_fail(&r->cx, SHADE_E_OPTION, copy->file->span,
				  "COPY takes a file name in quotes");
	*out = v.s;
	return SHADE_OK;
}

/* --- trees --------------------------------------------------------------- */

static struct ast *star_query(struct arena *a, struct ast *from)
{
	struct ast *query = ast_new(a, AST_QUERY, from->span);
	struct ast *select = ast_new(a, AST_SELECT, from->span);
	struct ast *item = ast_new(a, AST_ITEM, from->span);

	AST_CAST(item, item)->expr = ast_new(a, AST_STAR, from->span);
	ast_push(a, &AST_CAST(select, select)->items, item);
	AST_CAST(select, select)->from = from;
	AST_CAST(query, query)->body = select;
	return query;
}

static struct ast *columns_query(struct arena *a, const struct ast_copy *copy)
{
	struct ast *table = ast_new(a, AST_TABLE, copy->table->span);
	struct ast *query, *select;

	AST_CAST(table, table)->path = copy->table;
	query = star_query(a, table);
	if (!copy->columns.n)
		return query;
	select = AST_CAST(query, query)->body;
	AST_CAST(select, select)->items = (struct ast_list){ 0 };
	for (size_t i = 0; i < copy->columns.n; i++) {
		struct ast *item = ast_new(a, AST_ITEM, copy->columns.v[i]->span);

		AST_CAST(item, item)->expr = copy->columns.v[i];
		ast_push(a, &AST_CAST(select, select)->items, item);
	}
	return query;
}

/* --- TO ------------------------------------------------------------------ */

struct copy_write {
	struct run *run;
	struct sink *sink;
};

static shade_status copy_batch(void *arg, const struct batch *b)
{
	struct copy_write *w = arg;

	return sink_write(&w->run->cx, w->sink, b);
}

/* Columns of dates and timestamps as text, where a format is given for them. */
static shade_status apply_formats(struct run *r, const struct copy_options *opts,
				  struct plan **plan)
{
	struct arena *a = r->cx.arena;
	size_t n = (*plan)->n_cols;
	struct expr **exprs = arena_array(a, struct expr *, n + 1);
	struct column *cols = arena_array(a, struct column, n + 1);

	if (!opts->date_format.n && !opts->time_format.n)
		return SHADE_OK;
	for (size_t i = 0; i < n; i++) {
		const struct column *from = &(*plan)->cols[i];
		struct str format = from->type->id == TYPE_DATE ? opts->date_format
				    : from->type->id == TYPE_TIMESTAMP ||
						    from->type->id == TYPE_TIMESTAMP_LTZ
					    ? opts->time_format
					    : STR_NONE;
		struct expr *args[2];

		cols[i] = *from;
		exprs[i] = expr_column(a, from->id, from->name, from->type,
				       from->not_null, NO_SPAN);
		if (!format.n)
			continue;
		args[0] = exprs[i];
		args[1] = expr_const(a, value_str(format), NO_SPAN);
		TRY(expr_call(&r->cx, STR("strftime"), 2, args, NO_SPAN, &exprs[i]));
		cols[i].id = plan_next_id(&r->env.ids);
		cols[i].type = exprs[i]->type;
	}
	*plan = plan_project(a, *plan, n, exprs, cols);
	return SHADE_OK;
}

static shade_status copy_to(struct run *r, const struct ast_copy *copy)
{
	struct arena *a = r->cx.arena;
	struct copy_write w = { .run = r };
	struct ast *query = copy->query ? copy->query : columns_query(a, copy);
	struct copy_options opts;
	struct source_col *cols;
	struct plan *plan;
	struct str path;
	uint64_t n_rows = 0;
	shade_status rc;

	if (r->session->safe)
		return shade_fail(&r->cx, SHADE_E_SAFE_MODE, copy->span,
				  "COPY TO is not allowed in safe mode");
	TRY(copy_path(r, copy, &path));
	TRY(read_options(r, &copy->options, &opts));
	TRY(bind_query(&r->cx, &r->env, query, &plan));
	TRY(apply_formats(r, &opts, &plan));
	cols = arena_array(a, struct source_col, plan->n_cols);
	for (size_t i = 0; i < plan->n_cols; i++)
		cols[i] = (struct source_col){ .name = plan->cols[i].name,
					       .type = plan->cols[i].type };
	TRY(sink_open(&r->cx, path, opts.format, opts.v, opts.n, cols, plan->n_cols,
		      copy->span, &w.sink));
	rc = run_plan(r, plan, copy_batch, &w);
	if (rc) {
		sink_abort(&r->cx, w.sink);
		return rc;
	}
	rc = sink_finish(&r->cx, w.sink, &n_rows);
	r->changes = (int64_t)n_rows;
	return rc;
}

/* --- FROM: INSERT INTO t SELECT * FROM read_csv('file', ..) -------------- */

static struct ast *reader_call(struct run *r, const struct ast_copy *copy,
			       struct str format)
{
	struct arena *a = r->cx.arena;
	struct span span = copy->span;
	struct ast *tf = ast_new(a, AST_TABLE_FUNC, span);
	struct ast *func = ast_new(a, AST_FUNC, span);
	struct ast *path = ast_new(a, AST_PATH, span);
	struct ast *ident = ast_new(a, AST_IDENT, span);
	struct str name = str_fmt(a, "read_%.*s", STR_ARG(format));

	AST_CAST(ident, ident)->name = format.n ? str_lower(a, name)
						: STR("read_files");
	ast_push(a, &AST_CAST(path, path)->parts, ident);
	AST_CAST(func, func)->name = path;
	ast_push(a, &AST_CAST(func, func)->args, copy->file);
	for (size_t i = 0; i < copy->options.n; i++) {
		struct ast_option *opt = AST_CAST(option, copy->options.v[i]);
		struct ast *arg, *key;

		if (str_eq_nocase(opt->key, STR("format")))
			continue;
		arg = ast_new(a, AST_NAMED_ARG, span);
		key = ast_new(a, AST_IDENT, span);
		AST_CAST(ident, key)->name = opt->key;
		AST_CAST(named_arg, arg)->name = key;
		if (opt->value) {
			AST_CAST(named_arg, arg)->value = names_as_text(a, opt->value);
		} else {
			struct ast *yes = ast_new(a, AST_LITERAL, span);

			AST_CAST(literal, yes)->type = AST_LITERAL_KIND_BOOLEAN;
			AST_CAST(literal, yes)->text = STR("true");
			AST_CAST(named_arg, arg)->value = yes;
		}
		ast_push(a, &AST_CAST(func, func)->args, arg);
	}
	AST_CAST(table_func, tf)->func = func;
	return tf;
}

static shade_status copy_from(struct run *r, const struct ast_copy *copy)
{
	struct arena *a = r->cx.arena;
	struct ast *insert = ast_new(a, AST_INSERT, copy->span);
	struct copy_options opts;
	struct ast *from;

	TRY(read_options(r, &copy->options, &opts));
	if (!copy->file) {
		from = ast_new(a, AST_FILE, copy->span);
		AST_CAST(file, from)->path = STR("-");
	} else {
		from = reader_call(r, copy, opts.format);
	}
	AST_CAST(insert, insert)->table = copy->table;
	AST_CAST(insert, insert)->columns = copy->columns;
	AST_CAST(insert, insert)->query = star_query(a, from);
	return stmt_insert(r, insert);
}

shade_status stmt_copy(struct run *r, struct ast *stmt)
{
	struct ast_copy *copy = AST_CAST(copy, stmt);

	return copy->to ? copy_to(r, copy) : copy_from(r, copy);
}
