/*
 * build.h - what grammar actions are made of.
 *
 * Private to the grammar: the macros speak of ps.  An action makes a node
 * with MAKE and lists with LIST and PUSH; functions are for what takes two
 * steps.  Nodes are made once and then only filled, never shared.
 */
#ifndef SHADE_PARSE_BUILD_H
#define SHADE_PARSE_BUILD_H

#include "parse/parse_internal.h"

#define MAKE(name, loc, ...)                                                      \
	parse_make(ps,                                                            \
		   &(struct ast_##name){                                          \
			   .head = { .kind = AST_KIND_OF_##name, .span = (loc) }, \
			   __VA_ARGS__ },                                         \
		   sizeof(struct ast_##name))

#define NO_LIST ((struct ast_list){ NULL, 0 })
#define LIST(node) parse_push(ps, NO_LIST, (node))
#define PUSH(list, node) parse_push(ps, (list), (node))

#define BINARY(loc, o, l, r) MAKE(binary, loc, .op = (o), .left = (l), .right = (r))
#define IS(loc, t, n, a) \
	MAKE(is, loc, .test = AST_TRUTH_##t, .negated = (n), .arg = (a))
#define LITERAL(loc, t, s) MAKE(literal, loc, .type = AST_LITERAL_KIND_##t, .text = (s))
#define LIKE_NODE(loc, t, n, a, p, e)                                      \
	MAKE(like, loc, .type = (unsigned)(t), .negated = (n), .arg = (a), \
	     .pattern = (p), .escape = (e))
#define LIKE_ANY(loc, t, n, a, q, l)                                       \
	MAKE(like, loc, .type = (unsigned)(t), .negated = (n), .arg = (a), \
	     .quantifier = (unsigned)(q), .patterns = (l))
#define INTERVAL_PART(loc, v, n, f, t)                                                 \
	MAKE(interval_part, loc, .value = (v), .negative = (n), .from = (unsigned)(f), \
	     .to = (unsigned)(t))
#define JSON_FIELD(loc, label)                                 \
	MAKE(json_step, loc, .type = AST_JSON_STEP_KIND_FIELD, \
	     .name = parse_ident_text(label))
#define JSON_CLAUSE(loc, t, b)                                   \
	MAKE(json_clause, loc, .type = AST_JSON_CLAUSE_KIND_##t, \
	     .behavior = AST_JSON_BEHAVIOR_##b)
#define OPTION_WORD(loc, word) MAKE(option, loc, .key = STR(word))

/* GROUP BY ALL comes as a list of one NULL. */
#define COLUMNS_OF(span, ...) MAKE(columns, span, .star = MAKE(star, span, __VA_ARGS__))
#define COLUMN_NAME(span, ident) MAKE(column, span, .parts = LIST(ident))
#define SAMPLE_AMOUNT(span, what, n) \
	MAKE(sample, span, .unit = AST_SAMPLE_UNIT_##what, .amount = (n))
#define GROUP_BY(list)                                     \
	.group_by = parse_is_all(list) ? NO_LIST : (list), \
	.group_all = parse_is_all(list)
#define SETOP_MODE(m) .all = ((m)&1) != 0, .by_name = ((m)&2) != 0

/* Set a field of a node that is being collected. */
#define FIELD_SET(name, loc, node, field, value)             \
	({                                                   \
		struct ast *field_set_ = (node);             \
		AST_CAST(name, field_set_)->field = (value); \
		field_set_->span = (loc);                    \
		parse_touch(ps, field_set_);                 \
	})
#define COLUMN_SET(loc, node, field, value) \
	FIELD_SET(column_def, loc, node, field, value)
#define CLAUSE(loc, node, field, value) \
	FIELD_SET(table_clauses, loc, node, field, value)
#define CDC(loc, node, field, value) FIELD_SET(cdc, loc, node, field, value)
#define FUNCTION_SET(node, field, value) \
	FIELD_SET(create_function, (node)->span, node, field, value)

#define ALTER(loc, t, ...) \
	MAKE(alter_action, loc, .type = AST_ALTER_KIND_##t, ##__VA_ARGS__)
#define ALTER_ADD(loc, t, ine, list)                                                \
	MAKE(alter_action, loc, .type = AST_ALTER_KIND_##t, .if_not_exists = (ine), \
	     .elements = (list))

/* First words of CREATE. */
enum { OR_REPLACE = 1, OR_REFRESH };
enum { SCOPE_TEMPORARY = 1, SCOPE_GLOBAL, SCOPE_SYSTEM, SCOPE_PRIVATE, SCOPE_EXTERNAL };
enum { LIVE_PLAIN = 1, LIVE_STREAMING, STREAMING_PLAIN, MATERIALIZED_PLAIN };
/* Bits beside the join kind. */
enum { JOIN_NATURAL = 0x100, JOIN_ASOF = 0x200 };

/* Copy a node into the arena, with its height. */
struct ast *parse_make(struct parse *ps, const void *node, size_t size);
/* Recompute the height of a changed node. */
struct ast *parse_touch(struct parse *ps, struct ast *node);
struct ast_list parse_push(struct parse *ps, struct ast_list list, struct ast *node);
struct ast_list parse_prepend(struct parse *ps, struct ast *first,
			      struct ast_list rest);
bool parse_is_all(struct ast_list list);

/* names */
struct ast *parse_name(struct parse *ps, struct span span, struct str name);
struct ast *parse_quoted(struct parse *ps, struct span span, struct str name);
struct str parse_ident_text(const struct ast *ident);
struct ast *parse_path_of(struct parse *ps, const struct ast *column);
struct ast *parse_column_of(struct parse *ps, const struct ast *path);
struct ast *parse_path_push(struct parse *ps, struct span span, struct ast *path,
			    struct ast *part);
struct ast *parse_column_push(struct parse *ps, struct span span, struct ast *column,
			      struct ast *part);
struct ast_list parse_parts(const struct ast *column);
struct str parse_dotted_text(struct parse *ps, struct ast_list idents);
struct str parse_join_text(struct parse *ps, struct str a, const char *between,
			   struct str b);
struct str parse_text(struct parse *ps, struct span span);
struct ast *parse_word_column(struct parse *ps, struct span span, struct str word);

/* queries */
struct ast *parse_body(struct ast *query);
struct ast *parse_with(struct parse *ps, struct span span, struct ast *with,
		       struct ast *query);
struct ast *parse_cte_push(struct parse *ps, struct ast *with, struct ast *cte);
struct ast *parse_tail(struct parse *ps, struct span span, struct ast *body,
		       struct ast *tail);
struct ast *parse_pipe(struct parse *ps, struct span span, struct ast *input,
		       struct ast_list ops);
struct ast *parse_ordered(struct parse *ps, struct ast *order, struct ast *limits);
/* SET VAR a = 1, b = 2: one more. */
struct ast *parse_var_push(struct parse *ps, struct ast *set, struct ast *name,
			   struct ast *value);
/* DISTRIBUTE BY exprs behind SORT BY sorts, as keys. */
struct ast_list parse_sorts(struct parse *ps, struct ast_list sorts,
			    struct ast_list exprs);
/* EMPTY ARRAY, EMPTY OBJECT */
struct ast *parse_json_empty(struct parse *ps, struct span span, struct str what);
/* TABLESAMPLE (BUCKET x OUT OF y) */
struct ast *parse_bucket(struct parse *ps, struct span span, struct str x, struct str y,
			 struct ast *seed);
struct ast *parse_setop(struct parse *ps, struct span span, int op, int mode,
			struct ast *left, struct ast *right);
struct ast_list parse_star_list(struct parse *ps, struct span span);
struct ast *parse_star_query(struct parse *ps, struct span span, struct ast *from);
struct ast *parse_star(struct parse *ps, struct span span, struct ast *qualifier,
		       struct ast *mods);
struct ast *parse_row(struct parse *ps, struct span span, struct ast *value);
struct ast_list parse_row_items(struct parse *ps, struct ast *value);
struct ast *parse_row_push(struct parse *ps, struct ast *row, struct ast *item);
struct ast *parse_values_query(struct parse *ps, struct span span,
			       struct ast_list rows);
struct ast *parse_values_alias(struct parse *ps, struct span span, struct ast_list rows,
			       struct ast *alias, struct ast_list columns);
struct ast *parse_alias(struct parse *ps, struct span span, struct ast *table,
			struct ast *alias, struct ast_list columns);
struct ast *parse_join(struct parse *ps, struct span span, int type, struct ast *left,
		       struct ast *right, struct ast *on);
struct ast *parse_join_on(struct parse *ps, struct span span, struct ast *top,
			  struct ast *on);
struct ast *parse_sample(struct parse *ps, struct span span, int method,
			 struct ast *sample, struct ast *seed);
struct ast *parse_sampled(struct parse *ps, struct span span, struct ast *from,
			  struct ast *sample);
/* |> EXPECT name (condition), or the condition alone. */
struct ast *parse_expect(struct parse *ps, struct span span, struct ast *e, int action);
/* Give a sample, pivot, unpivot or AS OF node its input. */
struct ast *parse_post(struct parse *ps, struct span span, struct ast *table,
		       struct ast *post);

/* expressions */
struct ast *parse_integer(struct parse *ps, struct span span, struct str digits);
int64_t parse_int(struct parse *ps, struct span span, struct str digits);
struct ast *parse_logic(struct parse *ps, struct span span, int op, struct ast *left,
			struct ast *right);
struct ast *parse_in(struct parse *ps, struct span span, struct ast *arg, bool negated,
		     struct ast *list);
struct ast *parse_json_push(struct parse *ps, struct span span, struct ast *path,
			    struct ast *step);
struct ast *parse_json_index(struct parse *ps, struct span span, struct str digits);
struct ast *parse_method(struct parse *ps, struct span span, struct ast *self,
			 struct ast *name, struct ast *call);
struct ast *parse_slice(struct parse *ps, struct span span, struct ast *of,
			struct ast *from, struct ast *to);
struct ast *parse_lambda(struct parse *ps, struct span span, struct ast_list params,
			 struct ast *body);
struct ast *parse_comprehension(struct parse *ps, struct span span, struct ast *e,
				struct ast *name, struct ast *list, struct ast *cond);
struct ast *parse_call(struct parse *ps, struct span span, const char *name,
		       struct ast_list args);
struct ast *parse_call_str(struct parse *ps, struct span span, struct str name,
			   struct ast_list args);
struct ast *parse_func(struct parse *ps, struct span span, struct ast *call,
		       struct ast_list within, int nulls, struct ast *filter,
		       struct ast *over);
const char *parse_trim_name(int side);
struct ast *parse_unit_string(struct parse *ps, struct span span, struct ast *ident);
struct ast *parse_interval_text(struct parse *ps, struct span span,
				struct span text_span, struct str text);
struct ast *parse_type(struct parse *ps, struct span span, struct str name,
		       int n_params, int64_t precision, int64_t scale, int zone);
struct ast *parse_type_varying(struct parse *ps, struct span span, struct str name,
			       int n_params, int64_t length);

/* statements */
struct ast *parse_view_head(struct parse *ps, struct span span, int or_what, int scope,
			    int live);
struct ast *parse_view(struct parse *ps, struct span span, struct ast *head,
		       bool if_not_exists, struct ast *name, struct ast *elements,
		       struct ast *rest);
struct ast *parse_table_head(struct parse *ps, struct span span, int or_what, int scope,
			     int live);
struct ast *parse_dataset(struct parse *ps, struct span span, struct ast *head,
			  bool if_not_exists, struct ast *name,
			  struct ast_list elements, struct ast *clauses,
			  struct ast *source);
struct ast *parse_database(struct parse *ps, struct span span, int or_what,
			   bool if_not_exists, struct ast *name, struct ast *clauses);
/* ATTACH 'path' AS name: a CREATE CATALOG. */
struct ast *parse_attach(struct parse *ps, struct span span, bool if_not_exists,
			 struct str path, struct ast *name, struct ast_list options);
/* UNPIVOT t ON .. INTO NAME name VALUE values, as a query. */
struct ast *parse_unpivot(struct parse *ps, struct span span, struct ast *table,
			  struct ast_list on, struct ast *name, struct ast_list values);
/* PIVOT t ON .. USING .. GROUP BY ..: on may say the values, c IN (..). */
struct ast *parse_pivot(struct parse *ps, struct span span, struct ast *table,
			struct ast_list on, struct ast_list aggregates,
			struct ast_list group_by);
/* lambda x, y: body */
struct ast *parse_lambda2(struct parse *ps, struct span span, struct ast *x,
			  struct ast *y, struct ast *body);
struct ast *parse_function(struct parse *ps, struct span span, int or_what, int scope,
			   bool if_not_exists, struct ast *name, struct ast *rest);
struct ast *parse_filter_call(struct parse *ps, struct span span, struct ast *name,
			      struct ast_list idents);
struct ast *parse_position(struct parse *ps, struct ast *element, struct ast *position);
struct ast *parse_column_position(struct parse *ps, struct span span,
				  struct ast *column, struct ast *position);
struct ast *parse_dml_with(struct parse *ps, struct span span, struct ast *with,
			   struct ast *dml);
struct ast *parse_insert(struct parse *ps, struct span span, struct ast *head,
			 struct ast *name, struct ast *alias, struct ast *tail,
			 struct ast *conflict, struct ast_list returning);
/* FROM t INSERT INTO a SELECT .. INSERT INTO b SELECT ..: the part without t,
 * and all of them as statements of a set. */
void parse_insert_part(struct parse *ps, struct ast *insert, struct ast *name,
		       struct ast_list columns, struct ast *select);
struct ast *parse_multi_insert(struct parse *ps, struct span span, struct ast *from,
			       struct ast_list inserts);
struct ast *parse_merge_clause(struct parse *ps, struct span span, int when,
			       struct ast *condition, struct ast *action);
struct ast *parse_merge_insert(struct parse *ps, struct span span,
			       struct ast_list columns, struct ast *row);
struct ast *parse_show(struct parse *ps, struct span span, int type, struct ast *name,
		       struct ast *pattern);
struct ast *parse_explain(struct parse *ps, struct span span, struct ast_list options,
			  struct ast *statement);

#endif
