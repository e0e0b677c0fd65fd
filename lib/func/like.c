/*
 * like.c - patterns of LIKE.
 *
 * A pattern is compiled into pieces between its % signs.  The first piece
 * is anchored at the start, the last at the end, those between are looked
 * for from left to right: greedy leftmost matching is right for LIKE, so
 * no match needs backtracking over more than one piece.
 */
#include "func/like.h"

#include "base/utf8.h"

struct piece {
	struct str text; /* literal bytes; for any: one byte 0 a position */
	const uint8_t *any; /* NULL: no _ in it; else 1 where _ stands */
};

struct like {
	struct str pattern; /* what it was compiled from */
	struct piece *pieces;
	size_t n;
	bool open_start, open_end; /* begins, ends with % */
	bool fold; /* ILIKE: text is lowered before */
};

static void add_piece(struct arena *a, struct like *l, const char *text,
		      const uint8_t *any, size_t n)
{
	struct piece *p = &l->pieces[l->n++];
	bool has_any = false;

	p->text = str_dup(a, (struct str){ text, n });
	for (size_t i = 0; i < n; i++)
		has_any = has_any || any[i];
	if (has_any)
		p->any = arena_dup(a, any, n);
}

/* escape 0: none.  False: the pattern ends in its escape character. */
static bool compile(struct arena *a, struct str pattern, char escape, struct like *l)
{
	char *text = arena_alloc(a, pattern.n + 1);
	uint8_t *any = arena_alloc(a, pattern.n + 1);
	size_t n = 0;

	l->pieces = arena_array(a, struct piece, pattern.n + 1);
	l->n = 0;
	l->open_start = pattern.n > 0 && pattern.p[0] == '%';
	l->open_end = false;
	for (size_t i = 0; i < pattern.n; i++) {
		char c = pattern.p[i];

		any[n] = 0;
		l->open_end = false;
		if (escape && c == escape) {
			if (++i == pattern.n)
				return false;
			text[n++] = pattern.p[i];
		} else if (c == '%') {
			if (n > 0)
				add_piece(a, l, text, any, n);
			n = 0;
			l->open_end = true;
		} else {
			any[n] = c == '_';
			text[n++] = c;
		}
	}
	if (n > 0)
		add_piece(a, l, text, any, n);
	l->pattern = str_dup(a, pattern);
	return true;
}

/* Does the piece match at s?  Returns bytes used, or SIZE_MAX. */
static size_t match_here(const struct piece *p, const char *s, size_t n)
{
	size_t at = 0;

	if (!p->any) {
		if (n < p->text.n || memcmp(s, p->text.p, p->text.n) != 0)
			return SIZE_MAX;
		return p->text.n;
	}
	for (size_t i = 0; i < p->text.n; i++) {
		if (at == n)
			return SIZE_MAX;
		if (p->any[i]) {
			size_t len;

			utf8_decode(s + at, n - at, &len);
			at += len;
		} else if (s[at++] != p->text.p[i]) {
			return SIZE_MAX;
		}
	}
	return at;
}

static size_t find(const struct piece *p, const char *s, size_t n, size_t *used)
{
	if (!p->any) {
		const char *hit = memmem(s, n, p->text.p, p->text.n);

		*used = p->text.n;
		return hit ? (size_t)(hit - s) : SIZE_MAX;
	}
	for (size_t at = 0; at <= n; at++) {
		if (at < n && ((unsigned char)s[at] & 0xc0) == 0x80)
			continue;
		*used = match_here(p, s + at, n - at);
		if (*used != SIZE_MAX)
			return at;
	}
	return SIZE_MAX;
}

/* The last piece must end the text. */
static bool match_end(const struct piece *p, const char *s, size_t n)
{
	if (!p->any)
		return n >= p->text.n &&
		       memcmp(s + n - p->text.n, p->text.p, p->text.n) == 0;
	for (size_t at = 0; at <= n; at++)
		if ((at == n || ((unsigned char)s[at] & 0xc0) != 0x80) &&
		    match_here(p, s + at, n - at) == n - at)
			return true;
	return false;
}

static bool match(const struct like *l, const char *s, size_t n)
{
	size_t first = 0, last = l->n, used;

	if (l->n == 0)
		return l->open_start || n == 0;
	if (!l->open_start) {
		used = match_here(&l->pieces[first++], s, n);
		if (used == SIZE_MAX)
			return false;
		s += used;
		n -= used;
		if (first == l->n)
			return l->open_end || n == 0;
	}
	if (!l->open_end)
		last--;
	for (; first < last; first++) {
		size_t at = find(&l->pieces[first], s, n, &used);

		if (at == SIZE_MAX)
			return false;
		s += at + used;
		n -= at + used;
	}
	return l->open_end || match_end(&l->pieces[last], s, n);
}

static struct str lowered(struct func_call *fc, struct str s)
{
	return str_lower(func_scratch(fc), s);
}

static shade_status make(struct func_call *fc, struct str pattern, struct str escape,
			 bool fold, struct arena *a, struct like *l)
{
	if (escape.n > 1)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the escape of LIKE must be one ASCII character");
	if (fold)
		pattern = lowered(fc, pattern);
	l->fold = fold;
	if (!compile(a, pattern, escape.n ? escape.p[0] : 0, l))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "LIKE pattern \"%.*s\" ends in its escape character",
				  STR_ARG(pattern));
	return SHADE_OK;
}

shade_status like_init(struct func_call *fc, const struct value *const *consts)
{
	struct str pattern, escape = STR_NONE;
	struct like *l;

	fc->state = NULL;
	if (!func_const_text(consts, 1, &pattern) ||
	    (fc->n_args == 3 && !func_const_text(consts, 2, &escape)))
		return SHADE_OK;
	l = arena_new_of(fc->arena, struct like);
	fc->state = l;
	return make(fc, pattern, escape, fc->row->name[0] == 'i', fc->arena, l);
}

static shade_status run(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out, bool fold)
{
	uint8_t *r = out->data;
	struct like *l = fc->state, local;

	for (size_t i = 0; i < n; i++) {
		struct str s;

		r[i] = 0;
		if (!row_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		if (!fc->state) {
			l = &local;
			TRY(make(fc, arg_str(&args[1], i),
				 n_args == 3 ? arg_str(&args[2], i) : STR_NONE, fold,
				 func_scratch(fc), l));
		}
		if (fold)
			s = lowered(fc, s);
		r[i] = match(l, s.p, s.n);
	}
	return SHADE_OK;
}

shade_status like_kernel(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out)
{
	return run(fc, args, n_args, n, out, false);
}

shade_status ilike_kernel(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	return run(fc, args, n_args, n, out, true);
}
