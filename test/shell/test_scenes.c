/*
 * test_scenes.c - ten scenes of a day with the shell, each at a terminal.
 *
 * SHADE is the program; prints `N passed, N failed`.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell/pty.h"

static int passed, failed;
static char home[] = "/tmp/shade-scenes-XXXXXX";
static char home_var[128], state_var[128], config_var[128];

static void claim(const char *scene, const char *what, bool holds)
{
	if (holds) {
		passed++;
		return;
	}
	failed++;
	printf("not ok: %s: %s\n", scene, what);
}

static void write_file(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		printf("cannot write %s\n", name);
}

/* The program with up to four arguments, in the scenes' folder. */
static bool start(struct pty *p, const char *const *args, const char *more_env)
{
	char *argv[6] = { getenv("SHADE") };
	const char *env[] = { home_var,
			      state_var,
			      config_var,
			      "LC_ALL=C.UTF-8",
			      "TERM=xterm-256color",
			      "COLUMNS",
			      more_env ? more_env : "NO_COLOR",
			      NULL };

	for (size_t i = 0; args && args[i] && i < 4; i++)
		argv[i + 1] = (char *)(uintptr_t)args[i];
	return pty_start(p, argv, env, 80, 24);
}

#define ARGS(...)                               \
	(const char *const[])                   \
	{                                       \
		__VA_ARGS__ __VA_OPT__(, ) NULL \
	}

/* Type a line, see a text, see the next prompt. */
static void step(struct pty *p, const char *scene, const char *line, const char *seen)
{
	pty_send(p, line);
	pty_send(p, "\r");
	claim(scene, seen, pty_wait(p, seen));
	claim(scene, "the next prompt", pty_wait(p, "shade> "));
}

static void leave(struct pty *p, const char *scene)
{
	pty_send(p, ".quit\r");
	claim(scene, "leaves with 0", pty_end(p) == 0);
}

static void first_start(void)
{
	static const char scene[] = "1 first start, a query over a CSV file";
	struct pty p;

	claim(scene, "starts", start(&p, ARGS("people.csv"), NULL));
	claim(scene, "the file is a view", pty_wait(&p, "view \"people\" reads"));
	claim(scene, "a hint in one line", pty_wait(&p, ".help for help"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene, "SELECT name FROM people WHERE score > 80;", "2 rows");
	claim(scene, "the result is a table", pty_has(&p, "O'Hara, Bob"));
	claim(scene, "borders are dim, no colour is fixed",
	      pty_has(&p, "\033[2m") && !pty_has(&p, "\033[37m") &&
		      !pty_has(&p, "\033[30m") && !pty_has(&p, "\033[97m"));
	leave(&p, scene);
}

static void wide_and_long(void)
{
	static const char scene[] = "2 a wide and long result";
	struct pty p;

	claim(scene, "starts", start(&p, NULL, "NO_COLOR=1"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene,
	     "SELECT r AS aaaaaaaaaaaaaaaa, r AS bbbbbbbbbbbbbbbb, r AS "
	     "cccccccccccccccc,"
	     " r AS dddddddddddddddd, r AS eeeeeeeeeeeeeeee, r AS ffffffffffffffff"
	     " FROM range(1000) t(r);",
	     "1000 rows, 16 shown");
	claim(scene, "columns are folded", pty_has(&p, "6 columns, 3 shown"));
	claim(scene, "rows too", pty_has(&p, "⋮"));
	claim(scene, "to see all is named", pty_has(&p, ".last --all"));
	step(&p, scene, ".pager cat", "");
	step(&p, scene, ".last --all", "│              998 │");
	step(&p, scene, "SELECT count(*) AS kept FROM _;", "1000 │");
	leave(&p, scene);
}

static void completing_a_join(void)
{
	static const char scene[] = "3 completing a join";
	struct pty p;

	claim(scene, "starts",
	      start(&p, ARGS("people.csv", "visits.csv"), "NO_COLOR=1"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT name, pla FROM peo\t");
	claim(scene, "the first table", pty_wait(&p, "people"));
	pty_send(&p, "p JOIN vis\t");
	claim(scene, "the second table", pty_wait(&p, "visits"));
	pty_send(&p, "v ON p.i\t");
	claim(scene, "columns of an alias", pty_wait(&p, "p.id"));
	pty_send(&p, "= v.person;");
	claim(scene, "typed", pty_wait(&p, "person;"));
	/* back to the select list: columns of both tables are known there */
	pty_send(&p, "\001\033f\033f\033f\t");
	claim(scene, "columns of the other table", pty_wait(&p, "ce"));
	pty_send(&p, "\r");
	claim(scene, "it runs", pty_wait(&p, "Rome"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	leave(&p, scene);
}

static void mending(void)
{
	static const char scene[] = "4 a misspelt column, mended by history and \\e";
	struct pty p;

	claim(scene, "starts",
	      start(&p, ARGS("people.csv"), "SHADE_EDITOR=sed -i s/score/joined/"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene, "SELECT nmae FROM people;", "did you mean \"name\"?");
	pty_send(&p, "\033[A");
	claim(scene, "history brings it back", pty_wait(&p, "nmae"));
	pty_send(&p, "\001\033f\033f\b\b\b\bname, score\r");
	claim(scene, "it runs mended", pty_wait(&p, "91.5"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene, "\\e", "2024-01-05");
	leave(&p, scene);
}

static void interrupts(void)
{
	static const char scene[] = "5 ^C in a running query and while paging";
	struct pty p;

	claim(scene, "starts", start(&p, NULL, "SHADE_PAGER=cat >/dev/null; sleep 60"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	pty_send(&p, "SELECT count(*) FROM range(1000000) a, range(1000000) b;\r");
	claim(scene, "progress is shown", pty_wait(&p, " rows ("));
	pty_send(&p, "\003");
	claim(scene, "^C stops it", pty_wait(&p, "interrupted"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene, ".pager on", "");
	pty_send(&p, "SELECT * FROM range(5000);\r");
	usleep(300000);
	pty_send(&p, "\003");
	claim(scene, "^C while paging comes back", pty_wait(&p, "shade> "));
	step(&p, scene, ".pager off", "");
	step(&p, scene, "SELECT 44 AS x;", "1 row");
	leave(&p, scene);
}

static void shadowing(void)
{
	static const char scene[] = "6 a view that shadows, .which and .lineage";
	struct pty p;

	claim(scene, "starts", start(&p, NULL, "NO_COLOR=1"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene, "CREATE TABLE base (a INT);", "CREATE TABLE");
	step(&p, scene, "CREATE VIEW v AS SELECT a + 1 AS b FROM base;", "CREATE VIEW");
	step(&p, scene,
	     "CREATE TEMPORARY VIEW base AS SELECT id AS a FROM 'people.csv';",
	     "CREATE");
	step(&p, scene, ".which base", "permanent table default_catalog");
	step(&p, scene, ".lineage v", "└─ base (table)");
	step(&p, scene, ".lineage base", "└─ people.csv (file)");
	step(&p, scene, ".lineage v.b", "base    │ table");
	leave(&p, scene);
}

static void chart(void)
{
	static const char scene[] = "7 a chart";
	struct pty p;

	claim(scene, "starts", start(&p, ARGS("visits.csv"), "NO_COLOR=1"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene,
	     "SELECT place, count(*) AS n FROM visits GROUP BY place \\chart", "██");
	step(&p, scene, "SELECT x, sin(x) FROM range(100) t(x) \\chart line", "⢸");
	leave(&p, scene);
}

static void broken_csv(void)
{
	static const char scene[] = "8 a broken CSV file with rejects and .sniff";
	struct pty p;

	claim(scene, "starts", start(&p, NULL, "NO_COLOR=1"));
	claim(scene, "prompts", pty_wait(&p, "shade> "));
	step(&p, scene, "SELECT count(*) AS n FROM 'broken.csv';", "1 of 4 rows");
	step(&p, scene, "SELECT line, raw FROM shade.rejects;", "│ 2;x;too many");
	step(&p, scene, ".sniff broken.csv", "delim => ';'");
	leave(&p, scene);
}

static void script_with_help(void)
{
	static const char scene[] = "9 a parameterised script with --help";
	struct pty p;

	claim(scene, "starts", start(&p, ARGS("who.sql", "--help"), NULL));
	claim(scene, "its usage", pty_wait(&p, "usage: shade who.sql [--min double]"));
	claim(scene, "its parameter", pty_wait(&p, "the least score (default: 80)"));
	claim(scene, "ends with 0", pty_end(&p) == 0);
	claim(scene, "starts", start(&p, ARGS("who.sql", "--min", "95"), "NO_COLOR=1"));
	claim(scene, "runs with the value", pty_wait(&p, "O'Hara, Bob"));
	claim(scene, "and nobody else", pty_wait(&p, "1 row"));
	claim(scene, "ends with 0", pty_end(&p) == 0);
	claim(scene, "starts", start(&p, ARGS("who.sql", "--mni", "95"), NULL));
	claim(scene, "a wrong option is named", pty_wait(&p, "--min"));
	claim(scene, "ends with 2", pty_end(&p) == 2);
}

static void following_a_log(void)
{
	static const char scene[] = "10 tail -f into the shell, closed by head";
	char command[512];
	char sh[] = "/bin/sh", c[] = "-c";
	char *argv[] = { sh, c, command, NULL };
	const char *env[] = { home_var, state_var, config_var, "LC_ALL=C.UTF-8", NULL };
	struct pty p;

	snprintf(
		command, sizeof(command),
		"tail -n +1 -f log.csv | %s \"SELECT * FROM stdin WHERE a > 1\" | head "
		"-n 3; echo done; kill $(jobs -p) 2>/dev/null; exit 0",
		getenv("SHADE"));
	/* tail -f ends when it next writes: give it a line to write */
	claim(scene, "starts", pty_start(&p, argv, env, 80, 24));
	claim(scene, "rows are there at once", pty_wait(&p, "2"));
	write_file("more", "7\n8\n");
	claim(scene, "a line is appended", system("cat more >>log.csv") == 0);
	claim(scene, "it is seen", pty_wait(&p, "7"));
	claim(scene, "more lines", system("sleep 0.3; cat more >>log.csv") == 0);
	claim(scene, "more lines", system("sleep 0.3; cat more >>log.csv") == 0);
	claim(scene, "head ends all", pty_wait(&p, "done"));
	claim(scene, "quietly", pty_end(&p) == 0 && !pty_has(&p, "error"));
}

static void write_files(void)
{
	write_file("people.csv", "id,name,joined,score\n1,Ana,2024-01-05,91.5\n"
				 "2,José,2024-02-11,\n3,李雷,2023-12-30,78.25\n"
				 "4,\"O'Hara, Bob\",2024-03-02,100\n");
	write_file("visits.csv", "person,place\n1,Rome\n1,Oslo\n3,Rome\n");
	write_file("broken.csv", "id;name\n1;a\n2;x;too many\n3;c\n4;d\n");
	write_file("who.sql", "-- Who has a good score.\n"
			      "-- param min double default 80  the least score\n"
			      "SELECT name FROM 'people.csv' WHERE score >= $min;\n");
	write_file("log.csv", "a\n1\n2\n");
}

int main(void)
{
	if (!getenv("SHADE") || !mkdtemp(home) || chdir(home)) {
		printf("SHADE must be the path of the program\n0 passed, 1 failed\n");
		return 1;
	}
	snprintf(home_var, sizeof(home_var), "HOME=%s", home);
	snprintf(state_var, sizeof(state_var), "XDG_STATE_HOME=%s/state", home);
	snprintf(config_var, sizeof(config_var), "XDG_CONFIG_HOME=%s/config", home);
	write_files();
	first_start();
	wide_and_long();
	completing_a_join();
	mending();
	interrupts();
	shadowing();
	chart();
	broken_csv();
	script_with_help();
	following_a_log();
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
