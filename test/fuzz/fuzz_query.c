/*
 * fuzz_query.c - any script against a small catalog: results or errors,
 * never a crash.  Safe mode: no file is read or written.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "shade.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static const char *const setup[] = {
	"CREATE TABLE t (a INT, b VARCHAR, c DOUBLE, d DATE, e DECIMAL(10,2), f "
	"BOOLEAN)",
	"INSERT INTO t VALUES (1, 'x', 1.5, DATE '2024-02-29', 1.25, true), "
	"(2, 'a longer text, not inlined', NULL, DATE '1970-01-01', -3, false), "
	"(NULL, NULL, -0.0, NULL, NULL, NULL), (3, '', 1e300, DATE '0001-01-01', 0, "
	"true)",
	"CREATE TABLE u AS SELECT a, b AS k FROM t",
	"CREATE TEMPORARY VIEW v AS SELECT a, upper(b) AS b FROM t WHERE a > 1",
};

/* A script may ask for endless rows: so many are enough. */
#define MOST_ROWS 20000

static void drain(struct ArrowArrayStream *rows)
{
	struct ArrowSchema schema = { 0 };
	struct ArrowArray batch = { 0 };
	int64_t n = 0;

	if (rows->get_schema(rows, &schema) == 0 && schema.release)
		schema.release(&schema);
	while (n < MOST_ROWS && rows->get_next(rows, &batch) == 0 && batch.release) {
		n += batch.length + 1;
		batch.release(&batch);
	}
	rows->release(rows);
}

static void run(struct shade_env *env, const char *text, size_t n)
{
	struct ArrowArrayStream rows = { 0 };
	struct shade_stmt *stmt = NULL;

	if (shade_prepare(env, text, n, &stmt) || !stmt)
		return;
	/* Rows that nobody reads are computed to the end. */
	if (shade_execute(stmt, &rows) == SHADE_OK && rows.release)
		drain(&rows);
	shade_finalize(stmt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct shade_config config = { .safe = true };
	struct shade_env *env = NULL;
	const char *text = (const char *)data;
	size_t begin, end;

	if (shade_open(&config, &env) || shade_set(env, "shade.threads", "1") ||
	    shade_set(env, "shade.memory-limit", "64 MB"))
		__builtin_trap();
	for (size_t i = 0; i < sizeof(setup) / sizeof(setup[0]); i++)
		run(env, setup[i], strlen(setup[i]));
	for (int i = 0; i < 8 && n; i++) {
		if (shade_split(NULL, text, n, &begin, &end) == SHADE_WAITS_EMPTY)
			break;
		run(env, text + begin, end - begin);
		text += end;
		n -= end;
	}
	shade_close(env);
	return 0;
}
