/*
 * box.c - the table with borders.
 *
 * On a terminal rows are collected: the first and the last .maxrows / 2 are
 * shown, columns are narrowed or folded to the width.  Elsewhere widths come
 * from the first 10,000 rows; later rows print as they come, and a wider
 * cell widens its column from there on.
 */
#include "box.h"

#include "../width.h"
#include "vertical.h"

#define SAMPLE_ROWS 10000

static const struct borders rounded = {
	.horizontal = "─",
	.vertical = "│",
	.cut = "…",
	.more = "⋮",
	.cut_cells = 1,
	.top = { "╭", "┬", "╮" },
	.middle = { "├", "┼", "┤" },
	.bottom = { "╰", "┴", "╯" },
};
static const struct borders ascii = {
	.horizontal = "-",
	.vertical = "|",
	.cut = "...",
	.more = ":",
	.cut_cells = 3,
	.top = { "+", "+", "+" },
	.middle = { "+", "+", "+" },
	.bottom = { "+", "+", "+" },
};

static bool is_right(enum kind k)
{
	return is_number_kind(k);
}

static void measure_cell(struct bcol *b, const struct gcell *c)
{
	if (c->flags & CELL_POINT) {
		widen(&b->left, c->left);
		widen(&b->right, c->cells - c->left);
		widen(&b->width, b->left + b->right);
	} else {
		widen(&b->width, c->cells);
	}
}

static void init_column(struct render *r, struct box *box, size_t i)
{
	struct bcol *b = &box->cols[i];
	const struct column *c = &r->columns[i];
	struct text t = { 0 };

	b->is_right = is_right(column_kind(c));
	b->name_cells = show_text(&t, c->name, strlen(c->name), r->looks->utf8);
	b->name = str_dup(text_str(&t));
	text_clear(&t);
	b->type_cells = show_text(&t, c->type, strlen(c->type), r->looks->utf8);
	b->type = str_dup(text_str(&t));
	for (char *z = b->type; *z; z++) {
		if (*z >= 'A' && *z <= 'Z')
			*z = (char)(*z + 32);
	}
	text_free(&t);
	b->width = b->name_cells;
	if (r->looks->types)
		widen(&b->width, b->type_cells);
	widen(&b->width, 1);
}

static void box_begin(struct render *r)
{
	struct box *box = r->state;
	size_t n = r->n_columns;

	r->n_shown_rows = 0;
	box->set = r->mode == &render_ascii || !r->looks->utf8 ? &ascii : &rounded;
	box->cols = mem_get(n, sizeof(*box->cols));
	box->shown = mem_get(n, sizeof(*box->shown));
	for (size_t i = 0; i < n; i++) {
		init_column(r, box, i);
		box->shown[box->n_shown++] = i;
	}
	grid_init(&box->grid, n);
	box->keep_rows = r->looks->max_rows ? r->looks->max_rows : SAMPLE_ROWS;
}

/* --- printing --------------------------------------------------------------
 */

static void rule(struct render *r, const char *const parts[3])
{
	struct box *box = r->state;
	struct out *o = r->out;

	if (r->looks->color)
		out_addz(o, "\033[2m");
	out_addz(o, parts[0]);
	for (size_t i = 0; i < box->n_shown; i++) {
		if (i)
			out_addz(o, parts[1]);
		if (box->fold_at && i == box->fold_at) {
			out_repeat(o, box->set->horizontal, box->set->cut_cells + 2);
			out_addz(o, parts[1]);
		}
		out_repeat(o, box->set->horizontal, box->cols[box->shown[i]].width + 2);
	}
	out_addz(o, parts[2]);
	if (r->looks->color)
		out_addz(o, "\033[0m");
	out_addc(o, '\n');
}

static void put_blanks(struct out *o, size_t n)
{
	out_need(o, n);
	memset(o->p, ' ', n);
	o->p += n;
}

static void bar(struct render *r)
{
	const struct box *box = r->state;

	if (r->looks->color) {
		out_addz(r->out, "\033[2m");
		out_addz(r->out, box->set->vertical);
		out_addz(r->out, "\033[0m");
	} else {
		out_addz(r->out, box->set->vertical);
	}
}

/* Text in a column: blank, text, padding, blank. */
static void put_padded(struct render *r, const struct bcol *b, const char *p, size_t n,
		       size_t cells, size_t shift, bool dim)
{
	const struct box *box = r->state;
	struct out *o = r->out;
	size_t before = 0, after;
	const char *cut = NULL;

	if (cells > b->width) {
		size_t room = b->width > box->set->cut_cells
				      ? b->width - box->set->cut_cells
				      : 0;

		n = text_fit(p, n, room, &cells);
		cut = box->set->cut;
		cells += box->set->cut_cells;
		shift = 0;
	}
	after = b->width > cells ? b->width - cells : 0;
	if (b->is_right) {
		before = after > shift ? after - shift : 0;
		after -= before;
	}
	put_blanks(o, before + 1);
	if (dim && r->looks->color)
		out_addz(o, "\033[2m");
	out_add(o, p, n);
	if (cut)
		out_addz(o, cut);
	if (dim && r->looks->color)
		out_addz(o, "\033[0m");
	put_blanks(o, after + 1);
}

static void fold_mark(struct render *r, size_t i)
{
	const struct box *box = r->state;

	if (!box->fold_at || i != box->fold_at)
		return;
	out_addc(r->out, ' ');
	out_addz(r->out, box->set->cut);
	out_addc(r->out, ' ');
	bar(r);
}

static void put_cell(struct render *r, const struct bcol *b, const char *p,
		     const struct gcell *c)
{
	/* Blanks behind, so that the points stand below each other. */
	size_t behind = c->flags & CELL_POINT ? b->right - (c->cells - c->left) : 0;

	put_padded(r, b, p, c->n, c->cells, behind, c->flags & CELL_NULL);
}

/* A row whose long texts go on below; `done` holds the bytes shown so far. */
static void wrapped_row(struct render *r, const struct grid *g, size_t row)
{
	struct box *box = r->state;
	size_t *done = mem_get(r->n_columns, sizeof(*done));
	bool more = true, by_word = r->looks->wrap == WRAP_WORD;

	for (size_t line = 0; more && !r->out->error; line++) {
		more = false;
		bar(r);
		for (size_t i = 0; i < box->n_shown; i++) {
			size_t col = box->shown[i], cells = 0, skip = 0, len;
			const struct gcell *c = grid_at(g, row, col);
			const struct bcol *b = &box->cols[col];
			const char *p = g->bytes.p + c->at + done[col];

			fold_mark(r, i);
			if (c->cells <= b->width && !line &&
			    !memmem(p, c->n, "↵", strlen("↵"))) {
				put_cell(r, b, p, c);
				len = c->n;
			} else {
				len = wrap_line(p, c->n - done[col], b->width, by_word,
						&cells, &skip);
				put_padded(r, b, p, len, cells, 0,
					   c->flags & CELL_NULL);
			}
			done[col] += len + skip;
			more = more || done[col] < c->n;
			bar(r);
		}
		out_addc(r->out, '\n');
	}
	mem_free(done);
}

static void grid_row(struct render *r, const struct grid *g, size_t row)
{
	struct box *box = r->state;

	r->n_shown_rows++;
	if (r->looks->wrap != WRAP_OFF) {
		wrapped_row(r, g, row);
		return;
	}
	bar(r);
	for (size_t i = 0; i < box->n_shown; i++) {
		const struct gcell *c = grid_at(g, row, box->shown[i]);

		fold_mark(r, i);
		put_cell(r, &box->cols[box->shown[i]], g->bytes.p + c->at, c);
		bar(r);
	}
	out_addc(r->out, '\n');
}

static void header(struct render *r)
{
	struct box *box = r->state;

	rule(r, box->set->top);
	for (int line = 0; line < (r->looks->types ? 2 : 1); line++) {
		if (!r->looks->header && line == 0)
			continue;
		bar(r);
		for (size_t i = 0; i < box->n_shown; i++) {
			const struct bcol *b = &box->cols[box->shown[i]];
			const char *z = line ? b->type : b->name;

			fold_mark(r, i);
			put_padded(r, b, z, strlen(z),
				   line ? b->type_cells : b->name_cells, 0, line == 1);
			bar(r);
		}
		out_addc(r->out, '\n');
	}
	if (r->looks->header || r->looks->types)
		rule(r, box->set->middle);
}

static void more_mark(struct render *r)
{
	struct box *box = r->state;

	bar(r);
	for (size_t i = 0; i < box->n_shown; i++) {
		fold_mark(r, i);
		put_padded(r, &box->cols[box->shown[i]], box->set->more,
			   strlen(box->set->more), 1, 0, true);
		bar(r);
	}
	out_addc(r->out, '\n');
}

/* --- rows -------------------------------------------------------------------
 */

static void stream_row(struct render *r, size_t row)
{
	struct box *box = r->state;
	struct gcell c;

	bar(r);
	for (size_t i = 0; i < r->n_columns; i++) {
		struct bcol *b = &box->cols[i];

		r->scratch2.n = 0;
		show_cell(r, &r->views[i], row, &r->scratch2, &c);
		measure_cell(b, &c);
		put_cell(r, b, r->scratch2.p, &c);
		bar(r);
	}
	out_addc(r->out, '\n');
	r->n_shown_rows++;
}

static void measure_grid(struct box *box)
{
	for (size_t row = 0; row < box->grid.n_rows; row++) {
		for (size_t i = 0; i < box->grid.n_columns; i++)
			measure_cell(&box->cols[i], grid_at(&box->grid, row, i));
	}
}

static void start_streaming(struct render *r)
{
	struct box *box = r->state;

	measure_grid(box);
	box_layout(r);
	header(r);
	for (size_t row = 0; row < box->grid.n_rows && !r->out->error; row++)
		grid_row(r, &box->grid, row);
	box->is_streaming = true;
}

/* Keep the array for the tail; drop arrays that the tail does not reach. */
static void keep(struct render *r, struct ArrowArray *a, size_t first)
{
	struct box *box = r->state;
	size_t tail = looks_tail(r->looks), n = (size_t)a->length - first;

	if (!n || !tail)
		return;
	box->kept = mem_grow(box->kept, box->n_kept + 1, sizeof(*box->kept));
	box->kept[box->n_kept++] = (struct kept){ *a, first };
	box->kept_rows += n;
	a->release = NULL;
	while (box->n_kept > 1) {
		struct kept *k = &box->kept[0];
		size_t rows = (size_t)k->array.length - k->first;

		if (box->kept_rows - rows < tail)
			break;
		box->kept_rows -= rows;
		k->array.release(&k->array);
		memmove(k, k + 1, --box->n_kept * sizeof(*k));
	}
}

static void box_rows(struct render *r, struct ArrowArray *a)
{
	struct box *box = r->state;
	size_t row = 0, n = (size_t)a->length;

	while (row < n && box->grid.n_rows < box->keep_rows && !box->is_streaming)
		grid_add(&box->grid, r, row++);
	if (row == n)
		return;
	if (r->looks->max_rows) {
		r->n_rows += n;
		keep(r, a, row);
		if (a->release)
			r->n_rows -= n;
		return;
	}
	if (!box->is_streaming)
		start_streaming(r);
	for (; row < n && !r->out->error; row++)
		stream_row(r, row);
}

/* Collect the last rows into a grid of their own. */
static void tail_grid(struct render *r, struct grid *tail)
{
	struct box *box = r->state;
	size_t want = looks_tail(r->looks);
	size_t skip = box->kept_rows > want ? box->kept_rows - want : 0;

	grid_init(tail, r->n_columns);
	for (size_t k = 0; k < box->n_kept; k++) {
		struct ArrowArray *a = &box->kept[k].array;

		for (size_t i = 0; i < r->n_columns; i++)
			view_bind(&r->views[i], a->children[i], a->offset);
		for (size_t row = box->kept[k].first; row < (size_t)a->length; row++) {
			if (skip)
				skip--;
			else
				grid_add(tail, r, row);
		}
		a->release(a);
	}
	for (size_t row = 0; row < tail->n_rows; row++) {
		for (size_t i = 0; i < r->n_columns; i++)
			measure_cell(&box->cols[i], grid_at(tail, row, i));
	}
}

static void print_collected(struct render *r)
{
	struct box *box = r->state;
	size_t n = box->grid.n_rows, max = r->looks->max_rows;
	size_t head = max - looks_tail(r->looks), from_grid;
	struct grid tail;

	tail_grid(r, &tail);
	measure_grid(box);
	if (!box_layout(r)) {
		vertical_grid(r, &box->grid, box->set);
		vertical_grid(r, &tail, box->set);
		grid_release(&tail);
		return;
	}
	header(r);
	if (!tail.n_rows) {
		head = n;
		from_grid = 0;
	} else {
		from_grid = looks_tail(r->looks) > tail.n_rows
				    ? looks_tail(r->looks) - tail.n_rows
				    : 0;
	}
	for (size_t row = 0; row < head && row < n; row++)
		grid_row(r, &box->grid, row);
	if (tail.n_rows) {
		more_mark(r);
		for (size_t row = n - from_grid; row < n; row++)
			grid_row(r, &box->grid, row);
		for (size_t row = 0; row < tail.n_rows; row++)
			grid_row(r, &tail, row);
	}
	rule(r, box->set->bottom);
	grid_release(&tail);
}

static void box_end(struct render *r, bool ok)
{
	struct box *box = r->state;

	/* What came before a failure is shown, but the table stays open. */
	if (box->is_streaming) {
		if (ok)
			rule(r, box->set->bottom);
	} else if (!ok && !box->grid.n_rows) {
		for (size_t k = 0; k < box->n_kept; k++)
			box->kept[k].array.release(&box->kept[k].array);
	} else if (r->n_columns) {
		print_collected(r);
	}
	for (size_t i = 0; i < r->n_columns; i++) {
		mem_free(box->cols[i].name);
		mem_free(box->cols[i].type);
	}
	mem_free(box->cols);
	mem_free(box->shown);
	mem_free(box->kept);
	grid_release(&box->grid);
}

const struct renderer render_box = { "box", sizeof(struct box), box_begin, box_rows,
				     box_end };
const struct renderer render_ascii = { "ascii", sizeof(struct box), box_begin, box_rows,
				       box_end };
