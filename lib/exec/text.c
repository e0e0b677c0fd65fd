/*
 * text.c - EXPLAIN (PHYSICAL) and EXPLAIN ANALYZE.
 */
#include "exec/op.h"

static void add_bytes(struct sbuf *b, uint64_t n)
{
	if (n >= 10u << 20)
		sbuf_addf(b, ", %llu MB", (unsigned long long)(n >> 20));
	else
		sbuf_addf(b, ", %llu KB", (unsigned long long)((n + 1023) >> 10));
}

static void add_stats(struct sbuf *b, const struct op *op)
{
	const struct op_stats *st = &op->stats;
	double est = op->plan->est_rows;
	uint64_t rows = atomic_load(&st->rows);

	sbuf_addf(b, "  [%llu row%s", (unsigned long long)rows, rows == 1 ? "" : "s");
	if (est >= 0)
		sbuf_addf(b, " (%.0f expected)", est);
	sbuf_addf(b, ", %.3f ms", (double)atomic_load(&st->ns) / 1e6);
	if (atomic_load(&st->bytes) > 0)
		add_bytes(b, atomic_load(&st->bytes));
	if (atomic_load(&st->workers) > 1)
		sbuf_addf(b, ", %llu workers",
			  (unsigned long long)atomic_load(&st->workers));
	sbuf_addc(b, ']');
}

static void add_op(struct sbuf *b, const struct op *op, size_t depth, bool analyze)
{
	for (size_t i = 0; i < depth; i++)
		sbuf_add(b, STR("  "));
	sbuf_add(b, str_from(op->cls->name));
	if (op->cls->describe)
		op->cls->describe(op, b);
	if (analyze)
		add_stats(b, op);
	sbuf_addc(b, '\n');
	for (size_t i = 0; i < op->n_children; i++)
		add_op(b, op->children[i], depth + 1, analyze);
}

struct str exec_text(struct arena *a, const struct exec *ex, bool analyze)
{
	struct sbuf b = { .arena = a };

	if (analyze) {
		sbuf_addf(&b, "total %.3f ms", (double)ex->total_ns / 1e6);
		add_bytes(&b, budget_peak(ex->cx->budget));
		sbuf_add(&b, STR(" at most\n"));
	}
	add_op(&b, ex->root, 0, analyze);
	return sbuf_str(&b);
}
