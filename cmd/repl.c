#include "repl.h"

#include <string.h>
#include <unistd.h>

#include "dot.h"
#include "interrupt.h"
#include "line.h"
#include "run.h"
#include "scan.h"
#include "shade.h"
#include "shell.h"

/* %c is the catalog's name, %x a star inside a transaction. */
static void add_prompt(struct text *t, const struct shell *sh)
{
	const char *z = sh->prompt ? sh->prompt : "%c%x> ";

	for (; *z; z++) {
		if (z[0] != '%' || !z[1]) {
			text_addc(t, *z);
			continue;
		}
		z++;
		if (*z == 'c') {
			const char *base = sh->catalog ? strrchr(sh->catalog, '/')
						       : NULL;

			base = base ? base + 1 : sh->catalog ? sh->catalog : "shade";
			text_add(t, base, strcspn(base, "."));
		} else if (*z == 'x') {
			if (sh->in_transaction)
				text_addc(t, '*');
		} else {
			text_addc(t, *z);
		}
	}
}

/* What the shell waits for, right below the first prompt's end. */
static const char *wait_mark(enum shade_waits waits)
{
	switch (waits) {
	case SHADE_WAITS_QUOTE: return "'> ";
	case SHADE_WAITS_DQUOTE: return "\"> ";
	case SHADE_WAITS_BACKTICK: return "`> ";
	case SHADE_WAITS_PAREN: return "(> ";
	case SHADE_WAITS_COMMENT: return "*> ";
	case SHADE_WAITS_BLOCK: return "{> ";
	case SHADE_WAITS_NOT:
	case SHADE_WAITS_EMPTY:
	case SHADE_WAITS_STATEMENT: return "-> ";
	}
	return "-> ";
}

static void make_prompt(struct text *t, const struct shell *sh, bool first,
			enum shade_waits waits)
{
	struct text plain = { 0 };

	add_prompt(&plain, sh);
	if (!first) {
		const char *mark = wait_mark(waits);
		size_t n = strlen(mark), width = plain.n;

		text_clear(&plain);
		text_repeat(&plain, " ", width > n ? width - n : 0);
		text_addz(&plain, mark);
	}
	text_clear(t);
	/* \001 and \002 tell readline what takes no room. */
	if (sh->color)
		text_addz(t, first ? "\001\033[1m\002" : "\001\033[2m\002");
	text_add(t, text_str(&plain), plain.n);
	if (sh->color)
		text_addz(t, "\001\033[0m\002");
	text_free(&plain);
}

/*
 * Run the complete pieces of the buffer and drop them; what is left is
 * waited for.  Returns why.
 */
static enum shade_waits run_buffer(struct shell *sh, struct text *buf, bool final)
{
	size_t at = 0;

	for (;;) {
		struct piece piece = piece_next(sh->env, text_str(buf), buf->n, at,
						final);
		struct origin o = { .text = text_str(buf),
				    .n = buf->n,
				    .begin = piece.begin,
				    .end = piece.end };

		if (piece.kind == PIECE_END) {
			text_clear(buf);
			return SHADE_WAITS_EMPTY;
		}
		if (piece.kind == PIECE_WAIT) {
			size_t left = buf->n - at;

			memmove(buf->p, buf->p + at, left + 1);
			buf->n = left;
			return piece.waits;
		}
		at = piece.next;
		interrupt_clear();
		if (piece.kind == PIECE_DOT)
			dot_line(sh, &o);
		else if (sh->n_false_ifs)
			continue;
		else if (piece.suffix < piece.suffix_end)
			run_with_suffix(sh, &o, o.text + piece.suffix,
					piece.suffix_end - piece.suffix);
		else
			run_statement(sh, &o);
		out_flush(&sh->out);
		interrupt_clear();
		if (sh->leave)
			return SHADE_WAITS_EMPTY;
	}
}

/* The statement as typed goes to history once, when nothing is waited for. */
static void remember(struct shell *sh, const struct line_source *src,
		     struct text *entry)
{
	while (entry->n && is_blank(entry->p[entry->n - 1]))
		entry->p[--entry->n] = '\0';
	if (entry->n) {
		src->remember(entry->p);
		shell_log(sh, entry->p, entry->n);
	}
	text_clear(entry);
}

static void greet(struct shell *sh)
{
	if (!sh->opt.quiet && isatty(0) && isatty(2))
		shell_say(sh, "shade " SHADE_VERSION "; statements end with ;  "
			      ".help for help, .quit to leave\n");
}

void repl_run(struct shell *sh)
{
	const struct line_source *src = isatty(0) && isatty(2) ? &line_readline
							       : &line_plain;
	struct text buf = { 0 }, line = { 0 }, entry = { 0 }, prompt = { 0 };
	enum shade_waits waits = SHADE_WAITS_EMPTY;

	if (src == &line_plain) {
		sh->color = false;
		sh->report.color = false;
	}
	greet(sh);
	src->begin(sh);
	while (!sh->leave) {
		enum line_result got;

		make_prompt(&prompt, sh, buf.n == 0, waits);
		text_clear(&line);
		out_flush(&sh->out);
		got = src->read(sh, prompt.p, &buf, &line);
		if (got == LINE_END)
			break;
		if (got == LINE_INTERRUPTED) {
			interrupt_clear();
			text_clear(&buf);
			text_clear(&entry);
			waits = SHADE_WAITS_EMPTY;
			continue;
		}
		text_add(&buf, text_str(&line), line.n);
		text_addc(&buf, '\n');
		text_add(&entry, text_str(&line), line.n);
		text_addc(&entry, '\n');
		/* Before it runs: a statement that kills the shell is kept. */
		if (piece_next(sh->env, buf.p, buf.n, 0, false).kind != PIECE_WAIT)
			remember(sh, src, &entry);
		waits = run_buffer(sh, &buf, false);
		if (!buf.n)
			text_clear(&entry);
	}
	if (buf.n && !sh->leave)
		run_buffer(sh, &buf, true);
	src->end(sh);
	text_free(&buf);
	text_free(&line);
	text_free(&entry);
	text_free(&prompt);
	/* Mistakes at the prompt are no failure of the program. */
	if (!sh->has_quit_status &&
	    (sh->status == EXIT_STATEMENT || sh->status == EXIT_CHECK))
		sh->status = EXIT_FINE;
}
