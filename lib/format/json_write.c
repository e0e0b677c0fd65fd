#include "format/json_write.h"

#include <math.h>

#include "base/hash.h"
#include "format/options.h"
#include "format/text_out.h"
#include "type/value.h"

struct format_writer {
	struct text_out out;
	struct budget *budget;
	bool array;
	bool has_rows;
	size_t n_cols;
	struct str *keys; /* "name": with quotes, escaped */
	struct arena *arena;
};

static const struct source_option_row option_rows[] = {
	{ "array", "", "boolean", "false", "one array instead of one object a line" },
};

static shade_status write_string(struct text_out *o, struct str s)
{
	static const char hex[] = "0123456789abcdef";
	const char *p = s.p, *end = s.p + s.n, *from = s.p;

	TRY(text_out_char(o, '"'));
	for (; p < end; p++) {
		unsigned char c = (unsigned char)*p;
		char esc[6] = { '\\', 0 };
		size_t n = 2;

		if (c >= 0x20 && c != '"' && c != '\\')
			continue;
		TRY(text_out_add(o, from, (size_t)(p - from)));
		from = p + 1;
		switch (c) {
		case '"': esc[1] = '"'; break;
		case '\\': esc[1] = '\\'; break;
		case '\n': esc[1] = 'n'; break;
		case '\r': esc[1] = 'r'; break;
		case '\t': esc[1] = 't'; break;
		case '\b': esc[1] = 'b'; break;
		case '\f': esc[1] = 'f'; break;
		default:
			memcpy(esc, "\\u00", 4);
			esc[4] = hex[c >> 4];
			esc[5] = hex[c & 15];
			n = 6;
		}
		TRY(text_out_add(o, esc, n));
	}
	TRY(text_out_add(o, from, (size_t)(end - from)));
	return text_out_char(o, '"');
}

static shade_status write_cell(struct text_out *o, const struct vector *v, size_t row);

static shade_status write_list(struct text_out *o, const struct vector *v, size_t at)
{
	struct list_ref ref = ((const struct list_ref *)v->data)[at];
	bool map = v->type->id == TYPE_MAP;

	TRY(text_out_char(o, map ? '{' : '['));
	for (uint32_t k = 0; k < ref.n; k++) {
		if (k)
			TRY(text_out_char(o, ','));
		if (map) {
			struct value key = vector_value(&v->children[0], ref.offset + k,
							o->scratch);

			TRY(write_string(o, value_text(o->scratch, &key)));
			TRY(text_out_char(o, ':'));
		}
		TRY(write_cell(o, &v->children[map], ref.offset + k));
	}
	return text_out_char(o, map ? '}' : ']');
}

static shade_status write_row(struct text_out *o, const struct vector *v, size_t at)
{
	TRY(text_out_char(o, '{'));
	for (size_t k = 0; k < v->type->n_children; k++) {
		if (k)
			TRY(text_out_char(o, ','));
		TRY(write_string(o, v->type->names[k]));
		TRY(text_out_char(o, ':'));
		TRY(write_cell(o, &v->children[k], at));
	}
	return text_out_char(o, '}');
}

static bool is_finite(const struct vector *v, size_t at)
{
	return v->type->id == TYPE_FLOAT ? isfinite(((const float *)v->data)[at])
					 : isfinite(((const double *)v->data)[at]);
}

static shade_status write_cell(struct text_out *o, const struct vector *v, size_t row)
{
	const struct vector *flat = v->form == VECTOR_DICT ? v->dict : v;
	size_t at = vector_index(v, row);

	if (vector_is_null(v, row))
		return text_out_add(o, "null", 4);
	switch (type_phys(v->type)) {
	case PHYS_STR:
		if (v->type->id == TYPE_VARIANT) {
			struct str s = strv_str(&((const struct strv *)flat->data)[at]);

			return text_out_add(o, s.p, s.n);
		}
		return write_string(o,
				    strv_str(&((const struct strv *)flat->data)[at]));
	case PHYS_LIST: return write_list(o, flat, at);
	case PHYS_ROW: return write_row(o, flat, at);
	default: break;
	}
	/* JSON has no infinity. */
	if (type_family(v->type) == FAMILY_FLOAT && !is_finite(flat, at))
		return text_out_add(o, "null", 4);
	if (type_is_numeric(v->type) || v->type->id == TYPE_BOOLEAN)
		return text_out_value(o, flat, at);
	TRY(text_out_char(o, '"'));
	TRY(text_out_value(o, flat, at));
	return text_out_char(o, '"');
}

static shade_status json_write(struct shade_cx *cx, struct format_writer *w,
			       const struct batch *b)
{
	size_t n = batch_rows(b);

	w->out.cx = cx;
	for (size_t i = 0; i < n; i++) {
		size_t row = b->sel ? b->sel[i] : i;

		if (w->array)
			TRY(text_out_add(&w->out, w->has_rows ? ",\n\t" : "\n\t",
					 w->has_rows ? 3 : 2));
		w->has_rows = true;
		TRY(text_out_char(&w->out, '{'));
		for (size_t c = 0; c < w->n_cols; c++) {
			TRY(text_out_add(&w->out, w->keys[c].p, w->keys[c].n));
			TRY(write_cell(&w->out, &b->cols[c], row));
		}
		TRY(text_out_char(&w->out, '}'));
		if (!w->array)
			TRY(text_out_char(&w->out, '\n'));
	}
	arena_reset(w->out.scratch);
	return SHADE_OK;
}

static shade_status json_finish(struct shade_cx *cx, struct format_writer *w)
{
	w->out.cx = cx;
	if (w->array)
		TRY(text_out_add(&w->out, "\n]\n", 3));
	return text_out_flush(&w->out);
}

static void json_close(struct format_writer *w)
{
	struct budget *budget = w->budget;

	if (w->out.scratch)
		arena_free(w->out.scratch);
	if (w->arena)
		arena_free(w->arena);
	mem_free(budget, w, sizeof(*w));
}

/* ,"name": ready to be copied; escapes by way of the buffer. */
/* Readers keep only the last of two keys: a, a, a_1 become a, a_2, a_1. */
static struct str *unique_names(struct arena *a, const struct source_col *cols,
				size_t n)
{
	struct name_map seen = { .arena = a };
	struct str *names = arena_array(a, struct str, n + 1);

	for (size_t c = 0; c < n; c++) {
		names[c] = cols[c].name;
		if (!name_map_get(&seen, names[c]))
			name_map_put(&seen, names[c], &names[c]);
	}
	for (size_t c = 0; c < n; c++) {
		if (name_map_get(&seen, names[c]) == &names[c])
			continue;
		for (int k = 1; name_map_get(&seen, names[c]); k++)
			names[c] = str_fmt(a, "%.*s_%d", STR_ARG(cols[c].name), k);
		name_map_put(&seen, names[c], &names[c]);
	}
	return names;
}

static shade_status make_keys(struct format_writer *w, const struct source_col *cols)
{
	struct str *names = unique_names(w->arena, cols, w->n_cols);

	w->keys = arena_array(w->arena, struct str, w->n_cols + 1);
	for (size_t c = 0; c < w->n_cols; c++) {
		if (c)
			TRY(text_out_char(&w->out, ','));
		if (names[c].n * 6 + 8 > TEXT_OUT_SIZE)
			return shade_fail(w->out.cx, SHADE_E_UNSUPPORTED, NO_SPAN,
					  "a column's name is too long for JSON");
		TRY(write_string(&w->out, names[c]));
		TRY(text_out_char(&w->out, ':'));
		w->keys[c] = str_dup(w->arena, (struct str){ w->out.p, w->out.n });
		w->out.n = 0;
	}
	return SHADE_OK;
}

static shade_status setup(struct shade_cx *cx, struct format_writer *w,
			  const struct source_option *options, size_t n_options,
			  const struct source_col *cols)
{
	size_t id;

	w->arena = arena_new(cx->budget);
	w->out.scratch = arena_new(cx->budget);
	if (!w->out.scratch || !w->arena)
		return cx_nomem(cx);
	w->out.zone = zone_of_session(cx, cx->arena);
	for (size_t i = 0; i < n_options; i++) {
		TRY(option_find(cx, "writing json", option_rows, ARRAY_LEN(option_rows),
				&options[i], &id));
		TRY(option_bool(cx, &options[i], &w->array));
	}
	TRY(make_keys(w, cols));
	return w->array ? text_out_char(&w->out, '[') : SHADE_OK;
}

static shade_status json_open(struct shade_cx *cx, struct writer *to,
			      const struct source_option *options, size_t n_options,
			      const struct source_col *cols, size_t n_cols,
			      struct format_writer **out)
{
	struct format_writer *w = mem_alloc(cx->budget, sizeof(*w));
	shade_status rc;

	if (!w)
		return cx_nomem(cx);
	w->budget = cx->budget;
	w->out.cx = cx;
	w->out.to = to;
	w->n_cols = n_cols;
	rc = setup(cx, w, options, n_options, cols);
	if (rc) {
		json_close(w);
		return rc;
	}
	*out = w;
	return SHADE_OK;
}

const struct format_writer_class json_writer_class = {
	.options = option_rows,
	.n_options = ARRAY_LEN(option_rows),
	.open = json_open,
	.write = json_write,
	.finish = json_finish,
	.close = json_close,
};
