/*
 * literal.c - values as SQL literals: modes insert and quote.
 *
 * Arrays, maps and rows have no literals that other systems read: they are JSON
 * texts, as in csv.
 */
#include "cell.h"
#include "names.h"
#include "number.h"
#include "render.h"

struct insert {
	char **names; /* owned */
};

static void put_quoted(struct out *o, const char *p, size_t n, char quote)
{
	out_addc(o, quote);
	for (size_t i = 0; i < n; i++) {
		if (p[i] == quote)
			out_addc(o, quote);
		out_addc(o, p[i]);
	}
	out_addc(o, quote);
}

/* A text, whose zero bytes no script can hold. */
static void put_text(struct out *o, const char *p, size_t n)
{
	const char *end = p + n, *zero;

	while ((zero = memchr(p, 0, (size_t)(end - p)))) {
		put_quoted(o, p, (size_t)(zero - p), '\'');
		out_addz(o, " || chr(0) || ");
		p = zero + 1;
	}
	put_quoted(o, p, (size_t)(end - p), '\'');
}

/* Word before the quotes: DATE '2024-01-05'. */
static const char *literal_word(enum kind k, const struct column *c)
{
	switch (k) {
	case K_DATE32:
	case K_DATE64: return "DATE ";
	case K_TIME32:
	case K_TIME64: return "TIME ";
	case K_TIMESTAMP: return c->zone ? "TIMESTAMP_LTZ " : "TIMESTAMP ";
	case K_MONTHS:
	case K_DURATION:
	case K_DAY_TIME: return "INTERVAL ";
	default: return "";
	}
}

static const char *literal_tail(enum kind k)
{
	if (k == K_MONTHS)
		return " YEAR TO MONTH";
	return k == K_DURATION || k == K_DAY_TIME ? " DAY TO SECOND" : "";
}

static void put_literal(struct render *r, const struct view *v, size_t row)
{
	enum kind k = column_kind(v->col);
	struct out *o = r->out;
	struct cell c;

	if (view_is_null(v, row)) {
		out_addz(o, "NULL");
		return;
	}
	if (is_nested_kind(k)) {
		text_clear(&r->scratch);
		cell_json(&r->scratch, v, row, &r->n_lossy);
		put_text(o, r->scratch.p, r->scratch.n);
		return;
	}
	c = cell_text(v, row, &r->scratch);
	if (k == K_BOOL || (is_number_kind(k) && k != K_F32 && k != K_F64)) {
		out_add(o, c.p, c.n);
	} else if (k == K_F32 || k == K_F64) {
		bool special = c.p[c.n - 1] == 'y' || c.p[c.n - 1] == 'N';

		if (special) {
			out_addz(o, "CAST(");
			put_quoted(o, c.p, c.n, '\'');
			out_addz(o, " AS DOUBLE)");
			return;
		}
		out_add(o, c.p, c.n);
		/* An exponent makes the literal a DOUBLE. */
		if (!memchr(c.p, 'e', c.n))
			out_addz(o, "e0");
	} else if (is_binary_kind(k)) {
		out_addz(o, "X'");
		out_add(o, c.p + 2, c.n - 2);
		out_addc(o, '\'');
	} else {
		out_addz(o, literal_word(k, v->col));
		put_text(o, c.p, c.n);
		out_addz(o, literal_tail(k));
	}
}

static void quote_begin(struct render *r)
{
	(void)r;
}

static void quote_end(struct render *r, bool ok)
{
	(void)r;
	(void)ok;
}

static void insert_begin(struct render *r)
{
	struct insert *insert = r->state;

	insert->names = names_unique(r, true);
}

static void quote_rows(struct render *r, struct ArrowArray *a)
{
	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		for (size_t i = 0; i < r->n_columns; i++) {
			if (i)
				out_addc(r->out, ',');
			put_literal(r, &r->views[i], row);
		}
		out_addc(r->out, '\n');
	}
}

static void insert_rows(struct render *r, struct ArrowArray *a)
{
	const char *table = r->looks->table ? r->looks->table : "t";
	const struct insert *insert = r->state;
	struct out *o = r->out;

	for (size_t row = 0; row < (size_t)a->length && !o->error; row++) {
		out_addz(o, "INSERT INTO ");
		out_addz(o, table);
		out_addz(o, " (");
		for (size_t i = 0; i < r->n_columns; i++) {
			const char *name = insert->names[i];

			if (i)
				out_addz(o, ", ");
			put_quoted(o, name, strlen(name), '"');
		}
		out_addz(o, ") VALUES (");
		for (size_t i = 0; i < r->n_columns; i++) {
			if (i)
				out_addz(o, ", ");
			put_literal(r, &r->views[i], row);
		}
		out_addz(o, ");\n");
	}
}

static void insert_end(struct render *r, bool ok)
{
	struct insert *insert = r->state;

	(void)ok;
	names_free(insert->names, r->n_columns);
}

const struct renderer render_quote = { "quote", 0, quote_begin, quote_rows, quote_end };
const struct renderer render_insert = { "insert", sizeof(struct insert), insert_begin,
					insert_rows, insert_end };
