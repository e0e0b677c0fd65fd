/*
 * fuzz_json.c - any bytes as a JSON file; the first byte chooses options.
 */
#include "fuzz/file_scan.h"
#include "type/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const char columns[] = "a INT, b ROW<c VARCHAR, d ARRAY<DOUBLE>>, e "
				      "MAP<VARCHAR, BIGINT>, f DATE, "
				      "g DECIMAL(20,3), h ARRAY<ROW<i INT>>";
	struct source_option o[2];
	size_t n_options = 0;

	if (n < 1)
		return 0;
	if (data[0] & 1)
		o[n_options++] = (struct source_option){
			.name = STR("columns"), .value = value_str(str_from(columns))
		};
	if (data[0] & 2)
		o[n_options++] = (struct source_option){
			.name = STR("layout"),
			.value = value_str(data[0] & 4 ? STR("lines") : STR("array"))
		};
	fuzz_scan(data + 1, n - 1, "read_json", o, n_options);
	return 0;
}
