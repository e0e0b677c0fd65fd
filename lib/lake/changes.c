/*
 * changes.c - the text that says what a snapshot changed, and conflicts.
 */
#include "lake/lake_internal.h"

void lake_add_change(struct sbuf *b, const char *token, int64_t id)
{
	sbuf_addf(b, "%s%s:%lld", b->n ? "," : "", token, (long long)id);
}

void lake_add_change_name(struct sbuf *b, const char *token, struct str schema,
			  struct str name)
{
	sbuf_addf(b, "%s%s:", b->n ? "," : "", token);
	lake_add_name(b, schema);
	if (name.p) {
		sbuf_addc(b, '.');
		lake_add_name(b, name);
	}
}

/* --- parsing ------------------------------------------------------------- */

static bool parse_quoted(struct arena *a, struct str *s, struct str *out)
{
	struct sbuf b = { .arena = a };
	size_t i = 1;

	if (s->n == 0 || s->p[0] != '"')
		return false;
	for (; i < s->n; i++) {
		if (s->p[i] == '"') {
			if (i + 1 >= s->n || s->p[i + 1] != '"')
				break;
			i++;
		}
		sbuf_addc(&b, s->p[i]);
	}
	if (i >= s->n)
		return false;
	*s = (struct str){ s->p + i + 1, s->n - i - 1 };
	*out = sbuf_str(&b);
	return true;
}

static bool parse_id(struct str *s, int64_t *out)
{
	int64_t n = 0;
	size_t i = 0;

	for (; i < s->n && s->p[i] >= '0' && s->p[i] <= '9'; i++) {
		if (n > (INT64_MAX - 9) / 10)
			return false;
		n = n * 10 + (s->p[i] - '0');
	}
	*out = n;
	*s = (struct str){ s->p + i, s->n - i };
	return i > 0;
}

static bool parse_one(struct arena *a, struct str *s, struct change *ch)
{
	const char *colon = s->n ? memchr(s->p, ':', s->n) : NULL;
	size_t n;

	if (!colon)
		return false;
	n = (size_t)(colon - s->p);
	*ch = (struct change){ .token = { s->p, n }, .id = -1 };
	*s = (struct str){ s->p + n + 1, s->n - n - 1 };
	if (s->n == 0 || s->p[0] != '"')
		return parse_id(s, &ch->id);
	if (!parse_quoted(a, s, &ch->schema))
		return false;
	if (s->n > 0 && s->p[0] == '.') {
		*s = (struct str){ s->p + 1, s->n - 1 };
		return parse_quoted(a, s, &ch->name);
	}
	return true;
}

bool changes_parse(struct arena *a, struct str text,
		   bool (*fn)(void *arg, const struct change *ch), void *arg)
{
	while (text.n > 0) {
		struct change ch;

		if (!parse_one(a, &text, &ch))
			return false;
		if (!fn(arg, &ch))
			return true;
		if (text.n > 0) {
			if (text.p[0] != ',')
				return false;
			text = (struct str){ text.p + 1, text.n - 1 };
		}
	}
	return true;
}

/* --- conflicts ----------------------------------------------------------- */

struct changes {
	struct arena *arena;
	VEC(struct change) list;
};

static bool collect(void *arg, const struct change *ch)
{
	struct changes *cs = arg;

	vec_push(cs->arena, &cs->list, *ch);
	return true;
}

static bool is(const struct change *ch, const char *token)
{
	return str_eq(ch->token, str_from(token));
}

static bool is_any(const struct change *ch, const char *const *tokens)
{
	for (size_t i = 0; tokens[i]; i++)
		if (is(ch, tokens[i]))
			return true;
	return false;
}

/* What of theirs, with the same id, stands against what of mine. */
static const struct {
	const char *mine;
	const char *theirs[12];
} rules[] = {
	{ "dropped_table", { "dropped_table" } },
	{ "dropped_view", { "dropped_view" } },
	{ "dropped_schema", { "dropped_schema" } },
	{ "altered_table", { "dropped_table", "altered_table" } },
	{ "altered_view", { "dropped_view", "altered_view" } },
	{ "inlined_insert",
	  { "dropped_table", "altered_table", "deleted_from_table",
	    "inlined_delete" } },
	{ "inlined_delete",
	  { "dropped_table", "altered_table", "inlined_delete", "inline_flush",
	    "flushed_inlined", "inserted_into_table", "inlined_insert",
	    "deleted_from_table", "merge_adjacent", "rewrite_delete",
	    "compacted_table" } },
};

static bool same_created(const struct change *x, const struct change *y)
{
	return str_starts_with(x->token, STR("created_")) &&
	       str_starts_with(y->token, STR("created_")) &&
	       str_eq_nocase(x->schema, y->schema) && x->name.n == y->name.n &&
	       str_eq_nocase(x->name, y->name);
}

static bool in_conflict(const struct change *mine, const struct change *theirs)
{
	if (same_created(mine, theirs))
		return true;
	if (mine->id < 0 || mine->id != theirs->id)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(rules); i++)
		if (is(mine, rules[i].mine))
			return is_any(theirs, rules[i].theirs);
	return false;
}

static struct str change_words(struct arena *a, const struct change *ch)
{
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < ch->token.n; i++)
		sbuf_addc(&b, (char)(ch->token.p[i] == '_' ? ' ' : ch->token.p[i]));
	if (ch->id >= 0)
		sbuf_addf(&b, " (object %lld)", (long long)ch->id);
	else
		sbuf_addf(&b, " \"%.*s%s%.*s\"", STR_ARG(ch->schema),
			  ch->name.n ? "." : "", STR_ARG(ch->name));
	return sbuf_str(&b);
}

static shade_status check_snapshot(struct shade_cx *cx, const struct changes *mine,
				   int64_t id, struct str text)
{
	struct changes theirs = { .arena = cx->arena };

	if (!changes_parse(cx->arena, text, collect, &theirs))
		return shade_fail(cx, SHADE_E_CONFLICT, NO_SPAN,
				  "another process committed snapshot %lld, whose "
				  "changes are not understood: %.*s",
				  (long long)id, STR_ARG(text));
	for (size_t i = 0; i < mine->list.n; i++)
		for (size_t k = 0; k < theirs.list.n; k++) {
			struct str m, t;

			if (!in_conflict(&mine->list.v[i], &theirs.list.v[k]))
				continue;
			m = change_words(cx->arena, &mine->list.v[i]);
			t = change_words(cx->arena, &theirs.list.v[k]);
			return shade_fail(cx, SHADE_E_CONFLICT, NO_SPAN,
					  "another process was faster: it committed "
					  "\"%.*s\" as snapshot %lld, this one was "
					  "about to commit \"%.*s\"; run it again",
					  STR_ARG(t), (long long)id, STR_ARG(m));
		}
	return SHADE_OK;
}

shade_status changes_conflict(struct shade_cx *cx, struct lake *l, struct str mine,
			      int64_t from, int64_t to)
{
	struct changes cs = { .arena = cx->arena };
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	(void)changes_parse(cx->arena, mine, collect, &cs);
	TRY(lake_prepare(cx, l,
			 STR("SELECT snapshot_id, changes_made FROM "
			     "ducklake_snapshot_changes WHERE snapshot_id > ? AND "
			     "snapshot_id <= ? ORDER BY 1"),
			 &st));
	sqlite3_bind_int64(st, 1, from);
	sqlite3_bind_int64(st, 2, to);
	while (!(rc = lake_step(cx, l, st, &row)) && row) {
		rc = check_snapshot(cx, &cs, sqlite3_column_int64(st, 0),
				    lake_text(cx->arena, st, 1));
		if (rc)
			break;
	}
	sqlite3_finalize(st);
	return rc;
}
