/*
 * complete.c - candidates for the word at the cursor.
 *
 * The parser says what may stand there, the catalog says which names there
 * are: columns come from the tables of the statement's own FROM.
 */
#include "api/env.h"

#include "base/settings.h"
#include "catalog/catalog.h"
#include "parse/parse.h"
#include "source/registry.h"

struct completion {
	struct shade_cx cx;
	struct catalog *catalog;
	struct str word; /* typed so far, without an opening quote */
	bool (*fn)(void *arg, enum shade_candidate_kind kind, const char *insert,
		   const char *detail);
	void *arg;
	bool stopped;
	struct name_map seen;
};

static void offer_text(struct completion *c, enum shade_candidate_kind kind,
		       struct str insert, struct str detail)
{
	if (c->stopped || name_map_get(&c->seen, insert))
		return;
	name_map_put(&c->seen, insert, c);
	c->stopped = !c->fn(c->arg, kind, insert.p, detail.n ? detail.p : "");
}

static bool matches(const struct completion *c, struct str name)
{
	return name.n >= c->word.n &&
	       str_eq_nocase((struct str){ name.p, c->word.n }, c->word);
}

static void offer_name(struct completion *c, enum shade_candidate_kind kind,
		       struct str name, struct str detail)
{
	struct sbuf quoted = { .arena = c->cx.arena };

	if (!matches(c, name))
		return;
	ast_unparse_name(name, &quoted);
	offer_text(c, kind, sbuf_str(&quoted), detail);
}

/* --- tables and their columns --------------------------------------------- */

static struct object *find_object(struct completion *c, struct str text)
{
	struct ast *path;
	struct str parts[3];
	struct path full;
	struct object *o = NULL;
	struct ast_list idents;

	if (sql_parse_path(&c->cx, text, &path))
		return NULL;
	idents = AST_CAST(path, path)->parts;
	if (idents.n > 3)
		return NULL;
	for (size_t i = 0; i < idents.n; i++)
		parts[i] = AST_CAST(ident, idents.v[i])->name;
	if (catalog_qualify(&c->cx, c->catalog, parts, idents.n, NO_SPAN, &full) ||
	    catalog_find(&c->cx, c->catalog, &full, LOOKUP_ANY, &o))
		return NULL;
	return o;
}

static void offer_columns_of(struct completion *c, const struct source_col *cols,
			     size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!cols[i].hidden)
			offer_name(c, SHADE_CANDIDATE_COLUMN, cols[i].name,
				   type_name(c->cx.arena, cols[i].type));
}

/* Columns of 'file.csv' in FROM: the file is opened as a query would. */
static void offer_file_columns(struct completion *c, struct str quoted)
{
	struct source *src;

	if (quoted.n < 2)
		return;
	if (source_open_path(&c->cx, (struct str){ quoted.p + 1, quoted.n - 2 },
			     NO_SPAN, &src))
		return;
	if (!src->reads_stdin)
		offer_columns_of(c, src->cols, src->n_cols);
	if (src->cls->release)
		src->cls->release(src);
}

static void offer_columns(struct completion *c, const struct sql_context *at)
{
	for (size_t i = 0; i < at->n_tables && !c->stopped; i++) {
		const struct sql_scope_table *t = &at->tables[i];
		struct object *o;

		if (at->qualifier.n && !str_eq_nocase(at->qualifier, t->alias) &&
		    !str_eq_nocase(at->qualifier, t->path))
			continue;
		if (t->is_cte)
			continue;
		if (t->path.n && t->path.p[0] == '\'') {
			offer_file_columns(c, t->path);
			continue;
		}
		shade_clear(&c->cx);
		o = find_object(c, t->path);
		if (o)
			offer_columns_of(c, o->cols, o->n_cols);
		object_unref(o);
	}
	shade_clear(&c->cx);
}

static void offer_tables(struct completion *c, bool only_views)
{
	struct object **list;
	struct path now = catalog_current(c->catalog);
	size_t n;

	if (catalog_list(&c->cx, c->catalog, now.catalog, now.database, &list, &n))
		return;
	for (size_t i = 0; i < n; i++) {
		bool is_view = object_is_view(list[i]);

		if (only_views && !is_view)
			continue;
		offer_name(c, is_view ? SHADE_CANDIDATE_VIEW : SHADE_CANDIDATE_TABLE,
			   list[i]->path.name, str_from(object_kind_words(list[i])));
	}
}

/* --- words that need no catalog ------------------------------------------- */

static void offer_functions(struct completion *c)
{
	for (size_t f = 0; f < n_func_families; f++)
		for (size_t i = 0; i < func_families[f]->n; i++) {
			const struct func_row *row = &func_families[f]->rows[i];

			if (row->flags & FUNC_HIDDEN)
				continue;
			if (matches(c, str_from(row->name)))
				offer_text(c, SHADE_CANDIDATE_FUNCTION,
					   str_fmt(c->cx.arena, "%s(", row->name),
					   str_from(row->sig));
		}
}

static void offer_table_functions(struct completion *c)
{
	size_t n;
	const struct source_function *const *all = source_function_all(&n);

	for (size_t i = 0; i < n; i++)
		if (matches(c, str_from(all[i]->name)))
			offer_text(c, SHADE_CANDIDATE_FUNCTION,
				   str_fmt(c->cx.arena, "%s(", all[i]->name),
				   str_from(all[i]->usage));
}

static void offer_settings(struct completion *c)
{
	for (size_t i = 0; i < SET_COUNT; i++)
		if (matches(c, str_from(setting_rows[i].key)))
			offer_text(c, SHADE_CANDIDATE_SETTING,
				   str_from(setting_rows[i].key),
				   str_from(setting_rows[i].doc));
}

static void offer_types(struct completion *c)
{
	static const char *const names[] = {
#define TYPE(id, name, phys, arrow, family) name,
#include "type/types.def"
#undef TYPE
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (matches(c, str_from(names[i])))
			offer_text(c, SHADE_CANDIDATE_TYPE, str_from(names[i]),
				   STR_NONE);
}

/* Keywords follow the case of what was typed. */
static void offer_keywords(struct completion *c, const struct sql_context *at)
{
	bool lower = c->word.n > 0 && c->word.p[0] >= 'a' && c->word.p[0] <= 'z';

	for (size_t i = 0; i < at->n_keywords; i++) {
		struct str k = at->keywords[i];

		if (matches(c, k))
			offer_text(c, SHADE_CANDIDATE_KEYWORD,
				   lower ? str_lower(c->cx.arena, k) : k, STR_NONE);
	}
}

static void offer_all(struct completion *c, const struct sql_context *at)
{
	if (at->places & SQL_PLACE_FILE) {
		offer_text(c, SHADE_CANDIDATE_FILE, str_dup(c->cx.arena, c->word),
			   STR_NONE);
		return;
	}
	if (at->places & SQL_PLACE_COLUMN)
		offer_columns(c, at);
	if (at->places & (SQL_PLACE_TABLE | SQL_PLACE_VIEW))
		offer_tables(c, !(at->places & SQL_PLACE_TABLE));
	if (at->places & SQL_PLACE_SETTING)
		offer_settings(c);
	if (at->places & SQL_PLACE_TYPE)
		offer_types(c);
	if (!at->qualifier.n && at->places & SQL_PLACE_KEYWORD)
		offer_keywords(c, at);
	if (!at->qualifier.n && at->places & (SQL_PLACE_FUNCTION | SQL_PLACE_COLUMN))
		offer_functions(c);
	if (!at->qualifier.n && at->places & SQL_PLACE_TABLE)
		offer_table_functions(c);
}

void shade_complete(struct shade_env *env, const char *text, size_t n, size_t cursor,
		    size_t *word,
		    bool (*fn)(void *arg, enum shade_candidate_kind kind,
			       const char *insert, const char *detail),
		    void *arg)
{
	struct arena *arena;
	struct sql_context at;
	struct completion c;

	*word = cursor;
	if (!env->session || !env->session->catalog)
		return;
	arena = arena_new(env->session->budget);
	if (!arena)
		return;
	c = (struct completion){ .catalog = env->session->catalog,
				 .fn = fn,
				 .arg = arg,
				 .seen.arena = arena };
	c.cx = env_cx(env, arena, (struct str){ text, n });
	c.cx.notices_tail = &c.cx.notices;
	sql_context_at(arena, (struct str){ text, n }, cursor, &at);
	*word = at.word_begin;
	c.word = str_dup(arena,
			 (struct str){ text + at.word_begin, cursor - at.word_begin });
	offer_all(&c, &at);
	arena_free(arena);
}
