/*
 * csv.h - CSV and TSV files: what one file is like, and the scan over many.
 *
 * Opening sniffs every file (dialect, header, types) and unites the files
 * by column name; scanning indexes blocks, makes rows of entries and parses
 * the wanted columns (csv_index.h, csv_cells.h).
 */
#ifndef SHADE_FORMAT_CSV_H
#define SHADE_FORMAT_CSV_H

#include "format/csv_index.h"
#include "format/hive.h"
#include "format/input.h"
#include "format/moment.h"
#include "format/number.h"
#include "source/source.h"

#define CSV_AUTO (-1)

enum csv_on_error {
	CSV_REJECT, /* keep the row in shade.rejects and count it */
	CSV_SKIP, /* the same without a note: ignore_errors */
	CSV_FAIL /* the first bad row fails the statement */
};

enum csv_new_line {
	CSV_NL_AUTO, /* LF and CR LF; CR where the sample has it */
	CSV_NL_LF,
	CSV_NL_CRLF,
	CSV_NL_CR
};

/* What the user said; everything else is sniffed. */
struct csv_options {
	struct str delim; /* n == 0: sniff */
	int quote, escape, comment; /* CSV_AUTO, 0: none, or the character */
	int header; /* CSV_AUTO, 0, 1 */
	struct str *nulls; /* texts that mean NULL */
	size_t n_nulls;
	bool has_nulls; /* given: then the empty field is one only if listed */
	bool quoted_nulls; /* also between quotes; "" is always a text */
	int64_t skip; /* lines; CSV_AUTO */
	struct str date_format, timestamp_format;
	struct number_style number;
	bool all_varchar;
	bool strict; /* quotes in odd places reject the row */
	bool pad; /* short rows are filled with NULLs */
	bool by_name; /* unite files by column name, else by position */
	bool empty_ok; /* an empty file has no rows instead of an error */
	bool filename; /* a visible column filename */
	bool auto_detect; /* false: what is not given is not looked for */
	bool one_worker;
	enum csv_new_line new_line;
	enum csv_on_error on_error;
	struct input_as input;
	struct hive_options hive;
	int64_t sample_rows; /* -1: all that is mapped */
	size_t max_line; /* bytes of a row */
	struct str *not_null; /* columns that nothing reads as NULL */
	size_t n_not_null;
	uint32_t types; /* bit 1 << type id: looked for; 0: every type */
	struct str *names; /* of the fields, in order */
	size_t n_names;
	const struct source_col *declared; /* name and type of every column */
	size_t n_declared;
	const struct source_col *overrides; /* types of some columns */
	size_t n_overrides;
};

void csv_options_init(struct csv_options *o);

/* A field of a file, as found or as declared. */
struct csv_field {
	struct str name;
	const struct type *type;
	struct date_style date; /* how dates and timestamps are written */
	bool is_declared; /* the type was not sniffed */
	bool zone_mixed;
	bool is_empty; /* no value in the sample */
	size_t n_retypes; /* times it was widened after a scan failed */
	size_t n_nullish; /* sampled values such as NA, n/a, null, - */
	struct str nullish; /* one of them */
	struct str ambiguous; /* a date that reads both ways */
	bool is_grouped; /* numbers like 1.234,5 or 1,234.5 that stay text */
};

/* What one file is like. */
struct csv_file {
	struct str path;
	struct csv_dialect dialect;
	bool has_header;
	size_t n_skipped; /* lines before the header: preamble */
	size_t n_fields; /* fields in a row */
	struct csv_field *fields;
	size_t begin; /* byte offset of the first row of data in the text */
	uint64_t line; /* its line number, 1-based */
	uint64_t size; /* of the text; 0: unknown */
	double row_bytes; /* average of the sample */
	uint64_t n_rows; /* exact if the sample was the whole file */
	bool is_complete;
	bool trailing_delim; /* rows end in a separator: the last field is none */
	int *columns; /* field -> source column, -1: not wanted */
	int *field_of; /* source column -> field, -1: not in this file */
	/* not mapped: what was read for sniffing, behind CSV_PAD bytes */
	_Atomic(bool) is_taken; /* by the first scan */
	struct input *input;
	struct buf *head;
};

/*
 * Sniff one file; strings and arrays in the arena.  Text that cannot be
 * read again stays with file->input and file->head.
 */
shade_status csv_sniff(struct shade_cx *cx, struct arena *a, struct str path,
		       struct span span, const struct csv_options *o,
		       struct csv_file *file);
void csv_file_release(struct csv_file *file);

/* The sampled text of a file: padded, ends with a newline when complete. */
struct csv_sample {
	const char *p;
	size_t n;
	bool is_complete;
	uint32_t *v; /* entries */
	struct csv_span span;
	uint32_t *first; /* rows that have n_fields fields */
	size_t n_rows;
};

/* Choose separator, quote, comment; count of fields and preamble. */
shade_status csv_sniff_dialect(struct shade_cx *cx, struct arena *a,
			       const struct csv_options *o, struct csv_sample *s,
			       struct csv_file *file);
/* Header or not, names and types of the sampled rows. */
void csv_sniff_fields(struct shade_cx *cx, struct arena *a, const struct csv_options *o,
		      const struct csv_sample *s, struct csv_file *file);

/* A type that holds the values of both without losing anything. */
const struct type *csv_unite_types(struct arena *a, const struct type *x,
				   const struct type *y);

/* A source over files; paths and options stay borrowed until release. */
shade_status csv_source_open(struct shade_cx *cx, const struct str *paths,
			     size_t n_paths, struct span span,
			     const struct csv_options *o, struct source **out);

struct csv_source {
	struct source base;
	struct arena *arena; /* cx->arena */
	struct csv_options options;
	struct csv_file *files;
	size_t n_files;
	size_t n_data; /* columns before the hidden ones */
	struct csv_options no_nulls; /* options of columns in not_null */
	struct hive hive;
};

extern const struct source_class csv_source_class;

/* The decision as a statement one can paste: .sniff. */
struct str csv_describe(struct arena *a, const struct csv_source *s);

#endif
