#include "format/hidden.h"

#include "type/value.h"

void hidden_cols(struct source_col *cols)
{
	static const struct {
		const char *name;
		enum type_id type;
		const char *comment;
	} rows[HIDDEN_COUNT] = {
		{ "_file", TYPE_VARCHAR, "file that the row comes from" },
		{ "_line", TYPE_BIGINT, "line where the row begins" },
		{ "_offset", TYPE_BIGINT, "byte offset of the row" },
		{ "_raw", TYPE_VARCHAR, "the row as found" },
	};

	for (size_t i = 0; i < HIDDEN_COUNT; i++) {
		cols[i] = (struct source_col){
			.name = str_from(rows[i].name),
			.type = type_of(rows[i].type),
			.not_null = true,
			.hidden = true,
			.comment = str_from(rows[i].comment),
		};
	}
}

bool hidden_constant(const struct hive *h, size_t n_data, size_t file, struct str path,
		     size_t col, struct value *out)
{
	const struct value *key = hive_value(h, file, col);

	if (key)
		*out = *key;
	else if (col == n_data + HIDDEN_FILE || col == n_data + HIDDEN_COUNT)
		*out = value_str(path);
	else
		return false;
	return true;
}

void hidden_note_rejects(struct shade_cx *cx, struct str path, size_t n_files,
			 uint64_t bad, uint64_t rows)
{
	if (n_files > 1)
		shade_note(cx, NO_SPAN,
			   "%llu of %llu rows rejected in \"%.*s\" and %zu more files "
			   "(.rejects shows them)",
			   (unsigned long long)bad, (unsigned long long)(rows + bad),
			   STR_ARG(path), n_files - 1);
	else
		shade_note(
			cx, NO_SPAN,
			"%llu of %llu rows of \"%.*s\" rejected (.rejects shows them)",
			(unsigned long long)bad, (unsigned long long)(rows + bad),
			STR_ARG(path));
}
