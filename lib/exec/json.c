#include "exec/json.h"

static void json_string(struct sbuf *out, struct str s)
{
	static const char hex[] = "0123456789abcdef";

	sbuf_addc(out, '"');
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c == '"' || c == '\\') {
			sbuf_addc(out, '\\');
			sbuf_addc(out, (char)c);
		} else if (c == '\n') {
			sbuf_add(out, STR("\\n"));
		} else if (c == '\t') {
			sbuf_add(out, STR("\\t"));
		} else if (c < 0x20) {
			sbuf_add(out, STR("\\u00"));
			sbuf_addc(out, hex[c >> 4]);
			sbuf_addc(out, hex[c & 15]);
		} else {
			sbuf_addc(out, (char)c);
		}
	}
	sbuf_addc(out, '"');
}

static void json_value(struct sbuf *out, const struct value *v);

static void json_array(struct sbuf *out, const struct value *v)
{
	sbuf_addc(out, '[');
	for (size_t i = 0; i < v->list.n; i++) {
		if (i > 0)
			sbuf_addc(out, ',');
		json_value(out, &v->list.v[i]);
	}
	sbuf_addc(out, ']');
}

/* Keys that are no strings are written as text. */
static void json_map(struct sbuf *out, const struct value *v)
{
	sbuf_addc(out, '{');
	for (size_t i = 0; i < v->list.n; i++) {
		if (i > 0)
			sbuf_addc(out, ',');
		json_string(out, value_text(out->arena, &v->list.v[i]));
		sbuf_addc(out, ':');
		json_value(out, &v->list.v[v->list.n + i]);
	}
	sbuf_addc(out, '}');
}

static void json_fields(struct sbuf *out, const struct value *v)
{
	sbuf_addc(out, '{');
	for (size_t i = 0; i < v->list.n; i++) {
		if (i > 0)
			sbuf_addc(out, ',');
		json_string(out, v->type->names[i]);
		sbuf_addc(out, ':');
		json_value(out, &v->list.v[i]);
	}
	sbuf_addc(out, '}');
}

static void json_value(struct sbuf *out, const struct value *v)
{
	struct str text;

	if (v->is_null) {
		sbuf_add(out, STR("null"));
		return;
	}
	switch (v->type->id) {
	case TYPE_ARRAY: json_array(out, v); return;
	case TYPE_MAP: json_map(out, v); return;
	case TYPE_ROW: json_fields(out, v); return;
	default: break;
	}
	text = value_text(out->arena, v);
	/* NaN and infinities are no JSON numbers. */
	if (v->type->id == TYPE_BOOLEAN ||
	    (type_is_numeric(v->type) && text.n > 0 &&
	     (text.p[0] == '-' ? text.n > 1 && text.p[1] <= '9' : text.p[0] <= '9')))
		sbuf_add(out, text);
	else
		json_string(out, text);
}

void json_row(struct sbuf *out, const struct plan *p, const struct batch *b, size_t row)
{
	bool first = true;

	sbuf_addc(out, '{');
	for (size_t i = 0; i < p->n_cols; i++) {
		struct value v;

		if (p->cols[i].hidden)
			continue;
		if (!first)
			sbuf_addc(out, ',');
		first = false;
		json_string(out, p->cols[i].name);
		sbuf_addc(out, ':');
		v = vector_value(&b->cols[i], row, out->arena);
		json_value(out, &v);
	}
	sbuf_addc(out, '}');
}
