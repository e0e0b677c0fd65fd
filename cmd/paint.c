#include <stdio.h>

#include "paint.h"

#include <readline/readline.h>
#include <string.h>
#include <unistd.h>

#include "dot.h"
#include "shade.h"
#include "width.h"

enum style {
	STYLE_PLAIN,
	STYLE_KEYWORD,
	STYLE_STRING,
	STYLE_NUMBER,
	STYLE_PARAMETER,
	STYLE_COMMENT,
	STYLE_WRONG
};

static const char *const style_on[] = { "",         "\033[1m", "\033[32m", "\033[36m",
					"\033[35m", "\033[2m", "\033[31m" };

/* Readline has one line; this is how it stands on the screen. */
static size_t cursor_row; /* below the prompt's row */
static bool is_fresh = true;
static const struct text *before;

/* Where the next character goes. */
struct pen {
	struct text *t;
	size_t row, col, columns;
};

static void new_row(struct pen *p)
{
	text_addz(p->t, "\r\n");
	p->row++;
	p->col = 0;
}

/* Something of some cells, whole on a row. */
static void put(struct pen *p, const char *z, size_t n, size_t cells)
{
	if (p->col + cells > p->columns)
		new_row(p);
	text_add(p->t, z, n);
	p->col += cells;
	/* A terminal waits at the right edge; do not let it guess. */
	if (p->col == p->columns)
		new_row(p);
}

static void put_prompt(struct pen *p, const char *z)
{
	bool visible = true;

	while (*z) {
		unsigned cells;
		size_t n;

		if (*z == '\001' || *z == '\002') {
			visible = *z == '\002';
			z++;
			continue;
		}
		n = cluster_next(z, strlen(z), &cells);
		if (visible)
			put(p, z, n, cells);
		else
			text_add(p->t, z, n);
		z += n;
	}
}

/* One cluster of the text at z; returns its bytes. */
static size_t put_cluster(struct pen *p, const char *z, size_t n)
{
	unsigned char c = (unsigned char)*z;
	unsigned cells;

	if (c == '\n') {
		new_row(p);
		return 1;
	}
	if (c == '\t') {
		size_t to = 8 - p->col % 8;

		while (to--)
			put(p, " ", 1, 1);
		return 1;
	}
	if (c < 0x20 || c == 0x7f) {
		put(p, (const char[]){ '^', (char)(c ^ 0x40) }, 2, 2);
		return 1;
	}
	n = cluster_next(z, n, &cells);
	put(p, z, n, cells);
	return n;
}

/* --- styles of the bytes -------------------------------------------------- */

struct styles {
	unsigned char *of; /* a style for each byte of the line */
	size_t first, n; /* the line's place in the whole statement */
};

static bool on_token(void *arg, enum shade_token_kind kind, size_t begin, size_t end)
{
	static const unsigned char style_of[] = {
		[SHADE_TOKEN_KEYWORD] = STYLE_KEYWORD,
		[SHADE_TOKEN_NAME] = STYLE_PLAIN,
		[SHADE_TOKEN_QUOTED_NAME] = STYLE_PLAIN,
		[SHADE_TOKEN_STRING] = STYLE_STRING,
		[SHADE_TOKEN_NUMBER] = STYLE_NUMBER,
		[SHADE_TOKEN_OPERATOR] = STYLE_PLAIN,
		[SHADE_TOKEN_PARAMETER] = STYLE_PARAMETER,
		[SHADE_TOKEN_COMMENT] = STYLE_COMMENT,
		[SHADE_TOKEN_UNTERMINATED] = STYLE_WRONG,
	};
	struct styles *s = arg;

	for (size_t i = begin; i < end; i++) {
		if (i >= s->first && i - s->first < s->n)
			s->of[i - s->first] = style_of[kind];
	}
	return true;
}

/* A dot-command: its name, bold if there is such a command. */
static void style_command(struct styles *s, const char *line)
{
	char *name = str_ndup(line + 1, strcspn(line + 1, " \t;"));
	size_t n = strlen(name) + 1;

	if (n <= s->n)
		memset(s->of, dot_find(name) ? STYLE_KEYWORD : STYLE_PLAIN, n);
	mem_free(name);
}

static void find_styles(struct styles *s, const char *line, size_t n)
{
	struct text whole = { 0 };

	*s = (struct styles){ .of = mem_get(n + 1, 1), .n = n };
	if (line[0] == '.' && (!before || !before->n)) {
		style_command(s, line);
		return;
	}
	if (before)
		text_add(&whole, before->p, before->n);
	s->first = whole.n;
	text_add(&whole, line, n);
	shade_tokenize(text_str(&whole), whole.n, on_token, s);
	text_free(&whole);
}

/* The bracket that belongs to the one before or under the cursor; n: none. */
static size_t partner(const char *z, size_t n, const struct styles *s, size_t at)
{
	static const char open[] = "([{", close[] = ")]}";
	const char *found = NULL;
	size_t from = at;
	int depth = 0, step;

	if (at > 0 && strchr(close, z[at - 1]) && z[at - 1])
		from = at - 1;
	if (from >= n || s->of[from] != STYLE_PLAIN)
		return n;
	found = strchr(open, z[from]);
	step = found ? 1 : -1;
	if (!found)
		found = strchr(close, z[from]);
	if (!found || !*found)
		return n;
	for (size_t i = from; i < n; i += (size_t)step) {
		if (s->of[i] != STYLE_PLAIN)
			continue;
		depth += strchr(open, z[i]) ? 1 : strchr(close, z[i]) ? -1 : 0;
		if (depth == 0)
			return i;
	}
	return n;
}

/* --- drawing -------------------------------------------------------------- */

static void draw_text(struct pen *p, const char *z, size_t n, size_t point, size_t *row,
		      size_t *col)
{
	struct styles s;
	size_t mate;
	unsigned char now = STYLE_PLAIN;

	find_styles(&s, z, n);
	mate = partner(z, n, &s, point);
	*row = p->row;
	*col = p->col;
	for (size_t i = 0; i < n;) {
		if (s.of[i] != now) {
			text_addz(p->t, "\033[0m");
			text_addz(p->t, style_on[s.of[i]]);
			now = s.of[i];
		}
		if (i == mate)
			text_addz(p->t, "\033[4m");
		i += put_cluster(p, z + i, n - i);
		if (i > mate && mate < n) {
			text_addz(p->t, "\033[24m");
			mate = n;
		}
		if (i <= point) {
			*row = p->row;
			*col = p->col;
		}
	}
	text_addz(p->t, "\033[0m");
	mem_free(s.of);
}

static void redisplay(void)
{
	struct text t = { 0 };
	int rows, columns;
	struct pen p = { .t = &t };
	size_t row, col;

	rl_get_screen_size(&rows, &columns);
	p.columns = columns > 1 ? (size_t)columns : 80;
	text_addc(&t, '\r');
	if (!is_fresh && cursor_row)
		text_addf(&t, "\033[%zuA", cursor_row);
	text_addz(&t, "\033[J");
	put_prompt(&p, rl_display_prompt ? rl_display_prompt : "");
	draw_text(&p, rl_line_buffer, (size_t)rl_end, (size_t)rl_point, &row, &col);
	if (p.row > row)
		text_addf(&t, "\033[%zuA", p.row - row);
	text_addc(&t, '\r');
	if (col)
		text_addf(&t, "\033[%zuC", col);
	cursor_row = row;
	is_fresh = false;
	if (write(2, t.p, t.n) < 0)
		rl_done = 1;
	text_free(&t);
}

void paint_to_end(void)
{
	if (rl_redisplay_function != redisplay)
		return;
	rl_point = rl_end;
	redisplay();
}

static int accept_line(int count, int key)
{
	(void)count;
	(void)key;
	paint_to_end();
	is_fresh = true;
	if (write(2, "\r\n", 2) < 0)
		return 0;
	rl_done = 1;
	return 0;
}

void paint_begin(void)
{
	FILE *screen = rl_outstream, *nothing = fopen("/dev/null", "we");

	if (!nothing)
		return;
	/* Some of readline's functions expect that its redisplay ran once. */
	rl_outstream = nothing;
	rl_set_prompt("");
	rl_redisplay();
	rl_outstream = screen;
	fclose(nothing);
	rl_redisplay_function = redisplay;
	rl_variable_bind("blink-matching-paren", "off");
	rl_bind_key('\r', accept_line);
	rl_bind_key('\n', accept_line);
}

void paint_fresh(const struct text *so_far)
{
	before = so_far;
	is_fresh = true;
	cursor_row = 0;
}

void paint_again(void)
{
	is_fresh = true;
	cursor_row = 0;
}

void paint_end(void)
{
	rl_redisplay_function = rl_redisplay;
	before = NULL;
}
