/*
 * box_layout.c - which columns of a table are shown, and how wide.
 *
 * Long text is narrowed first; when that is not enough, columns in the
 * middle are folded; when not even two fit, the caller prints one value a
 * line.
 */
#include "box.h"

static bool is_narrowable(enum kind k)
{
	return k >= K_UTF8;
}

static size_t total_width(const struct box *box)
{
	size_t w = 1;

	for (size_t i = 0; i < box->n_shown; i++)
		w += box->cols[box->shown[i]].width + 3;
	if (box->fold_at)
		w += box->set->cut_cells + 3;
	return w;
}

/* Narrow the widest text columns, none below `least`. */
static void narrow(struct render *r, size_t room, size_t least)
{
	struct box *box = r->state;

	for (;;) {
		size_t total = total_width(box), widest = 0, second = least, n = 0, cap;

		if (total <= room)
			return;
		for (size_t i = 0; i < box->n_shown; i++) {
			size_t w = box->cols[box->shown[i]].width;

			if (!is_narrowable(column_kind(&r->columns[box->shown[i]])))
				continue;
			if (w > widest) {
				second = widest > least ? widest : least;
				widest = w;
				n = 1;
			} else if (w == widest) {
				n++;
			} else {
				widen(&second, w);
			}
		}
		if (widest <= least)
			return;
		cap = widest - (total - room + n - 1) / n;
		if (cap > widest || cap < second)
			cap = second;
		for (size_t i = 0; i < box->n_shown; i++) {
			struct bcol *b = &box->cols[box->shown[i]];

			if (b->width == widest &&
			    is_narrowable(column_kind(&r->columns[box->shown[i]])))
				b->width = cap;
		}
	}
}

/* Keep columns from both ends while they fit; the first ones first. */
static void fold(struct render *r, size_t room)
{
	struct box *box = r->state;
	size_t n = r->n_columns, front = 0, back = 0;
	size_t used = 1 + box->set->cut_cells + 3;

	while (front + back < n) {
		bool take_front = front <= back;
		size_t i = take_front ? front : n - 1 - back;
		size_t w = box->cols[i].width + 3;

		if (used + w > room)
			break;
		used += w;
		if (take_front)
			front++;
		else
			back++;
	}
	box->n_shown = 0;
	for (size_t i = 0; i < n; i++) {
		if (i < front || i >= n - back)
			box->shown[box->n_shown++] = i;
	}
	box->fold_at = front + back < n ? front : 0;
	r->n_shown_columns = box->n_shown;
}

bool box_layout(struct render *r)
{
	struct box *box = r->state;
	const struct looks *l = r->looks;

	for (size_t i = 0; i < r->n_columns; i++) {
		struct bcol *b = &box->cols[i];

		if (i < l->n_widths && l->widths[i])
			b->width = l->widths[i];
		else if (l->max_width && b->width > l->max_width)
			b->width = l->max_width;
	}
	if (!l->columns || total_width(box) <= l->columns)
		return true;
	if (l->expanded == EXPAND_AUTO && box->grid.n_rows == 1 && !box->kept_rows)
		return false;
	narrow(r, l->columns, 14);
	if (total_width(box) > l->columns) {
		fold(r, l->columns);
		if (box->n_shown < 2 && r->n_columns > 1)
			return l->expanded == EXPAND_OFF;
	}
	if (r->n_columns == 1)
		narrow(r, l->columns, 4);
	return true;
}
