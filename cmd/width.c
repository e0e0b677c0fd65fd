#include "width.h"

#include "text.h"

#include <string.h>

enum break_class {
	BC_OTHER,
	BC_CONTROL,
	BC_EXTEND,
	BC_ZWJ,
	BC_REGIONAL,
	BC_PREPEND,
	BC_SPACING,
	BC_L,
	BC_V,
	BC_T,
	BC_LV,
	BC_LVT,
	BC_PICTURE
};

static const struct range {
	uint32_t first, last;
	uint8_t cells, klass;
} ranges[] = {
#include "width_table.inc"
};

struct glyph {
	unsigned cells;
	enum break_class klass;
};

static struct glyph glyph_of(int32_t cp)
{
	size_t lo = 0, hi = ARRAY_LEN(ranges);

	if (cp < 0x80)
		return cp >= 0x20 && cp != 0x7f ? (struct glyph){ 1, BC_OTHER }
						: (struct glyph){ 0, BC_CONTROL };
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if ((uint32_t)cp > ranges[mid].last)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == ARRAY_LEN(ranges) || (uint32_t)cp < ranges[lo].first)
		return (struct glyph){ 1, BC_OTHER };
	/* Hangul syllables: one in 28 has no final consonant. */
	if (ranges[lo].klass == BC_LV && (cp - 0xac00) % 28)
		return (struct glyph){ 2, BC_LVT };
	return (struct glyph){ ranges[lo].cells, (enum break_class)ranges[lo].klass };
}

size_t utf8_next(const char *p, size_t n, int32_t *cp)
{
	const unsigned char *u = (const unsigned char *)p;
	size_t len;
	int32_t c = u[0], min;

	*cp = -1;
	if (c < 0x80) {
		*cp = c;
		return 1;
	}
	if (c >= 0xc2 && c <= 0xdf)
		len = 2, c &= 0x1f, min = 0x80;
	else if (c >= 0xe0 && c <= 0xef)
		len = 3, c &= 0x0f, min = 0x800;
	else if (c >= 0xf0 && c <= 0xf4)
		len = 4, c &= 0x07, min = 0x10000;
	else
		return 1;
	if (n < len)
		return 1;
	for (size_t i = 1; i < len; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 1;
		c = c << 6 | (u[i] & 0x3f);
	}
	if (c < min || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 1;
	*cp = c;
	return len;
}

/* Rules GB3 to GB13 of UAX 29; `pictures`: the cluster so far is a picture
 * and extenders; `flags`: regional indicators so far. */
static bool breaks_between(enum break_class a, enum break_class b, bool pictures,
			   unsigned flags)
{
	if (a == BC_CONTROL || b == BC_CONTROL)
		return true;
	if (a == BC_L && (b == BC_L || b == BC_V || b == BC_LV || b == BC_LVT))
		return false;
	if ((a == BC_LV || a == BC_V) && (b == BC_V || b == BC_T))
		return false;
	if ((a == BC_LVT || a == BC_T) && b == BC_T)
		return false;
	if (b == BC_EXTEND || b == BC_ZWJ || b == BC_SPACING || a == BC_PREPEND)
		return false;
	if (a == BC_ZWJ && b == BC_PICTURE && pictures)
		return false;
	if (a == BC_REGIONAL && b == BC_REGIONAL && flags % 2 == 1)
		return false;
	return true;
}

size_t cluster_next(const char *p, size_t n, unsigned *cells)
{
	int32_t cp;
	size_t at = utf8_next(p, n, &cp);
	struct glyph prev;
	bool pictures;
	unsigned flags;

	if (cp < 0) {
		*cells = 1;
		return 1;
	}
	prev = glyph_of(cp);
	*cells = prev.cells;
	pictures = prev.klass == BC_PICTURE;
	flags = prev.klass == BC_REGIONAL;
	while (at < n) {
		size_t len = utf8_next(p + at, n - at, &cp);
		struct glyph g;

		if (cp < 0)
			break;
		g = glyph_of(cp);
		if (breaks_between(prev.klass, g.klass, pictures, flags))
			break;
		if (g.cells > *cells)
			*cells = g.cells;
		if (cp == 0xfe0f && pictures)
			*cells = 2;
		flags += g.klass == BC_REGIONAL;
		if (flags >= 2)
			*cells = 2;
		pictures = pictures && (g.klass == BC_EXTEND || g.klass == BC_ZWJ ||
					g.klass == BC_PICTURE);
		prev = g;
		at += len;
	}
	return at;
}

bool is_plain(const char *p, size_t n)
{
	size_t i = 0;

	for (; i + 8 <= n; i += 8) {
		uint64_t w;

		memcpy(&w, p + i, 8);
		/* high bit set, below 0x20, or 0x7f */
		if ((w & 0x8080808080808080u) ||
		    ((w - 0x2020202020202020u) & 0x8080808080808080u) ||
		    ((w + 0x0101010101010101u) & 0x8080808080808080u))
			return false;
	}
	for (; i < n; i++) {
		if (p[i] < 0x20 || p[i] > 0x7e)
			return false;
	}
	return true;
}

size_t text_cells(const char *p, size_t n)
{
	size_t total = 0;

	if (is_plain(p, n))
		return n;
	for (size_t i = 0; i < n;) {
		unsigned cells;

		i += cluster_next(p + i, n - i, &cells);
		total += cells;
	}
	return total;
}

size_t text_fit(const char *p, size_t n, size_t max, size_t *cells)
{
	size_t i = 0;

	*cells = 0;
	while (i < n) {
		unsigned w;
		size_t len = cluster_next(p + i, n - i, &w);

		if (*cells + w > max)
			break;
		*cells += w;
		i += len;
	}
	return i;
}

bool is_printable(int32_t cp)
{
	if (cp < 0x20 || cp == 0x7f || (cp >= 0x80 && cp < 0xa0))
		return false;
	/* Bidirectional overrides and isolates can disguise text. */
	if ((cp >= 0x202a && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069) ||
	    cp == 0x2028 || cp == 0x2029)
		return false;
	return true;
}
