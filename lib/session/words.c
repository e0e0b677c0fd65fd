/*
 * words.c - the first words of a statement, for status lines and errors.
 */
#include "session/session.h"

/* "DROP VIEW": verb and object, one row a verb. */
static const char *verb_object(const struct ast *stmt)
{
#define ROW(verb, obj) [AST_OBJECT_##obj] = verb
	static const char *const drops[] = {
		ROW("DROP CATALOG", CATALOG),
		ROW("DROP DATABASE", DATABASE),
		ROW("DROP TABLE", TABLE),
		ROW("DROP VIEW", VIEW),
		ROW("DROP MATERIALIZED VIEW", MATERIALIZED_VIEW),
		ROW("DROP STREAMING TABLE", STREAMING_TABLE),
		ROW("DROP FLOW", FLOW),
		ROW("DROP FUNCTION", FUNCTION),
		ROW("DROP VARIABLE", VARIABLE),
	};
	static const char *const alters[] = {
		ROW("ALTER CATALOG", CATALOG),
		ROW("ALTER DATABASE", DATABASE),
		ROW("ALTER TABLE", TABLE),
		ROW("ALTER VIEW", VIEW),
		ROW("ALTER MATERIALIZED VIEW", MATERIALIZED_VIEW),
		ROW("ALTER STREAMING TABLE", STREAMING_TABLE),
		ROW("ALTER FUNCTION", FUNCTION),
	};
#undef ROW
	const char *const *rows = drops;
	size_t n = ARRAY_LEN(drops);
	size_t object;

	if (stmt->kind == AST_DROP) {
		object = ((const struct ast_drop *)stmt)->object;
	} else {
		rows = alters;
		n = ARRAY_LEN(alters);
		object = ((const struct ast_alter *)stmt)->object;
	}
	if (object < n && rows[object])
		return rows[object];
	return stmt->kind == AST_DROP ? "DROP" : "ALTER";
}

static const char *transaction_words(const struct ast *stmt)
{
	switch (((const struct ast_transaction *)stmt)->type) {
	case AST_TRANSACTION_KIND_BEGIN: return "BEGIN";
	case AST_TRANSACTION_KIND_COMMIT: return "COMMIT";
	case AST_TRANSACTION_KIND_ROLLBACK: return "ROLLBACK";
	case AST_N_TRANSACTION_KIND: break;
	}
	unreachable();
}

/* Kinds whose words are not simply their name in capitals. */
static const struct {
	enum ast_kind kind;
	const char *words;
} words[] = {
	{ AST_CREATE_CATALOG, "CREATE CATALOG" },
	{ AST_CREATE_DATABASE, "CREATE DATABASE" },
	{ AST_CREATE_TABLE, "CREATE TABLE" },
	{ AST_CREATE_VIEW, "CREATE VIEW" },
	{ AST_CREATE_MATERIALIZED_VIEW, "CREATE MATERIALIZED VIEW" },
	{ AST_CREATE_STREAMING_TABLE, "CREATE STREAMING TABLE" },
	{ AST_CREATE_INDEX, "CREATE INDEX" },
	{ AST_CREATE_FLOW, "CREATE FLOW" },
	{ AST_CREATE_FUNCTION, "CREATE FUNCTION" },
	{ AST_APPLY_CHANGES, "APPLY CHANGES INTO" },
	{ AST_COMMENT_ON, "COMMENT" },
	{ AST_REFRESH, "REFRESH" },
	{ AST_CACHE, "CACHE" },
	{ AST_INSERT, "INSERT" },
	{ AST_UPDATE, "UPDATE" },
	{ AST_DELETE, "DELETE" },
	{ AST_MERGE, "MERGE" },
	{ AST_TRUNCATE, "TRUNCATE" },
	{ AST_COPY, "COPY" },
	{ AST_USE, "USE" },
	{ AST_SHOW, "SHOW" },
	{ AST_DESCRIBE, "DESCRIBE" },
	{ AST_ANALYZE_TABLE, "ANALYZE TABLE" },
	{ AST_SUMMARIZE, "SUMMARIZE" },
	{ AST_SET_VARIABLE, "SET VARIABLE" },
	{ AST_DECLARE, "DECLARE" },
	{ AST_PREPARE, "PREPARE" },
	{ AST_EXECUTE, "EXECUTE" },
	{ AST_EXECUTE_IMMEDIATE, "EXECUTE IMMEDIATE" },
	{ AST_DEALLOCATE, "DEALLOCATE" },
	{ AST_CALL, "CALL" },
	{ AST_STATEMENT_SET, "EXECUTE STATEMENT SET" },
	{ AST_LIVE, "LIVE SELECT" },
	{ AST_ADD_RESOURCE, "ADD JAR" },
};

const char *stmt_words(const struct ast *stmt)
{
	const struct stmt_class *cls;

	if (stmt->kind == AST_DROP || stmt->kind == AST_ALTER)
		return verb_object(stmt);
	if (stmt->kind == AST_TRANSACTION)
		return transaction_words(stmt);
	if (stmt->kind == AST_UTILITY)
		return ((const struct ast_utility *)stmt)->verb.p;
	cls = stmt_class_of(stmt);
	if (cls)
		return cls->words;
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (words[i].kind == stmt->kind)
			return words[i].words;
	return ast_kind_name(stmt->kind);
}
