#include "render.h"

#include <string.h>

static const struct {
	const struct renderer *r;
	const char *help;
} modes[] = {
#define RENDERER(id, name, help) { &render_##id, help },
#include "renderers.def"
#undef RENDERER
};

const struct renderer *renderer_at(size_t i, const char **help)
{
	if (i >= ARRAY_LEN(modes))
		return NULL;
	if (help)
		*help = modes[i].help;
	return modes[i].r;
}

const struct renderer *renderer_find(const char *name)
{
	static const char *const aliases[][2] = {
		{ "markdown", "md" },     { "ndjson", "jsonl" },
		{ "table", "box" },       { "tabs", "tsv" },
		{ "jsonlines", "jsonl" }, { "expanded", "vertical" },
	};

	for (size_t i = 0; i < ARRAY_LEN(aliases); i++) {
		if (str_same(name, aliases[i][0]))
			name = aliases[i][1];
	}
	for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
		if (str_same(modes[i].r->name, name))
			return modes[i].r;
	}
	return NULL;
}

enum kind column_kind(const struct column *c)
{
	return c->dict ? c->dict->kind : c->kind;
}

bool render_begin(struct render *r, struct out *out, const struct looks *looks,
		  const struct ArrowSchema *schema, char **problem)
{
	size_t n = (size_t)schema->n_children;
	bool ok = true;

	*r = (struct render){
		.mode = looks->mode, .looks = looks, .out = out, .schema = schema
	};
	if (looks->expanded == EXPAND_ON &&
	    (r->mode == &render_box || r->mode == &render_ascii))
		r->mode = &render_vertical;
	r->columns = mem_get(n, sizeof(*r->columns));
	r->views = mem_get(n, sizeof(*r->views));
	for (size_t i = 0; i < n && ok; i++) {
		ok = column_init(&r->columns[i], schema->children[i], problem);
		view_init(&r->views[i], &r->columns[i]);
		r->n_columns++;
	}
	if (ok && r->mode->problem) {
		*problem = r->mode->problem(r, schema);
		ok = !*problem;
	}
	r->n_shown_columns = n;
	r->n_shown_rows = UINT64_MAX;
	r->state = mem_get(1, r->mode->state_size);
	if (!ok) {
		r->mode = &render_off;
		render_end(r, false);
		return false;
	}
	r->mode->begin(r);
	return true;
}

void render_rows(struct render *r, struct ArrowArray *a)
{
	for (size_t i = 0; i < r->n_columns; i++)
		view_bind(&r->views[i], a->children[i], a->offset);
	if (a->length > 0)
		r->mode->rows(r, a);
	if (a->release) {
		r->n_rows += (uint64_t)a->length;
		a->release(a);
	}
}

void render_end(struct render *r, bool ok)
{
	r->mode->end(r, ok);
	for (size_t i = 0; i < r->n_columns; i++) {
		view_release(&r->views[i]);
		column_release(&r->columns[i]);
	}
	mem_free(r->views);
	mem_free(r->columns);
	mem_free(r->state);
	text_free(&r->scratch);
	text_free(&r->scratch2);
}
