/*
 * session.c - opening and closing sessions, their notices and records.
 */
#include "session/session.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/pool.h"
#include "session/prepared.h"
#include "session/ddl.h"

static size_t default_memory_limit(void)
{
	long pages = sysconf(_SC_PHYS_PAGES);
	long size = sysconf(_SC_PAGESIZE);

	if (pages <= 0 || size <= 0)
		return 0;
	return (size_t)pages / 5 * 3 * (size_t)size;
}

static size_t default_threads(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (size_t)n : 1;
}

static shade_status open_catalog(struct session *s, struct str path, struct error *err)
{
	struct shade_cx cx = {
		.arena = s->arena,
		.budget = s->budget,
		.settings = s->settings,
		.pool = s->pool,
		.sources = s->sources,
		.session = s,
		.cancel = &s->cancel,
		.now_us = clock_now_us(),
	};
	shade_status rc = catalog_new(&cx, path, s->read_only, &s->catalog);

	if (rc)
		*err = cx.err;
	return rc;
}

struct session *session_new(struct str catalog_path, bool read_only, struct error *err)
{
	struct budget *budget = budget_new(default_memory_limit());
	struct arena *arena = budget ? arena_new(budget) : NULL;
	struct session *s;

	err->code = SHADE_OK;
	if (!arena) {
		budget_unref(budget);
		return NULL;
	}
	s = arena_new_of(arena, struct session);
	s->arena = arena;
	s->budget = budget;
	s->read_only = read_only;
	s->notices_tail = &s->notices;
	s->expects_tail = &s->expects;
	s->settings = settings_new(arena);
	s->pool = pool_new(default_threads());
	s->sources = source_state_new(budget);
	if (!s->settings || !s->pool || !s->sources || arena_failed(arena)) {
		session_free(s);
		return NULL;
	}
	if (open_catalog(s, catalog_path, err))
		s->catalog = NULL;
	else
		system_views_register(s);
	return s;
}

static void notices_free(struct session *s)
{
	struct session_notice *next;

	for (struct session_notice *n = s->notices; n; n = next) {
		next = n->next;
		mem_free(s->budget, n->text, n->n + 1);
		mem_free(s->budget, n, sizeof(*n));
	}
	s->notices = NULL;
	s->notices_tail = &s->notices;
}

void session_free(struct session *s)
{
	struct budget *budget;

	if (!s)
		return;
	budget = s->budget;
	catalog_free(s->catalog);
	if (s->pool)
		pool_free(s->pool);
	source_state_free(s->sources);
	notices_free(s);
	session_free_errors(s);
	session_forget(s, STR_NONE);
	arena_free(s->arena);
	budget_unref(budget);
}
