/*
 * Header, names and types from the sampled rows.  A column starts with every
 * type possible, and each value crosses out what it is not.
 */
#include "base/hash.h"
#include "format/csv.h"
#include "format/csv_cells.h"

enum {
	CAN_BOOL = 1,
	CAN_INT = 2, /* BIGINT */
	CAN_HUGE = 4, /* HUGEINT */
	CAN_FLOAT = 8,
	CAN_TIME = 16
};

#define N_STYLES 9
#define ALL_STYLES ((1u << N_STYLES) - 1)

static const char style_seps[3] = { '-', '/', '.' };

struct infer {
	unsigned can;
	unsigned dates, timestamps; /* styles that fit all values, by bit */
	size_t n; /* values that are not NULL */
	int int_digits, frac_digits;
	bool has_point, has_exponent;
	bool zoned, unzoned;
	bool is_grouped;
	struct str a_date;
	size_t n_nullish;
	struct str nullish;
};

static struct date_style style_of(unsigned bit)
{
	return (struct date_style){ .order = (enum date_order)(bit / 3),
				    .sep = style_seps[bit % 3] };
}

static bool is_word(const char *p, size_t n, const char *word)
{
	return str_eq_nocase((struct str){ p, n }, str_from(word));
}

static bool is_bool_text(const char *p, size_t n)
{
	return is_word(p, n, "true") || is_word(p, n, "false") || is_word(p, n, "t") ||
	       is_word(p, n, "f");
}

static bool is_nullish(const char *p, size_t n)
{
	static const char *const words[] = { "NA", "N/A", "null", "none", "nan",
					     "-",  "\\N", "nil",  "#N/A" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (is_word(p, n, words[i]))
			return true;
	}
	return false;
}

static void infer_date(struct infer *in, const char *p, const char *e,
		       const struct csv_options *o)
{
	unsigned dates = 0, timestamps = 0;
	int32_t days;
	int64_t us;
	bool zone;

	if (o->date_format.n || o->timestamp_format.n) {
		struct date_style d = { .format = o->date_format };
		struct date_style t = { .format = o->timestamp_format };

		if (o->date_format.n && !moment_date(p, e, &d, &days))
			in->dates = 0;
		if (o->timestamp_format.n && !moment_timestamp(p, e, &t, &us, &zone))
			in->timestamps = 0;
		if (o->date_format.n && o->timestamp_format.n)
			return;
	}
	if (e - p < 8 || *p < '0' || *p > '9') {
		if (!o->date_format.n)
			in->dates = 0;
		if (!o->timestamp_format.n)
			in->timestamps = 0;
		return;
	}
	for (unsigned s = 0; s < N_STYLES; s++) {
		struct date_style style = style_of(s);

		if (in->dates >> s & 1 && moment_date(p, e, &style, &days))
			dates |= 1u << s;
		if (!(in->timestamps >> s & 1) ||
		    !moment_timestamp(p, e, &style, &us, &zone))
			continue;
		timestamps |= 1u << s;
		in->zoned |= zone;
		in->unzoned |= !zone;
	}
	if (!o->date_format.n)
		in->dates = dates;
	if (!o->timestamp_format.n)
		in->timestamps = timestamps;
	if ((dates | timestamps) && !in->a_date.n)
		in->a_date = (struct str){ p, (size_t)(e - p) };
}

static bool looks_grouped(const char *p, const char *e, char point, char thousands)
{
	struct number_style style = { point, thousands };
	struct number_shape shape;
	char buf[64];

	if (!memchr(p, thousands, (size_t)(e - p)) &&
	    !memchr(p, point, (size_t)(e - p)))
		return false;
	if (!number_ungroup(&p, &e, &style, buf))
		return false;
	shape = number_shape(p, e, point);
	return shape.is_number && !shape.has_leading_zero;
}

static void infer_number(struct infer *in, const char *p, const char *e,
			 const struct csv_options *o)
{
	const char *begin = p, *end = e;
	struct number_shape s;
	char buf[64];

	if (o->number.thousands && !number_ungroup(&p, &e, &o->number, buf))
		p = e;
	s = number_shape(p, e, o->number.point);
	if (!s.is_number || s.has_leading_zero) {
		double d;

		in->can &= ~(unsigned)(CAN_INT | CAN_HUGE);
		/* inf and nan go with numbers that have a point */
		if (s.has_leading_zero || !in->has_point ||
		    !number_f64(p, e, o->number.point, &d))
			in->can &= ~(unsigned)CAN_FLOAT;
		in->is_grouped |= !o->number.thousands && !s.has_leading_zero &&
				  (looks_grouped(begin, end, '.', ',') ||
				   looks_grouped(begin, end, ',', '.'));
		return;
	}
	if (s.int_digits > in->int_digits)
		in->int_digits = s.int_digits;
	if (s.frac_digits > in->frac_digits)
		in->frac_digits = s.frac_digits;
	in->has_point |= !s.is_integer;
	in->has_exponent |= s.has_exponent;
	if (!s.is_integer || s.int_digits > 38)
		in->can &= ~(unsigned)(CAN_INT | CAN_HUGE);
	if (in->can & CAN_INT) {
		int64_t v;

		if (s.int_digits > 18 && !number_i64(p, e, &v))
			in->can &= ~(unsigned)CAN_INT;
	}
}

static void infer_value(struct infer *in, const char *p, const char *e,
			const struct csv_options *o)
{
	size_t n;
	int64_t us;

	if (!in->can && !in->dates && !in->timestamps)
		return;
	while (p < e && (*p == ' ' || *p == '\t'))
		p++;
	while (e > p && (e[-1] == ' ' || e[-1] == '\t'))
		e--;
	n = (size_t)(e - p);
	in->n++;
	if (in->can & CAN_BOOL && !is_bool_text(p, n))
		in->can &= ~(unsigned)CAN_BOOL;
	if (in->can & (CAN_INT | CAN_HUGE | CAN_FLOAT))
		infer_number(in, p, e, o);
	if (in->can & CAN_TIME && (n < 4 || !moment_time(p, e, &us)))
		in->can &= ~(unsigned)CAN_TIME;
	if (in->dates | in->timestamps)
		infer_date(in, p, e, o);
}

static bool is_null_text(const struct csv_options *o, struct csv_text t)
{
	size_t n = (size_t)(t.e - t.p);

	if (t.quoted && (n == 0 || !o->quoted_nulls))
		return false;
	if (!o->has_nulls)
		return n == 0;
	for (size_t i = 0; i < o->n_nulls; i++) {
		if (str_eq(o->nulls[i], (struct str){ t.p, n }))
			return true;
	}
	return false;
}

/* One style left, or ISO among several, or two orders that both fit. */
static bool pick_style(unsigned styles, struct date_style *out, bool *ambiguous)
{
	unsigned s = (unsigned)__builtin_ctz(styles | 1u << N_STYLES);

	*ambiguous = false;
	if (s == N_STYLES)
		return false;
	*out = style_of(s);
	*ambiguous = s >= 3 && s < 6 && (styles >> (s + 3) & 1);
	return true;
}

static void conclude_moment(const struct infer *in, const struct csv_options *o,
			    struct csv_field *f)
{
	bool date = in->dates != 0, ambiguous = false;
	enum type_id id = date        ? TYPE_DATE
			  : in->zoned ? TYPE_TIMESTAMP_LTZ
				      : TYPE_TIMESTAMP;

	f->date = (struct date_style){ .order = DATE_YMD, .sep = '-' };
	if (date ? o->date_format.n > 0 : o->timestamp_format.n > 0)
		f->date.format = date ? o->date_format : o->timestamp_format;
	else
		pick_style(date ? in->dates : in->timestamps, &f->date, &ambiguous);
	f->type = type_of(ambiguous ? TYPE_VARCHAR : id);
	f->zone_mixed = in->zoned && in->unzoned;
	if (ambiguous)
		f->ambiguous = in->a_date;
}

static void conclude(struct arena *a, const struct infer *in,
		     const struct csv_options *o, struct csv_field *f)
{
	f->type = type_of(TYPE_VARCHAR);
	f->date = (struct date_style){ .order = DATE_YMD, .sep = '-' };
	f->n_nullish = in->n_nullish;
	f->nullish = in->nullish;
	f->is_grouped = in->is_grouped;
	f->is_empty = in->n == 0;
	if (!in->n || o->all_varchar)
		return;
	if (in->can & CAN_INT) {
		f->type = type_of(TYPE_BIGINT);
	} else if (in->can & CAN_HUGE) {
		f->type = type_of(TYPE_HUGEINT);
	} else if (in->can & CAN_FLOAT) {
		/* Never lossy: long integer parts do not fit a double. */
		if (in->int_digits <= 15 || in->has_exponent)
			f->type = type_of(TYPE_DOUBLE);
		else if (in->int_digits + in->frac_digits <= 38)
			f->type = type_decimal(a, 38, in->frac_digits);
	} else if (in->dates | in->timestamps) {
		conclude_moment(in, o, f);
	} else if (in->can & CAN_TIME) {
		f->type = type_of(TYPE_TIME);
	} else if (in->can & CAN_BOOL) {
		f->type = type_of(TYPE_BOOLEAN);
	}
}

/* Field c of sampled row r. */
static struct csv_text sample_text(const struct csv_sample *s,
				   const struct csv_file *file, size_t row, size_t c)
{
	size_t j = s->first[row] + c;
	bool last = s->v[j] & 1;
	const char *b = s->p + (j ? s->v[j - 1] >> 1 : 0);
	const char *e = s->p + (s->v[j] >> 1) - (last ? 1 : file->dialect.delim.n);

	return csv_text_of(&file->dialect, b, e, last);
}

static bool may_be(const struct csv_options *o, enum type_id id)
{
	return !o->types || o->types >> id & 1;
}

/* What a column can be before its first value. */
static struct infer infer_start(const struct csv_options *o)
{
	static const struct {
		enum type_id type;
		unsigned can;
	} kinds[] = { { TYPE_BOOLEAN, CAN_BOOL }, { TYPE_TINYINT, CAN_INT },
		      { TYPE_SMALLINT, CAN_INT }, { TYPE_INT, CAN_INT },
		      { TYPE_BIGINT, CAN_INT },   { TYPE_HUGEINT, CAN_HUGE },
		      { TYPE_FLOAT, CAN_FLOAT },  { TYPE_DOUBLE, CAN_FLOAT },
		      { TYPE_TIME, CAN_TIME } };
	struct infer in = { 0 };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		if (may_be(o, kinds[i].type))
			in.can |= kinds[i].can;
	}
	if (may_be(o, TYPE_DATE))
		in.dates = ALL_STYLES;
	if (may_be(o, TYPE_TIMESTAMP) || may_be(o, TYPE_TIMESTAMP_LTZ))
		in.timestamps = ALL_STYLES;
	return in;
}

static void infer_column(struct arena *a, const struct csv_options *o,
			 const struct csv_sample *s, const struct csv_file *file,
			 size_t c, size_t n_rows, struct infer *in)
{
	*in = infer_start(o);
	for (size_t r = 1; r < n_rows; r++) {
		struct csv_text t = sample_text(s, file, r, c);
		size_t n = (size_t)(t.e - t.p);

		if (is_null_text(o, t) || (n == 0 && t.quoted))
			continue;
		if (t.escaped) {
			in->can = 0;
			in->dates = in->timestamps = 0;
			in->n++;
			continue;
		}
		if (n <= 4 && !t.quoted && is_nullish(t.p, n)) {
			if (in->n_nullish++ == 0)
				in->nullish = str_dup(a, (struct str){ t.p, n });
		}
		infer_value(in, t.p, t.e, o);
	}
}

/* Would the first row's value be one of this column's? */
static bool fits(struct arena *a, const struct infer *body, const struct csv_options *o,
		 struct csv_text t)
{
	struct infer in = *body;
	struct csv_field f = { 0 }, g = { 0 };

	if (t.p == t.e)
		return true;
	if (t.escaped)
		return false;
	conclude(a, body, o, &f);
	infer_value(&in, t.p, t.e, o);
	conclude(a, &in, o, &g);
	if (f.ambiguous.n && !g.ambiguous.n)
		return false;
	return f.type->id == g.type->id || g.type->id != TYPE_VARCHAR;
}

/* A number, a date or a time; true and t may be names. */
static bool is_typed(struct arena *a, const struct csv_options *o, struct csv_text t)
{
	struct csv_options typed = *o;
	enum type_id id;

	typed.all_varchar = false;
	id = csv_type_of_text(a, &typed, t)->id;
	while (t.p < t.e && *t.p == ' ')
		t.p++;
	return (id != TYPE_VARCHAR && id != TYPE_BOOLEAN) ||
	       (t.p < t.e && number_shape(t.p, t.e, '.').is_number);
}

/*
 * All-text files: names are unique, not empty, no values of other types.  In a
 * file of one line two may be the same: it rather lost its rows than its header.
 */
static bool names_like(struct arena *a, const struct csv_options *o,
		       const struct csv_sample *s, const struct csv_file *file)
{
	struct name_map seen = { .arena = a };

	for (size_t c = 0; c < file->n_fields; c++) {
		struct csv_text t = sample_text(s, file, 0, c);
		struct str name = { t.p, (size_t)(t.e - t.p) };
		bool tail = c > 0 && c + 1 == file->n_fields;

		if ((!name.n && !tail) || is_typed(a, o, t) ||
		    (s->n_rows > 1 && name_map_get(&seen, name)))
			return false;
		name_map_put(&seen, name, &seen);
	}
	return true;
}

static bool find_header(struct arena *a, const struct csv_options *o,
			const struct csv_sample *s, const struct csv_file *file,
			const struct infer *body)
{
	bool has_types = false;

	if (o->header != CSV_AUTO)
		return o->header;
	if (s->n_rows == 0)
		return false;
	for (size_t c = 0; c < file->n_fields; c++) {
		struct csv_text t = sample_text(s, file, 0, c);
		struct csv_field f = { 0 };
		struct csv_options typed = *o;

		typed.all_varchar = false;
		conclude(a, &body[c], &typed, &f);
		if (f.type->id == TYPE_VARCHAR && !f.ambiguous.n)
			continue;
		has_types = true;
		if (!fits(a, &body[c], &typed, t))
			return true;
	}
	if (has_types)
		return false;
	return names_like(a, o, s, file);
}

/* The names as written, made unique. */
static void name_fields(struct shade_cx *cx, struct arena *a,
			const struct csv_options *o, const struct csv_sample *s,
			struct csv_file *file)
{
	struct name_map seen = { .arena = a };

	for (size_t c = 0; c < file->n_fields; c++) {
		struct csv_field *f = &file->fields[c];
		struct str base = str_fmt(a, "column%zu", c);

		if (c < o->n_names) {
			base = o->names[c];
		} else if (file->has_header) {
			struct csv_text t = sample_text(s, file, 0, c);
			char *buf = arena_alloc(a, (size_t)(t.e - t.p) + 1);
			struct str name = { buf, csv_unescape(&file->dialect, t, buf) };

			name = str_trim(name);
			if (name.n)
				base = name;
		}
		f->name = base;
		for (int k = 1; name_map_get(&seen, f->name); k++)
			f->name = str_fmt(a, "%.*s_%d", STR_ARG(base), k);
		if (f->name.p != base.p)
			shade_note(cx, NO_SPAN,
				   "\"%.*s\": second column \"%.*s\" is named \"%.*s\"",
				   STR_ARG(file->path), STR_ARG(base),
				   STR_ARG(f->name));
		name_map_put(&seen, f->name, f);
	}
}

/* Rows that all end in a separator: the last, empty field is none. */
static void drop_trailing(const struct csv_sample *s, struct csv_file *file,
			  const struct infer *body)
{
	size_t last = file->n_fields - 1;

	if (file->n_fields < 2 || s->n_rows < 2 || body[last].n)
		return;
	for (size_t r = 0; r < s->n_rows; r++) {
		struct csv_text t = sample_text(s, file, r, last);

		if (t.p != t.e || t.quoted)
			return;
	}
	file->trailing_delim = true;
}

void csv_sniff_fields(struct shade_cx *cx, struct arena *a, const struct csv_options *o,
		      const struct csv_sample *s, struct csv_file *file)
{
	struct infer *body = arena_array(a, struct infer, file->n_fields);
	size_t n = s->n_rows;

	if (o->sample_rows >= 0 && n > (size_t)o->sample_rows + 1)
		n = (size_t)o->sample_rows + 1;
	file->fields = arena_array(a, struct csv_field, file->n_fields);
	for (size_t c = 0; c < file->n_fields; c++)
		infer_column(a, o, s, file, c, n, &body[c]);
	file->has_header = find_header(a, o, s, file, body);
	for (size_t c = 0; c < file->n_fields; c++) {
		/* Without a header the first row is one like the others. */
		if (!file->has_header && s->n_rows) {
			struct csv_text t = sample_text(s, file, 0, c);

			if (t.escaped)
				body[c].can = body[c].dates = body[c].timestamps = 0;
			else if (!is_null_text(o, t) && t.p < t.e)
				infer_value(&body[c], t.p, t.e, o);
		}
		conclude(a, &body[c], o, &file->fields[c]);
		file->fields[c].ambiguous = str_dup(a, file->fields[c].ambiguous);
	}
	name_fields(cx, a, o, s, file);
	drop_trailing(s, file, body);
}

const struct type *csv_type_of_text(struct arena *a, const struct csv_options *o,
				    struct csv_text t)
{
	struct infer in = infer_start(o);
	struct csv_field f = { 0 };

	if (t.escaped || t.p == t.e)
		return type_of(TYPE_VARCHAR);
	infer_value(&in, t.p, t.e, o);
	conclude(a, &in, o, &f);
	return f.type;
}

const struct type *csv_unite_types(struct arena *a, const struct type *x,
				   const struct type *y)
{
	const struct type *t;

	if (type_equal(x, y))
		return x;
	if (x->id == TYPE_VARCHAR || y->id == TYPE_VARCHAR)
		return type_of(TYPE_VARCHAR);
	t = type_common(a, x, y);
	return t ? t : type_of(TYPE_VARCHAR);
}
