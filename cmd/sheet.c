#include "sheet.h"

#include <string.h>

#include "render/render.h"
#include "shell.h"

void sheet_init(struct sheet *s, size_t n_columns, const char *const *names)
{
	*s = (struct sheet){ .n_columns = n_columns };
	s->names = mem_get(n_columns, sizeof(*s->names));
	for (size_t i = 0; i < n_columns; i++)
		s->names[i] = str_dup(names[i]);
}

void sheet_add(struct sheet *s, const char *const *values)
{
	size_t n = s->n_rows * s->n_columns;

	if (n + s->n_columns > s->cap) {
		s->cap = (n + s->n_columns) * 2;
		s->cells = mem_grow(s->cells, s->cap, sizeof(*s->cells));
	}
	for (size_t i = 0; i < s->n_columns; i++)
		s->cells[n + i] = values[i] ? str_dup(values[i]) : NULL;
	s->n_rows++;
}

void sheet_release(struct sheet *s)
{
	for (size_t i = 0; i < s->n_columns; i++)
		mem_free(s->names[i]);
	for (size_t i = 0; i < s->n_rows * s->n_columns; i++)
		mem_free(s->cells[i]);
	mem_free(s->names);
	mem_free(s->cells);
	*s = (struct sheet){ 0 };
}

/* --- as Arrow, for the renderers ------------------------------------------ */

static void release_array(struct ArrowArray *a)
{
	for (int64_t i = 0; i < a->n_children; i++) {
		a->children[i]->release(a->children[i]);
		mem_free(a->children[i]);
	}
	for (int64_t i = 0; i < a->n_buffers; i++)
		mem_free((void *)(uintptr_t)a->buffers[i]);
	mem_free(a->buffers);
	mem_free(a->children);
	a->release = NULL;
}

static struct ArrowArray *column_array(const struct sheet *s, size_t col)
{
	struct ArrowArray *a = mem_get(1, sizeof(*a));
	uint8_t *valid = mem_get(s->n_rows / 8 + 1, 1);
	int64_t *offsets = mem_get(s->n_rows + 1, sizeof(*offsets));
	struct text bytes = { 0 };

	for (size_t row = 0; row < s->n_rows; row++) {
		const char *z = s->cells[row * s->n_columns + col];

		if (z) {
			text_addz(&bytes, z);
			valid[row / 8] |= (uint8_t)(1 << row % 8);
		}
		offsets[row + 1] = (int64_t)bytes.n;
	}
	text_room(&bytes, 1);
	a->length = (int64_t)s->n_rows;
	a->n_buffers = 3;
	a->buffers = mem_get(3, sizeof(*a->buffers));
	a->buffers[0] = valid;
	a->buffers[1] = offsets;
	a->buffers[2] = bytes.p;
	a->release = release_array;
	return a;
}

bool sheet_print(struct sheet *s, struct shell *sh)
{
	struct ArrowSchema *kids = mem_get(s->n_columns, sizeof(*kids));
	struct ArrowSchema **list = mem_get(s->n_columns, sizeof(*list));
	struct ArrowSchema schema = { .format = "+s",
				      .n_children = (int64_t)s->n_columns,
				      .children = list };
	struct ArrowArray a = { .length = (int64_t)s->n_rows,
				.n_children = (int64_t)s->n_columns,
				.release = release_array };
	struct looks looks = sh->looks;
	struct render r;
	char *problem = NULL;

	a.children = mem_get(s->n_columns, sizeof(*a.children));
	for (size_t i = 0; i < s->n_columns; i++) {
		kids[i] = (struct ArrowSchema){ .format = "U", .name = s->names[i] };
		list[i] = &kids[i];
		a.children[i] = column_array(s, i);
	}
	looks.types = false;
	looks.max_rows = 0;
	if (render_begin(&r, &sh->out, &looks, &schema, &problem)) {
		render_rows(&r, &a);
		render_end(&r, true);
	}
	if (a.release)
		a.release(&a);
	mem_free(problem);
	mem_free(kids);
	mem_free(list);
	return shell_check_output(sh, &sh->out);
}
