#include "pager.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"
#include "text.h"

static const char *pager_command(const struct shell *sh)
{
	const char *z = getenv("SHADE_PAGER");

	if (z)
		return z;
	if (strcmp(sh->pager, "auto") != 0 && strcmp(sh->pager, "on") != 0)
		return sh->pager;
	z = getenv("PAGER");
	return z ? z : "less";
}

void pager_begin(struct pager *p, struct shell *sh, struct out **out)
{
	const char *cmd;
	char *spec;

	*p = (struct pager){ 0 };
	if (!sh->interactive || *out != &sh->out || !sh->out.is_tty ||
	    !strcmp(sh->pager, "off") || sh->opt.safe)
		return;
	/* auto: .maxrows keeps results short, so only unlimited ones page. */
	if (!strcmp(sh->pager, "auto") && sh->looks.max_rows)
		return;
	cmd = pager_command(sh);
	if (!*cmd || !strcmp(cmd, "cat"))
		return;
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	setenv("SHADE_PAGER_IN_USE", "1", 1);
	spec = str_fmt("|%s", cmd);
	out_flush(&sh->out);
	if (out_open(&p->out, spec)) {
		/* It is a terminal at the other end. */
		p->out.is_tty = true;
		p->active = true;
		*out = &p->out;
	}
	mem_free(spec);
}

void pager_end(struct pager *p, struct shell *sh)
{
	void (*old)(int);

	if (!p->active)
		return;
	(void)sh;
	/* ^C belongs to the pager while it is on the screen. */
	old = signal(SIGINT, SIG_IGN);
	out_close(&p->out);
	signal(SIGINT, old);
}
