/*
 * fuzz_csv.c - any bytes as a CSV file.  The first byte chooses options; the
 * fast index must agree with the exact one.
 */
#define SHADE_BASE_ALLOCATOR
#include "format/csv_index.h"
#include "fuzz/file_scan.h"
#include "type/value.h"

#undef malloc
#undef abort

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static struct source_option text_option(const char *name, const char *value)
{
	return (struct source_option){ .name = str_from(name),
				       .value = value_str(str_from(value)) };
}

static void same_index(const uint8_t *data, size_t n, char quote)
{
	struct csv_dialect d = { .delim = STR(","), .quote = quote };
	char *text = malloc(n + 2 * CSV_PAD);
	uint32_t *v = malloc((n + 80) * sizeof(uint32_t)),
		 *x = malloc((n + 80) * sizeof(uint32_t));
	struct csv_span a, b, m;

	memset(text, '\n', n + 2 * CSV_PAD);
	memcpy(text + CSV_PAD, data, n);
	csv_index(&d, text + CSV_PAD, n, v, &a);
	csv_index_exact(&d, text + CSV_PAD, n, x, &b);
	csv_measure(&d, text + CSV_PAD, n, &m);
	if (a.end != b.end || a.n_lines != b.n_lines || a.in_quotes != b.in_quotes ||
	    m.end != a.end || m.n_lines != a.n_lines)
		abort();
	/* Entries agree up to the last row; a row that is cut off may differ. */
	for (size_t i = 0; i < a.n && i < b.n && v[i] / 2 <= a.end; i++) {
		if (v[i] != x[i])
			abort();
	}
	free(text);
	free(v);
	free(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct source_option o[8];
	size_t n_options = 0;
	unsigned bits;

	if (n < 1)
		return 0;
	bits = data[0];
	same_index(data + 1, n - 1, bits & 1 ? '"' : '\'');
	if (bits & 1)
		o[n_options++] = text_option("pad", "true");
	if (bits & 2)
		o[n_options++] = text_option("strict", "true");
	if (bits & 4)
		o[n_options++] = text_option("delim", bits & 8 ? "||" : ";");
	if (bits & 16)
		o[n_options++] = text_option("escape", "\\");
	if (bits & 32)
		o[n_options++] = text_option(
			"columns", "a INT, b DECIMAL(9,2), c VARCHAR, d DATE, "
				   "e TIME, f HUGEINT, g BOOLEAN");
	if (bits & 64)
		o[n_options++] = text_option("nullstr", "x");
	if (bits & 128)
		o[n_options++] = text_option("comment", "#");
	fuzz_scan(data + 1, n - 1, "read_csv", o, n_options);
	return 0;
}
