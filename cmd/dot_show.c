/*
 * dot_show.c - .show .version .explain-error .quit, and the latest error.
 */
#include <string.h>
#include <unistd.h>

#include "dot.h"
#include "shade.h"

bool dot_explain_error(struct dot_call *c)
{
	static const char *const pages[][4] = {
#define PAGE(state, text, wrong, right) { state, text, wrong, right },
#include "error_pages.def"
#undef PAGE
	};
	struct text t = { 0 };

	for (size_t i = 0; i < ARRAY_LEN(pages) && !c->argc; i++)
		text_addf(&t, "%s  %s\n", pages[i][0], pages[i][1]);
	if (!c->argc) {
		out_add(&c->sh->out, t.p, t.n);
		text_free(&t);
		return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
		if (!str_same(pages[i][0], c->argv[0]))
			continue;
		text_addf(&t, "%s: %s\n", pages[i][0], pages[i][1]);
		if (pages[i][2][0])
			text_addf(&t, "  wrong: %s\n  right: %s\n", pages[i][2],
				  pages[i][3]);
		out_add(&c->sh->out, t.p, t.n);
		text_free(&t);
		return true;
	}
	return dot_fail(c, "no page for \"%s\"; %s alone lists them", c->argv[0],
			c->name);
}

bool dot_version(struct dot_call *c)
{
	out_addz(&c->sh->out, "shade " SHADE_VERSION "\n");
	return true;
}

static const char *on_off(bool b)
{
	return b ? "on" : "off";
}

bool dot_show(struct dot_call *c)
{
	static const char *const expand[] = { "auto", "on", "off" };
	static const char *const wrap[] = { "off", "char", "word" };
	static const char *const echo[] = { "off", "on", "errors" };
	const struct shell *sh = c->sh;
	const struct looks *l = &sh->looks;
	struct text t = { 0 };

	text_addf(&t, "catalog    %s\n", sh->catalog ? sh->catalog : "(in memory)");
	text_addf(&t, "mode       %s\n", l->mode->name);
	text_addf(&t, "output     %s\n", sh->out.name);
	text_addf(&t, "tee        %s\n", sh->tee ? sh->tee : "off");
	text_addf(&t, "headers    %s\n", on_off(l->header));
	if (l->null_text)
		text_addf(&t, "null       \"%s\"\n", l->null_text);
	else
		text_addz(&t, "null       (the mode's own)\n");
	text_addf(&t, "types      %s\n", on_off(l->types));
	text_addf(&t, "footer     %s\n", on_off(l->footer));
	text_addf(&t, "expanded   %s\n", expand[l->expanded]);
	text_addf(&t, "maxrows    %zu", l->max_rows);
	if (l->has_tail)
		text_addf(&t, " %zu", l->tail);
	text_addc(&t, '\n');
	text_addf(&t, "maxwidth   %zu\n", l->max_width);
	text_addf(&t, "wrap       %s\n", wrap[l->wrap]);
	text_addf(&t, "numbers    %s\n", l->grouped ? "grouped" : "raw");
	if (l->separator)
		text_addf(&t, "separator  \"%s\"\n", l->separator);
	text_addf(&t, "color      %s\n", on_off(l->color));
	text_addf(&t, "progress   %s\n", sh->progress ? "auto" : "off");
	text_addf(&t, "pager      %s\n", sh->pager);
	text_addf(&t, "timer      %s\n", on_off(sh->timer));
	text_addf(&t, "bail       %s\n", on_off(sh->bail));
	text_addf(&t, "echo       %s\n", echo[sh->echo]);
	text_addf(&t, "safe       %s\n", on_off(sh->opt.safe));
	text_addf(&t, "parameters %zu\n", sh->n_vars);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
	return true;
}

bool dot_quit(struct dot_call *c)
{
	if (c->argc) {
		size_t status;

		if (!dot_number(c, c->argv[0], &status))
			return false;
		c->sh->status = (int)(status & 255);
		c->sh->has_quit_status = true;
	}
	c->sh->leave = true;
	return true;
}

bool dot_errverbose(struct dot_call *c)
{
	const struct text *last = &c->sh->report.last;

	out_flush(&c->sh->out);
	if (last->n && write(2, last->p, last->n) < 0)
		return false;
	if (!last->n)
		shell_say(c->sh, "no error yet\n");
	return true;
}
