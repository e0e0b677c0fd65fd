/*
 * stats.c - minimum, maximum and NULLs of the columns of a table.
 *
 * DuckDB answers MIN and MAX from them and skips what they exclude: a bound
 * is exact or absent.
 */
#include "lake/lake_internal.h"

void stats_init(struct column_stats *s, const struct type *t)
{
	*s = (struct column_stats){ .type = t, .is_known = t->id != TYPE_BINARY };
}

void stats_add(struct column_stats *s, struct arena *a, const struct value *v)
{
	if (v->is_null) {
		s->has_null = true;
		return;
	}
	if (type_family(s->type) == FAMILY_FLOAT && v->d != v->d) {
		s->has_nan = true;
		s->is_known = false;
		return;
	}
	if (type_phys(s->type) == PHYS_STR && v->s.n > 0 && memchr(v->s.p, 0, v->s.n))
		s->is_known = false;
	if (!s->is_known)
		return;
	if (!s->min.type || value_cmp(v, &s->min) < 0)
		s->min = value_dup(a, *v);
	if (!s->max.type || value_cmp(v, &s->max) > 0)
		s->max = value_dup(a, *v);
}

/* A bound of the file; *known false when there is none that can be read. */
static void merge_bound(struct commit *c, struct column_stats *s, struct str text,
			bool is_min, bool *known)
{
	struct value v;
	struct value *mine = is_min ? &s->min : &s->max;

	if (!text.p || !lake_value_parse(c->cx, text, s->type, &v) || v.is_null ||
	    (type_family(s->type) == FAMILY_FLOAT && v.d != v.d)) {
		*known = false;
		return;
	}
	v = value_dup(c->cx->arena, v);
	if (!mine->type || (is_min ? value_cmp(&v, mine) < 0 : value_cmp(&v, mine) > 0))
		*mine = v;
}

static shade_status merge_column(struct commit *c, int64_t table_id, int64_t column,
				 struct column_stats *s, bool had_rows, bool *exists)
{
	sqlite3_stmt *st;
	struct str min, max;
	shade_status rc;

	TRY(lake_prepare(c->cx, c->lake,
			 STR("SELECT contains_null, contains_nan, min_value, max_value "
			     "FROM ducklake_table_column_stats WHERE table_id = ? AND "
			     "column_id = ?"),
			 &st));
	sqlite3_bind_int64(st, 1, table_id);
	sqlite3_bind_int64(st, 2, column);
	rc = lake_step(c->cx, c->lake, st, exists);
	if (!rc && *exists) {
		bool only_null;

		min = lake_text(c->cx->arena, st, 2);
		max = lake_text(c->cx->arena, st, 3);
		/* all values so far were NULL, as far as we wrote it ourselves */
		only_null = !had_rows;
		s->has_null |= sqlite3_column_int64(st, 0) != 0;
		s->has_nan |= sqlite3_column_int64(st, 1) != 0;
		if (s->is_known && !only_null) {
			merge_bound(c, s, min, true, &s->is_known);
			merge_bound(c, s, max, false, &s->is_known);
		}
	} else if (had_rows) {
		s->is_known = false;
		s->has_null = true;
	}
	sqlite3_finalize(st);
	return rc;
}

static shade_status write_column(struct commit *c, int64_t table_id, int64_t column,
				 const struct column_stats *s, bool exists)
{
	struct arena *a = c->cx->arena;
	bool bounds = s->is_known && !s->has_nan && s->min.type;
	struct str min = bounds ? lake_value_text(a, &s->min) : STR_NONE;
	struct str max = bounds ? lake_value_text(a, &s->max) : STR_NONE;
	int64_t has_null = s->has_null, has_nan = s->has_nan;
	const char *types = type_family(s->type) == FAMILY_FLOAT ? "iittii" : "i0ttii";
	const char *sql =
		exists ? "UPDATE ducklake_table_column_stats SET contains_null = ?1, "
			 "contains_nan = ?2, min_value = ?3, max_value = ?4 WHERE "
			 "table_id = ?5 AND column_id = ?6"
		       : "INSERT INTO ducklake_table_column_stats VALUES(?5, ?6, ?1, "
			 "?2, ?3, ?4, NULL)";

	if (types[1] == '0')
		return lake_run(c->cx, c->lake, sql, types, has_null, min, max,
				table_id, column);
	return lake_run(c->cx, c->lake, sql, types, has_null, has_nan, min, max,
			table_id, column);
}

shade_status stats_write(struct commit *c, const struct object *o, int64_t table_id,
			 struct column_stats *s, size_t n_rows, int64_t next_row_id)
{
	int64_t records;
	bool exists;

	TRY(lake_int(c->cx, c->lake, &records, -1,
		     "SELECT record_count FROM ducklake_table_stats WHERE table_id = ?",
		     "i", table_id));
	if (records < 0)
		TRY(lake_run(c->cx, c->lake,
			     "INSERT INTO ducklake_table_stats VALUES(?, ?, ?, 0)",
			     "iii", table_id, (int64_t)n_rows, next_row_id));
	else
		TRY(lake_run(
			c->cx, c->lake,
			"UPDATE ducklake_table_stats SET record_count = "
			"record_count + ?, next_row_id = max(next_row_id, ?) WHERE "
			"table_id = ?",
			"iii", (int64_t)n_rows, next_row_id, table_id));
	for (size_t i = 0; i < o->n_cols; i++) {
		TRY(merge_column(c, table_id, o->defs[i].id, &s[i], records > 0,
				 &exists));
		TRY(write_column(c, table_id, o->defs[i].id, &s[i], exists));
	}
	c->stats_changed = true;
	return SHADE_OK;
}
