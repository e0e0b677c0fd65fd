/*
 * json_path.c - paths into JSON: $.a[0]['b'], /a/0, or a bare key.
 */
#include "func/json.h"
#include "type/number.h"

static bool plain_int(const char *p, size_t n, int64_t *out)
{
	return n > 0 && number_parse_i64(p, n, out) == NUMBER_OK;
}

static void add(struct json_path *path, struct json_step step)
{
	path->steps[path->n++] = step;
}

/* "[..]" at p; returns behind it or NULL. */
static const char *bracket(struct json_path *path, const char *p, const char *end)
{
	const char *close;
	int64_t index;

	p++;
	if (p < end && (*p == '\'' || *p == '"')) {
		char quote = *p++;

		close = memchr(p, quote, (size_t)(end - p));
		if (!close || close + 1 >= end || close[1] != ']')
			return NULL;
		add(path, (struct json_step){ .key = { p, (size_t)(close - p) } });
		return close + 2;
	}
	close = memchr(p, ']', (size_t)(end - p));
	if (!close)
		return NULL;
	if (close - p == 1 && *p == '*')
		add(path, (struct json_step){ .all = true });
	else if (close - p > 2 && p[0] == '#' && p[1] == '-' &&
		 plain_int(p + 1, (size_t)(close - p - 1), &index))
		add(path, (struct json_step){ .index = index });
	else if (plain_int(p, (size_t)(close - p), &index))
		add(path, (struct json_step){ .index = index });
	else
		return NULL;
	return close + 1;
}

static bool dollar_path(struct json_path *path, const char *p, const char *end)
{
	while (p && p < end) {
		const char *from;

		if (*p == '[') {
			p = bracket(path, p, end);
			continue;
		}
		if (*p != '.' || ++p == end)
			return false;
		if (*p == '"') {
			from = ++p;
			p = memchr(p, '"', (size_t)(end - p));
			if (!p)
				return false;
			add(path,
			    (struct json_step){ .key = { from, (size_t)(p - from) } });
			p++;
			continue;
		}
		from = p;
		while (p < end && *p != '.' && *p != '[')
			p++;
		if (p == from)
			return false;
		if (p - from == 1 && *from == '*')
			add(path, (struct json_step){ .all = true });
		else
			add(path,
			    (struct json_step){ .key = { from, (size_t)(p - from) } });
	}
	return p != NULL;
}

/* JSON pointer: numbers are keys of objects and indexes of arrays. */
static void pointer_path(struct json_path *path, const char *p, const char *end)
{
	while (p < end) {
		const char *from = ++p;

		while (p < end && *p != '/')
			p++;
		add(path, (struct json_step){ .key = { from, (size_t)(p - from) } });
	}
}

bool json_path_parse(struct arena *a, struct str text, struct json_path *out)
{
	static const struct str modes[] = { STR("lax $"), STR("strict $") };
	const char *end = text.p + text.n;

	/* the standard's modes say what an error is, not where to go */
	for (size_t i = 0; i < ARRAY_LEN(modes); i++)
		if (text.n >= modes[i].n &&
		    str_eq_nocase((struct str){ text.p, modes[i].n }, modes[i]))
			text = (struct str){ text.p + modes[i].n - 1,
					     text.n - modes[i].n + 1 };
	out->n = 0;
	out->steps = arena_array(a, struct json_step, text.n + 1);
	if (text.n == 0)
		return false;
	if (text.p[0] == '$')
		return dollar_path(out, text.p + 1, end);
	if (text.p[0] == '/')
		pointer_path(out, text.p, end);
	else
		add(out, (struct json_step){ .key = text });
	return true;
}

static bool key_is(struct str quoted, struct str key)
{
	struct str s = { quoted.p + 1, quoted.n - 2 };

	return str_eq(s, key);
}

static struct str at_index(struct str v, int64_t index)
{
	struct json_iter it = { .rest = v };
	int64_t n = 0;

	if (index < 0) {
		while (json_next(&it))
			n++;
		index += n;
		it = (struct json_iter){ .rest = v };
	}
	for (int64_t i = 0; index >= 0 && json_next(&it); i++)
		if (i == index)
			return it.value;
	return STR_NONE;
}

static struct str one_step(struct str v, const struct json_step *step)
{
	enum json_kind kind = json_kind_of(v);
	struct json_iter it = { .rest = v };
	int64_t index = step->index;

	if (kind == JSON_ARRAY &&
	    (!step->key.p || plain_int(step->key.p, step->key.n, &index)))
		return at_index(v, index);
	if (kind != JSON_OBJECT || !step->key.p)
		return STR_NONE;
	while (json_next(&it))
		if (key_is(it.key, step->key))
			return it.value;
	return STR_NONE;
}

/* [*]: the rest of the path in each member, as an array. */
static struct str all_members(struct arena *a, struct str v,
			      const struct json_path *rest)
{
	struct sbuf b = { .arena = a };
	struct json_iter it = { .rest = v };
	bool first = true;

	sbuf_addc(&b, '[');
	while (json_next(&it)) {
		struct str found = json_find(a, it.value, rest);

		if (!found.p)
			continue;
		if (!first)
			sbuf_addc(&b, ',');
		first = false;
		sbuf_add(&b, found);
	}
	sbuf_addc(&b, ']');
	return first ? STR_NONE : sbuf_str(&b);
}

struct str json_find(struct arena *a, struct str v, const struct json_path *path)
{
	for (size_t i = 0; v.p && i < path->n; i++) {
		if (path->steps[i].all) {
			struct json_path rest = { path->steps + i + 1,
						  path->n - i - 1 };

			return all_members(a, v, &rest);
		}
		v = one_step(v, &path->steps[i]);
	}
	return v;
}
