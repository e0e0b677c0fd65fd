/*
 * segment.c - row ids and deletions of one row group.
 */
#include "catalog/segment.h"

#define IDS(s) ((const int64_t *)(const void *)(s)->ids->p)
#define WORDS(b) ((uint64_t *)(void *)(b)->p)

static void find_range(struct segment *s)
{
	if (!s->ids) {
		s->min_id = s->first_id;
		s->max_id = s->first_id + (int64_t)s->n - 1;
		return;
	}
	s->min_id = INT64_MAX;
	s->max_id = INT64_MIN;
	for (size_t i = 0; i < s->n; i++) {
		int64_t id = IDS(s)[i];

		s->min_id = id < s->min_id ? id : s->min_id;
		s->max_id = id > s->max_id ? id : s->max_id;
	}
}

struct segment *segment_new_take(struct budget *budget, struct rowgroup *group,
				 struct buf *ids, int64_t first_id)
{
	struct segment *s = mem_alloc(budget, sizeof(*s));

	if (!s) {
		rowgroup_unref(group);
		buf_unref(ids);
		return NULL;
	}
	atomic_init(&s->refs, 1);
	s->budget = budget;
	s->group = group;
	s->n = group->n;
	s->ids = ids;
	s->first_id = first_id;
	find_range(s);
	return s;
}

struct segment *segment_ref(struct segment *s)
{
	atomic_fetch_add(&s->refs, 1);
	return s;
}

void segment_unref(struct segment *s)
{
	if (!s || atomic_fetch_sub(&s->refs, 1) != 1)
		return;
	rowgroup_unref(s->group);
	buf_unref(s->ids);
	buf_unref(s->by_id);
	buf_unref(s->deleted);
	buf_unref(s->stored_deleted);
	mem_free(s->budget, s, sizeof(*s));
}

static struct buf *dup_bits(struct budget *budget, const struct buf *b, size_t n)
{
	size_t bytes = VALIDITY_WORDS(n) * sizeof(uint64_t);
	struct buf *out = buf_new(budget, bytes);

	if (!out)
		return NULL;
	if (b)
		memcpy(out->p, b->p, bytes);
	else
		memset(out->p, 0, bytes);
	return out;
}

struct segment *segment_dup(const struct segment *s)
{
	struct segment *to = mem_alloc(s->budget, sizeof(*to));

	if (!to)
		return NULL;
	*to = *s;
	atomic_init(&to->refs, 1);
	to->deleted = dup_bits(s->budget, s->deleted, s->n);
	if (!to->deleted) {
		mem_free(s->budget, to, sizeof(*to));
		return NULL;
	}
	to->group = rowgroup_ref(s->group);
	if (s->ids)
		buf_ref(s->ids);
	if (s->by_id)
		buf_ref(s->by_id);
	if (s->stored_deleted)
		buf_ref(s->stored_deleted);
	return to;
}

/* --- finding a row by id ------------------------------------------------- */

static int cmp_by_id(const void *x, const void *y, void *arg)
{
	const int64_t *ids = arg;
	int64_t a = ids[*(const uint32_t *)x], b = ids[*(const uint32_t *)y];

	return a < b ? -1 : a > b;
}

static bool build_index(struct segment *s)
{
	struct buf *b = buf_new(s->budget, s->n * sizeof(uint32_t));
	uint32_t *pos;

	if (!b)
		return false;
	pos = (uint32_t *)(void *)b->p;
	for (size_t i = 0; i < s->n; i++)
		pos[i] = (uint32_t)i;
	qsort_r(pos, s->n, sizeof(*pos), cmp_by_id, s->ids->p);
	s->by_id = b;
	return true;
}

static size_t scan_for(const struct segment *s, int64_t id)
{
	for (size_t i = 0; i < s->n; i++)
		if (IDS(s)[i] == id && !segment_is_deleted(s, i))
			return i;
	return SIZE_MAX;
}

size_t segment_find(struct segment *s, int64_t id)
{
	const uint32_t *pos;
	size_t lo = 0, hi = s->n, row;

	if (id < s->min_id || id > s->max_id)
		return SIZE_MAX;
	if (!s->ids) {
		row = (size_t)(id - s->first_id);
		return segment_is_deleted(s, row) ? SIZE_MAX : row;
	}
	if (!s->by_id && !build_index(s))
		return scan_for(s, id);
	pos = (const uint32_t *)(const void *)s->by_id->p;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (IDS(s)[pos[mid]] < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < s->n && IDS(s)[pos[lo]] == id; lo++)
		if (!segment_is_deleted(s, pos[lo]))
			return pos[lo];
	return SIZE_MAX;
}

void segment_delete(struct segment *s, size_t row)
{
	assert(s->deleted);
	if (!segment_is_deleted(s, row)) {
		WORDS(s->deleted)[row >> 6] |= (uint64_t)1 << (row & 63);
		s->n_deleted++;
	}
}

void segment_set_stored(struct segment *s)
{
	s->stored = true;
	if (s->stored_deleted != s->deleted) {
		buf_unref(s->stored_deleted);
		s->stored_deleted = s->deleted ? buf_ref(s->deleted) : NULL;
	}
	s->n_stored_deleted = s->n_deleted;
}

size_t segment_select(const struct segment *s, size_t at, size_t n, uint16_t *sel)
{
	size_t n_sel = 0;

	if (s->n_deleted == 0)
		return n;
	for (size_t i = 0; i < n; i++) {
		sel[n_sel] = (uint16_t)i;
		n_sel += !segment_is_deleted(s, at + i);
	}
	return n_sel;
}
