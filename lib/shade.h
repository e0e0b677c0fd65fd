/*
 * shade.h - the public interface of libshade.
 *
 * An environment holds a catalog, settings and temporary objects.  A
 * statement is prepared from text, given parameters, executed, and its
 * rows are read as an Arrow C stream (https://arrow.apache.org/docs/
 * format/CStreamInterface.html).
 *
 * Ownership: what a function returns through `out` belongs to the caller
 * and is released with the function named beside it.  Text handed in is
 * copied; text handed out is borrowed and valid until the next call on
 * the same object, unless it says otherwise.
 * Threads: an environment belongs to one thread at a time; only
 * shade_interrupt() may be called from another thread or a signal handler.
 * Errors: functions return a code, SHADE_OK is 0; shade_last_error() has
 * the details until the next call on the environment.
 */
#ifndef SHADE_H
#define SHADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The library is built with hidden symbols; these are the visible ones. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define SHADE_VERSION "0.1.0"

#if defined(__has_c_attribute)
#if __has_c_attribute(nodiscard)
#define SHADE_NODISCARD [[nodiscard]]
#endif
#endif
#ifndef SHADE_NODISCARD
#define SHADE_NODISCARD
#endif

/* Why something failed.  Each code has one class and one SQLSTATE. */
enum SHADE_NODISCARD shade_code {
	SHADE_OK = 0,
	SHADE_E_INTERNAL,
	SHADE_E_NOMEM,
	SHADE_E_CANCELLED,
	SHADE_E_UNSUPPORTED,
	SHADE_E_MISUSE,
	SHADE_E_SYNTAX,
	SHADE_E_TOO_COMPLEX,
	SHADE_E_COLUMN_NOT_FOUND,
	SHADE_E_AMBIGUOUS_COLUMN,
	SHADE_E_DUPLICATE_COLUMN,
	SHADE_E_TABLE_NOT_FOUND,
	SHADE_E_TABLE_EXISTS,
	SHADE_E_TEMP_EXISTS,
	SHADE_E_WRONG_OBJECT,
	SHADE_E_DATABASE_NOT_FOUND,
	SHADE_E_DATABASE_EXISTS,
	SHADE_E_DATABASE_NOT_EMPTY,
	SHADE_E_CATALOG_NOT_FOUND,
	SHADE_E_CATALOG_EXISTS,
	SHADE_E_FUNCTION_NOT_FOUND,
	SHADE_E_FUNCTION_EXISTS,
	SHADE_E_NO_OVERLOAD,
	SHADE_E_WRONG_ARG_COUNT,
	SHADE_E_TYPE_NOT_FOUND,
	SHADE_E_TYPE,
	SHADE_E_GROUPING,
	SHADE_E_WINDOW,
	SHADE_E_INVALID_CLAUSE,
	SHADE_E_ORDINAL,
	SHADE_E_COLUMN_COUNT,
	SHADE_E_VIEW_ARITY,
	SHADE_E_TEMP_REFERENCE,
	SHADE_E_RECURSIVE_VIEW,
	SHADE_E_INVALID_VIEW,
	SHADE_E_PARAMETER,
	SHADE_E_SETTING,
	SHADE_E_SETTING_NOT_FOUND,
	SHADE_E_OPTION,
	SHADE_E_CAST,
	SHADE_E_OVERFLOW,
	SHADE_E_DIVIDE_BY_ZERO,
	SHADE_E_RANGE,
	SHADE_E_ARRAY_INDEX,
	SHADE_E_DATETIME,
	SHADE_E_JSON,
	SHADE_E_REGEX,
	SHADE_E_NULL_VALUE,
	SHADE_E_DUPLICATE_KEY,
	SHADE_E_CHECK,
	SHADE_E_SUBQUERY_ROWS,
	SHADE_E_ASSERTION,
	SHADE_E_EXPECTATION,
	SHADE_E_REJECTED,
	SHADE_E_IO,
	SHADE_E_FILE_NOT_FOUND,
	SHADE_E_DATA_FORMAT,
	SHADE_E_DISK_FULL,
	SHADE_E_CATALOG_CORRUPT,
	SHADE_E_CONFLICT,
	SHADE_E_TRANSACTION,
	SHADE_E_READ_ONLY,
	SHADE_E_SAFE_MODE,
	SHADE_E_MEMORY_LIMIT,
	SHADE_N_CODES
};

/* --- Arrow C data and stream interface ---------------------------------- */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
	const char *format;
	const char *name;
	const char *metadata;
	int64_t flags;
	int64_t n_children;
	struct ArrowSchema **children;
	struct ArrowSchema *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length;
	int64_t null_count;
	int64_t offset;
	int64_t n_buffers;
	int64_t n_children;
	const void **buffers;
	struct ArrowArray **children;
	struct ArrowArray *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};

#endif

/* --- environment --------------------------------------------------------- */

struct shade_env;
struct shade_stmt;

/* Zero-initialise, then set what differs from the default. */
struct shade_config {
	const char *catalog_path; /* NULL: the catalog lives in memory */
	bool read_only; /* refuse to change the permanent catalog */
	bool safe; /* no files but those in allowed_paths, no writes */
	const char *const *allowed_paths; /* safe mode; NULL-terminated or NULL */
	bool stdin_is_script; /* FROM stdin is then an error that says so */
};

/*
 * Open an environment.  *env is set even on failure, so that the error
 * can be read, and must be closed; NULL only when out of memory.
 */
enum shade_code shade_open(const struct shade_config *config, struct shade_env **env);
/* Rolls back an open transaction.  NULL is fine.  Streams that were read
 * from the environment must be released before. */
void shade_close(struct shade_env *env);

/* From now on as if opened with safe; there is no way back.  The catalog file
 * stays as it was opened. */
void shade_make_safe(struct shade_env *env);

/*
 * Keep results of up to max_rows rows, from now on: they can be read as the
 * tables _ (the latest), _1 (the one before) .. _9.  0: keep none (default).
 */
void shade_keep_results(struct shade_env *env, uint64_t max_rows);

/* Stop what the environment is doing; async-signal-safe. */
void shade_interrupt(struct shade_env *env);
/*
 * For the program's handler of SIGBUS (async-signal-safe): a file that is being
 * read became shorter.  True: the statement goes on and will fail; false: the
 * address is none of ours.
 */
bool shade_map_fault(const void *address);

/* --- errors and notes ----------------------------------------------------- */

struct shade_error {
	enum shade_code code;
	const char *sqlstate; /* "42703" */
	const char *klass; /* "UNRESOLVED_COLUMN" */
	const char *message; /* lower case, one line */
	size_t begin, end; /* byte span in the statement's text; end 0: none */
	size_t n_hints;
	const char *const *hints; /* one line each */
	/* where in a data file, if data_file is not NULL */
	const char *data_file;
	uint64_t data_line; /* 1-based, 0 unknown */
	uint64_t data_column; /* 1-based byte column, 0 unknown */
	const char *data_text; /* that line, or NULL */
	size_t data_mark_begin, data_mark_end; /* bytes of data_text to mark */
};

/* The error of the latest call; code SHADE_OK if it succeeded. */
const struct shade_error *shade_last_error(const struct shade_env *env);

struct shade_notice {
	bool is_warning; /* else a note */
	bool interactive_only; /* shown at a prompt, not in batch */
	const char *text;
	size_t begin, end; /* span in the statement's text; end 0: none */
};

/* Take the oldest unread notice; false when there is none. */
bool shade_next_notice(struct shade_env *env, struct shade_notice *out);

/* --- statements ----------------------------------------------------------- */

/* Why a text is not a complete statement yet. */
enum shade_waits {
	SHADE_WAITS_NOT, /* complete: a ';' was found outside quotes */
	SHADE_WAITS_EMPTY, /* only blanks and comments */
	SHADE_WAITS_STATEMENT, /* no ';' yet; at the end of a script: complete */
	SHADE_WAITS_QUOTE, /* inside '...' */
	SHADE_WAITS_DQUOTE, /* inside "..." */
	SHADE_WAITS_BACKTICK, /* inside `...` */
	SHADE_WAITS_PAREN, /* inside ( [ or { */
	SHADE_WAITS_COMMENT, /* inside a block comment */
	SHADE_WAITS_BLOCK /* inside BEGIN STATEMENT SET .. END */
};

/*
 * Find the first statement of text[0..n): *begin skips blanks and
 * comments, *end is behind its ';' (or n).  The environment's dialect says
 * what strings look like; NULL: the default one.
 */
enum shade_waits shade_split(const struct shade_env *env, const char *text, size_t n,
			     size_t *begin, size_t *end);

/*
 * Parse and check one statement (a trailing ';' is fine).  *out is NULL on
 * failure and when the text holds no statement.  Release: shade_finalize.
 */
enum shade_code shade_prepare(struct shade_env *env, const char *text, size_t n,
			      struct shade_stmt **out);
void shade_finalize(struct shade_stmt *stmt); /* NULL is fine */

/* "SELECT", "CREATE VIEW", "INSERT": the statement's first words. */
const char *shade_stmt_kind(const struct shade_stmt *stmt);
/* Whether executing it yields rows.  EXECUTE IMMEDIATE of a computed text
 * says true and may still yield none: rows->release is then NULL. */
bool shade_stmt_has_rows(const struct shade_stmt *stmt);

/*
 * Execute.  When the statement has rows and rows is not NULL, *rows is the
 * result; the caller calls rows->release before shade_finalize.  Rows are
 * computed as they are read, so errors may come from get_next (errno-style
 * code, get_last_error text, details in shade_last_error).  rows NULL:
 * run to the end and drop the rows.
 *
 * Each schema child carries metadata "shade.type" with its SQL type name.
 */
enum shade_code shade_execute(struct shade_stmt *stmt, struct ArrowArrayStream *rows);

/* Rows inserted, updated or deleted by the latest execution, or -1. */
int64_t shade_stmt_changes(const struct shade_stmt *stmt);

/* --- parameters and settings ---------------------------------------------- */

/*
 * Set parameter $name / :name of the environment for statements prepared
 * from now on; "1", "2".. are the ?-parameters.  The value is SQL literal
 * text when it parses as one (42, 1.5, DATE '2024-01-01', 'x', NULL,
 * true), else a string.  value NULL removes it.
 */
enum shade_code shade_set_param(struct shade_env *env, const char *name,
				const char *value);
/* Parameter number i: name and value, or false beyond the last. */
bool shade_param_at(struct shade_env *env, size_t i, const char **name,
		    const char **value);

/* As SET 'key' = 'value'. */
enum shade_code shade_set(struct shade_env *env, const char *key, const char *value);
/* NULL: no such setting. */
const char *shade_get(struct shade_env *env, const char *key);

/* --- editing -------------------------------------------------------------- */

enum shade_token_kind {
	SHADE_TOKEN_KEYWORD,
	SHADE_TOKEN_NAME,
	SHADE_TOKEN_QUOTED_NAME,
	SHADE_TOKEN_STRING,
	SHADE_TOKEN_NUMBER,
	SHADE_TOKEN_OPERATOR,
	SHADE_TOKEN_PARAMETER,
	SHADE_TOKEN_COMMENT,
	SHADE_TOKEN_UNTERMINATED /* quote or comment without an end */
};

/* Call fn for each token, blanks left out; stops when fn returns false. */
void shade_tokenize(const char *text, size_t n,
		    bool (*fn)(void *arg, enum shade_token_kind kind, size_t begin,
			       size_t end),
		    void *arg);

/* What a completion candidate is. */
enum shade_candidate_kind {
	SHADE_CANDIDATE_KEYWORD,
	SHADE_CANDIDATE_TABLE,
	SHADE_CANDIDATE_VIEW,
	SHADE_CANDIDATE_COLUMN,
	SHADE_CANDIDATE_FUNCTION,
	SHADE_CANDIDATE_TYPE,
	SHADE_CANDIDATE_DATABASE,
	SHADE_CANDIDATE_SETTING,
	SHADE_CANDIDATE_FILE /* complete a file name here */
};

/*
 * Candidates for the word that ends at cursor, likeliest first, quoted
 * where needed.  *word is where that word begins.  Stops when fn returns
 * false.  Never reports an error.
 */
void shade_complete(struct shade_env *env, const char *text, size_t n, size_t cursor,
		    size_t *word,
		    bool (*fn)(void *arg, enum shade_candidate_kind kind,
			       const char *insert, const char *detail),
		    void *arg);

/* The nearest of n words for a misspelt one, or NULL. */
const char *shade_nearest(const char *word, const char *const *words, size_t n);

/* --- progress ------------------------------------------------------------- */

struct shade_progress {
	uint64_t rows_read, bytes_read;
	double fraction; /* 0..1, < 0 unknown */
};

/* May be called while get_next runs, from a timer signal or another thread. */
void shade_get_progress(const struct shade_env *env, struct shade_progress *out);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
