/*
 * lineage.h - what views read: asked once, then drawn or sorted.
 */
#ifndef SHADE_CMD_LINEAGE_H
#define SHADE_CMD_LINEAGE_H

#include <stdbool.h>
#include <stddef.h>

struct shell;

/* object reads source; full paths, or a file's name.  Owned strings. */
struct lineage_edge {
	char *object, *kind, *source, *source_kind;
};

struct lineage {
	struct lineage_edge *v; /* owned; those of the object itself first */
	size_t n;
};

/* Everything below the object; false: there is none (reported if loud). */
bool lineage_ask(struct lineage *l, struct shell *sh, const char *name, bool loud);
void lineage_free(struct lineage *l);

#endif
