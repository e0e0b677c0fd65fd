#include "base/cx.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/banned.h"
#include "base/utf8.h"

static const struct {
	const char *klass, *sqlstate;
} rows[] = {
#define E(id, klass, state) { klass, state },
#include "base/errors.def"
#undef E
};

/* shade.h repeats the ids of errors.def: they must agree. */
enum row {
#define E(id, klass, state) ROW_##id,
#include "base/errors.def"
#undef E
	ROW_COUNT
};
#define SHADE_E_OK SHADE_OK
#define E(id, klass, state) \
	_Static_assert((int)ROW_##id == (int)SHADE_E_##id, "order of errors.def");
#include "base/errors.def"
#undef E
_Static_assert((int)ROW_COUNT == (int)SHADE_N_CODES, "length of errors.def");

const char *error_class(shade_status code)
{
	return (unsigned)code < SHADE_N_CODES ? rows[code].klass : rows[1].klass;
}

const char *error_sqlstate(shade_status code)
{
	return (unsigned)code < SHADE_N_CODES ? rows[code].sqlstate : rows[1].sqlstate;
}

static void lock(struct shade_cx *cx)
{
	while (atomic_exchange_explicit(&cx->err_lock, 1, memory_order_acquire))
		sched_yield();
}

static void unlock(struct shade_cx *cx)
{
	atomic_store_explicit(&cx->err_lock, 0, memory_order_release);
}

/* Format into a fixed field; a cut leaves no half code point and says so. */
static void format(char *to, size_t size, const char *fmt, va_list ap)
{
	int n = vsnprintf(to, size, fmt, ap);
	size_t end = size - 4;

	if (n < 0)
		to[0] = 0;
	if (n < 0 || (size_t)n < size)
		return;
	while (end && ((unsigned char)to[end] & 0xc0) == 0x80)
		end--;
	memcpy(to + end, "...", 4);
}

shade_status shade_fail(struct shade_cx *cx, shade_status code, struct span span,
			const char *fmt, ...)
{
	struct error *e = &cx->err;
	va_list ap;

	lock(cx);
	if (e->code == SHADE_OK) {
		va_start(ap, fmt);
		format(e->message, sizeof(e->message), fmt, ap);
		va_end(ap);
		e->span = span;
		e->n_hints = 0;
		e->subclass[0] = 0;
		e->pos = (struct data_pos){ 0 };
		e->code = code;
	} else {
		code = e->code;
	}
	unlock(cx);
	return code;
}

void shade_hint(struct shade_cx *cx, const char *fmt, ...)
{
	struct error *e = &cx->err;
	va_list ap;

	lock(cx);
	if (e->code != SHADE_OK && e->n_hints < ERROR_HINTS) {
		va_start(ap, fmt);
		format(e->hints[e->n_hints++], sizeof(e->hints[0]), fmt, ap);
		va_end(ap);
	}
	unlock(cx);
}

/* The part of a long line around its mark that fits into room bytes. */
static void cut_around_mark(struct data_pos *pos, size_t room)
{
	size_t begin = 0;

	if (pos->text.n > room) {
		if (pos->mark_begin > room / 4)
			begin = pos->mark_begin - room / 4;
		if (begin > pos->text.n - room)
			begin = pos->text.n - room;
		pos->text.p += begin;
		pos->text.n = room;
		pos->mark_begin -= (uint32_t)begin;
		pos->mark_end -= (uint32_t)begin;
	}
	if (pos->mark_begin > pos->text.n)
		pos->mark_begin = (uint32_t)pos->text.n;
	if (pos->mark_end > pos->text.n)
		pos->mark_end = (uint32_t)pos->text.n;
	if (pos->mark_end < pos->mark_begin)
		pos->mark_end = pos->mark_begin;
}

void shade_fail_at(struct shade_cx *cx, const struct data_pos *pos)
{
	struct error *e = &cx->err;
	struct data_pos cut = *pos;
	size_t room = sizeof(e->data) - 2;
	size_t n_file = pos->file.n < 512 ? pos->file.n : 512;

	lock(cx);
	if (e->code != SHADE_OK && !e->pos.file.n) {
		if (pos->mark_end < pos->mark_begin)
			cut.mark_end = cut.mark_begin;
		cut_around_mark(&cut, room - n_file);
		if (n_file)
			memcpy(e->data, pos->file.p + (pos->file.n - n_file), n_file);
		e->data[n_file] = 0;
		if (cut.text.n)
			memcpy(e->data + n_file + 1, cut.text.p, cut.text.n);
		e->data[n_file + 1 + cut.text.n] = 0;
		cut.file = (struct str){ e->data, n_file };
		if (cut.text.p)
			cut.text.p = e->data + n_file + 1;
		e->pos = cut;
	}
	unlock(cx);
}

void shade_clear(struct shade_cx *cx)
{
	lock(cx);
	cx->err.code = SHADE_OK;
	cx->err.message[0] = 0;
	cx->err.n_hints = 0;
	cx->err.subclass[0] = 0;
	cx->err.pos = (struct data_pos){ 0 };
	unlock(cx);
}

shade_status cx_nomem(struct shade_cx *cx)
{
	size_t limit = budget_refused(cx->budget);
	shade_status rc;

	if (limit == 0)
		return shade_fail(cx, SHADE_E_NOMEM, NO_SPAN, "out of memory");
	rc = shade_fail(cx, SHADE_E_MEMORY_LIMIT, NO_SPAN,
			"the query needs more than the memory limit of %zu MB",
			limit >> 20);
	shade_hint(cx, "SET 'shade.memory-limit' = '...' allows more");
	return rc;
}

shade_status cx_check_arena(struct shade_cx *cx)
{
	return arena_failed(cx->arena) ? cx_nomem(cx) : SHADE_OK;
}

shade_status cx_check_cancel(struct shade_cx *cx)
{
	if (cx->cancel && atomic_load_explicit(cx->cancel, memory_order_relaxed))
		return shade_fail(cx, SHADE_E_CANCELLED, NO_SPAN, "interrupted");
	return SHADE_OK;
}

static void __attribute__((format(printf, 4, 0)))
notify(struct shade_cx *cx, bool is_warning, struct span span, const char *fmt,
       va_list ap)
{
	struct notice *n;

	lock(cx);
	n = arena_new_of(cx->arena, struct notice);
	n->is_warning = is_warning;
	n->span = span;
	n->text = str_vfmt(cx->arena, fmt, ap);
	if (cx->notices)
		*cx->notices_tail = n;
	else
		cx->notices = n;
	cx->notices_tail = &n->next;
	unlock(cx);
}

void shade_note(struct shade_cx *cx, struct span span, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	notify(cx, false, span, fmt, ap);
	va_end(ap);
}

void shade_warn(struct shade_cx *cx, struct span span, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	notify(cx, true, span, fmt, ap);
	va_end(ap);
}
