#include "suffix.h"

#include <stdio.h>
#include <string.h>

#include "dot.h"
#include "shade.h"

bool suffix_fail(struct shell *sh, struct run *run, const char *fmt, ...)
{
	char buf[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	out_flush(&sh->out);
	report_fail(&sh->report, "42601", &run->o, "%s", buf);
	return shell_failed(sh, SHADE_E_MISUSE);
}

bool suffix_g(struct shell *sh, struct run *run, char *args)
{
	struct out other;
	bool ok;

	if (!*args)
		return run_execute(sh, run);
	if (!dot_open_output(sh, &other, args, &run->o))
		return false;
	if (sh->has_once)
		out_close(&sh->once);
	sh->once = other;
	sh->has_once = true;
	ok = run_execute(sh, run);
	return ok;
}

bool suffix_gx(struct shell *sh, struct run *run, char *args)
{
	enum expand old = sh->looks.expanded;
	bool ok;

	sh->looks.expanded = EXPAND_ON;
	ok = suffix_g(sh, run, args);
	sh->looks.expanded = old;
	return ok;
}

static bool unsupported(struct shell *sh, struct run *run, const char *what)
{
	report_fail(&sh->report, "0A000", &run->o, "not supported yet: %s", what);
	return shell_failed(sh, SHADE_E_UNSUPPORTED);
}

bool suffix_live(struct shell *sh, struct run *run, char *args)
{
	(void)args;
	return unsupported(sh, run, "\\live; \\watch runs a query again and again");
}

bool suffix_changes(struct shell *sh, struct run *run, char *args)
{
	(void)args;
	return unsupported(sh, run,
			   "\\changes; \\diff shows what differs from the result "
			   "before");
}

static const struct suffix suffixes[] = {
#define SUFFIX(fn, name, usage, help) { name, suffix_##fn, usage, help },
#include "suffixes.def"
#undef SUFFIX
};

const struct suffix *suffix_at(size_t i)
{
	return i < ARRAY_LEN(suffixes) ? &suffixes[i] : NULL;
}

static const struct suffix *suffix_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
		if (!strcmp(suffixes[i].name, name))
			return &suffixes[i];
	}
	return NULL;
}

static bool unknown_suffix(struct shell *sh, const struct origin *o, const char *name)
{
	const char *names[ARRAY_LEN(suffixes)], *near;

	for (size_t i = 0; i < ARRAY_LEN(suffixes); i++)
		names[i] = suffixes[i].name;
	near = shade_nearest(name, names, ARRAY_LEN(suffixes));
	report_fail(&sh->report, "42601", o,
		    near ? "\"\\%s\" cannot follow a query; did you mean \"\\%s\"?"
			 : "\"\\%s\" cannot follow a query",
		    name, near);
	return shell_failed(sh, SHADE_E_SYNTAX);
}

bool run_with_suffix(struct shell *sh, const struct origin *o, const char *suffix,
		     size_t n)
{
	char *line = str_ndup(suffix + 1, n - 1), *args;
	const struct suffix *s;
	struct run run;
	bool ok = false;

	n = strcspn(line, " \t\r");
	args = line + n + strspn(line + n, " \t\r");
	if (line[n])
		line[n] = '\0';
	for (size_t k = strlen(args);
	     k && (is_blank(args[k - 1]) || args[k - 1] == ';');)
		args[--k] = '\0';
	s = suffix_find(line);
	if (!s) {
		struct origin place = *o;

		place.begin = (size_t)(suffix - o->text);
		place.end = place.begin + strlen(line) + 1;
		unknown_suffix(sh, &place, line);
	} else if (run_open(sh, &run, o)) {
		run_keep_results(sh, true);
		ok = run.stmt ? s->run(sh, &run, args) : true;
		run_keep_results(sh, false);
		run_close(&run);
	}
	mem_free(line);
	return ok;
}

bool suffix_is_known(const char *name)
{
	return suffix_find(name) != NULL;
}
