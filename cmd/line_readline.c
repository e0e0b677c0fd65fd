/*
 * line_readline.c - editing with GNU readline.
 *
 * The callback interface with a poll loop of our own, so that ^C clears the
 * line and a changed window is noticed without readline's signal handlers.
 */
#include <stdio.h>

#include <errno.h>
#include <poll.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "complete.h"
#include "history.h"
#include "interrupt.h"
#include "line.h"
#include "paint.h"
#include "shell.h"

/* Readline calls back without an argument. */
static bool got_line, got_end;
static struct text *destination;
static volatile sig_atomic_t resized, stopped;

static void on_resize(int sig)
{
	(void)sig;
	resized = 1;
}

static void on_stop(int sig)
{
	(void)sig;
	stopped = 1;
}

/* ^Z: give the terminal back as it was, stop, and take it again. */
static void stop_here(void)
{
	stopped = 0;
	paint_to_end();
	rl_deprep_terminal();
	signal(SIGTSTP, SIG_DFL);
	raise(SIGTSTP);
	signal(SIGTSTP, on_stop);
	rl_prep_terminal(1);
	rl_on_new_line();
	paint_again();
	(*rl_redisplay_function)();
}

static void on_line(char *line)
{
	if (line)
		text_addz(destination, line);
	got_line = line != NULL;
	got_end = line == NULL;
	free(line);
	rl_callback_handler_remove();
}

static void add_entry(const char *entry)
{
	add_history(entry);
}

static void readline_begin(struct shell *sh)
{
	struct sigaction sa = { .sa_handler = on_resize };

	rl_readline_name = "shade";
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	rl_outstream = stderr;
	rl_instream = stdin;
	/* Reading a statement's own lines is enough; no terminal queries. */
	rl_variable_bind("enable-bracketed-paste", "on");
	rl_variable_bind("blink-matching-paren", "on");
	sigaction(SIGWINCH, &sa, NULL);
	using_history();
	stifle_history(10000);
	history_load(add_entry);
	complete_begin(sh);
	if (sh->color)
		paint_begin();
}

/* The line as it stands stays on the screen, then a fresh prompt. */
static enum line_result clear_line(void)
{
	bool ok;

	rl_callback_sigcleanup();
	rl_free_line_state();
	/* Behind the text, before removing the handler moves the cursor. */
	rl_point = rl_end;
	(*rl_redisplay_function)();
	ok = write(2, "^C", 2) == 2;
	rl_callback_handler_remove();
	ok = ok && write(2, "\n", 1) == 1;
	return ok ? LINE_INTERRUPTED : LINE_END;
}

static enum line_result readline_read(struct shell *sh, const char *prompt,
				      const struct text *so_far, struct text *t)
{
	struct pollfd p = { .fd = 0, .events = POLLIN };
	sigset_t waited, old;

	destination = t;
	got_line = got_end = false;
	complete_so_far(so_far);
	paint_fresh(so_far);
	/* Signals come only while we wait, so that none is overlooked. */
	sigemptyset(&waited);
	sigaddset(&waited, SIGINT);
	sigaddset(&waited, SIGWINCH);
	sigaddset(&waited, SIGTSTP);
	signal(SIGTSTP, on_stop);
	sigprocmask(SIG_BLOCK, &waited, &old);
	rl_callback_handler_install(prompt, on_line);
	while (!got_line && !got_end) {
		int n = ppoll(&p, 1, NULL, &old);

		if (interrupt_seen()) {
			signal(SIGTSTP, SIG_DFL);
			sigprocmask(SIG_SETMASK, &old, NULL);
			return clear_line();
		}
		if (stopped) {
			sigprocmask(SIG_SETMASK, &old, NULL);
			stop_here();
			sigprocmask(SIG_BLOCK, &waited, NULL);
			continue;
		}
		if (resized) {
			resized = 0;
			rl_resize_terminal();
		}
		if (n < 0 && errno != EINTR)
			break;
		if (n > 0 && (p.revents & (POLLERR | POLLNVAL)))
			break;
		if (n > 0)
			rl_callback_read_char();
	}
	/* While a query runs, ^Z stops it as any program. */
	signal(SIGTSTP, SIG_DFL);
	sigprocmask(SIG_SETMASK, &old, NULL);
	shell_measure(sh);
	if (!got_line && !got_end)
		rl_callback_handler_remove();
	if (got_line)
		return LINE_TEXT;
	if (write(2, "\n", 1) < 0)
		return LINE_END;
	return LINE_END;
}

static void readline_remember(const char *statement)
{
	HIST_ENTRY *last = history_length
				   ? history_get(history_base + history_length - 1)
				   : NULL;

	if (!last || strcmp(last->line, statement) != 0)
		add_history(statement);
	history_add(statement);
}

static void readline_end(struct shell *sh)
{
	(void)sh;
	complete_end();
	paint_end();
	rl_clear_history();
	history_free();
}

const struct line_source line_readline = { readline_begin, readline_read,
					   readline_remember, readline_end };
