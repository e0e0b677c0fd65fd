#include "exec/sort_internal.h"

int sort_compare(const struct sort_col *cols, size_t n_cols, size_t a, size_t b)
{
	for (size_t k = 0; k < n_cols; k++) {
		const struct vector *v = &cols[k].vec;
		bool a_null = !validity_get(v->validity, a);
		bool b_null = !validity_get(v->validity, b);
		int c;

		if (a_null || b_null) {
			if (a_null && b_null)
				continue;
			return a_null == cols[k].nulls_first ? -1 : 1;
		}
		c = vector_rows_cmp(v, a, v, b);
		if (c != 0)
			return cols[k].desc ? -c : c;
	}
	return 0;
}

struct sorter {
	const struct sort_col *cols;
	size_t n_cols;
	struct sort_plan plan;
	struct shade_cx *cx;
};

/* Must a stand behind b?  Equal rows stay as they are. */
static inline bool after(const struct sorter *s, const struct sort_entry *a,
			 const struct sort_entry *b)
{
	if (a->w0 != b->w0)
		return a->w0 > b->w0;
	if (a->w1 != b->w1)
		return a->w1 > b->w1;
	if (s->plan.tie_from == s->n_cols)
		return false;
	return sort_compare(s->cols + s->plan.tie_from, s->n_cols - s->plan.tie_from,
			    a->row, b->row) > 0;
}

/* --- merge sort ----------------------------------------------------------- */

enum { RUN = 24 };

static void insertion_sort(const struct sorter *s, struct sort_entry *e, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct sort_entry x = e[i];
		size_t j = i;

		for (; j > 0 && after(s, &e[j - 1], &x); j--)
			e[j] = e[j - 1];
		e[j] = x;
	}
}

static void merge(const struct sorter *s, const struct sort_entry *a, size_t n_a,
		  const struct sort_entry *b, size_t n_b, struct sort_entry *out)
{
	/* Already in order: copy. */
	if (n_a == 0 || n_b == 0 || !after(s, &a[n_a - 1], &b[0])) {
		memcpy(out, a, n_a * sizeof(*a));
		memcpy(out + n_a, b, n_b * sizeof(*b));
		return;
	}
	while (n_a > 0 && n_b > 0) {
		if (after(s, a, b)) {
			*out++ = *b++;
			n_b--;
		} else {
			*out++ = *a++;
			n_a--;
		}
	}
	memcpy(out, a, n_a * sizeof(*a));
	memcpy(out + n_a, b, n_b * sizeof(*b));
}

/* Sorted entries end in e or tmp; returns which. */
static struct sort_entry *merge_sort(const struct sorter *s, struct sort_entry *e,
				     struct sort_entry *tmp, size_t n)
{
	for (size_t i = 0; i < n; i += RUN)
		insertion_sort(s, e + i, n - i < RUN ? n - i : RUN);
	for (size_t width = RUN; width < n; width *= 2) {
		struct sort_entry *swap = e;

		for (size_t i = 0; i < n; i += 2 * width) {
			size_t n_a = n - i < width ? n - i : width;
			size_t n_b = n - i - n_a < width ? n - i - n_a : width;

			merge(s, e + i, n_a, e + i + n_a, n_b, tmp + i);
		}
		e = tmp;
		tmp = swap;
	}
	return e;
}

static bool is_sorted(const struct sorter *s, const struct sort_entry *e, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		if (after(s, &e[i - 1], &e[i]))
			return false;
	}
	return true;
}

/* --- radix, then merge ---------------------------------------------------- */

enum { FEW = 64, DIGIT = 8, DIGITS = 1 << DIGIT };

static inline size_t digit_of(const struct sort_entry *e, unsigned at)
{
	return (at < 64 ? e->w0 >> (64 - DIGIT - at) : e->w1 >> (128 - DIGIT - at)) &
	       (DIGITS - 1);
}

/* Where each digit's entries begin; false when all have the same digit. */
static bool digit_starts(const struct sort_entry *e, size_t n, unsigned at,
			 size_t *starts)
{
	size_t sum = 0;

	memset(starts, 0, DIGITS * sizeof(*starts));
	for (size_t i = 0; i < n; i++)
		starts[digit_of(&e[i], at)]++;
	if (starts[digit_of(&e[0], at)] == n)
		return false;
	for (size_t d = 0; d < DIGITS; d++) {
		size_t c = starts[d];

		starts[d] = sum;
		sum += c;
	}
	return true;
}

/* Entries that are equal before bit `at`: split by the next digit until few are
 * left.  The result is in e, or in tmp when that is asked for. */
static shade_status split_sort(const struct sorter *s, struct sort_entry *e,
			       struct sort_entry *tmp, size_t n, unsigned at,
			       bool to_tmp)
{
	struct sort_entry *want = to_tmp ? tmp : e, *got = e;
	size_t next[DIGITS], begin = 0;

	TRY(cx_check_cancel(s->cx));
	while (n > FEW && at < s->plan.bits && !digit_starts(e, n, at, next))
		at += DIGIT;
	if (n <= FEW || at >= s->plan.bits) {
		if (n <= FEW || s->plan.tie_from < s->n_cols)
			got = merge_sort(s, e, tmp, n);
		if (got != want)
			memcpy(want, got, n * sizeof(*got));
		return SHADE_OK;
	}
	for (size_t i = 0; i < n; i++)
		tmp[next[digit_of(&e[i], at)]++] = e[i];
	for (size_t d = 0; d < DIGITS; d++) {
		size_t m = next[d] - begin;

		if (m > 0)
			TRY(split_sort(s, tmp + begin, e + begin, m, at + DIGIT,
				       !to_tmp));
		begin = next[d];
	}
	return SHADE_OK;
}

/* --- radix sort of (key, row) in one word --------------------------------- */

static bool words_in_order(const uint64_t *keys, size_t n)
{
	size_t i = 1;

	while (i < n && keys[i - 1] <= keys[i])
		i++;
	return i >= n;
}

static void radix_sort(uint64_t *keys, uint64_t *tmp, size_t n, unsigned first_bit,
		       unsigned bits)
{
	unsigned passes = (bits + 10) / 11;

	if (words_in_order(keys, n))
		return;
	for (unsigned p = 0; p < passes; p++) {
		unsigned width = (bits + passes - 1) / passes;
		unsigned shift = first_bit + p * width;
		size_t counts[1 << 11] = { 0 };
		size_t mask = ((size_t)1 << width) - 1, sum = 0;
		uint64_t *swap = keys;

		for (size_t i = 0; i < n; i++)
			counts[keys[i] >> shift & mask]++;
		for (size_t d = 0; d <= mask; d++) {
			size_t c = counts[d];

			counts[d] = sum;
			sum += c;
		}
		for (size_t i = 0; i < n; i++)
			tmp[counts[keys[i] >> shift & mask]++] = keys[i];
		keys = tmp;
		tmp = swap;
	}
	/* An odd number of passes left the result in the other array. */
	if (passes & 1)
		memcpy(tmp, keys, n * sizeof(*keys));
}

/* All keys in the upper part of one word and the row number below? */
static bool radix_fits(const struct sorter *s, size_t n, unsigned *row_bits)
{
	*row_bits = n <= 1 ? 1 : 64 - (unsigned)__builtin_clzll(n - 1);
	return s->plan.tie_from == s->n_cols && s->plan.bits + *row_bits <= 64;
}

static shade_status sort_by_radix(struct sorter *s, size_t n, unsigned row_bits,
				  uint32_t *order)
{
	struct buf *keys = buf_new(s->cx->budget, (n + 1) * sizeof(uint64_t));
	struct buf *tmp = buf_new(s->cx->budget, (n + 1) * sizeof(uint64_t));
	shade_status rc = SHADE_OK;
	uint64_t *k;

	if (!keys || !tmp) {
		rc = cx_nomem(s->cx);
		goto out;
	}
	k = (uint64_t *)(void *)keys->p;
	sort_encode_words(&s->plan, s->cols, n, k, row_bits);
	radix_sort(k, (uint64_t *)(void *)tmp->p, n, row_bits, s->plan.bits);
	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)(k[i] & (((uint64_t)1 << row_bits) - 1));
out:
	buf_unref(keys);
	buf_unref(tmp);
	return rc;
}

static shade_status sort_by_merge(struct sorter *s, size_t n, uint32_t *order)
{
	struct buf *entries = buf_new(s->cx->budget,
				      (n + 1) * sizeof(struct sort_entry));
	struct buf *tmp = NULL;
	shade_status rc = SHADE_OK;
	struct sort_entry *e;

	if (!entries) {
		rc = cx_nomem(s->cx);
		goto out;
	}
	e = (struct sort_entry *)(void *)entries->p;
	sort_encode(&s->plan, s->cols, n, e);
	if (!is_sorted(s, e, n)) {
		tmp = buf_new(s->cx->budget, (n + 1) * sizeof(struct sort_entry));
		if (!tmp) {
			rc = cx_nomem(s->cx);
			goto out;
		}
		rc = split_sort(s, e, (struct sort_entry *)(void *)tmp->p, n, 0, false);
		if (rc)
			goto out;
	}
	for (size_t i = 0; i < n; i++)
		order[i] = e[i].row;
out:
	buf_unref(entries);
	buf_unref(tmp);
	return rc;
}

shade_status sort_rows(struct shade_cx *cx, const struct sort_col *cols, size_t n_cols,
		       size_t n, struct buf **order)
{
	struct sorter s = { .cols = cols, .n_cols = n_cols, .cx = cx };
	struct buf *out = buf_new(cx->budget, (n + 1) * sizeof(uint32_t));
	struct arena *a = arena_new(cx->budget);
	unsigned row_bits;
	shade_status rc;

	if (!out || !a) {
		rc = cx_nomem(cx);
		goto out;
	}
	sort_plan_make(cols, n_cols, n, &s.plan, a);
	if (radix_fits(&s, n, &row_bits))
		rc = sort_by_radix(&s, n, row_bits, (uint32_t *)(void *)out->p);
	else
		rc = sort_by_merge(&s, n, (uint32_t *)(void *)out->p);
	if (!rc) {
		*order = out;
		out = NULL;
	}
out:
	buf_unref(out);
	if (a)
		arena_free(a);
	return rc;
}
