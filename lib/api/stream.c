/*
 * stream.c - the rows of a run as an Arrow C stream.
 */
#include "api/env.h"

#include <errno.h>

#include "column/arrow.h"
#include "session/results.h"

static struct shade_stmt *stmt_of(struct ArrowArrayStream *self)
{
	return self->private_data;
}

static int stream_errno(enum shade_code rc)
{
	switch ((int)rc) {
	case SHADE_OK: return 0;
	case SHADE_E_NOMEM:
	case SHADE_E_MEMORY_LIMIT: return ENOMEM;
	case SHADE_E_CANCELLED: return ECANCELED;
	case SHADE_E_IO:
	case SHADE_E_FILE_NOT_FOUND:
	case SHADE_E_DISK_FULL: return EIO;
	default: return EINVAL;
	}
}

static int stream_fail(struct shade_stmt *stmt, enum shade_code rc)
{
	enum shade_code code = env_fail(stmt->env, &stmt->run->cx.err, rc);

	env_log_error(stmt->env, stmt->text);
	return stream_errno(code);
}

static int stream_schema(struct ArrowArrayStream *self, struct ArrowSchema *out)
{
	struct shade_stmt *stmt = stmt_of(self);
	struct run *run = stmt->run;
	struct arena *a = run->cx.arena;
	enum shade_code rc = run_settle(run);
	const struct plan *plan = run->plan;
	struct str *names;
	const struct type **types;
	bool *not_null;

	if (rc)
		return stream_fail(stmt, rc);
	names = arena_array(a, struct str, plan->n_cols);
	types = arena_array(a, const struct type *, plan->n_cols);
	not_null = arena_array(a, bool, plan->n_cols);
	for (size_t i = 0; i < plan->n_cols; i++) {
		names[i] = plan->cols[i].name;
		types[i] = plan->cols[i].type;
		not_null[i] = plan->cols[i].not_null;
	}
	rc = arrow_export_schema(&run->cx, plan->n_cols, names, types, not_null, out);
	return rc ? stream_fail(stmt, rc) : 0;
}

static int stream_next(struct ArrowArrayStream *self, struct ArrowArray *out)
{
	struct shade_stmt *stmt = stmt_of(self);
	struct run *run = stmt->run;
	const struct batch *b;
	enum shade_code rc;

	out->release = NULL;
	do {
		rc = run_next(run, &b);
		if (rc)
			return stream_fail(stmt, rc);
	} while (b && batch_rows(b) == 0);
	stmt->changes = run->changes;
	if (!b) {
		results_finish(run);
		return 0;
	}
	results_add(run, b);
	rc = arrow_export_batch(&run->cx, b, out);
	return rc ? stream_fail(stmt, rc) : 0;
}

static const char *stream_error(struct ArrowArrayStream *self)
{
	const struct error *err = &stmt_of(self)->env->err;

	return err->code ? err->message : NULL;
}

static void stream_release(struct ArrowArrayStream *self)
{
	struct shade_stmt *stmt = stmt_of(self);

	run_free(stmt->run);
	stmt->run = NULL;
	self->release = NULL;
}

enum shade_code stream_open(struct shade_stmt *stmt, struct run *run,
			    struct ArrowArrayStream *out)
{
	stmt->run = run;
	*out = (struct ArrowArrayStream){
		.get_schema = stream_schema,
		.get_next = stream_next,
		.get_last_error = stream_error,
		.release = stream_release,
		.private_data = stmt,
	};
	return SHADE_OK;
}
