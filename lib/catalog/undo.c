/*
 * undo.c - the log behind statement atomicity and ROLLBACK.
 */
#include "catalog/undo.h"

bool undo_reserve(struct undo_log *log)
{
	size_t cap = log->cap ? log->cap * 2 : 32;
	struct undo_entry *v;

	if (log->n < log->cap)
		return true;
	v = mem_realloc(log->budget, log->v, log->cap * sizeof(*v), cap * sizeof(*v));
	if (!v)
		return false;
	log->v = v;
	log->cap = cap;
	return true;
}

void undo_push(struct undo_log *log, struct undo_entry e)
{
	assert(log->n < log->cap);
	log->v[log->n++] = e;
}

void undo_back_to(struct undo_log *log, size_t mark)
{
	while (log->n > mark) {
		struct undo_entry e = log->v[--log->n];

		e.undo(&e);
	}
}

void undo_drop_all(struct undo_log *log)
{
	for (size_t i = 0; i < log->n; i++)
		log->v[i].drop(&log->v[i]);
	log->n = 0;
}

void undo_free(struct undo_log *log)
{
	undo_drop_all(log);
	mem_free(log->budget, log->v, log->cap * sizeof(*log->v));
	log->v = NULL;
	log->cap = 0;
}
