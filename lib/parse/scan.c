/*
 * scan.c - the door to the flex scanner, and its memory.
 */
#include "parse/scan.h"

#include "base/base.h"
#include "sql.lex.h"

/* Each block is preceded by its size, because mem_free asks for it. */
union block_head {
	size_t n;
	_Alignas(16) char align[16];
};

void *scan_alloc(size_t n)
{
	union block_head *head = mem_alloc(NULL, n + sizeof(*head));

	if (!head)
		return NULL;
	head->n = n;
	return head + 1;
}

void scan_free(void *p)
{
	if (!p)
		return;
	union block_head *head = (union block_head *)p - 1;

	mem_free(NULL, head, head->n + sizeof(*head));
}

void *scan_pool_alloc(struct scan *s, size_t n)
{
	size_t room = (n + 15) & ~(size_t)15;

	if (s->pool_used + room > SCAN_POOL)
		return NULL;
	s->pool_used += room;
	return s->pool + s->pool_used - room;
}

bool scan_open(struct scan *s, struct str text, bool backslash)
{
	s->begin = s->end = 0;
	s->flex = NULL;
	s->depth = 0;
	s->hint = false;
	s->backslash = backslash;
	s->pool_used = 0;
	s->n = text.n;
	s->text = scan_alloc(text.n + 2);
	if (!s->text)
		return false;
	if (text.n > 0)
		memcpy(s->text, text.p, text.n);
	s->text[text.n] = s->text[text.n + 1] = '\0';
	if (sql_flexlex_init_extra(s, &s->flex) != 0)
		return false;
	return sql_flex_scan_buffer(s->text, text.n + 2, s->flex) != NULL;
}

enum raw_kind scan_next(struct scan *s)
{
	s->begin = s->end;
	return sql_flex_next(s->flex);
}

void scan_close(struct scan *s)
{
	if (s->flex)
		sql_flexlex_destroy(s->flex);
	scan_free(s->text);
}

bool scan_closes_dollars(const struct scan *s, size_t n)
{
	return n == s->tag && memcmp(s->text + s->begin, s->text + s->end - n, n) == 0;
}
