#include "program.h"

#include <string.h>
#include <strings.h>

#include "dot.h"
#include "run.h"
#include "scan.h"
#include "shade.h"
#include "shell.h"

/* A word, or what stands in quotes, at *z; owned by the caller. */
static char *take_word(const char **z, const char *end)
{
	const char *p = *z, *from;
	char stop = ' ';

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p < end && (*p == '\'' || *p == '"'))
		stop = *p++;
	from = p;
	while (p < end && *p != stop && !(stop == ' ' && *p == '\t'))
		p++;
	*z = p < end && stop != ' ' ? p + 1 : p;
	return str_ndup(from, (size_t)(p - from));
}

static char *take_rest(const char *z, const char *end)
{
	while (z < end && is_blank(*z))
		z++;
	while (end > z && is_blank(end[-1]))
		end--;
	return str_ndup(z, (size_t)(end - z));
}

static void add_param(struct program *p, const char *z, const char *end)
{
	struct program_param param = { 0 };
	const char *ahead;
	char *word;

	param.name = take_word(&z, end);
	param.type = take_word(&z, end);
	ahead = z;
	word = take_word(&ahead, end);
	if (!strcmp(word, "default")) {
		z = ahead;
		param.fallback = take_word(&z, end);
	}
	mem_free(word);
	param.doc = take_rest(z, end);
	p->params = mem_grow(p->params, p->n + 1, sizeof(*p->params));
	p->params[p->n++] = param;
}

void program_read(struct program *p, const char *path)
{
	struct text t = { 0 };
	size_t at;

	*p = (struct program){ .path = str_dup(path) };
	if (!text_read_file(&t, path))
		return;
	at = script_start(text_str(&t), t.n);
	/* The head is the lines up to the first that is no comment. */
	for (const char *z = text_str(&t) + at, *end; *z; z = *end ? end + 1 : end) {
		const char *body;

		end = z + strcspn(z, "\n");
		body = z + strspn(z, " \t\r");
		if (body >= end)
			continue;
		if (strncmp(body, "--", 2) != 0)
			break;
		body += 2;
		body += strspn(body, " \t");
		if (!strncmp(body, "param ", 6))
			add_param(p, body + 6, end);
		else if (!p->summary && body < end)
			p->summary = take_rest(body, end);
	}
	text_free(&t);
}

void program_release(struct program *p)
{
	for (size_t i = 0; i < p->n; i++) {
		mem_free(p->params[i].name);
		mem_free(p->params[i].type);
		mem_free(p->params[i].fallback);
		mem_free(p->params[i].doc);
	}
	mem_free(p->params);
	mem_free(p->path);
	mem_free(p->summary);
	*p = (struct program){ 0 };
}

struct program_param *program_find(const struct program *p, const char *name, size_t n)
{
	for (size_t i = 0; i < p->n; i++) {
		if (strlen(p->params[i].name) == n &&
		    !strncmp(p->params[i].name, name, n))
			return &p->params[i];
	}
	return NULL;
}

char *program_help(const struct program *p)
{
	struct text t = { 0 };

	text_addf(&t, "usage: shade %s", p->path);
	for (size_t i = 0; i < p->n; i++)
		text_addf(&t, p->params[i].fallback ? " [--%s %s]" : " --%s %s",
			  p->params[i].name, p->params[i].type);
	text_addc(&t, '\n');
	if (p->summary)
		text_addf(&t, "%s\n", p->summary);
	if (p->n)
		text_addc(&t, '\n');
	for (size_t i = 0; i < p->n; i++) {
		const struct program_param *param = &p->params[i];
		char *left = str_fmt("--%s %s", param->name, param->type);

		text_addf(&t, "  %-24s %s", left, param->doc);
		if (param->fallback)
			text_addf(&t, "%s(default: %s)", *param->doc ? " " : "",
				  param->fallback);
		text_addc(&t, '\n');
		mem_free(left);
	}
	return t.p;
}

/* --- values --------------------------------------------------------------- */

static bool take_value(void *arg, size_t n, const char *const *names,
		       const char *const *values)
{
	struct text *t = arg;

	(void)names;
	if (n && values[0])
		text_addz(t, values[0]);
	return false;
}

/* The value as its type writes it; false: it is no such value. */
static bool normalize(struct shell *sh, const char *value, const char *type,
		      struct text *out)
{
	struct text sql = { 0 };
	bool ok;

	text_addz(&sql, "SELECT CAST(CAST(");
	if (str_same(type, "date") && str_same(value, "today"))
		text_addz(&sql, "current_date");
	else if (str_same(type, "date") && str_same(value, "yesterday"))
		text_addz(&sql, "current_date - INTERVAL '1' DAY");
	else
		sql_quote(&sql, value, '\'');
	text_addf(&sql, " AS %s) AS VARCHAR)", type);
	ok = run_query(sh, sql.p, false, take_value, out);
	text_free(&sql);
	return ok;
}

/* How the value stands in SQL, so that a parameter has its type. */
static void add_literal(struct text *t, const char *value, const char *type)
{
	static const char *const bare[] = { "int",     "integer", "bigint", "smallint",
					    "tinyint", "boolean", "bool" };

	for (size_t i = 0; i < ARRAY_LEN(bare); i++) {
		if (str_same(bare[i], type)) {
			text_addz(t, value);
			return;
		}
	}
	if (str_same(type, "date") || str_same(type, "time") ||
	    str_same(type, "timestamp"))
		text_addf(t, "%s ", type);
	if (str_same(type, "double") || str_same(type, "float") ||
	    !strncasecmp(type, "decimal", 7)) {
		text_addz(t, value);
		if (type[2] != 'c' && !strpbrk(value, "eE"))
			text_addz(t, "e0");
		return;
	}
	sql_quote(t, value, '\'');
}

static bool apply_one(const struct program *p, const struct program_param *param,
		      struct shell *sh)
{
	const char *value = param->value ? param->value : param->fallback;
	struct text plain = { 0 }, literal = { 0 };
	bool ok = false;

	if (!value && shell_var(sh, param->name))
		return true;
	if (!value) {
		report_fail(&sh->report, "42P02", NULL, "%s needs --%s %s", p->path,
			    param->name, param->type);
	} else if (!normalize(sh, value, param->type, &plain)) {
		report_fail(&sh->report, "22018", NULL, "--%s: \"%s\" is not a %s",
			    param->name, value, param->type);
	} else {
		add_literal(&literal, text_str(&plain), param->type);
		ok = shell_set_var_as(sh, param->name, text_str(&plain), literal.p);
		if (!ok)
			report_error(&sh->report, shade_last_error(sh->env), NULL);
	}
	text_free(&plain);
	text_free(&literal);
	return ok;
}

bool program_apply(const struct program *p, struct shell *sh)
{
	for (size_t i = 0; i < p->n; i++) {
		if (!apply_one(p, &p->params[i], sh)) {
			sh->status = EXIT_USAGE;
			return false;
		}
	}
	return true;
}
