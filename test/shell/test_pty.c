/*
 * test_pty.c - the shell as a person meets it, at a terminal.
 *
 * SHADE is the program; prints `N passed, N failed`.
 */
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shell/pty.h"

static int passed, failed;
static char home[] = "/tmp/shade-pty-XXXXXX";
/* Ten thousand rows to the third. */
static char slow_query[1024];
static char state_var[128], config_var[128], home_var[128];

static void claim(const char *what, bool holds)
{
	if (holds) {
		passed++;
		return;
	}
	failed++;
	printf("not ok: %s\n", what);
}

static bool start(struct pty *p, const char *arg, const char *more_env,
		  unsigned short columns)
{
	char *argv[] = { getenv("SHADE"), (char *)(uintptr_t)arg, NULL };
	const char *env[] = { home_var,
			      state_var,
			      config_var,
			      "LC_ALL=C.UTF-8",
			      "TERM=xterm",
			      "COLUMNS",
			      more_env ? more_env : "NO_COLOR",
			      NULL };

	return pty_start(p, argv, env, columns, 24);
}

/* A shell with its first prompt on the screen. */
static void begin(struct pty *p, const char *more_env, unsigned short columns)
{
	claim("the shell starts", start(p, NULL, more_env, columns));
	claim("it prompts", pty_wait(p, "shade> "));
}

static void leave(struct pty *p)
{
	pty_send(p, ".quit\r");
	claim("the shell leaves with 0", pty_end(p) == 0);
}

static void results_and_prompts(void)
{
	struct pty p;

	begin(&p, NULL, 80);
	claim("a person is greeted", pty_has(&p, ".help for help"));
	pty_send(&p, "SELECT 1 AS x;\r");
	claim("a terminal gets a table", pty_wait(&p, "╭─"));
	claim("with a footer", pty_wait(&p, "1 row"));
	claim("and a new prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT\r");
	claim("it waits for the statement", pty_wait(&p, "-> "));
	pty_send(&p, "'a\r");
	claim("it waits for a quote", pty_wait(&p, "'> "));
	pty_send(&p, "b' || (\r");
	claim("it waits for a parenthesis", pty_wait(&p, "(> "));
	pty_send(&p, "'c') /*\r");
	claim("it waits for a comment", pty_wait(&p, "*> "));
	pty_send(&p, "*/ AS y;\r");
	claim("the statement runs", pty_wait(&p, "a\\nbc"));
	claim("colours are used", pty_has(&p, "\033[2m"));
	claim("the terminal is not asked anything", !pty_has(&p, "\033]11;?") &&
							    !pty_has(&p, "\033[6n") &&
							    !pty_has(&p, "\033[c"));
	leave(&p);
}

static void interrupt_clears_the_line(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "SELECT garbage\r");
	claim("it waits", pty_wait(&p, "-> "));
	pty_send(&p, "more");
	claim("the text is there", pty_wait(&p, "more"));
	pty_send(&p, "\003");
	claim("^C shows", pty_wait(&p, "^C"));
	claim("and gives a first prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT 42 AS x;\r");
	claim("the half statement is gone", pty_wait(&p, "42 │"));
	leave(&p);
}

static void interrupt_stops_a_query(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, slow_query);
	pty_send(&p, ";\r");
	claim("the query is sent", pty_wait(&p, "c;"));
	poll(NULL, 0, 200);
	pty_send(&p, "\003");
	claim("^C stops it", pty_wait(&p, "57014"));
	claim("the shell stays", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT 43 AS x;\r");
	claim("and works", pty_wait(&p, "43 │"));
	leave(&p);
}

static void interrupt_ends_a_batch(void)
{
	char c[] = "-c", note[] = "SELECT 1 AS started";
	char *argv[] = { getenv("SHADE"), c, note, c, slow_query, c, note, NULL };
	const char *env[] = { home_var, state_var, config_var, NULL };
	struct pty p;

	claim("a batch starts", pty_start(&p, argv, env, 80, 24));
	claim("and runs", pty_wait(&p, "1 row"));
	poll(NULL, 0, 200);
	pty_send(&p, "\003");
	claim("^C is told", pty_wait(&p, "57014"));
	claim("^C in a batch ends with 130", pty_end(&p) == 130);
}

static void completion(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "CREATE TEMPORARY VIEW zebras AS SELECT 1 AS zstripes;\r");
	claim("a view is made", pty_wait(&p, "CREATE"));
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, ".hea\t");
	claim("dot-commands complete", pty_wait(&p, ".header"));
	pty_send(&p, "\003");
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, ".mode jso\t");
	claim("modes complete", pty_wait(&p, ".mode json"));
	pty_send(&p, "\003");
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT * FROM zeb\t");
	claim("views complete", pty_wait(&p, "zebras"));
	pty_send(&p, "\003");
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT zstr FROM zebras;");
	claim("the rest stands", pty_wait(&p, "FROM zebras;"));
	pty_send(&p, "\001\033f\033f\t");
	claim("columns of FROM complete", pty_wait(&p, "ipes"));
	pty_send(&p, "\003");
	claim("prompt", pty_wait(&p, "shade> "));
	leave(&p);
}

static void history(void)
{
	struct pty p;
	struct stat st;
	char path[160], text[4096] = "";
	FILE *f;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "SELECT\r");
	claim("it waits", pty_wait(&p, "-> "));
	pty_send(&p, "4711 AS x;\r");
	claim("it ran", pty_wait(&p, "4711 │"));
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "\033[A");
	claim("the whole statement comes back", pty_wait(&p, "4711"));
	pty_send(&p, "\003");
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, " SELECT 'unseen';\r");
	claim("it ran", pty_wait(&p, "│ unseen "));
	pty_send(&p, "SELECT 'my password';\r");
	claim("it ran", pty_wait(&p, "│ my password"));
	leave(&p);
	snprintf(path, sizeof(path), "%s/state/shade/history", home);
	claim("the history is a file", stat(path, &st) == 0);
	claim("that nobody else reads", (st.st_mode & 0777) == 0600);
	f = fopen(path, "r");
	if (f) {
		text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
		fclose(f);
	}
	claim("an entry is a whole statement", strstr(text, "SELECT\n4711 AS x;\n"));
	claim("a leading blank keeps it out", !strstr(text, "unseen"));
	claim("a password keeps it out", !strstr(text, "password"));
	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "\033[A\033[A");
	claim("the next shell has it", pty_wait(&p, "4711"));
	pty_send(&p, "\003");
	claim("prompt", pty_wait(&p, "shade> "));
	leave(&p);
}

static void colours_can_be_off(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "SELECT NULL AS x;\r");
	claim("a table comes", pty_wait(&p, "NULL │"));
	pty_send(&p, "SELECT nosuch;\r");
	claim("an error comes", pty_wait(&p, "error[42703]"));
	claim("NO_COLOR is honoured",
	      !pty_has(&p, "\033[2m") && !pty_has(&p, "\033[31"));
	claim("errors of a prompt have no file", !pty_has(&p, ":1:8: error"));
	leave(&p);
}

static void width_follows_the_window(void)
{
	struct pty p;
	char *text;

	begin(&p, "NO_COLOR=1", 60);
	pty_send(&p, "SELECT repeat('x', 200) AS a, 1 AS b, 2 AS c;\r");
	claim("one row too wide is vertical", pty_wait(&p, "row 1"));
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT repeat('x', 200) AS a, b FROM (VALUES (1), (2)) t(b);\r");
	claim("more rows are cut", pty_wait(&p, "x… │"));
	claim("prompt", pty_wait(&p, "shade> "));
	pty_resize(&p, 100, 24);
	pty_send(&p, "SELECT repeat('y', 200) AS a, b FROM (VALUES (1), (2)) t(b);\r");
	claim("a table", pty_wait(&p, "╮"));
	text = pty_since(&p);
	claim("prompt", pty_wait(&p, "shade> "));
	free(text);
	claim("the new width counts",
	      pty_has(&p, "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
			  "yyyyyyyyyyyyyyyyyyyy"));
	leave(&p);
}

static void the_latest_result_comes_again(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "SELECT 12 AS x;\r");
	claim("a table", pty_wait(&p, "╯"));
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, ".last json\r");
	claim(".last shows it in another mode", pty_wait(&p, "[{\"x\":12}]"));
	leave(&p);
}

static void the_prompt_knows_transactions(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "BEGIN;\r");
	claim("a star inside a transaction", pty_wait(&p, "shade*> "));
	pty_send(&p, "ROLLBACK;\r");
	claim("none behind it", pty_wait(&p, "shade> "));
	leave(&p);
}

static void the_editor_is_asked(void)
{
	struct pty p;

	begin(&p, "SHADE_EDITOR=sed -i s/41/42/", 80);
	pty_send(&p, "SELECT 41 AS x;\r");
	claim("a table", pty_wait(&p, "1 row"));
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "\\e\r");
	claim("what the editor left runs", pty_wait(&p, "  42 "));
	leave(&p);
}

static void the_pager_is_asked(void)
{
	struct pty p;

	begin(&p, "SHADE_PAGER=sed s/one/paged/", 80);
	pty_send(&p, ".pager on\r");
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT 'one' || '' AS x;\r");
	claim("results go through it", pty_wait(&p, "paged"));
	pty_send(&p, ".pager true\r");
	claim("prompt", pty_wait(&p, "shade> "));
	leave(&p);
	begin(&p, "SHADE_PAGER=true", 80);
	pty_send(&p, ".pager on\r");
	claim("prompt", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT * FROM range(200000);\r");
	claim("a pager that leaves at once", pty_wait(&p, "shade> "));
	pty_send(&p, ".print still here\r");
	claim("does not end the shell", pty_wait(&p, "\nstill here"));
	leave(&p);
}

static void typing_is_coloured(void)
{
	struct pty p;

	begin(&p, NULL, 40);
	pty_send(&p, "select 'open");
	claim("keywords are bold", pty_wait(&p, "\033[1mselect"));
	claim("an open quote is red", pty_wait(&p, "\033[31m'open"));
	pty_send(&p, "', 12");
	claim("a closed one is green", pty_wait(&p, "\033[32m'open'"));
	claim("numbers have a colour", pty_wait(&p, "\033[36m12"));
	pty_send(&p, ", (1");
	pty_send(&p, ")");
	claim("the bracket's partner is marked", pty_wait(&p, "\033[4m("));
	pty_send(&p,
		 " AS x, 'a text that is longer than the row of the screen' AS z;\r");
	claim("a long line runs", pty_wait(&p, "1 row"));
	claim("prompt", pty_wait(&p, "shade> "));
	leave(&p);
}

static void pasted_text(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "\033[200~SELECT 5 AS a,\n6 AS b;\033[201~");
	claim("a paste does not run by itself", pty_wait(&p, "6 AS b;"));
	pty_send(&p, "\r");
	claim("it runs as one statement", pty_wait(&p, "│   5 │"));
	leave(&p);
}

static void leaving(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "\004");
	claim("^D leaves with 0", pty_end(&p) == 0);
	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "SELECT nosuch;\r");
	claim("an error", pty_wait(&p, "error["));
	pty_send(&p, ".quit 3\r");
	claim(".quit takes a status", pty_end(&p) == 3);
	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, "SELECT nosuch;\r");
	/* ^D before the prompt would be the terminal's, not the shell's. */
	claim("an error", pty_wait(&p, "error[") && pty_wait(&p, "shade>"));
	pty_send(&p, "\004");
	claim("a mistake is no failure", pty_end(&p) == 0);
}

static void prefixes_and_aliases(void)
{
	struct pty p;

	begin(&p, "NO_COLOR=1", 80);
	pty_send(&p, ".vers\r");
	claim("a unique prefix will do", pty_wait(&p, "shade 0."));
	pty_send(&p, "\\?\r");
	claim("psql's help works", pty_wait(&p, "behind a query"));
	pty_send(&p, ".nosuch\r");
	claim("an unknown command is named", pty_wait(&p, "\".nosuch\""));
	pty_send(&p, "SELECT 8 AS x \\gx\r");
	claim("\\gx is vertical", pty_wait(&p, "x │ 8"));
	leave(&p);
}

static void make_slow_query(void)
{
	const char *data = getenv("SHADE_TEST_DATA");
	char file[256];

	snprintf(file, sizeof(file), "'%.200s/vega/birdstrikes.csv'",
		 data ? data : "test/data");
	snprintf(slow_query, sizeof(slow_query),
		 "SELECT count(*) AS n FROM %s a, %s b, %s c", file, file, file);
}

int main(void)
{
	if (!getenv("SHADE") || !mkdtemp(home)) {
		printf("SHADE must be the path of the program\n0 passed, 1 failed\n");
		return 1;
	}
	snprintf(home_var, sizeof(home_var), "HOME=%s", home);
	snprintf(state_var, sizeof(state_var), "XDG_STATE_HOME=%s/state", home);
	snprintf(config_var, sizeof(config_var), "XDG_CONFIG_HOME=%s/config", home);
	make_slow_query();
	results_and_prompts();
	interrupt_clears_the_line();
	interrupt_stops_a_query();
	interrupt_ends_a_batch();
	completion();
	history();
	colours_can_be_off();
	width_follows_the_window();
	the_latest_result_comes_again();
	the_prompt_knows_transactions();
	the_editor_is_asked();
	the_pager_is_asked();
	typing_is_coloured();
	pasted_text();
	leaving();
	prefixes_and_aliases();
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
