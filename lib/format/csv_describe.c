/*
 * The decision about a file as a statement that one can paste.
 */
#include "format/csv.h"
#include "type/value.h"

static void add_text(struct sbuf *b, const char *name, struct str s)
{
	struct value v = value_str(s);

	/* Control characters are readable as escapes. */
	if (str_eq(s, STR("\t")))
		v.s = STR("\\t");
	if (str_eq(s, STR("\x1f")))
		v.s = STR("\\0");
	sbuf_addf(b, ", %s => ", name);
	sbuf_add(b, value_literal(b->arena, &v));
}

static void add_char(struct sbuf *b, const char *name, char c)
{
	add_text(b, name, (struct str){ &c, c != 0 });
}

static const char *style_format(const struct date_style *d)
{
	static const char *const orders[3][3] = {
		{ "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d" },
		{ "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y" },
		{ "%m-%d-%Y", "%m/%d/%Y", "%m.%d.%Y" },
	};

	return orders[d->order][d->sep == '/' ? 1 : d->sep == '.' ? 2 : 0];
}

struct str csv_describe(struct arena *a, const struct csv_source *s)
{
	const struct csv_file *f = &s->files[0];
	struct sbuf b = { .arena = a }, cols = { .arena = a };
	struct value path = value_str(f->path), list;

	sbuf_add(&b, STR("SELECT * FROM read_csv("));
	sbuf_add(&b, value_literal(a, &path));
	add_text(&b, "delim", f->dialect.delim);
	add_char(&b, "quote", f->dialect.quote);
	if (f->dialect.escape)
		add_char(&b, "escape", f->dialect.escape);
	if (f->dialect.comment)
		add_char(&b, "comment", f->dialect.comment);
	sbuf_addf(&b, ", header => %s", f->has_header ? "true" : "false");
	if (f->n_skipped)
		sbuf_addf(&b, ", skip => %zu", f->n_skipped);
	for (size_t c = 0; c < f->n_fields; c++) {
		const struct csv_field *field = &f->fields[c];

		if (field->type->id == TYPE_DATE && field->date.sep &&
		    (field->date.order != DATE_YMD || field->date.sep != '-')) {
			sbuf_addf(&b, ", dateformat => '%s'",
				  style_format(&field->date));
			break;
		}
	}
	for (size_t c = 0; c < s->n_data; c++) {
		struct str type = type_name(a, s->base.cols[c].type);

		sbuf_addf(&cols, "%s\"%.*s\" %.*s", c ? ", " : "",
			  STR_ARG(s->base.cols[c].name), STR_ARG(type));
	}
	list = value_str(sbuf_str(&cols));
	sbuf_add(&b, STR(", columns => "));
	sbuf_add(&b, value_literal(a, &list));
	sbuf_add(&b, STR(")"));
	return sbuf_str(&b);
}
