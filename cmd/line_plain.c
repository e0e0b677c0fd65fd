/*
 * line_plain.c - lines from a pipe, prompts on stderr.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "line.h"

/* Bytes read ahead; there is one standard input. */
static char ahead[4096];
static size_t n_ahead, at_ahead;

static void plain_begin(struct shell *sh)
{
	(void)sh;
}

static enum line_result plain_read(struct shell *sh, const char *prompt,
				   const struct text *so_far, struct text *t)
{
	bool any = false;

	(void)sh;
	(void)so_far;
	if (write(2, prompt, strlen(prompt)) < 0)
		return LINE_END;
	for (;;) {
		char *from = ahead + at_ahead, *nl;
		size_t n = n_ahead - at_ahead;
		ssize_t got;

		nl = memchr(from, '\n', n);
		if (nl) {
			text_add(t, from, (size_t)(nl - from));
			at_ahead += (size_t)(nl - from) + 1;
			return LINE_TEXT;
		}
		text_add(t, from, n);
		any = any || n;
		at_ahead = n_ahead = 0;
		got = read(0, ahead, sizeof(ahead));
		if (got < 0 && errno == EINTR && interrupt_seen())
			return LINE_INTERRUPTED;
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return any ? LINE_TEXT : LINE_END;
		n_ahead = (size_t)got;
	}
}

static void plain_remember(const char *statement)
{
	(void)statement;
}

const struct line_source line_plain = { plain_begin, plain_read, plain_remember,
					plain_begin };
