/*
 * note.c - notes of a statement.
 */
#include "session/session.h"

void run_note(struct run *r, bool interactive_only, struct span span, const char *fmt,
	      ...)
{
	struct notice *n = arena_new_of(r->cx.arena, struct notice);
	va_list ap;

	va_start(ap, fmt);
	n->text = str_vfmt(r->cx.arena, fmt, ap);
	va_end(ap);
	n->interactive_only = interactive_only;
	n->span = span;
	*r->cx.notices_tail = n;
	r->cx.notices_tail = &n->next;
}
