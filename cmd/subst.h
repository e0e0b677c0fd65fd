/*
 * subst.h - ${name}, :'name' and :"name" replaced before parsing.
 *
 * ${name} is replaced everywhere but in comments, the other two outside
 * quotes.  A name that is not set is an error that the caller reports, but
 * ${name} inside quotes stays as it is.
 */
#ifndef SHADE_CMD_SUBST_H
#define SHADE_CMD_SUBST_H

#include "report.h"
#include "text.h"

struct shell;

struct subst {
	struct text out; /* owned */
	struct span_map map; /* pieces owned */
	char *missing; /* owned: name of a ${name} that is not set */
	size_t missing_begin, missing_end; /* where, in the input */
};

/* False: nothing to replace, *s is empty. */
bool subst_apply(struct subst *s, const struct shell *sh, const char *p, size_t n);
void subst_release(struct subst *s);

#endif
