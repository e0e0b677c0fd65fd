/*
 * error.c - the latest error as the public struct.
 */
#include "api/env.h"

void env_begin(struct shade_env *env)
{
	env->err.code = SHADE_OK;
	env->err.n_hints = 0;
	env->err.pos = (struct data_pos){ 0 };
}

enum shade_code env_fail(struct shade_env *env, const struct error *err,
			 enum shade_code code)
{
	if (&env->err != err)
		env->err = *err;
	/* the copy's strings point into the original: move them over */
	if (err->pos.file.p)
		env->err.pos.file.p = env->err.data + (err->pos.file.p - err->data);
	if (err->pos.text.p)
		env->err.pos.text.p = env->err.data + (err->pos.text.p - err->data);
	if (!env->err.code)
		(void)env_error(env, code, "failed without saying why");
	return code;
}

void env_log_error(struct shade_env *env, struct str sql)
{
	session_keep_error(env->session, &env->err, sql);
}

enum shade_code env_error(struct shade_env *env, enum shade_code code, const char *text)
{
	env->err = (struct error){ .code = code };
	memccpy(env->err.message, text, '\0', sizeof(env->err.message) - 1);
	return code;
}

const struct shade_error *shade_last_error(const struct shade_env *env)
{
	/* the view is a cache inside env; env itself is the caller's */
	struct shade_env *e = (struct shade_env *)(uintptr_t)env;
	const struct error *err = &env->err;

	for (size_t i = 0; i < err->n_hints; i++)
		e->hints[i] = err->hints[i];
	e->view = (struct shade_error){
		.code = err->code,
		.sqlstate = error_sqlstate(err->code),
		.klass = error_class(err->code),
		.message = err->message,
		.begin = err->span.begin,
		.end = err->span.end,
		.n_hints = err->n_hints,
		.hints = e->hints,
		.data_file = err->pos.file.n ? err->pos.file.p : NULL,
		.data_line = err->pos.line,
		.data_column = err->pos.column,
		.data_text = err->pos.text.n ? err->pos.text.p : NULL,
		.data_mark_begin = err->pos.mark_begin,
		.data_mark_end = err->pos.mark_end,
	};
	return &e->view;
}
