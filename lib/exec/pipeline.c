#include "exec/op.h"

#include "base/clock.h"
#include "base/pool.h"

/* --- operators ------------------------------------------------------------ */

shade_status op_open(struct shade_cx *cx, struct op *op)
{
	uint64_t start = op->ex->analyze ? clock_mono_ns() : 0;
	shade_status rc = SHADE_OK;

	op->is_open = true;
	if (op->cls->open)
		rc = op->cls->open(cx, op);
	if (op->ex->analyze)
		atomic_fetch_add(&op->stats.ns, clock_mono_ns() - start);
	return rc;
}

void op_close(struct shade_cx *cx, struct op *op)
{
	if (op->is_open && op->cls->close)
		op->cls->close(cx, op);
	op->is_open = false;
	for (size_t i = 0; i < op->n_children; i++)
		op_close(cx, op->children[i]);
}

size_t op_workers(const struct op *op)
{
	return op->cls->workers ? op->cls->workers(op) : 1;
}

void op_note_bytes(struct op *op, size_t bytes)
{
	if (bytes > atomic_load(&op->stats.bytes))
		atomic_store(&op->stats.bytes, bytes);
}

/* --- streams -------------------------------------------------------------- */

static shade_status timed_next(struct stream *s, const struct batch **out)
{
	uint64_t start = clock_mono_ns();
	shade_status rc = s->cls->next(s, out);

	atomic_fetch_add_explicit(&s->op->stats.ns, clock_mono_ns() - start,
				  memory_order_relaxed);
	if (rc == SHADE_OK && *out) {
		atomic_fetch_add_explicit(&s->op->stats.rows, batch_rows(*out),
					  memory_order_relaxed);
		atomic_fetch_add_explicit(&s->op->stats.batches, 1,
					  memory_order_relaxed);
	}
	return rc;
}

shade_status stream_new(struct op *op, struct task *task, struct stream **out)
{
	struct stream *s = arena_alloc(task->arena, op->cls->stream_size);

	s->cls = op->cls;
	s->op = op;
	s->task = task;
	s->cx = task->cx;
	s->arena = task->arena;
	s->next = op->ex->analyze ? timed_next : op->cls->next;
	s->older = task->streams;
	task->streams = s;
	*out = s;
	if (op->ex->analyze)
		atomic_fetch_add(&op->stats.workers, 1);
	return op->cls->stream_open ? op->cls->stream_open(s) : SHADE_OK;
}

shade_status stream_next(struct stream *s, const struct batch **out)
{
	TRY(cx_check_cancel(s->cx));
	if (s->task->stop && atomic_load_explicit(s->task->stop, memory_order_relaxed))
		return SHADE_E_CANCELLED;
	return s->next(s, out);
}

shade_status stream_input(struct stream *s, const struct batch **out)
{
	do
		TRY(stream_next(s, out));
	while (*out && batch_rows(*out) == 0);
	assert(!*out || !(*out)->weights);
	return SHADE_OK;
}

struct vector *cols_new(struct arena *a, size_t n)
{
	return arena_array(a, struct vector, n + 1);
}

/* --- tasks ---------------------------------------------------------------- */

shade_status task_open(struct exec *ex, struct shade_cx *cx, struct task *t)
{
	*t = (struct task){ .ex = ex, .cx = cx };
	t->arena = arena_new(cx->budget);
	return t->arena ? SHADE_OK : cx_nomem(cx);
}

void task_close(struct task *t)
{
	for (struct stream *s = t->streams; s; s = s->older) {
		if (s->cls->stream_close)
			s->cls->stream_close(s);
	}
	t->streams = NULL;
	if (t->arena)
		arena_free(t->arena);
	t->arena = NULL;
}

/* Fewer rows than this are not worth another thread. */
enum { PARALLEL_ROWS = 30000 };

/* Does the pipeline read a source that is large, or of unknown size? */
static bool reads_much(const struct op *op)
{
	if (op->plan->kind == PLAN_SCAN) {
		uint64_t n = op->plan->scan.source->est_rows;

		return n == 0 || n >= PARALLEL_ROWS;
	}
	if (op->n_children == 0)
		return true;
	for (size_t i = 0; i < op->n_children; i++) {
		if (reads_much(op->children[i]))
			return true;
	}
	return false;
}

size_t plan_workers(const struct exec *ex, const struct op *input)
{
	size_t n = op_workers(input);

	if (!ex->cx->pool || n <= 1 || !reads_much(input))
		return 1;
	if (n > pool_threads(ex->cx->pool))
		n = pool_threads(ex->cx->pool);
	return n;
}

struct job {
	struct op *input;
	const struct work *work;
	struct shade_cx *cxs; /* one a worker */
	shade_status *rcs;
	_Atomic(bool) stop;
};

static shade_status run_one(struct job *job, struct shade_cx *cx, size_t worker)
{
	struct task task;
	struct stream *in;
	shade_status rc = task_open(job->input->ex, cx, &task);

	if (rc)
		goto out;
	task.stop = &job->stop;
	rc = stream_new(job->input, &task, &in);
	if (!rc)
		rc = job->work->fn(job->work->arg, worker, in);
	if (!rc && arena_failed(task.arena))
		rc = cx_nomem(cx);
out:
	task_close(&task);
	if (rc)
		atomic_store(&job->stop, true);
	return rc;
}

static void run_pool_worker(void *arg, size_t worker)
{
	struct job *job = arg;

	job->rcs[worker] = run_one(job, &job->cxs[worker], worker);
}

/* What a worker reported goes to the statement. */
static shade_status merge_cx(struct shade_cx *cx, struct shade_cx *from,
			     shade_status rc)
{
	for (struct notice *n = from->notices; n; n = n->next) {
		if (n->is_warning)
			shade_warn(cx, n->span, "%.*s", STR_ARG(n->text));
		else
			shade_note(cx, n->span, "%.*s", STR_ARG(n->text));
	}
	if (rc && from->err.code && !cx->err.code)
		cx->err = from->err;
	return rc;
}

shade_status run_workers(struct shade_cx *cx, struct op *input, size_t n,
			 const struct work *work)
{
	struct job job = { .input = input, .work = work };
	shade_status rc = SHADE_OK;
	size_t made = 0, ran;

	if (n <= 1)
		return run_one(&job, cx, 0);
	job.cxs = arena_array(cx->arena, struct shade_cx, n);
	job.rcs = arena_array(cx->arena, shade_status, n);
	for (; made < n && !rc; made++) {
		job.cxs[made] = *cx;
		job.cxs[made].err.code = SHADE_OK;
		job.cxs[made].notices = NULL;
		job.cxs[made].notices_tail = NULL;
		job.cxs[made].arena = arena_new(cx->budget);
		if (!job.cxs[made].arena)
			rc = cx_nomem(cx);
	}
	if (!rc) {
		ran = pool_run(cx->pool, n, run_pool_worker, &job);
		for (size_t i = 0; i < ran; i++) {
			shade_status one = merge_cx(cx, &job.cxs[i], job.rcs[i]);

			if (one && (!rc || rc == SHADE_E_CANCELLED))
				rc = one;
		}
	}
	for (size_t i = 0; i < made; i++) {
		if (job.cxs[i].arena)
			arena_free(job.cxs[i].arena);
	}
	return rc;
}
