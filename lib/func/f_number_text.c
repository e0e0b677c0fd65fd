/*
 * f_number_text.c - numbers as text by a format of digits: to_char.
 *
 * The format is Spark's: [S | MI] [$] digits and groups [. digits] [S | MI | PR].
 * 9 is a digit or, in front, a blank; 0 and all behind it are always digits; , and
 * G group, . and D are the point.  What does not fit is shown as #.
 */
#include <ctype.h>

#include "func/values.h"

enum sign { SIGN_NONE, SIGN_ALWAYS, SIGN_MINUS, SIGN_ANGLE };

struct number_format {
	struct str whole; /* digits and groups before the point */
	struct str fraction;
	bool has_point, has_dollar;
	enum sign front, behind;
};

/* Is the next thing that word, in any case?  Then past it. */
static bool take(struct str *s, const char *word)
{
	size_t n = strlen(word);

	if (s->n < n || !str_eq_nocase((struct str){ s->p, n }, str_from(word)))
		return false;
	s->p += n;
	s->n -= n;
	return true;
}

static struct str take_digits(struct str *s, bool groups)
{
	struct str out = { s->p, 0 };

	while (s->n && (s->p[0] == '9' || s->p[0] == '0' ||
			(groups && strchr(",Gg", s->p[0])))) {
		out.n++;
		s->p++;
		s->n--;
	}
	return out;
}

static enum sign take_sign(struct str *s, bool behind)
{
	if (behind && take(s, "PR"))
		return SIGN_ANGLE;
	if (take(s, "MI"))
		return SIGN_MINUS;
	return take(s, "S") ? SIGN_ALWAYS : SIGN_NONE;
}

static bool read_format(struct str s, struct number_format *f)
{
	*f = (struct number_format){ .front = take_sign(&s, false) };
	f->has_dollar = take(&s, "$");
	f->whole = take_digits(&s, true);
	f->has_point = take(&s, ".") || take(&s, "D");
	if (f->has_point)
		f->fraction = take_digits(&s, false);
	if (f->front == SIGN_NONE)
		f->behind = take_sign(&s, true);
	return s.n == 0 && f->whole.n + f->fraction.n > 0;
}

static bool is_group(char c)
{
	return c != '9' && c != '0';
}

static size_t slots(struct str whole)
{
	size_t n = 0;

	for (size_t i = 0; i < whole.n; i++)
		n += !is_group(whole.p[i]);
	return n;
}

/* A number as its digits before and behind the point. */
struct digits {
	struct str whole, fraction; /* whole: without zeros in front */
	bool negative, fits;
};

static struct digits digits_of(struct arena *a, const struct value *v)
{
	struct str s = value_text(a, v);
	struct digits d = { .fits = true };
	const char *point;

	d.negative = s.n && s.p[0] == '-';
	if (d.negative) {
		s.p++;
		s.n--;
	}
	for (size_t i = 0; i < s.n; i++)
		d.fits = d.fits && (isdigit((unsigned char)s.p[i]) || s.p[i] == '.');
	point = memchr(s.p, '.', s.n);
	d.whole = (struct str){ s.p, point ? (size_t)(point - s.p) : s.n };
	if (point)
		d.fraction = (struct str){ point + 1, s.n - d.whole.n - 1 };
	while (d.whole.n && d.whole.p[0] == '0') {
		d.whole.p++;
		d.whole.n--;
	}
	while (d.fraction.n && d.fraction.p[d.fraction.n - 1] == '0')
		d.fraction.n--;
	return d;
}

static void put_whole(struct sbuf *b, const struct number_format *f,
		      const struct digits *d)
{
	size_t left = slots(f->whole);
	bool begun = false; /* digits are written from here on */

	for (size_t i = 0; i < f->whole.n; i++) {
		char c = f->whole.p[i];

		if (is_group(c)) {
			sbuf_addc(b, begun ? ',' : ' ');
			continue;
		}
		/* a point has a digit before it */
		begun = begun || c == '0' || left <= d->whole.n ||
			(left == 1 && f->has_point);
		sbuf_addc(b, !begun              ? ' '
			     : left > d->whole.n ? '0'
						 : d->whole.p[d->whole.n - left]);
		left--;
	}
}

static void put_hashes(struct sbuf *b, struct str part)
{
	for (size_t i = 0; i < part.n; i++)
		sbuf_addc(b, is_group(part.p[i]) ? ',' : '#');
}

static void put_digits(struct sbuf *b, const struct number_format *f,
		       const struct digits *d)
{
	bool fits = d->fits && d->whole.n <= slots(f->whole) &&
		    d->fraction.n <= f->fraction.n;

	if (f->has_dollar)
		sbuf_addc(b, '$');
	if (fits)
		put_whole(b, f, d);
	else
		put_hashes(b, f->whole);
	if (f->has_point)
		sbuf_addc(b, '.');
	for (size_t i = 0; fits && i < f->fraction.n; i++)
		sbuf_addc(b, i < d->fraction.n ? d->fraction.p[i] : '0');
	if (!fits)
		put_hashes(b, f->fraction);
}

static shade_status to_char(struct func_call *fc, const struct value *args,
			    size_t n_args, struct value *out)
{
	struct arena *a = func_scratch(fc);
	struct sbuf number = { .arena = a }, b = { .arena = a };
	struct digits d = digits_of(a, &args[0]);
	struct number_format f;
	struct str s;
	size_t blanks = 0;

	(void)n_args;
	if (!read_format(args[1].s, &f))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "\"%.*s\" is no number format like S$999,990.00",
				  STR_ARG(args[1].s));
	put_digits(&number, &f, &d);
	s = sbuf_str(&number);
	while (blanks < s.n && s.p[blanks] == ' ')
		blanks++;
	sbuf_add(&b, (struct str){ s.p, blanks });
	if (f.front != SIGN_NONE)
		sbuf_addc(&b, d.negative ? '-' : f.front == SIGN_ALWAYS ? '+' : ' ');
	else if (f.behind == SIGN_ANGLE && d.negative)
		sbuf_addc(&b, '<');
	sbuf_add(&b, (struct str){ s.p + blanks, s.n - blanks });
	switch (f.behind) {
	case SIGN_NONE: break;
	case SIGN_ALWAYS: sbuf_addc(&b, d.negative ? '-' : '+'); break;
	case SIGN_MINUS: sbuf_addc(&b, d.negative ? '-' : ' '); break;
	case SIGN_ANGLE: sbuf_add(&b, d.negative ? STR(">") : STR("  ")); break;
	}
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

static const struct func_row rows[] = {
	{ EACH("to_char", "NUMERIC, VARCHAR -> VARCHAR", FUNC_CAN_FAIL | FUNC_TOTAL,
	       to_char),
	  DOC("a number in a format of 9, 0, comma, point, $, S, MI and PR",
	      "to_char(-12454.8, '99G999D9S')", "12,454.8-") },
	{ EACH("to_varchar", "NUMERIC, VARCHAR -> VARCHAR", FUNC_CAN_FAIL | FUNC_TOTAL,
	       to_char),
	  DOC("a number in a format, as to_char", "to_varchar(78.12, '$99.99')",
	      "$78.12") },
};

const struct func_family func_family_number_text = { "Numbers in formats", rows,
						     ARRAY_LEN(rows) };
