#include "exec/exec.h"

#include "base/clock.h"
#include "exec/physical.h"

shade_status exec_new(struct shade_cx *cx, struct plan *plan, struct exec **out)
{
	struct exec *ex = arena_new_of(cx->arena, struct exec);
	shade_status rc;

	ex->cx = cx;
	ex->plan = plan;
	ex->arena = arena_new(cx->budget);
	if (!ex->arena)
		return cx_nomem(cx);
	rc = physical_plan(cx, ex, plan, &ex->root);
	if (!rc && arena_failed(ex->arena))
		rc = cx_nomem(cx);
	if (rc) {
		arena_free(ex->arena);
		return rc;
	}
	*out = ex;
	return SHADE_OK;
}

void exec_analyze(struct exec *ex)
{
	ex->analyze = true;
}

static shade_status exec_start(struct shade_cx *cx, struct exec *ex)
{
	ex->started = true;
	TRY(op_open(cx, ex->root));
	TRY(task_open(ex, cx, &ex->task));
	return stream_new(ex->root, &ex->task, &ex->out);
}

shade_status exec_next(struct shade_cx *cx, struct exec *ex, const struct batch **out)
{
	uint64_t start = clock_mono_ns();
	shade_status rc = SHADE_OK;

	*out = NULL;
	if (ex->done)
		return SHADE_OK;
	if (!ex->started)
		rc = exec_start(cx, ex);
	if (!rc)
		rc = stream_next(ex->out, out);
	if (!rc && arena_failed(ex->task.arena))
		rc = cx_nomem(cx);
	if (rc || !*out)
		ex->done = true;
	ex->total_ns += clock_mono_ns() - start;
	return rc;
}

void exec_free(struct shade_cx *cx, struct exec *ex)
{
	if (!ex)
		return;
	task_close(&ex->task);
	op_close(cx, ex->root);
	arena_free(ex->arena);
}
