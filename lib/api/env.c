/*
 * env.c - opening and closing environments, interrupting, notices.
 */
#include "api/env.h"

#include "base/clock.h"
#include "base/mapping.h"

enum shade_code shade_open(const struct shade_config *config, struct shade_env **env)
{
	static const struct shade_config plain;
	struct shade_env *e = mem_alloc(NULL, sizeof(*e));
	struct session *s;

	*env = e;
	if (!e)
		return SHADE_E_NOMEM;
	if (!config)
		config = &plain;
	s = session_new(str_from(config->catalog_path),
			config->read_only || (config->safe && config->catalog_path),
			&e->err);
	e->session = s;
	if (!s)
		return env_error(e, SHADE_E_NOMEM, "out of memory");
	s->safe = config->safe;
	s->allowed_paths = config->allowed_paths;
	s->stdin_is_script = config->stdin_is_script;
	if (e->err.code)
		return env_fail(e, &e->err, e->err.code);
	return SHADE_OK;
}

void shade_make_safe(struct shade_env *env)
{
	env->session->safe = true;
}

void shade_close(struct shade_env *env)
{
	if (!env)
		return;
	session_free(env->session);
	mem_free(NULL, env->notice, env->notice_n + 1);
	mem_free(NULL, env, sizeof(*env));
}

void shade_keep_results(struct shade_env *env, uint64_t max_rows)
{
	if (env->session)
		env->session->keep_rows = max_rows;
}

void shade_interrupt(struct shade_env *env)
{
	if (env && env->session)
		atomic_store(&env->session->cancel, true);
}

bool shade_map_fault(const void *address)
{
	return mapping_fault(address);
}

bool shade_next_notice(struct shade_env *env, struct shade_notice *out)
{
	struct session *s = env->session;
	struct session_notice *n = s ? s->notices : NULL;

	if (!n)
		return false;
	s->notices = n->next;
	if (!s->notices)
		s->notices_tail = &s->notices;
	mem_free(NULL, env->notice, env->notice_n + 1);
	env->notice = mem_alloc(NULL, n->n + 1);
	env->notice_n = n->n;
	if (env->notice)
		memcpy(env->notice, n->text, n->n);
	*out = (struct shade_notice){
		.is_warning = n->is_warning,
		.interactive_only = n->interactive_only,
		.text = env->notice ? env->notice : "",
		.begin = n->span.begin,
		.end = n->span.end,
	};
	mem_free(s->budget, n->text, n->n + 1);
	mem_free(s->budget, n, sizeof(*n));
	return true;
}

struct shade_cx env_cx(struct shade_env *env, struct arena *arena, struct str text)
{
	struct session *s = env->session;

	return (struct shade_cx){
		.arena = arena,
		.budget = s->budget,
		.settings = s->settings,
		.pool = s->pool,
		.sources = s->sources,
		.session = s,
		.sql = text,
		.cancel = &s->cancel,
		.now_us = clock_now_us(),
	};
}

void shade_get_progress(const struct shade_env *env, struct shade_progress *out)
{
	struct read_counts *counts;
	uint64_t total;

	*out = (struct shade_progress){ .fraction = -1 };
	if (!env->session)
		return;
	counts = read_counts(env->session->sources);
	out->rows_read = atomic_load(&counts->rows);
	out->bytes_read = atomic_load(&counts->bytes);
	total = atomic_load(&counts->total);
	if (total && out->bytes_read <= total)
		out->fraction = (double)out->bytes_read / (double)total;
}
