/*
 * error_log.c - the latest errors of a session, for shade.errors.
 */
#include "session/session.h"

#include "base/clock.h"

#define MAX_ERRORS 100

static void entry_free(struct session *s, struct error_entry *e)
{
	if (e->arena)
		arena_free(e->arena);
	mem_free(s->budget, e, sizeof(*e));
}

void session_keep_error(struct session *s, const struct error *err, struct str sql)
{
	struct error_entry *e = mem_alloc(s->budget, sizeof(*e));
	struct sbuf hints = { 0 };

	if (!e)
		return;
	e->arena = hints.arena = arena_new(s->budget);
	if (!e->arena) {
		mem_free(s->budget, e, sizeof(*e));
		return;
	}
	for (size_t i = 0; i < err->n_hints; i++)
		sbuf_addf(&hints, "%s%s", i ? "\n" : "", err->hints[i]);
	e->at_us = clock_now_us();
	e->code = err->code;
	e->message = str_dup(e->arena, str_from(err->message));
	e->hints = sbuf_str(&hints);
	e->sql = str_dup(e->arena, sql);
	e->begin = err->span.end ? err->span.begin + 1 : 0;
	e->file = str_dup(e->arena, err->pos.file);
	e->line = err->pos.line;
	e->next = s->errors;
	s->errors = e;
	if (++s->n_errors > MAX_ERRORS) {
		struct error_entry **last = &s->errors;

		while ((*last)->next)
			last = &(*last)->next;
		entry_free(s, *last);
		*last = NULL;
		s->n_errors--;
	}
}

void session_free_errors(struct session *s)
{
	struct error_entry *next;

	for (struct error_entry *e = s->errors; e; e = next) {
		next = e->next;
		entry_free(s, e);
	}
	s->errors = NULL;
	s->n_errors = 0;
}
