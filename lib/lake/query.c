/*
 * query.c - talking to sqlite.
 */
#include "lake/lake_internal.h"

static shade_status code_of(int rc)
{
	switch (rc & 0xff) {
	case SQLITE_NOMEM: return SHADE_E_NOMEM;
	case SQLITE_FULL: return SHADE_E_DISK_FULL;
	case SQLITE_READONLY: return SHADE_E_READ_ONLY;
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return SHADE_E_CONFLICT;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_ERROR:
	case SQLITE_MISMATCH: return SHADE_E_CATALOG_CORRUPT;
	case SQLITE_INTERRUPT: return SHADE_E_CANCELLED;
	default: return SHADE_E_IO;
	}
}

shade_status lake_error(struct shade_cx *cx, struct lake *l, const char *what)
{
	int rc = sqlite3_extended_errcode(l->db);
	shade_status code = code_of(rc);

	if ((rc & 0xff) == SQLITE_NOTADB)
		return shade_fail(cx, code, NO_SPAN, "\"%.*s\" is not a sqlite3 file",
				  STR_ARG(l->base.path));
	if ((rc & 0xff) == SQLITE_BUSY)
		return shade_fail(cx, code, NO_SPAN,
				  "catalog \"%.*s\" is locked by another process: "
				  "cannot %s",
				  STR_ARG(l->base.path), what);
	return shade_fail(cx, code, NO_SPAN, "catalog \"%.*s\": cannot %s: %s",
			  STR_ARG(l->base.path), what, sqlite3_errmsg(l->db));
}

shade_status lake_corrupt(struct shade_cx *cx, const struct lake *l, const char *fmt,
			  ...)
{
	struct str text;
	va_list ap;

	va_start(ap, fmt);
	text = str_vfmt(cx->arena, fmt, ap);
	va_end(ap);
	return shade_fail(cx, SHADE_E_CATALOG_CORRUPT, NO_SPAN,
			  "catalog \"%.*s\" is damaged: %.*s", STR_ARG(l->base.path),
			  STR_ARG(text));
}

shade_status lake_exec(struct shade_cx *cx, struct lake *l, const char *sql)
{
	if (sqlite3_exec(l->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return lake_error(cx, l, sql);
	return SHADE_OK;
}

shade_status lake_prepare(struct shade_cx *cx, struct lake *l, struct str sql,
			  sqlite3_stmt **out)
{
	*out = NULL;
	if (sqlite3_prepare_v2(l->db, sql.p, (int)sql.n, out, NULL) != SQLITE_OK)
		return lake_error(cx, l, "read its tables");
	return SHADE_OK;
}

shade_status lake_step(struct shade_cx *cx, struct lake *l, sqlite3_stmt *st, bool *row)
{
	int rc = sqlite3_step(st);

	*row = rc == SQLITE_ROW;
	if (rc == SQLITE_ROW || rc == SQLITE_DONE)
		return SHADE_OK;
	return lake_error(cx, l, "read or write its tables");
}

void lake_bind_text(sqlite3_stmt *st, int at, struct str s)
{
	if (!s.p)
		sqlite3_bind_null(st, at);
	else
		sqlite3_bind_text64(st, at, s.p, s.n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void bind_all(sqlite3_stmt *st, const char *types, va_list ap)
{
	for (int i = 0; types[i]; i++) {
		if (types[i] == 'i')
			sqlite3_bind_int64(st, i + 1, va_arg(ap, int64_t));
		else if (types[i] == 't')
			lake_bind_text(st, i + 1, va_arg(ap, struct str));
		else
			sqlite3_bind_null(st, i + 1);
	}
}

shade_status lake_run(struct shade_cx *cx, struct lake *l, const char *sql,
		      const char *types, ...)
{
	sqlite3_stmt *st;
	shade_status rc;
	va_list ap;
	bool row;

	TRY(lake_prepare(cx, l, str_from(sql), &st));
	va_start(ap, types);
	bind_all(st, types, ap);
	va_end(ap);
	rc = lake_step(cx, l, st, &row);
	sqlite3_finalize(st);
	return rc;
}

shade_status lake_int(struct shade_cx *cx, struct lake *l, int64_t *out, int64_t dflt,
		      const char *sql, const char *types, ...)
{
	sqlite3_stmt *st;
	shade_status rc;
	va_list ap;
	bool row;

	TRY(lake_prepare(cx, l, str_from(sql), &st));
	va_start(ap, types);
	bind_all(st, types, ap);
	va_end(ap);
	rc = lake_step(cx, l, st, &row);
	*out = dflt;
	if (!rc && row && sqlite3_column_type(st, 0) != SQLITE_NULL)
		*out = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return rc;
}

struct str lake_text(struct arena *a, sqlite3_stmt *st, int col)
{
	const unsigned char *p = sqlite3_column_text(st, col);
	int n = sqlite3_column_bytes(st, col);

	if (!p)
		return STR_NONE;
	return str_dup(a, (struct str){ (const char *)p, (size_t)n });
}

void lake_add_name(struct sbuf *b, struct str name)
{
	sbuf_addc(b, '"');
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '"')
			sbuf_addc(b, '"');
		sbuf_addc(b, name.p[i]);
	}
	sbuf_addc(b, '"');
}
