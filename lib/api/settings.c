/*
 * settings.c - parameters and settings of an environment.
 */
#include "api/env.h"

enum shade_code shade_set_param(struct shade_env *env, const char *name,
				const char *value)
{
	env_begin(env);
	if (!env->session || !name || !*name)
		return env_error(env, SHADE_E_MISUSE, "a parameter needs a name");
	session_set_param(env->session, str_from(name), str_from(value));
	return SHADE_OK;
}

bool shade_param_at(struct shade_env *env, size_t i, const char **name,
		    const char **value)
{
	struct session *s = env->session;

	if (!s || i >= s->params.n)
		return false;
	*name = s->params.v[i].name.p;
	*value = s->params.v[i].text.p;
	return true;
}

enum shade_code shade_set(struct shade_env *env, const char *key, const char *value)
{
	struct shade_cx cx;
	struct arena *arena;
	enum shade_code rc;

	env_begin(env);
	if (!env->session)
		return env_error(env, SHADE_E_MISUSE, "the environment is not open");
	arena = arena_new(env->session->budget);
	if (!arena)
		return env_error(env, SHADE_E_NOMEM, "out of memory");
	cx = env_cx(env, arena, STR_NONE);
	cx.notices_tail = &cx.notices;
	rc = settings_set(&cx, env->session->settings, str_from(key), str_from(value),
			  NO_SPAN);
	if (rc)
		rc = env_fail(env, &cx.err, rc);
	arena_free(arena);
	return rc;
}

const char *shade_get(struct shade_env *env, const char *key)
{
	for (int i = 0; env->session && i < SET_COUNT; i++)
		if (str_eq_nocase(str_from(setting_rows[i].key), str_from(key)))
			return settings_text(env->session->settings, (enum setting_id)i)
				.p;
	return NULL;
}
