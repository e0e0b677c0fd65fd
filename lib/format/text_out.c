#include "format/text_out.h"

#include "type/datetime.h"
#include "type/decimal.h"
#include "type/number.h"

shade_status text_out_flush(struct text_out *o)
{
	size_t n = o->n;

	o->n = 0;
	return n ? writer_write(o->cx, o->to, o->p, n) : SHADE_OK;
}

shade_status text_out_add(struct text_out *o, const char *p, size_t n)
{
	if (o->n + n > TEXT_OUT_SIZE)
		TRY(text_out_flush(o));
	if (n > TEXT_OUT_SIZE)
		return writer_write(o->cx, o->to, p, n);
	if (n)
		memcpy(o->p + o->n, p, n);
	o->n += n;
	return SHADE_OK;
}

static int64_t load_int(const struct vector *v, size_t at)
{
	switch (type_phys(v->type)) {
	case PHYS_BOOL:
	case PHYS_I8: return ((const int8_t *)v->data)[at];
	case PHYS_I16: return ((const int16_t *)v->data)[at];
	case PHYS_I32: return ((const int32_t *)v->data)[at];
	default: return ((const int64_t *)v->data)[at];
	}
}

static size_t print(struct text_out *o, const struct vector *v, size_t at, char *out)
{
	struct str s;

	switch (v->type->id) {
	case TYPE_BOOLEAN:
		memcpy(out, load_int(v, at) ? "true" : "false", 5);
		return load_int(v, at) ? 4 : 5;
	case TYPE_TINYINT:
	case TYPE_SMALLINT:
	case TYPE_INT:
	case TYPE_BIGINT: return number_print_i64(load_int(v, at), out);
	case TYPE_HUGEINT:
		return decimal_print(((const __int128 *)v->data)[at], 0, out);
	case TYPE_DECIMAL:
		return decimal_print(type_phys(v->type) == PHYS_I128
					     ? ((const __int128 *)v->data)[at]
					     : load_int(v, at),
				     v->type->scale, out);
	case TYPE_DOUBLE:
		return number_print_double(((const double *)v->data)[at], out);
	case TYPE_FLOAT: return number_print_float(((const float *)v->data)[at], out);
	case TYPE_DATE: return date_print(load_int(v, at), out);
	case TYPE_TIME: return time_print(load_int(v, at), out);
	case TYPE_TIMESTAMP: return timestamp_print(load_int(v, at), out);
	case TYPE_TIMESTAMP_LTZ:
		s = zoned_text(o->scratch, load_int(v, at), o->zone);
		memcpy(out, s.p, s.n);
		return s.n;
	case TYPE_INTERVAL_MONTH: return interval_month_print(load_int(v, at), out);
	case TYPE_INTERVAL_DAY: return interval_day_print(load_int(v, at), out);
	case TYPE_NULL:
	case TYPE_CHAR:
	case TYPE_VARCHAR:
	case TYPE_BINARY:
	case TYPE_VARIANT:
	case TYPE_ARRAY:
	case TYPE_MAP:
	case TYPE_ROW:
	case TYPE_COUNT: break;
	}
	return 0;
}

shade_status text_out_value(struct text_out *o, const struct vector *v, size_t at)
{
	TRY(text_out_room(o, 256));
	o->n += print(o, v, at, o->p + o->n);
	return SHADE_OK;
}
