/*
 * sql_text.c - names, files and texts of the command line as SQL (dot.h).
 */
#include <string.h>
#include <unistd.h>

#include "dot.h"

void sql_quote(struct text *t, const char *z, char quote)
{
	text_addc(t, quote);
	for (; *z; z++) {
		if (*z == quote)
			text_addc(t, quote);
		text_addc(t, *z);
	}
	text_addc(t, quote);
}

void sql_quote_pattern(struct text *t, const char *z)
{
	struct text pattern = { 0 };

	for (; *z; z++)
		text_addc(&pattern, *z == '*' ? '%' : *z == '?' ? '_' : *z);
	sql_quote(t, text_str(&pattern), '\'');
	text_free(&pattern);
}

void sql_add_name(struct text *t, const char *name)
{
	bool is_plain = is_alpha(name[0]);

	for (const char *z = name; *z; z++)
		is_plain = is_plain && (is_alpha(*z) || is_digit(*z) || *z == '.');
	if (is_plain || name[0] == '"' || name[0] == '`')
		text_addz(t, name);
	else
		sql_quote(t, name, '"');
}

bool sql_is_file(const char *z)
{
	static const char *const ends[] = { ".csv",    ".tsv",     ".json", ".jsonl",
					    ".ndjson", ".parquet", ".gz",   ".zst" };

	if (strchr(z, '/') || (strchr(z, '.') && access(z, R_OK) == 0))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		if (str_ends(z, ends[i]))
			return true;
	}
	return false;
}

void sql_add_relation(struct text *t, const char *z)
{
	if (z[0] == '(')
		text_addz(t, z);
	else if (sql_is_file(z))
		sql_quote(t, z, '\'');
	else if (strpbrk(z, " \t\n"))
		text_addf(t, "(%s)", z);
	else
		sql_add_name(t, z);
}
