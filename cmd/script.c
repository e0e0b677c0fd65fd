#include "script.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "dot.h"
#include "interrupt.h"
#include "run.h"
#include "scan.h"
#include "shell.h"

/* Echo what is about to run, for .echo on. */
static void echo_piece(struct shell *sh, const char *p, size_t n)
{
	if (sh->echo != ECHO_ON)
		return;
	out_flush(&sh->out);
	if (write(2, p, n) < 0 || write(2, "\n", 1) < 0)
		return;
}

static bool run_piece(struct shell *sh, const struct origin *o,
		      const struct piece *piece)
{
	const char *p = o->text + o->begin;
	bool ok;

	shell_log(sh, p, o->end - o->begin);
	if (piece->kind == PIECE_DOT) {
		echo_piece(sh, p, o->end - o->begin);
		ok = dot_line(sh, o);
	} else if (sh->n_false_ifs) {
		return true;
	} else {
		echo_piece(sh, p, o->end - o->begin);
		if (piece->suffix < piece->suffix_end)
			ok = run_with_suffix(sh, o, o->text + piece->suffix,
					     piece->suffix_end - piece->suffix);
		else
			ok = run_statement(sh, o);
	}
	if (!ok && sh->echo == ECHO_ERRORS) {
		sh->echo = ECHO_ON;
		echo_piece(sh, p, o->end - o->begin);
		sh->echo = ECHO_ERRORS;
	}
	return ok || !sh->bail;
}

/* Run complete pieces from *at on; false: stop. */
static bool run_pieces(struct shell *sh, const char *file, const char *text, size_t n,
		       size_t *at, bool final)
{
	for (;;) {
		struct piece piece = piece_next(sh->env, text, n, *at, final);
		struct origin o = { .file = file,
				    .text = text,
				    .n = n,
				    .begin = piece.begin,
				    .end = piece.end };

		if (piece.kind == PIECE_END || piece.kind == PIECE_WAIT)
			return true;
		*at = piece.next;
		if (!run_piece(sh, &o, &piece))
			return false;
		if (sh->leave)
			return false;
		if (interrupt_seen() && !sh->interactive) {
			report_fail(&sh->report, "57014", NULL, "interrupted");
			sh->status = EXIT_INTERRUPTED;
			sh->leave = true;
			return false;
		}
	}
}

bool script_text(struct shell *sh, const char *file, const char *text, size_t n)
{
	size_t at = script_start(text, n);

	check_scan(sh, text, n);
	return run_pieces(sh, file, text, n, &at, true);
}

/*
 * False if the last n bytes of the text cannot end the long statement that
 * began before them: scanning it again for each read would take the square
 * of its length.
 */
static bool may_end(const struct text *t, size_t at, size_t n)
{
	const char *read = t->p + t->n - n;

	return t->n - n - at < 1 << 16 || !n || memchr(read, ';', n) ||
	       memchr(read, '\\', n);
}

bool script_fd(struct shell *sh, const char *file, int fd)
{
	struct text t = { 0 };
	bool ok = true, first = true;
	size_t at = 0;

	while (ok) {
		char *to = text_room(&t, 1 << 16);
		ssize_t n = read(fd, to, 1 << 16);

		if (n < 0 && errno == EINTR && interrupt_seen()) {
			report_fail(&sh->report, "57014", NULL, "interrupted");
			sh->status = EXIT_INTERRUPTED;
			sh->leave = true;
			ok = false;
			break;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			report_fail(&sh->report, "58030", NULL,
				    "cannot read \"%s\": %s", file, strerror(errno));
			ok = shell_failed(sh, SHADE_E_IO);
			break;
		}
		t.n += (size_t)n;
		t.p[t.n] = '\0';
		if (n > 0 && t.n < 3)
			continue;
		if (!may_end(&t, at, (size_t)n))
			continue;
		check_scan(sh, t.p, t.n);
		if (first)
			at = script_start(t.p, t.n);
		first = false;
		ok = run_pieces(sh, file, t.p, t.n, &at, n == 0);
		if (n == 0)
			break;
		/* Show what is done before waiting for more. */
		out_flush(&sh->out);
	}
	text_free(&t);
	return ok;
}

bool script_missing_endif(struct shell *sh, const char *path)
{
	report_fail(&sh->report, "42601", NULL,
		    path ? "%u .if without .endif in \"%s\"" : "%u .if without .endif",
		    sh->n_ifs, path);
	sh->n_ifs = sh->n_false_ifs = 0;
	return shell_failed(sh, SHADE_E_SYNTAX);
}

bool script_file(struct shell *sh, const char *path, bool usage)
{
	bool is_stdin = !strcmp(path, "-") || !strcmp(path, "/dev/stdin");
	int fd = is_stdin ? 0 : open(path, O_RDONLY | O_CLOEXEC);
	unsigned open_ifs;
	bool ok;

	if (fd < 0) {
		report_fail(&sh->report, errno == ENOENT ? "58P01" : "58030", NULL,
			    "cannot open \"%s\": %s", path, strerror(errno));
		shell_failed(sh, SHADE_E_IO);
		if (usage)
			sh->status = EXIT_USAGE;
		return false;
	}
	open_ifs = sh->n_ifs;
	ok = script_fd(sh, is_stdin ? "stdin" : path, fd);
	if (!is_stdin)
		close(fd);
	if (ok && !sh->leave && sh->n_ifs > open_ifs)
		ok = script_missing_endif(sh, path);
	return ok;
}
