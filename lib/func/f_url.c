/*
 * f_url.c - parts of URLs (RFC 2396).
 *
 * A part that is not there is NULL; text that is no URL is an error, or
 * NULL for try_parse_url.
 */
#include <ctype.h>

#include "func/func_internal.h"

/* Pieces of the text; .p is NULL for what is not there. */
struct url {
	struct str scheme, authority, user, host, path, query, ref;
};

static struct str cut(struct str s, size_t from, size_t to)
{
	return (struct str){ s.p + from, to - from };
}

static size_t index_of(struct str s, size_t from, const char *any)
{
	while (from < s.n && !(s.p[from] && strchr(any, s.p[from])))
		from++;
	return from;
}

static bool is_hex(char c)
{
	return isxdigit((unsigned char)c);
}

/* No blanks, quotes, braces or stray percent signs; other letters may stand. */
static bool chars_are_legal(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c <= ' ' || c == 0x7f || strchr("\"<>\\^`{|}", c))
			return false;
		if (c == '%' &&
		    (i + 2 >= s.n || !is_hex(s.p[i + 1]) || !is_hex(s.p[i + 2])))
			return false;
	}
	return true;
}

static bool scheme_is_legal(struct str s)
{
	if (s.n == 0 || !isalpha((unsigned char)s.p[0]))
		return false;
	for (size_t i = 1; i < s.n; i++)
		if (!isalnum((unsigned char)s.p[i]) && !strchr("+-.", s.p[i]))
			return false;
	return true;
}

/* user@host:port; a host with other characters is only an authority. */
static void read_authority(struct url *u)
{
	struct str a = u->authority;
	size_t at = index_of(a, 0, "@"), start = at < a.n ? at + 1 : 0, end;

	if (start < a.n && a.p[start] == '[') {
		end = index_of(a, start, "]");
		end += end < a.n;
	} else {
		end = index_of(a, start, ":");
	}
	for (size_t i = end + 1; i < a.n; i++)
		if (!isdigit((unsigned char)a.p[i]))
			return;
	for (size_t i = start; i < end; i++)
		if (!isalnum((unsigned char)a.p[i]) && !strchr("-.[]:", a.p[i]))
			return;
	if (end == start)
		return;
	u->host = cut(a, start, end);
	if (start > 0)
		u->user = cut(a, 0, at);
}

static bool read_url(struct str s, struct url *u)
{
	size_t at = index_of(s, 0, ":/?#"), end;

	*u = (struct url){ 0 };
	if (!chars_are_legal(s))
		return false;
	end = index_of(s, 0, "#");
	if (end < s.n) {
		u->ref = cut(s, end + 1, s.n);
		if (memchr(u->ref.p, '#', u->ref.n))
			return false;
	}
	s.n = end;
	if (at < s.n && s.p[at] == ':') {
		u->scheme = cut(s, 0, at);
		s = cut(s, at + 1, s.n);
		if (!scheme_is_legal(u->scheme) || s.n == 0)
			return false;
		if (s.p[0] != '/') /* mailto:x has no parts */
			return true;
	}
	end = index_of(s, 0, "?");
	if (end < s.n)
		u->query = cut(s, end + 1, s.n);
	s.n = end;
	if (s.n >= 2 && s.p[0] == '/' && s.p[1] == '/') {
		end = index_of(s, 2, "/");
		if (end == 2 && end == s.n)
			return false;
		if (end > 2) {
			u->authority = cut(s, 2, end);
			read_authority(u);
		}
		s = cut(s, end, s.n);
	}
	u->path = s;
	return true;
}

/* The value of key=value in a query; p NULL if there is none. */
static struct str query_value(struct str query, struct str key)
{
	for (size_t at = 0; query.p && at < query.n;) {
		size_t end = index_of(query, at, "&");

		if (end - at > key.n && query.p[at + key.n] == '=' &&
		    memcmp(query.p + at, key.p, key.n) == 0)
			return cut(query, at + key.n + 1, end);
		at = end + 1;
	}
	return STR_NONE;
}

static struct str part_of(const struct url *u, struct str name)
{
	if (str_eq(name, STR("HOST")))
		return u->host;
	if (str_eq(name, STR("PATH")))
		return u->path;
	if (str_eq(name, STR("QUERY")))
		return u->query;
	if (str_eq(name, STR("REF")))
		return u->ref;
	if (str_eq(name, STR("PROTOCOL")))
		return u->scheme;
	if (str_eq(name, STR("AUTHORITY")))
		return u->authority;
	if (str_eq(name, STR("USERINFO")))
		return u->user;
	if (!str_eq(name, STR("FILE")))
		return STR_NONE;
	if (!u->query.p) /* path?query, as they lie in the text */
		return u->path;
	return (struct str){ u->path.p, (size_t)(u->query.p - u->path.p) + u->query.n };
}

static shade_status parse_kernel(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	bool is_try = fc->row->name[0] == 't';

	for (size_t i = 0; i < n; i++) {
		struct str text, name, found = STR_NONE;
		struct url u;

		if (!row_valid(out, i))
			continue;
		text = arg_str(&args[0], i);
		name = arg_str(&args[1], i);
		if (read_url(text, &u)) {
			if (n_args == 2)
				found = part_of(&u, name);
			else if (str_eq(name, STR("QUERY")))
				found = query_value(u.query, arg_str(&args[2], i));
		} else if (!is_try) {
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "\"%.*s\" is no URL; try_parse_url gives "
					  "NULL for it",
					  STR_ARG(text));
		}
		if (found.p)
			func_lend(out, i, found);
		else
			func_set_null(fc, out, i, n);
	}
	return SHADE_OK;
}

#define URL_SIG "VARCHAR, VARCHAR [, VARCHAR] -> VARCHAR"

static const struct func_row rows[] = {
	{ SCALAR("parse_url", URL_SIG, FUNC_CAN_FAIL, parse_kernel),
	  DOC("a part of a URL: HOST, PATH, QUERY (with a key: its value), REF, "
	      "PROTOCOL, FILE, AUTHORITY or USERINFO",
	      "parse_url('http://a.org/p?x=1&y=2', 'QUERY', 'y')", "2") },
	{ SCALAR("try_parse_url", URL_SIG, 0, parse_kernel),
	  DOC("a part of a URL as parse_url gives it; NULL if the text is no URL",
	      "try_parse_url('no url', 'HOST')", "NULL") },
};

const struct func_family func_family_url = {
	.name = "URLs",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
