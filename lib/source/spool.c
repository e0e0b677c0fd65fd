#include "source/spool.h"

#include <sys/stat.h>
#include <unistd.h>

#include "source/state.h"

void spool_init(struct spool *s, struct budget *budget)
{
	pthread_mutex_init(&s->lock, NULL);
	s->budget = budget_ref(budget);
}

void spool_release(struct spool *s)
{
	reader_close(s->reader);
	buf_unref(s->kept);
	budget_unref(s->budget);
	pthread_mutex_destroy(&s->lock);
}

static void keep(struct spool *s, const void *p, size_t n)
{
	size_t have = s->kept ? s->kept->n : 0;

	if (s->is_cut)
		return;
	if (!s->kept)
		s->kept = buf_new(s->budget, 0);
	if (have + n > SPOOL_MAX || !s->kept ||
	    !buf_reserve(&s->kept, s->budget,
			 have + n > 2 * have ? have + n : 2 * have)) {
		/* A longer pipe is read once: no need to hold its head. */
		buf_unref(s->kept);
		s->kept = NULL;
		s->is_cut = true;
		return;
	}
	memcpy(s->kept->p + have, p, n);
	s->kept->n = have + n;
}

static shade_status read_at(struct shade_cx *cx, struct spool *s, uint64_t at,
			    void *dst, size_t n, size_t *got)
{
	size_t have = s->kept ? s->kept->n : 0;

	if (at < have) {
		*got = have - (size_t)at < n ? have - (size_t)at : n;
		memcpy(dst, s->kept->p + at, *got);
		return SHADE_OK;
	}
	if (at < s->total)
		return shade_fail(
			cx, SHADE_E_IO, NO_SPAN,
			"standard input was already consumed: more than %zu MB "
			"were read and cannot be read again",
			SPOOL_MAX >> 20);
	*got = 0;
	if (s->at_end)
		return SHADE_OK;
	if (!s->reader)
		TRY(reader_open(cx, STR("-"), NO_SPAN, &s->reader));
	TRY(reader_read(cx, s->reader, dst, n, got));
	s->at_end = *got == 0;
	s->total += *got;
	if (*got)
		keep(s, dst, *got);
	return SHADE_OK;
}

shade_status spool_read(struct shade_cx *cx, struct source_state *st, uint64_t at,
			void *dst, size_t n, size_t *got)
{
	struct spool *s = source_state_spool(st);
	shade_status rc;

	pthread_mutex_lock(&s->lock);
	rc = read_at(cx, s, at, dst, n, got);
	pthread_mutex_unlock(&s->lock);
	return rc;
}

bool spool_is_pipe(struct source_state *st)
{
	struct stat sb;

	return source_state_spool(st)->total || fstat(STDIN_FILENO, &sb) ||
	       !S_ISREG(sb.st_mode) || sb.st_size == 0;
}

bool spool_would_block(struct source_state *st, uint64_t at)
{
	struct spool *s = source_state_spool(st);
	bool blocks = false;

	pthread_mutex_lock(&s->lock);
	if (at >= s->total && s->reader && !s->at_end)
		blocks = reader_would_block(s->reader);
	pthread_mutex_unlock(&s->lock);
	return blocks;
}
