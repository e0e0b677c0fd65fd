#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "script.h"
#include "shade.h"
#include "shell.h"

struct reader {
	struct shell *sh;
	const char *path;
	yaml_document_t doc;
};

static bool fail(struct reader *r, const yaml_node_t *at, const char *problem)
{
	report_fail(&r->sh->report, "F0000", NULL, "%s:%zu:%zu: %s", r->path,
		    at ? at->start_mark.line + 1 : 1,
		    at ? at->start_mark.column + 1 : 1, problem);
	r->sh->status = EXIT_USAGE;
	return false;
}

/* The text of a scalar; NULL: reported. */
static const char *scalar(struct reader *r, const yaml_node_t *node, const char *key)
{
	char *problem;

	if (node->type == YAML_SCALAR_NODE)
		return (const char *)node->data.scalar.value;
	problem = str_fmt("\"%s\" wants a single value", key);
	fail(r, node, problem);
	mem_free(problem);
	return NULL;
}

/* Keys that are a dot-command with the value as its argument. */
static const char *const dot_keys[] = {
	"mode",    "null",     "headers", "types",     "footer",   "expanded",
	"maxrows", "maxwidth", "wrap",    "numbers",   "color",    "pager",
	"timer",   "bail",     "echo",    "separator", "progress",
};

static bool set_dot(struct reader *r, const yaml_node_t *node, const char *key)
{
	const char *value = scalar(r, node, key);
	struct text t = { 0 };
	bool ok;

	if (!value)
		return false;
	text_addf(&t, ".%s '", key);
	for (; *value; value++) {
		if (*value == '\'')
			text_addc(&t, '\'');
		text_addc(&t, *value);
	}
	text_addc(&t, '\'');
	ok = script_text(r->sh, r->path, t.p, t.n);
	text_free(&t);
	if (!ok || r->sh->status) {
		r->sh->status = EXIT_USAGE;
		return false;
	}
	return true;
}

static bool set_prompt(struct reader *r, const yaml_node_t *node)
{
	const char *value = scalar(r, node, "prompt");

	if (!value)
		return false;
	mem_free(r->sh->prompt);
	r->sh->prompt = str_dup(value);
	return true;
}

static bool set_init(struct reader *r, yaml_node_t *node)
{
	yaml_node_item_t *item;

	if (node->type != YAML_SEQUENCE_NODE)
		return fail(r, node, "\"init\" wants a list of statements");
	for (item = node->data.sequence.items.start;
	     item < node->data.sequence.items.top; item++) {
		yaml_node_t *n = yaml_document_get_node(&r->doc, *item);
		const char *sql = scalar(r, n, "init");

		if (!sql || !script_text(r->sh, r->path, sql, strlen(sql))) {
			r->sh->status = EXIT_USAGE;
			return false;
		}
	}
	return true;
}

static bool set_settings(struct reader *r, yaml_node_t *node)
{
	yaml_node_pair_t *pair;

	if (node->type != YAML_MAPPING_NODE)
		return fail(r, node, "\"settings\" wants keys and values");
	for (pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
	     pair++) {
		yaml_node_t *k = yaml_document_get_node(&r->doc, pair->key);
		yaml_node_t *v = yaml_document_get_node(&r->doc, pair->value);
		const char *key = scalar(r, k, "settings"), *value;

		if (!key)
			return false;
		value = scalar(r, v, key);
		if (!value)
			return false;
		if (shade_set(r->sh->env, key, value))
			return fail(r, k, shade_last_error(r->sh->env)->message);
	}
	return true;
}

static bool unknown_key(struct reader *r, const yaml_node_t *node, const char *key)
{
	const char *names[ARRAY_LEN(dot_keys) + 3] = { "prompt", "init", "settings" };
	const char *near;
	char *problem;

	memcpy(names + 3, dot_keys, sizeof(dot_keys));
	near = shade_nearest(key, names, ARRAY_LEN(names));
	if (near)
		problem = str_fmt("unknown key \"%s\"; did you mean \"%s\"?", key,
				  near);
	else
		problem = str_fmt("unknown key \"%s\"", key);
	fail(r, node, problem);
	mem_free(problem);
	return false;
}

static bool apply_pair(struct reader *r, yaml_node_t *k, yaml_node_t *v)
{
	const char *key = scalar(r, k, "configuration");

	if (!key)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(dot_keys); i++) {
		/* The command line has the last word. */
		if (strcmp(dot_keys[i], key) != 0)
			continue;
		if ((!strcmp(key, "mode") &&
		     (r->sh->opt.mode || !r->sh->interactive)) ||
		    (!strcmp(key, "null") && r->sh->opt.null_text) ||
		    (!strcmp(key, "pager") && r->sh->opt.pager) ||
		    (!strcmp(key, "color") && strcmp(r->sh->opt.color, "auto") != 0) ||
		    (!strcmp(key, "bail") && !r->sh->interactive))
			return scalar(r, v, key) != NULL;
		return set_dot(r, v, key);
	}
	if (!strcmp(key, "prompt"))
		return set_prompt(r, v);
	if (!strcmp(key, "init"))
		return set_init(r, v);
	if (!strcmp(key, "settings"))
		return set_settings(r, v);
	return unknown_key(r, k, key);
}

static bool apply_all(struct reader *r)
{
	yaml_node_t *root = yaml_document_get_root_node(&r->doc);
	yaml_node_pair_t *pair;

	if (!root)
		return true;
	if (root->type != YAML_MAPPING_NODE)
		return fail(r, root, "the file is not a list of keys and values");
	for (pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top;
	     pair++) {
		if (!apply_pair(r, yaml_document_get_node(&r->doc, pair->key),
				yaml_document_get_node(&r->doc, pair->value)))
			return false;
	}
	return true;
}

char *xdg_path(const char *variable, const char *fallback, const char *file)
{
	const char *base = getenv(variable), *home = getenv("HOME");

	if (base && base[0] == '/')
		return str_fmt("%s/shade/%s", base, file);
	if (!home || !*home)
		return NULL;
	return str_fmt("%s/%s/shade/%s", home, fallback, file);
}

bool config_load(struct shell *sh)
{
	char *path = xdg_path("XDG_CONFIG_HOME", ".config", "config.yaml");
	struct reader r = { .sh = sh, .path = path };
	FILE *f = path ? fopen(path, "re") : NULL;
	yaml_parser_t parser;
	bool ok;

	if (!f) {
		mem_free(path);
		return true;
	}
	ok = yaml_parser_initialize(&parser);
	if (ok) {
		yaml_parser_set_input_file(&parser, f);
		if (yaml_parser_load(&parser, &r.doc)) {
			ok = apply_all(&r);
			yaml_document_delete(&r.doc);
		} else {
			report_fail(&sh->report, "F0000", NULL, "%s:%zu:%zu: %s", path,
				    parser.problem_mark.line + 1,
				    parser.problem_mark.column + 1,
				    parser.problem ? parser.problem : "not YAML");
			sh->status = EXIT_USAGE;
			ok = false;
		}
		yaml_parser_delete(&parser);
	}
	fclose(f);
	mem_free(path);
	return ok;
}
