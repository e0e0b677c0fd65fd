#include "options.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shade.h"

#include "text.h"

enum opt_id {
#define OPT(id, letter, name, arg, help) OPT_##id,
#include "options.def"
#undef OPT
	OPT_COUNT
};

static const struct opt_row {
	char letter;
	const char *name, *arg, *help;
} rows[OPT_COUNT] = {
#define OPT(id, letter, name, arg, help) { letter, name, arg, help },
#include "options.def"
#undef OPT
};

char *options_help(void)
{
	struct text t = { 0 };

	text_addz(&t, "shade - SQL over files, views and streams"
		      " (pipes get CSV; --box: the table)\n\n"
		      "usage: shade [options] [CATALOG.db] [DATA-FILE...]"
		      " [SQL | FILE.sql]\n\n");
	for (size_t i = 0; i < OPT_COUNT; i++) {
		char letter[5] = "    ", *left;

		if (!rows[i].help)
			continue;
		if (rows[i].letter)
			memcpy(letter, (char[]){ '-', rows[i].letter, ',', ' ' }, 4);
		left = str_fmt("%s--%s %s", letter, rows[i].name,
			       rows[i].arg ? rows[i].arg : "");
		if (strlen(left) > 24)
			text_addf(&t, "  %s\n  %-24s %s\n", left, "", rows[i].help);
		else
			text_addf(&t, "  %-24s %s\n", left, rows[i].help);
		mem_free(left);
	}
	text_addz(&t, "\nexamples:\n"
		      "  shade sales.csv                       look around in a file\n"
		      "  shade -c \"SELECT count(*) FROM 'sales.csv'\"\n"
		      "  cat a.csv | shade 'SELECT sum(x) FROM stdin' --json\n"
		      "  shade my.db -p day=2024-01-05 -f report.sql | head\n"
		      "\nexit status: 0 fine, 1 a statement failed, 2 usage or a named"
		      " file cannot open,\n3 an expectation failed or rows were"
		      " rejected, 4 output failed, 130 ^C\n");
	return t.p;
}

static char *unknown_option(const struct options *opt, const char *arg)
{
	const char *names[OPT_COUNT + 64], *near;
	const char *word = arg + strspn(arg, "-");
	size_t n = 0;

	while (n < opt->program.n && n < 64) {
		names[n] = opt->program.params[n].name;
		n++;
	}
	for (size_t i = 0; i < OPT_COUNT; i++)
		names[n++] = rows[i].name;
	near = shade_nearest(word, names, n);
	if (near)
		return str_fmt("unknown option \"%s\"; did you mean \"--%s\"?", arg,
			       near);
	return str_fmt("unknown option \"%s\"; see shade --help", arg);
}

/* The row that arg names, its value in *value when written with '='. */
static int find_option(const char *arg, const char **value)
{
	const char *word = arg + strspn(arg, "-");
	size_t n = strcspn(word, "=");

	*value = word[n] ? word + n + 1 : NULL;
	for (int i = 0; i < OPT_COUNT; i++) {
		if (n > 1 && strlen(rows[i].name) == n &&
		    !strncmp(rows[i].name, word, n))
			return i;
	}
	if (arg[1] == '-')
		return -1;
	for (int i = 0; i < OPT_COUNT; i++) {
		if (!rows[i].letter || rows[i].letter != word[0])
			continue;
		*value = word[1] ? word + 1 : NULL;
		if (!*value || rows[i].arg)
			return i;
	}
	return -1;
}

static void add_action(struct options *opt, enum action_kind kind, const char *arg)
{
	opt->actions = mem_grow(opt->actions, opt->n_actions + 1,
				sizeof(*opt->actions));
	opt->actions[opt->n_actions++] = (struct action){ kind, arg };
	if (kind != ACTION_VIEW && kind != ACTION_INIT)
		opt->has_script = true;
	if (kind == ACTION_FILE && !strcmp(arg, "-"))
		opt->stdin_is_script = true;
}

static void add_path(struct options *opt, const char *path)
{
	opt->paths = mem_grow(opt->paths, opt->n_paths + 2, sizeof(*opt->paths));
	opt->paths[opt->n_paths++] = path;
	opt->paths[opt->n_paths] = NULL;
}

static char *set_choice(const char *name, const char *value, const char *choices)
{
	size_t n = strlen(value);

	for (const char *c = choices; *c; c += strspn(c, "|")) {
		size_t k = strcspn(c, "|");

		if (k == n && !strncmp(c, value, n))
			return NULL;
		c += k;
	}
	return str_fmt("--%s is one of %s, not \"%s\"", name, choices, value);
}

static char *apply(struct options *opt, enum opt_id id, const char *value)
{
	switch (id) {
	case OPT_COMMAND: add_action(opt, ACTION_SQL, value); break;
	case OPT_FILE: add_action(opt, ACTION_FILE, value); break;
	case OPT_INIT: add_action(opt, ACTION_INIT, value); break;
	case OPT_PARAM:
		if (!strchr(value, '=') || value[0] == '=')
			return str_fmt("-p wants name=value, not \"%s\"", value);
		opt->params = mem_grow(opt->params, opt->n_params + 1,
				       sizeof(*opt->params));
		opt->params[opt->n_params++] = value;
		break;
	case OPT_OUTPUT: opt->output = value; break;
	case OPT_MODE: opt->mode = value; break;
	case OPT_CSV:
	case OPT_TSV:
	case OPT_JSON:
	case OPT_JSONL:
	case OPT_MD:
	case OPT_BOX:
	case OPT_LINE:
	case OPT_ARROW:
	case OPT_PARQUET: opt->mode = rows[id].name; break;
	case OPT_NO_HEADER: opt->no_header = true; break;
	case OPT_NUL: opt->nul_rows = true; break;
	case OPT_NULL_TEXT: opt->null_text = value; break;
	case OPT_READONLY: opt->read_only = true; break;
	case OPT_SAFE: opt->safe = true; break;
	case OPT_NO_INIT: opt->no_init = true; break;
	case OPT_QUIET: opt->quiet = true; break;
	case OPT_EXIT_TEST: opt->exit_test = true; break;
	case OPT_WERROR: opt->werror = true; break;
	case OPT_REJECTS: opt->fail_on_reject = true; break;
	case OPT_FORMAT:
		opt->json_errors = !strcmp(value, "json");
		return set_choice("error-format", value, "text|json");
	case OPT_COLOR:
		opt->color = value;
		return set_choice("color", value, "auto|always|never");
	case OPT_PAGER: opt->pager = value; break;
	case OPT_TEST: opt->test = true; break;
	case OPT_ACCEPT: opt->accept = true; break;
	case OPT_INTERACTIVE: opt->interactive = true; break;
	case OPT_VERSION: opt->print_version = true; break;
	case OPT_HELP: opt->print_help = true; break;
	case OPT_COUNT: break;
	}
	return NULL;
}

static bool has_extension(const char *path, const char *const *list)
{
	for (; *list; list++) {
		if (str_ends(path, *list))
			return true;
	}
	return false;
}

static bool begins_with(const char *path, const char *magic)
{
	size_t n = strlen(magic);
	char head[16];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	bool yes;

	if (fd < 0)
		return false;
	/* Bytes of a pipe are for whoever reads it. */
	yes = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	      read(fd, head, n) == (ssize_t)n && !memcmp(head, magic, n);
	close(fd);
	return yes;
}

static char *set_catalog(struct options *opt, const char *path)
{
	if (opt->catalog)
		return str_fmt(
			"two catalogs, \"%s\" and \"%s\"; attach the second with "
			"CREATE CATALOG",
			opt->catalog, path);
	opt->catalog = path;
	return NULL;
}

/* What a word without a dash means: script, catalog, data file or SQL. */
static char *positional(struct options *opt, const char *arg)
{
	static const char *const catalogs[] = { ".db",    ".sqlite",   ".sqlite3",
						".shade", ".ducklake", NULL };
	static const char *const datas[] = { ".csv",    ".tsv",     ".json",  ".jsonl",
					     ".ndjson", ".parquet", ".arrow", ".txt",
					     ".gz",     ".zst",     NULL };
	bool looks_sql = strpbrk(arg, " \t\n;(") != NULL;
	struct stat st;
	bool exists = stat(arg, &st) == 0;

	if (!strcmp(arg, "-")) {
		add_action(opt, ACTION_FILE, arg);
		return NULL;
	}
	if (exists && S_ISDIR(st.st_mode))
		return str_fmt("\"%s\" is a directory", arg);
	if ((str_ends(arg, ".sql") && (exists || !looks_sql)) ||
	    (exists && begins_with(arg, "#!"))) {
		add_action(opt, ACTION_FILE, arg);
		if (!opt->program.path)
			program_read(&opt->program, arg);
		return NULL;
	}
	if (exists && begins_with(arg, "SQLite format 3"))
		return set_catalog(opt, arg);
	if (has_extension(arg, catalogs) && (exists || !looks_sql))
		return set_catalog(opt, arg);
	if (exists || (has_extension(arg, datas) && !looks_sql)) {
		add_action(opt, ACTION_VIEW, arg);
		add_path(opt, arg);
		return NULL;
	}
	if (!looks_sql && arg[0] != '.' && arg[0] != '\\')
		return str_fmt(
			"\"%s\" is neither a file nor a statement; a new catalog "
			"would be named \"%s.db\"",
			arg, arg);
	add_action(opt, ACTION_SQL, arg);
	return NULL;
}

/* An option of the script that was named before; false: it has none such. */
static bool take_script_option(struct options *opt, const char *arg, char **argv,
			       int argc, int *i, char **problem)
{
	const char *word = arg + strspn(arg, "-");
	size_t n = strcspn(word, "=");
	struct program_param *param = NULL;

	if (opt->program.path && arg[1] == '-')
		param = program_find(&opt->program, word, n);
	if (!param)
		return false;
	if (word[n])
		param->value = word + n + 1;
	else if (*i + 1 < argc)
		param->value = argv[++*i];
	else
		*problem = str_fmt("--%s needs a value: %s", param->name, param->type);
	return true;
}

static void take_option(struct options *opt, const char *arg, char **argv, int argc,
			int *i, char **problem)
{
	const char *value;
	int id;

	if (take_script_option(opt, arg, argv, argc, i, problem))
		return;
	id = find_option(arg, &value);
	if (id < 0) {
		*problem = unknown_option(opt, arg);
	} else if (!rows[id].arg && value) {
		*problem = str_fmt("--%s takes no value", rows[id].name);
	} else {
		if (rows[id].arg && !value && *i + 1 < argc)
			value = argv[++*i];
		if (rows[id].arg && !value)
			*problem = str_fmt("--%s needs a value: %s", rows[id].name,
					   rows[id].arg);
		else
			*problem = apply(opt, (enum opt_id)id, value);
	}
}

bool options_parse(int argc, char **argv, struct options *opt, char **problem)
{
	bool only_words = false;

	*opt = (struct options){ .color = "auto" };
	*problem = NULL;
	for (int i = 1; i < argc && !*problem; i++) {
		const char *arg = argv[i];

		if (only_words || arg[0] != '-' || !arg[1])
			*problem = positional(opt, arg);
		else if (!strcmp(arg, "--"))
			only_words = true;
		else
			take_option(opt, arg, argv, argc, &i, problem);
	}
	return !*problem;
}

void options_free(struct options *opt)
{
	program_release(&opt->program);
	mem_free(opt->actions);
	mem_free(opt->params);
	mem_free(opt->paths);
	*opt = (struct options){ 0 };
}
