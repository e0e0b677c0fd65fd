/*
 * dot_lineage.c - .lineage NAME: what a view reads, down to files.
 */
#include <string.h>

#include "dot.h"
#include "run.h"
#include "shade.h"

#define DEPTH 32

/* A table or view, as shade.tables has it. */
struct node {
	char *path; /* catalog.database.name */
	char *kind, *query;
	bool is_temporary;
};

struct graph {
	struct node *v;
	size_t n;
};

static bool add_node(void *arg, size_t n, const char *const *names,
		     const char *const *values)
{
	struct graph *g = arg;

	(void)names;
	if (n < 6 || !values[2])
		return true;
	g->v = mem_grow(g->v, g->n + 1, sizeof(*g->v));
	g->v[g->n++] = (struct node){
		.path = str_fmt("%s.%s.%s", values[0], values[1], values[2]),
		.kind = str_dup(values[3] ? values[3] : ""),
		.query = values[5] ? str_dup(values[5]) : NULL,
		.is_temporary = values[4] && !strcmp(values[4], "true"),
	};
	return true;
}

static void graph_free(struct graph *g)
{
	for (size_t i = 0; i < g->n; i++) {
		mem_free(g->v[i].path);
		mem_free(g->v[i].kind);
		mem_free(g->v[i].query);
	}
	mem_free(g->v);
}

/*
 * The node that a path means to the object `self`: temporary ones win, but
 * a view that shadows its own source reads the permanent one.
 */
static const struct node *find(const struct graph *g, const char *path,
			       const struct node *self)
{
	const struct node *found = NULL;

	for (size_t i = 0; i < g->n; i++) {
		const struct node *o = &g->v[i];

		if (strcmp(o->path, path) != 0 || o == self)
			continue;
		if (self && !self->is_temporary && o->is_temporary)
			continue;
		if (!found || o->is_temporary)
			found = o;
	}
	return found;
}

/* --- what a query reads --------------------------------------------------- */

struct reads {
	const char *sql;
	char **v; /* owned: paths, and files with a quote in front */
	size_t n;
	struct text path; /* names joined by dots so far */
	bool after_dot, after_from;
};

static void reads_add(struct reads *r, const char *z)
{
	for (size_t i = 0; i < r->n; i++) {
		if (!strcmp(r->v[i], z))
			return;
	}
	r->v = mem_grow(r->v, r->n + 1, sizeof(*r->v));
	r->v[r->n++] = str_dup(z);
}

static void end_path(struct reads *r)
{
	size_t dots = 0;

	for (size_t i = 0; i < r->path.n; i++)
		dots += r->path.p[i] == '.';
	if (dots == 1 || dots == 2)
		reads_add(r, r->path.p);
	text_clear(&r->path);
	r->after_dot = false;
}

static bool on_token(void *arg, enum shade_token_kind kind, size_t begin, size_t end)
{
	struct reads *r = arg;
	const char *p = r->sql + begin;
	size_t n = end - begin;

	if (kind == SHADE_TOKEN_OPERATOR && n == 1 && *p == '.') {
		if (r->path.n)
			text_addc(&r->path, '.');
		r->after_dot = r->path.n > 0;
		return true;
	}
	if (kind == SHADE_TOKEN_NAME || kind == SHADE_TOKEN_QUOTED_NAME ||
	    (kind == SHADE_TOKEN_KEYWORD && r->after_dot)) {
		if (!r->after_dot)
			end_path(r);
		if (kind == SHADE_TOKEN_QUOTED_NAME)
			text_add(&r->path, p + 1, n - 2);
		else
			text_add(&r->path, p, n);
		r->after_dot = false;
		r->after_from = false;
		return true;
	}
	end_path(r);
	if (kind == SHADE_TOKEN_STRING && r->after_from) {
		char *file = str_ndup(p, n - 1);

		reads_add(r, file);
		mem_free(file);
	}
	r->after_from = kind == SHADE_TOKEN_KEYWORD && n == 4 &&
			(!strncasecmp(p, "from", 4) || !strncasecmp(p, "join", 4));
	return true;
}

/*
 * A path of two parts in the text of o is a table of o's catalog (stored
 * texts call the default database main), or a column.
 */
static char *full_path(const char *path, const struct node *o)
{
	const char *dot = strchr(path, '.');
	size_t database = (size_t)(dot - path);

	if (strchr(dot + 1, '.'))
		return str_dup(path);
	if (database == 4 && !strncmp(path, "main", 4))
		return str_fmt("%.*s.default_database.%s", (int)strcspn(o->path, "."),
			       o->path, dot + 1);
	return str_fmt("%.*s.%s", (int)strcspn(o->path, "."), o->path, path);
}

/* Drop columns from the list, resolve the rest. */
static void resolve(struct reads *r, const struct graph *g, const struct node *o,
		    const struct node **to)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		char *z = r->v[i], *full = z[0] == '\'' ? NULL : full_path(z, o);
		const struct node *found = full ? find(g, full, o) : NULL;
		bool is_column = full && !found && strcmp(full, z) != 0;

		mem_free(full);
		if (is_column) {
			mem_free(z);
			continue;
		}
		to[n] = found;
		r->v[n++] = z;
	}
	r->n = n;
}

/* --- the tree ------------------------------------------------------------- */

static const char *last_part(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot ? dot + 1 : path;
}

static void add_tree(struct dot_call *c, const struct graph *g, const struct node *o,
		     struct text *t, const char *indent, int depth)
{
	struct reads r = { .sql = o->query ? o->query : "" };
	bool utf8 = c->sh->utf8;
	const struct node **to;

	text_addf(t, "%s (%s%s)\n", last_part(o->path),
		  o->is_temporary ? "temporary " : "", o->kind);
	shade_tokenize(r.sql, strlen(r.sql), on_token, &r);
	end_path(&r);
	to = mem_get(r.n, sizeof(*to));
	resolve(&r, g, o, to);
	for (size_t i = 0; i < r.n; i++) {
		bool last = i + 1 == r.n;
		const struct node *next = to[i];
		char *deeper = str_fmt("%s%s", indent,
				       last   ? "   "
				       : utf8 ? "│  "
					      : "|  ");

		text_addf(t, "%s%s", indent,
			  utf8   ? last ? "└─ " : "├─ "
			  : last ? "`- "
				 : "+- ");
		if (next && depth < DEPTH)
			add_tree(c, g, next, t, deeper, depth + 1);
		else if (r.v[i][0] == '\'')
			text_addf(t, "%s (file)\n", r.v[i] + 1);
		else
			text_addf(t, "%s (missing)\n", r.v[i]);
		mem_free(deeper);
	}
	for (size_t i = 0; i < r.n; i++)
		mem_free(r.v[i]);
	mem_free(to);
	mem_free(r.v);
	text_free(&r.path);
}

/* The object that the user's name means: by its last parts. */
static const struct node *find_by_name(const struct graph *g, const char *name)
{
	const struct node *found = NULL;
	char *tail = str_fmt(".%s", name);

	for (size_t i = 0; i < g->n; i++) {
		if ((str_ends(g->v[i].path, tail) || !strcmp(g->v[i].path, name)) &&
		    (!found || g->v[i].is_temporary))
			found = &g->v[i];
	}
	mem_free(tail);
	return found;
}

bool dot_lineage(struct dot_call *c)
{
	struct graph g = { 0 };
	struct text t = { 0 };
	const struct node *o;
	bool ok = run_query(c->sh,
			    "SELECT catalog, database, name, kind, temporary, query "
			    "FROM shade.tables",
			    true, add_node, &g);

	o = ok ? find_by_name(&g, c->argv[0]) : NULL;
	if (ok && !o)
		ok = dot_fail(c, "table or view \"%s\" does not exist", c->argv[0]);
	if (ok) {
		add_tree(c, &g, o, &t, "", 0);
		out_add(&c->sh->out, t.p, t.n);
	}
	text_free(&t);
	graph_free(&g);
	return ok;
}
