/*
 * sql.y - the grammar of shade's SQL.
 *
 *	 1  entry
 *	 2  query: WITH, SELECT, set operations, pipes
 *	 3  FROM and joins
 *	 4  expressions
 *	 5  calls and windows
 *	 6  types and literals
 *	 7  definitions: CREATE, ALTER, DROP
 *	 8  pipelines: flows, changes
 *	 9  data: INSERT, UPDATE, DELETE, MERGE, COPY
 *	10  utility
 *	11  names and lists
 *
 * An action makes one node and does nothing else: no lookups, no folding.
 * Tokens whose name ends in _LA are made by the filter (lib/parse/filter.c)
 * from a keyword and the token behind it; grammar/README.md lists them.
 * Above each statement stands an example of one line, marked "--:"; the
 * tests parse them all.
 */
%require "3.8"
%language "c"
%define api.pure full
%define api.prefix {sql_yy}
%define api.token.prefix {TK_}
%define api.location.type {struct span}
%define parse.error custom
%define parse.lac full
%locations
%param {struct parse *ps}
%expect 0

%code requires {
#include "parse/parse_internal.h"
}

%code {
#include "parse/build.h"

int sql_yylex(union SQL_YYSTYPE *value, struct span *span, struct parse *ps);
static void sql_yyerror(struct span *span, struct parse *ps, const char *msg);

#define SPAN_IS_EMPTY(s) ((s).begin == (s).end)

/* From the first to the last symbol that is not empty. */
#define YYLLOC_DEFAULT(Cur, Rhs, N) \
	do { \
		if (N) { \
			int first_ = 1, last_ = (N); \
			while (first_ < last_ && SPAN_IS_EMPTY(YYRHSLOC(Rhs, first_))) \
				first_++; \
			while (last_ > first_ && SPAN_IS_EMPTY(YYRHSLOC(Rhs, last_))) \
				last_--; \
			(Cur).begin = YYRHSLOC(Rhs, first_).begin; \
			(Cur).end = YYRHSLOC(Rhs, last_).end; \
		} else { \
			(Cur).begin = (Cur).end = YYRHSLOC(Rhs, 0).end; \
		} \
	} while (0)

/* The stack grows in the heap. */
#define YYMAXDEPTH PARSE_MAX_STACK
#define YYSTACK_USE_ALLOCA 0
#define YYMALLOC scan_alloc
#define YYFREE scan_free
}

%union {
	struct str str;
	struct ast *node;
	struct ast_list list;
	bool flag;
	int num;
	int64_t big;
}

/* Injected as first token: what the text is. */
%token START_STATEMENT START_EXPR START_TYPE START_COLUMNS START_QUERY START_PATH
/* In no rule: stands at the cursor when candidates are asked for. */
%token CURSOR

%token <str> IDENT "name"
%token <str> QUOTED "quoted name"
%token <str> STRING "string"
%token <str> XSTRING "binary string"
%token <str> INTEGER "integer"
%token <str> TINYINT_NUM "tinyint" SMALLINT_NUM "smallint" BIGINT_NUM "bigint"
%token <str> DECIMAL_NUM "decimal" DOUBLE_NUM "double" FLOAT_NUM "float"
%token <str> PARAM "parameter"
%token <num> UNIT "time unit"

%token CAST_OP "::" TRY_CAST_OP "?::" ARROW "->" JSON_ARROW "-> " LONG_ARROW "->>"
%token FAT_ARROW "=>" PIPE "|>" CONCAT_OP "||" NE "<>" NULL_SAFE_EQ "<=>" LE "<="
%token GE ">=" SHL "<<" SHR ">>" USHR ">>>" POWER_OP "**" INT_DIV_OP "//"
%token NOT_TILDE "!~" BRACKETS "[]" HINT_BEGIN "/*+" HINT_END "*/"
/* Never accepted: bytes that begin no token, quotes and comments without end. */
%token STRAY UNCLOSED

/* Keywords that their neighbours change. */
%token WITH_TIME_LA "WITH  " WITH_ORD_LA "WITH   " WITH_ROLLUP_LA "WITH    "
%token IGNORE_LA "IGNORE " IGNORE_ARG_LA "IGNORE  " RESPECT_ARG_LA "RESPECT  "
%token NOT_INDEXED_LA "NOT   " INDEXED_LA "INDEXED " INSERT_LA "INSERT "
%token NOT_LA "NOT " IS_LA "IS " WITH_LA "WITH " STREAM_LA "STREAM " EXCEPT_LA "EXCEPT "
%token IF_LA "IF " TO_LA "TO " ON_LA "ON " TABLE_LA "TABLE " USING_LA "USING " NOT_NULL_LA "NOT  "
%token COLON_LA ": "
%token SORT_LA "SORT " DISTRIBUTE_LA "DISTRIBUTE " CLUSTER_LA "CLUSTER "
%token ABSENT_LA "ABSENT " ERROR_LA "ERROR " EMPTY_LA "EMPTY " WITHOUT_LA "WITHOUT "
%token UNKNOWN_LA "UNKNOWN " KEY_LA "KEY " VALUE_LA "VALUE "
%token <str> COLUMNS_LA "COLUMNS " ROW_LA "ROW "
%token PIVOT_LA "PIVOT " UNPIVOT_LA "UNPIVOT "

@KEYWORD_TOKENS@

%left UNION EXCEPT MINUS
%left INTERSECT
%left '|'
%left '^'
%left '&'
%left SHL SHR USHR
%left CONCAT_OP
%left '+' '-'
%left '*' '/' '%' DIV INT_DIV_OP
%right POWER_OP
%left AT
%precedence COLLATE
%precedence UNARY
/* In ( ( SELECT .. ) ) the inner parentheses belong to the query. */
%precedence LOW_PAREN
%precedence '(' ')' '.' OFFSET ROWS PERCENT
%precedence LOW_ORDER
%precedence ORDER

%%
/* --- 1 entry ---------------------------------------------------------- */

entry:
	START_STATEMENT opt_semi
|	START_STATEMENT statement opt_semi	{ ps->result = $2; }
|	START_EXPR expr				{ ps->result = $2; }
|	START_TYPE type				{ ps->result = $2; }
|	START_COLUMNS table_element_list	{ ps->result_list = $2; }
|	START_QUERY query opt_semi		{ ps->result = $2; }
|	START_PATH path				{ ps->result = $2; }
;

opt_semi: %empty | opt_semi ';' ;

%type <node> statement explainable;

statement:
	explainable
|	utility_stmt
;

/* What EXPLAIN and PREPARE take. */
explainable:
	query_stmt
|	dml_stmt
|	create_stmt
|	drop_stmt
|	alter_stmt
|	statement_set
;

/* --- 2 query ---------------------------------------------------------- */

%type <node> query_stmt query query_np query_parens query_body tail;
%type <node> select_clause select_primary select_simple;

/* --: WITH a AS (SELECT 1 AS x) SELECT x FROM a ORDER BY x LIMIT 3 */
/* --: FROM t |> WHERE x > 1 |> AGGREGATE count(*) AS n GROUP BY y |> ORDER BY n DESC */
query_stmt: query ;

query:
	query_np
|	query_parens	%prec LOW_PAREN
;

query_parens:
	'(' query_np ')'		{ $$ = $2; }
|	'(' query_parens ')'		{ $$ = $2; }
;

query_np:
	query_body
|	with query_body			{ $$ = parse_with(ps, @$, $1, $2); }
|	with query_parens		{ $$ = parse_with(ps, @$, $1, $2); }
;

query_body:
	select_simple			{ $$ = MAKE(query, @$, .body = $1); }
|	select_clause tail		{ $$ = parse_tail(ps, @$, $1, $2); }
|	select_clause pipe_ops		{ $$ = parse_pipe(ps, @$, $1, $2); }
|	select_clause tail pipe_ops	{ $$ = parse_pipe(ps, @$, parse_tail(ps, @$, $1, $2), $3); }
;

select_clause:
	select_simple
|	query_parens
;

select_simple:
	select_primary
|	select_clause UNION setop_mode select_clause
		{ $$ = parse_setop(ps, @$, AST_SETOP_KIND_UNION, $3, $1, $4); }
|	select_clause EXCEPT setop_mode select_clause
		{ $$ = parse_setop(ps, @$, AST_SETOP_KIND_EXCEPT, $3, $1, $4); }
|	select_clause MINUS setop_mode select_clause
		{ $$ = parse_setop(ps, @$, AST_SETOP_KIND_EXCEPT, $3, $1, $4); }
|	select_clause INTERSECT setop_mode select_clause
		{ $$ = parse_setop(ps, @$, AST_SETOP_KIND_INTERSECT, $3, $1, $4); }
;

%type <num> setop_mode;

/* 1: ALL, 2: BY NAME */
setop_mode:
	%empty			{ $$ = 0; }
|	ALL			{ $$ = 1; }
|	DISTINCT		{ $$ = 0; }
|	BY NAME			{ $$ = 2; }
|	ALL BY NAME		{ $$ = 3; }
|	DISTINCT BY NAME	{ $$ = 2; }
;

select_primary:
	SELECT opt_hints select_list opt_from opt_where opt_group opt_having opt_windows opt_qualify opt_using_sample
		{ $$ = MAKE(select, @$, .hints = $2, .items = $3, .from = parse_sampled(ps, @$, $4, $10), .where = $5,
			    GROUP_BY($6), .having = $7, .windows = $8, .qualify = $9); }
|	SELECT opt_hints ALL select_list opt_from opt_where opt_group opt_having opt_windows opt_qualify opt_using_sample
		{ $$ = MAKE(select, @$, .hints = $2, .items = $4, .from = parse_sampled(ps, @$, $5, $11), .where = $6,
			    GROUP_BY($7), .having = $8, .windows = $9,
			    .qualify = $10); }
|	SELECT opt_hints distinct select_list opt_from opt_where opt_group opt_having opt_windows opt_qualify opt_using_sample
		{ $$ = MAKE(select, @$, .hints = $2, .distinct = true, .distinct_on = $3,
			    .items = $4,
			    .from = parse_sampled(ps, @$, $5, $11), .where = $6, GROUP_BY($7),
			    .having = $8, .windows = $9, .qualify = $10); }
|	FROM from_clause opt_where opt_group opt_having opt_windows opt_qualify opt_using_sample
		{ $$ = MAKE(select, @$, .items = parse_star_list(ps, @1),
			    .from = parse_sampled(ps, @$, $2, $8),
			    .where = $3, GROUP_BY($4), .having = $5, .windows = $6,
			    .qualify = $7); }
|	FROM from_clause SELECT opt_hints select_list opt_where opt_group opt_having opt_windows opt_qualify opt_using_sample
		{ $$ = MAKE(select, @$, .hints = $4, .items = $5,
			    .from = parse_sampled(ps, @$, $2, $11), .where = $6,
			    GROUP_BY($7), .having = $8, .windows = $9,
			    .qualify = $10); }
|	FROM from_clause SELECT opt_hints distinct select_list opt_where opt_group opt_having opt_windows opt_qualify opt_using_sample
		{ $$ = MAKE(select, @$, .hints = $4, .distinct = true, .distinct_on = $5,
			    .items = $6, .from = parse_sampled(ps, @$, $2, $12), .where = $7, GROUP_BY($8),
			    .having = $9, .windows = $10, .qualify = $11); }
|	TABLE table_name
		{ $$ = MAKE(select, @$, .items = parse_star_list(ps, @1), .from = $2); }
|	PIVOT_LA table_primary ON item_list opt_pivot_using opt_pivot_group
		{ $$ = parse_pivot(ps, @$, $2, $4, $5, $6); }
|	UNPIVOT_LA table_primary ON item_list INTO NAME ident value_word name_list
		{ $$ = parse_unpivot(ps, @$, $2, $4, $7, $9); }
|	UNPIVOT_LA table_primary ON item_list
		{ $$ = parse_unpivot(ps, @$, $2, $4, NULL, NO_LIST); }
|	VALUES rows		{ $$ = MAKE(values, @$, .rows = $2); }
|	VALUES rows ',' %prec LOW_PAREN	{ $$ = MAKE(values, @$, .rows = $2); }
;

value_word: VALUE | VALUE_LA | VALUES ;

%type <list> opt_pivot_using opt_pivot_group;
opt_pivot_using:
	%empty				{ $$ = NO_LIST; }
|	USING item_list			{ $$ = $2; }
;

opt_pivot_group:
	%empty				{ $$ = NO_LIST; }
|	GROUP BY group_list		{ $$ = $3; }
;

%type <list> distinct rows;
%type <node> row_value opt_from opt_where opt_having opt_qualify;

/* Empty: plain DISTINCT. */
distinct:
	DISTINCT				{ $$ = NO_LIST; }
|	DISTINCT ON '(' expr_list ')'		{ $$ = $4; }
;

rows:
	row_value			{ $$ = LIST($1); }
|	rows ',' row_value		{ $$ = PUSH($1, $3); }
;

row_value: expr				{ $$ = parse_row(ps, @$, $1); } ;

opt_from:
	%empty				{ $$ = NULL; }
|	FROM from_clause		{ $$ = $2; }
;

opt_where:
	%empty				{ $$ = NULL; }
|	WHERE expr			{ $$ = $2; }
;

opt_having:
	%empty				{ $$ = NULL; }
|	HAVING expr			{ $$ = $2; }
;

opt_qualify:
	%empty				{ $$ = NULL; }
|	QUALIFY expr			{ $$ = $2; }
;

/* --- WITH */

%type <node> with cte_list cte;
%type <num> opt_materialized;

with:
	WITH cte_list			{ $$ = $2; }
|	WITH RECURSIVE cte_list		{ $$ = $3; AST_CAST(query, $$)->recursive = true; }
;

/* A query without a body carries the list. */
cte_list:
	cte				{ $$ = MAKE(query, @$, .ctes = LIST($1)); }
|	cte_list ',' cte		{ $$ = parse_cte_push(ps, $1, $3); }
;

cte:
	ident opt_name_list AS opt_materialized query_parens
		{ $$ = MAKE(cte, @$, .name = $1, .columns = $2, .materialized = (unsigned)$4, .query = $5); }
;

opt_materialized:
	%empty				{ $$ = AST_MATERIALIZED_DEFAULT; }
|	MATERIALIZED			{ $$ = AST_MATERIALIZED_YES; }
|	NOT MATERIALIZED		{ $$ = AST_MATERIALIZED_NO; }
;

/* --- select list */

%type <list> select_list item_list opt_star_except star_columns star_replace star_rename;
%type <node> item star star_mods star_column star_alias star_new_name;

/* A comma too many is taken: SELECT a, b, FROM t. */
select_list:
	item_list
|	item_list ','	%prec LOW_PAREN
;

item_list:
	item				{ $$ = LIST($1); }
|	item_list ',' item		{ $$ = PUSH($1, $3); }
;

item:
	expr				{ $$ = MAKE(item, @$, .expr = $1); }
|	expr AS label			{ $$ = MAKE(item, @$, .expr = $1, .alias = $3); }
|	expr AS STRING			{ $$ = MAKE(item, @$, .expr = $1, .alias = parse_quoted(ps, @3, $3)); }
|	expr bare_alias			{ $$ = MAKE(item, @$, .expr = $1, .alias = $2); }
|	expr AS name_list_parens	{ $$ = MAKE(item, @$, .expr = $1, .aliases = $3); }
|	star				{ $$ = MAKE(item, @$, .expr = $1); }
;

star:
	'*' star_mods			{ $$ = parse_star(ps, @$, NULL, $2); }
|	colref '.' '*' star_mods	{ $$ = parse_star(ps, @$, $1, $4); }
;

star_mods:
	opt_star_except star_replace star_rename
		{ $$ = MAKE(star, @$, .except = $1, .replace = $2, .rename = $3); }
|	opt_star_except star_replace star_rename like_op STRING
		{ $$ = MAKE(star, @$, .except = $1, .replace = $2, .rename = $3,
			    .like = (unsigned)$4, .pattern = $5); }
|	opt_star_except star_replace star_rename NOT_LA like_op STRING
		{ $$ = MAKE(star, @$, .except = $1, .replace = $2, .rename = $3,
			    .like = (unsigned)$5, .not_like = true, .pattern = $6); }
;

opt_star_except:
	%empty				{ $$ = NO_LIST; }
|	EXCEPT_LA '(' star_columns ')'	{ $$ = $3; }
|	EXCLUDE '(' star_columns ')'	{ $$ = $3; }
|	EXCLUDE star_column		{ $$ = LIST($2); }
;

star_columns:
	star_column			{ $$ = LIST($1); }
|	star_columns ',' star_column	{ $$ = PUSH($1, $3); }
;

star_column: colref ;

star_replace:
	%empty				{ $$ = NO_LIST; }
|	REPLACE '(' star_items ')'	{ $$ = $3; }
;

%type <list> star_items star_names;

star_items:
	star_alias			{ $$ = LIST($1); }
|	star_items ',' star_alias	{ $$ = PUSH($1, $3); }
;

star_alias: expr AS label		{ $$ = MAKE(item, @$, .expr = $1, .alias = $3); } ;

star_rename:
	%empty				{ $$ = NO_LIST; }
|	RENAME '(' star_names ')'	{ $$ = $3; }
;

star_names:
	star_new_name			{ $$ = LIST($1); }
|	star_names ',' star_new_name	{ $$ = PUSH($1, $3); }
;

star_new_name: colref AS label		{ $$ = MAKE(item, @$, .expr = $1, .alias = $3); } ;

/* --- GROUP BY, WINDOW, ORDER BY, LIMIT */

%type <list> opt_group group_list opt_windows window_list opt_order order_list;
%type <node> group_item named_window sort opt_grouping_list;

/* GROUP BY ALL is a list of one NULL. */
opt_group:
	%empty				{ $$ = NO_LIST; }
|	GROUP BY ALL			{ $$ = LIST(NULL); }
|	GROUP BY group_list		{ $$ = $3; }
|	GROUP BY group_list ',' %prec LOW_PAREN	{ $$ = $3; }
|	GROUP BY group_list WITH_ROLLUP_LA ROLLUP
		{ $$ = LIST(MAKE(grouping, @$, .type = AST_GROUPING_KIND_ROLLUP, .items = $3)); }
/* Hive's spelling: the sets say which of the list count. */
|	GROUP BY group_list GROUPING SETS '(' group_list ')'
		{ $$ = LIST(MAKE(grouping, @$, .type = AST_GROUPING_KIND_SETS, .items = $7)); }
|	GROUP BY group_list WITH_ROLLUP_LA CUBE
		{ $$ = LIST(MAKE(grouping, @$, .type = AST_GROUPING_KIND_CUBE, .items = $3)); }
;

group_list:
	group_item			{ $$ = LIST($1); }
|	group_list ',' group_item	{ $$ = PUSH($1, $3); }
;

group_item:
	expr
|	opt_grouping_list
;

opt_grouping_list:
	ROLLUP '(' group_list ')'
		{ $$ = MAKE(grouping, @$, .type = AST_GROUPING_KIND_ROLLUP, .items = $3); }
|	CUBE '(' group_list ')'
		{ $$ = MAKE(grouping, @$, .type = AST_GROUPING_KIND_CUBE, .items = $3); }
|	GROUPING SETS '(' group_list ')'
		{ $$ = MAKE(grouping, @$, .type = AST_GROUPING_KIND_SETS, .items = $4); }
|	'(' ')'				{ $$ = MAKE(row, @$); }
;

opt_windows:
	%empty				{ $$ = NO_LIST; }
|	WINDOW window_list		{ $$ = $2; }
;

window_list:
	named_window			{ $$ = LIST($1); }
|	window_list ',' named_window	{ $$ = PUSH($1, $3); }
;

named_window: ident AS '(' window_spec ')'
	{ $$ = MAKE(named_window, @$, .name = $1, .window = $4); } ;

opt_order:
	%empty				{ $$ = NO_LIST; }
|	ORDER BY order_list		{ $$ = $3; }
;

order_list:
	sort				{ $$ = LIST($1); }
|	order_list ',' sort		{ $$ = PUSH($1, $3); }
;

%type <num> opt_direction opt_nulls;

sort:
	expr opt_direction opt_nulls
		{ $$ = MAKE(sort, @$, .expr = $1, .direction = (unsigned)$2, .nulls = (unsigned)$3); }
|	ALL opt_direction opt_nulls
		{ $$ = MAKE(sort, @$, .direction = (unsigned)$2, .nulls = (unsigned)$3); }
;

opt_direction:
	%empty				{ $$ = AST_DIRECTION_DEFAULT; }
|	ASC				{ $$ = AST_DIRECTION_ASC; }
|	DESC				{ $$ = AST_DIRECTION_DESC; }
;

opt_nulls:
	%empty				{ $$ = AST_NULLS_ORDER_DEFAULT; }
|	NULLS FIRST			{ $$ = AST_NULLS_ORDER_FIRST; }
|	NULLS LAST			{ $$ = AST_NULLS_ORDER_LAST; }
;

%type <node> limits limit offset fetch_count;

/* A query without a body carries the clauses. */
tail:
	ordering
|	ordering limits			{ $$ = parse_ordered(ps, $1, $2); }
|	limits
;

/* One task has all rows: what they are spread by orders them last. */
%type <node> ordering;
ordering:
	ORDER BY order_list		{ $$ = MAKE(query, @$, .order_by = $3); }
|	SORT_LA BY order_list		{ $$ = MAKE(query, @$, .order_by = $3); }
|	CLUSTER_LA BY order_list	{ $$ = MAKE(query, @$, .order_by = $3); }
|	DISTRIBUTE_LA BY expr_list	{ $$ = MAKE(query, @$, .order_by = parse_sorts(ps, NO_LIST, $3)); }
|	DISTRIBUTE_LA BY expr_list SORT_LA BY order_list
		{ $$ = MAKE(query, @$, .order_by = parse_sorts(ps, $6, $3)); }
;

limits:
	limit
|	offset				{ $$ = MAKE(query, @$, .offset = $1); }
|	limit offset			{ $$ = $1; AST_CAST(query, $$)->offset = $2; }
|	offset limit			{ $$ = $2; AST_CAST(query, $$)->offset = $1; }
;

limit:
	LIMIT value			{ $$ = MAKE(query, @$, .limit = $2); }
|	LIMIT value ',' value		{ $$ = MAKE(query, @$, .limit = $4, .offset = $2); }
|	LIMIT value '%'			{ $$ = MAKE(query, @$, .limit = $2, .limit_percent = true); }
|	LIMIT value PERCENT		{ $$ = MAKE(query, @$, .limit = $2, .limit_percent = true); }
|	LIMIT ALL			{ $$ = MAKE(query, @$); }
|	FETCH first_next fetch_count row_rows ONLY
		{ $$ = MAKE(query, @$, .limit = $3); }
|	FETCH first_next fetch_count row_rows WITH_LA TIES
		{ $$ = MAKE(query, @$, .limit = $3, .with_ties = true); }
|	FETCH first_next fetch_count PERCENT row_rows ONLY
		{ $$ = MAKE(query, @$, .limit = $3, .limit_percent = true); }
|	FETCH first_next fetch_count PERCENT row_rows WITH_LA TIES
		{ $$ = MAKE(query, @$, .limit = $3, .limit_percent = true, .with_ties = true); }
;

offset:
	OFFSET value			{ $$ = $2; }
|	OFFSET value row_rows		{ $$ = $2; }
;

first_next: FIRST | NEXT ;
row_rows: ROW | ROWS ;

fetch_count:
	%empty				{ $$ = parse_integer(ps, @$, STR("1")); }
|	INTEGER				{ $$ = parse_integer(ps, @$, $1); }
|	param
|	'(' expr ')'			{ $$ = $2; }
;

/* --- hints */

%type <list> opt_hints hints hint_args;
%type <node> hint hint_arg;

opt_hints:
	%empty				{ $$ = NO_LIST; }
|	HINT_BEGIN hints HINT_END	{ $$ = $2; }
;

hints:
	hint				{ $$ = LIST($1); }
|	hints hint			{ $$ = PUSH($1, $2); }
|	hints ',' hint			{ $$ = PUSH($1, $3); }
;

hint:
	label				{ $$ = MAKE(hint, @$, .name = $1); }
|	label '(' ')'			{ $$ = MAKE(hint, @$, .name = $1); }
|	label '(' hint_args ')'		{ $$ = MAKE(hint, @$, .name = $1, .args = $3); }
;

hint_args:
	hint_arg			{ $$ = LIST($1); }
|	hint_args ',' hint_arg		{ $$ = PUSH($1, $3); }
;

hint_arg:
	value
|	STRING '=' value		{ $$ = MAKE(option, @$, .key = $1, .value = $3); }
;

/* --- pipes */

%type <list> pipe_ops pipe_inputs pipe_items assign_list pipe_group_list rename_list;
%type <node> pipe_op pipe_group rename pipe_alias;

pipe_ops:
	PIPE pipe_op			{ $$ = LIST($2); }
|	pipe_ops PIPE pipe_op		{ $$ = PUSH($1, $3); }
;

pipe_op:
	SELECT select_list opt_windows
		{ $$ = MAKE(pipe_select, @$, .items = $2, .windows = $3); }
|	SELECT ALL select_list opt_windows
		{ $$ = MAKE(pipe_select, @$, .items = $3, .windows = $4); }
|	SELECT DISTINCT select_list opt_windows
		{ $$ = MAKE(pipe_select, @$, .distinct = true, .items = $3, .windows = $4); }
|	WHERE expr			{ $$ = MAKE(pipe_where, @$, .condition = $2); }
|	EXTEND pipe_items		{ $$ = MAKE(pipe_extend, @$, .items = $2); }
|	EXTEND OR REPLACE pipe_items	{ $$ = MAKE(pipe_extend, @$, .replace = true, .items = $4); }
|	SET assign_list			{ $$ = MAKE(pipe_set, @$, .assigns = $2); }
|	DROP name_list			{ $$ = MAKE(pipe_drop, @$, .columns = $2); }
|	DROP IF_LA EXISTS name_list	{ $$ = MAKE(pipe_drop, @$, .if_exists = true, .columns = $4); }
|	RENAME rename_list		{ $$ = MAKE(pipe_rename, @$, .items = $2); }
|	AS label			{ $$ = MAKE(pipe_as, @$, .alias = $2); }
|	AGGREGATE pipe_items		{ $$ = MAKE(pipe_aggregate, @$, .items = $2); }
|	AGGREGATE pipe_items GROUP BY pipe_group_list
					{ $$ = MAKE(pipe_aggregate, @$, .items = $2, GROUP_BY($5)); }
|	AGGREGATE GROUP BY pipe_group_list
					{ $$ = MAKE(pipe_aggregate, @$, GROUP_BY($4)); }
|	join_type table_primary opt_on	{ $$ = parse_join(ps, @$, $1, NULL, $2, $3); }
|	ORDER BY order_list		{ $$ = MAKE(pipe_order, @$, .order_by = $3); }
|	SORT_LA BY order_list		{ $$ = MAKE(pipe_order, @$, .order_by = $3); }
|	CLUSTER_LA BY order_list	{ $$ = MAKE(pipe_order, @$, .order_by = $3); }
|	DISTRIBUTE_LA BY expr_list	{ $$ = MAKE(pipe_order, @$, .order_by = parse_sorts(ps, NO_LIST, $3)); }
|	LIMIT value			{ $$ = MAKE(pipe_limit, @$, .limit = $2); }
|	LIMIT value OFFSET value	{ $$ = MAKE(pipe_limit, @$, .limit = $2, .offset = $4); }
|	OFFSET value			{ $$ = MAKE(pipe_limit, @$, .offset = $2); }
|	UNION setop_mode pipe_inputs
		{ $$ = MAKE(pipe_setop, @$, .op = AST_SETOP_KIND_UNION, SETOP_MODE($2), .inputs = $3); }
|	INTERSECT setop_mode pipe_inputs
		{ $$ = MAKE(pipe_setop, @$, .op = AST_SETOP_KIND_INTERSECT, SETOP_MODE($2), .inputs = $3); }
|	EXCEPT setop_mode pipe_inputs
		{ $$ = MAKE(pipe_setop, @$, .op = AST_SETOP_KIND_EXCEPT, SETOP_MODE($2), .inputs = $3); }
|	MINUS setop_mode pipe_inputs
		{ $$ = MAKE(pipe_setop, @$, .op = AST_SETOP_KIND_EXCEPT, SETOP_MODE($2), .inputs = $3); }
|	DISTINCT			{ $$ = MAKE(pipe_distinct, @$); }
|	sample_clause
|	pivot_clause
|	unpivot_clause
|	WINDOW pipe_items opt_windows	{ $$ = MAKE(pipe_window, @$, .items = $2, .windows = $3); }
|	CALL func_call pipe_alias	{ $$ = MAKE(pipe_call, @$, .func = $2, .alias = $3); }
|	ASSERT expr			{ $$ = MAKE(pipe_assert, @$, .condition = $2); }
|	ASSERT expr ',' expr_list	{ $$ = MAKE(pipe_assert, @$, .condition = $2, .message = $4); }
|	EXPECT expr opt_violation	{ $$ = parse_expect(ps, @$, $2, $3); }
;

pipe_items: item_list ;

/* Several only in parentheses: a list of columns has commas too. */
pipe_inputs:
	select_primary			{ $$ = LIST(MAKE(query, @$, .body = $1)); }
|	query_list
;

%type <list> query_list;
query_list:
	query_parens			{ $$ = LIST($1); }
|	query_list ',' query_parens	{ $$ = PUSH($1, $3); }
;

pipe_group_list:
	ALL				{ $$ = LIST(NULL); }
|	pipe_group			{ $$ = LIST($1); }
|	pipe_group_list ',' pipe_group	{ $$ = PUSH($1, $3); }
;

pipe_group:
	item
|	opt_grouping_list
;

rename_list:
	rename				{ $$ = LIST($1); }
|	rename_list ',' rename		{ $$ = PUSH($1, $3); }
;

rename:
	column_name AS label		{ $$ = MAKE(item, @$, .expr = $1, .alias = $3); }
|	column_name bare_alias		{ $$ = MAKE(item, @$, .expr = $1, .alias = $2); }
;

pipe_alias:
	%empty				{ $$ = NULL; }
|	AS label			{ $$ = $2; }
;

/* --- 3 FROM and joins ------------------------------------------------- */

%type <node> from_clause from_list table_ref table_primary relation joined table_name;
%type <node> values_ref sample_clause pivot_clause unpivot_clause func_table opt_on on;
%type <node> table_post as_of;
%type <num> join_type opt_outer;

from_clause:
	from_list
|	values_ref
|	from_list ',' values_ref
		{ $$ = parse_join(ps, @$, AST_JOIN_KIND_CROSS, $1, $3, NULL); }
|	from_clause LATERAL VIEW opt_outer_word func_call
		{ $$ = MAKE(lateral_view, @$, .table = $1, .outer = $4, .func = $5); }
|	from_clause LATERAL VIEW opt_outer_word func_call bare_alias
		{ $$ = MAKE(lateral_view, @$, .table = $1, .outer = $4, .func = $5, .alias = $6); }
|	from_clause LATERAL VIEW opt_outer_word func_call AS name_list
		{ $$ = MAKE(lateral_view, @$, .table = $1, .outer = $4, .func = $5, .columns = $7); }
|	from_clause LATERAL VIEW opt_outer_word func_call bare_alias AS name_list
		{ $$ = MAKE(lateral_view, @$, .table = $1, .outer = $4, .func = $5, .alias = $6, .columns = $8); }
;

%type <flag> opt_outer_word;
opt_outer_word:
	%empty				{ $$ = false; }
|	OUTER				{ $$ = true; }
;

/* Without an alias the rows would swallow the comma: only at the end. */
values_ref: VALUES rows
	{ $$ = MAKE(subquery, @$, .query = parse_values_query(ps, @$, $2)); } ;

from_list:
	table_ref
|	from_list ',' table_ref
		{ $$ = parse_join(ps, @$, AST_JOIN_KIND_CROSS, $1, $3, NULL); }
;

table_ref:
	table_primary
|	joined
;

/* a JOIN b JOIN c ON .. ON ..: a condition closes the nearest join that waits
 * for one. */
joined:
	table_ref join_type table_primary
		{ $$ = parse_join(ps, @$, $2, $1, $3, NULL); }
|	joined on			{ $$ = parse_join_on(ps, @$, $1, $2); }
;

/* A kind, and the bits of parse_join. */
join_type:
	JOIN				{ $$ = AST_JOIN_KIND_INNER; }
|	INNER JOIN			{ $$ = AST_JOIN_KIND_INNER; }
|	LEFT opt_outer JOIN		{ $$ = AST_JOIN_KIND_LEFT; }
|	RIGHT opt_outer JOIN		{ $$ = AST_JOIN_KIND_RIGHT; }
|	FULL opt_outer JOIN		{ $$ = AST_JOIN_KIND_FULL; }
|	CROSS JOIN			{ $$ = AST_JOIN_KIND_CROSS; }
|	SEMI JOIN			{ $$ = AST_JOIN_KIND_SEMI; }
|	ANTI JOIN			{ $$ = AST_JOIN_KIND_ANTI; }
|	LEFT SEMI JOIN			{ $$ = AST_JOIN_KIND_SEMI; }
|	LEFT ANTI JOIN			{ $$ = AST_JOIN_KIND_ANTI; }
|	RIGHT SEMI JOIN			{ $$ = AST_JOIN_KIND_RIGHT_SEMI; }
|	RIGHT ANTI JOIN			{ $$ = AST_JOIN_KIND_RIGHT_ANTI; }
|	NATURAL JOIN			{ $$ = AST_JOIN_KIND_INNER | JOIN_NATURAL; }
|	NATURAL INNER JOIN		{ $$ = AST_JOIN_KIND_INNER | JOIN_NATURAL; }
|	NATURAL LEFT opt_outer JOIN	{ $$ = AST_JOIN_KIND_LEFT | JOIN_NATURAL; }
|	NATURAL RIGHT opt_outer JOIN	{ $$ = AST_JOIN_KIND_RIGHT | JOIN_NATURAL; }
|	NATURAL FULL opt_outer JOIN	{ $$ = AST_JOIN_KIND_FULL | JOIN_NATURAL; }
|	ASOF JOIN			{ $$ = AST_JOIN_KIND_INNER | JOIN_ASOF; }
|	ASOF INNER JOIN			{ $$ = AST_JOIN_KIND_INNER | JOIN_ASOF; }
|	ASOF LEFT opt_outer JOIN	{ $$ = AST_JOIN_KIND_LEFT | JOIN_ASOF; }
|	POSITIONAL JOIN			{ $$ = AST_JOIN_KIND_POSITIONAL; }
;

opt_outer:
	%empty				{ $$ = 0; }
|	OUTER				{ $$ = 1; }
;

/* USING is a join node with nothing but the list. */
opt_on:
	%empty				{ $$ = NULL; }
|	on
;

on:
	ON expr				{ $$ = $2; }
|	USING name_list_parens		{ $$ = MAKE(join, @$, .using = $2); }
;

table_primary:
	relation
|	table_post
|	table_aliased
;

%type <node> table_aliased;
table_aliased:
	relation AS table_label opt_name_list	{ $$ = parse_alias(ps, @$, $1, $3, $4); }
|	relation bare_alias opt_name_list	{ $$ = parse_alias(ps, @$, $1, $2, $3); }
|	table_post AS table_label opt_name_list	{ $$ = parse_alias(ps, @$, $1, $3, $4); }
|	table_post bare_alias opt_name_list	{ $$ = parse_alias(ps, @$, $1, $2, $3); }
|	VALUES rows AS table_label opt_name_list
		{ $$ = parse_values_alias(ps, @$, $2, $4, $5); }
|	VALUES rows bare_alias opt_name_list
		{ $$ = parse_values_alias(ps, @$, $2, $3, $4); }
;

table_post:
	table_primary sample_clause	{ $$ = parse_post(ps, @$, $1, $2); }
|	table_primary pivot_clause	{ $$ = parse_post(ps, @$, $1, $2); }
|	table_primary unpivot_clause	{ $$ = parse_post(ps, @$, $1, $2); }
;

table_name:
	path opt_table_hints		{ $$ = MAKE(table, @$, .path = $1, .hints = $2); }
/* sqlite's: no index is ever needed, so the words are kept as a hint. */
|	path INDEXED_LA BY ident
		{ $$ = MAKE(table, @$, .path = $1,
			    .hints = LIST(MAKE(hint, @2, .name = parse_name(ps, @2, STR("INDEXED")),
					       .args = LIST(COLUMN_NAME(@4, $4))))); }
|	path NOT_INDEXED_LA INDEXED
		{ $$ = MAKE(table, @$, .path = $1,
			    .hints = LIST(MAKE(hint, @2, .name = parse_name(ps, @2, STR("NOT_INDEXED"))))); }
;

%type <list> opt_table_hints;
opt_table_hints: opt_hints ;

relation:
	table_name
|	table_name as_of		{ $$ = parse_post(ps, @$, $1, $2); }
|	STREAM_LA path			{ $$ = MAKE(table, @$, .path = $2, .stream = true); }
|	STREAM_LA '(' path ')'		{ $$ = MAKE(table, @$, .path = $3, .stream = true); }
|	STRING				{ $$ = MAKE(file, @$, .path = $1); }
|	STREAM_LA STRING		{ $$ = MAKE(file, @$, .path = $2, .stream = true); }
|	STREAM_LA '(' STRING ')'	{ $$ = MAKE(file, @$, .path = $3, .stream = true); }
|	func_table
|	LATERAL func_table		{ $$ = $2; AST_CAST(table_func, $$)->lateral = true; }
|	STREAM_LA func_call
		{ $$ = MAKE(table_func, @$, .func = $2, .stream = true); }
|	STREAM_LA '(' func_call ')'
		{ $$ = MAKE(table_func, @$, .func = $3, .stream = true); }
|	query_parens			{ $$ = MAKE(subquery, @$, .query = $1); }
|	LATERAL query_parens		{ $$ = MAKE(subquery, @$, .query = $2, .lateral = true); }
|	'(' joined ')'			{ $$ = $2; }
|	'(' table_aliased ')'		{ $$ = $2; }
|	'(' table_name ')'		{ $$ = $2; }
;

as_of:
	FOR SYSTEM_TIME AS OF value
		{ $$ = MAKE(table, @$, .as_of = AST_AS_OF_SYSTEM_TIME, .as_of_expr = $5); }
|	opt_for VERSION AS OF value
		{ $$ = MAKE(table, @$, .as_of = AST_AS_OF_VERSION, .as_of_expr = $5); }
|	opt_for TIMESTAMP AS OF value
		{ $$ = MAKE(table, @$, .as_of = AST_AS_OF_TIMESTAMP, .as_of_expr = $5); }
;

opt_for: %empty | FOR ;

func_table:
	func_call			{ $$ = MAKE(table_func, @$, .func = $1); }
|	func_call WITH_ORD_LA ORDINALITY
		{ $$ = MAKE(table_func, @$, .func = $1, .ordinality = true); }
|	TABLE '(' func_call ')'		{ $$ = MAKE(table_func, @$, .func = $3); }
;

%type <num> sample_method;
%type <node> opt_seed sample_body sample_amount sample_plain opt_using_sample sample_count;

sample_clause: TABLESAMPLE sample_body	{ $$ = $2; $$->span = @$; } ;

/* DuckDB's spelling at the end of a SELECT: of all that FROM gives. */
opt_using_sample:
	%empty				{ $$ = NULL; }
|	USING_LA SAMPLE sample_body	{ $$ = $3; }
;

sample_body:
	sample_method '(' sample_amount ')' opt_seed
		{ $$ = parse_sample(ps, @$, $1, $3, $5); }
|	sample_method '(' BUCKET INTEGER OUT OF INTEGER ')' opt_seed
		{ $$ = parse_bucket(ps, @$, $4, $7, $9); }
|	sample_plain opt_seed		{ $$ = parse_sample(ps, @$, 0, $1, $2); }
|	sample_plain '(' sample_method ')' opt_seed
		{ $$ = parse_sample(ps, @$, $3, $1, $5); }
|	sample_plain '(' sample_method ',' value ')'
		{ $$ = parse_sample(ps, @$, $3, $1, $5); }
;

/* A sample node with the amount only; no unit: the method says. */
sample_amount:
	value				{ $$ = SAMPLE_AMOUNT(@$, DEFAULT, $1); }
|	value PERCENT			{ $$ = SAMPLE_AMOUNT(@$, PERCENT, $1); }
|	value '%'			{ $$ = SAMPLE_AMOUNT(@$, PERCENT, $1); }
|	value ROWS			{ $$ = SAMPLE_AMOUNT(@$, ROWS, $1); }
;

sample_plain:
	sample_count	%prec LOW_PAREN	{ $$ = SAMPLE_AMOUNT(@$, ROWS, $1); }
|	sample_count ROWS		{ $$ = SAMPLE_AMOUNT(@$, ROWS, $1); }
|	sample_count PERCENT		{ $$ = SAMPLE_AMOUNT(@$, PERCENT, $1); }
|	sample_count '%'		{ $$ = SAMPLE_AMOUNT(@$, PERCENT, $1); }
;

sample_count:
	INTEGER				{ $$ = LITERAL(@$, INTEGER, $1); }
|	DECIMAL_NUM			{ $$ = LITERAL(@$, DECIMAL, $1); }
|	param
;

sample_method:
	%empty				{ $$ = AST_SAMPLE_METHOD_DEFAULT; }
|	BERNOULLI			{ $$ = AST_SAMPLE_METHOD_BERNOULLI; }
|	SYSTEM				{ $$ = AST_SAMPLE_METHOD_SYSTEM; }
|	RESERVOIR			{ $$ = AST_SAMPLE_METHOD_RESERVOIR; }
;

opt_seed:
	%empty				{ $$ = NULL; }
|	REPEATABLE '(' value ')'	{ $$ = $3; }
;

%type <list> pivot_for pivot_values pivot_value_list unpivot_columns;
%type <node> pivot_value unpivot_column;
%type <flag> opt_include_nulls;

pivot_clause:
	PIVOT '(' item_list FOR pivot_for IN pivot_values opt_pivot_group ')'
		{ $$ = MAKE(pivot, @$, .aggregates = $3, .columns = $5, .values = $7, .group_by = $8,
			    .has_group_by = $8.n > 0); }
|	PIVOT '(' item_list FOR pivot_for opt_pivot_group ')'
		{ $$ = MAKE(pivot, @$, .aggregates = $3, .columns = $5, .group_by = $6,
			    .has_group_by = $6.n > 0); }
;

pivot_for:
	colref				{ $$ = LIST($1); }
|	'(' expr_list ')'		{ $$ = $2; }
;

pivot_values: '(' pivot_value_list opt_comma ')'	{ $$ = $2; } ;

pivot_value_list:
	pivot_value			{ $$ = LIST($1); }
|	pivot_value_list ',' pivot_value { $$ = PUSH($1, $3); }
;

pivot_value: item ;

unpivot_clause:
	UNPIVOT opt_include_nulls '(' ident FOR ident IN '(' unpivot_columns ')' ')'
		{ $$ = MAKE(unpivot, @$, .include_nulls = $2, .values = LIST($4), .name = $6, .columns = $9); }
|	UNPIVOT opt_include_nulls '(' name_list_parens FOR ident IN '(' unpivot_columns ')' ')'
		{ $$ = MAKE(unpivot, @$, .include_nulls = $2, .values = $4, .name = $6, .columns = $9); }
;

opt_include_nulls:
	%empty				{ $$ = false; }
|	INCLUDE NULLS			{ $$ = true; }
|	EXCLUDE NULLS			{ $$ = false; }
;

unpivot_columns:
	unpivot_column			{ $$ = LIST($1); }
|	unpivot_columns ',' unpivot_column { $$ = PUSH($1, $3); }
;

unpivot_column: item ;

/* --- 4 expressions ---------------------------------------------------- */

/*
 * Booleans over predicates over values: a BETWEEN b AND c is unambiguous and
 * comparisons need no precedence.
 */
%type <node> expr or_expr and_expr not_expr pred value c_expr c_base sub_base colref;
%type <list> expr_list;
%type <num> cmp like_op any_all;

expr:
	or_expr
|	or_expr ARROW expr		{ $$ = MAKE(lambda, @$, .params = $1, .body = $3); }
|	LAMBDA ident ':' expr
		{ $$ = MAKE(lambda, @$, .params = MAKE(column, @2, .parts = LIST($2)), .body = $4); }
|	LAMBDA ident ',' ident ':' expr
		{ $$ = parse_lambda2(ps, @$, $2, $4, $6); }
;

or_expr:
	and_expr
|	or_expr OR and_expr		{ $$ = parse_logic(ps, @$, AST_LOGIC_OP_OR, $1, $3); }
;

and_expr:
	not_expr
|	and_expr AND not_expr		{ $$ = parse_logic(ps, @$, AST_LOGIC_OP_AND, $1, $3); }
;

not_expr:
	pred
|	NOT not_expr			{ $$ = MAKE(unary, @$, .op = AST_UNARY_OP_NOT, .arg = $2); }
|	'!' not_expr			{ $$ = MAKE(unary, @$, .op = AST_UNARY_OP_NOT, .arg = $2); }
;

pred:
	value
|	pred cmp value			{ $$ = BINARY(@$, (unsigned)$2, $1, $3); }
|	pred cmp any_all query_parens
		{ $$ = MAKE(quantified, @$, .op = (unsigned)$2, .quantifier = (unsigned)$3, .arg = $1, .query = $4); }
|	pred cmp any_all '(' expr ')'
		{ $$ = MAKE(quantified, @$, .op = (unsigned)$2, .quantifier = (unsigned)$3, .arg = $1, .array = $5); }
|	pred IS NULL			{ $$ = IS(@$, NULL, false, $1); }
|	pred IS NOT NULL		{ $$ = IS(@$, NULL, true, $1); }
|	pred ISNULL			{ $$ = IS(@$, NULL, false, $1); }
|	pred NOTNULL			{ $$ = IS(@$, NULL, true, $1); }
|	pred NOT_NULL_LA NULL		{ $$ = IS(@$, NULL, true, $1); }
|	pred IS TRUE			{ $$ = IS(@$, TRUE, false, $1); }
|	pred IS NOT TRUE		{ $$ = IS(@$, TRUE, true, $1); }
|	pred IS FALSE			{ $$ = IS(@$, FALSE, false, $1); }
|	pred IS NOT FALSE		{ $$ = IS(@$, FALSE, true, $1); }
|	pred IS UNKNOWN			{ $$ = IS(@$, UNKNOWN, false, $1); }
|	pred IS NOT UNKNOWN		{ $$ = IS(@$, UNKNOWN, true, $1); }
|	pred IS JSON			{ $$ = IS(@$, JSON, false, $1); }
|	pred IS NOT JSON		{ $$ = IS(@$, JSON, true, $1); }
|	pred IS DISTINCT FROM value	{ $$ = BINARY(@$, AST_BINARY_OP_DISTINCT, $1, $5); }
|	pred IS NOT DISTINCT FROM value	{ $$ = BINARY(@$, AST_BINARY_OP_NOT_DISTINCT, $1, $6); }
|	pred IS_LA value		{ $$ = BINARY(@$, AST_BINARY_OP_NOT_DISTINCT, $1, $3); }
|	pred IS_LA NOT value		{ $$ = BINARY(@$, AST_BINARY_OP_DISTINCT, $1, $4); }
|	pred BETWEEN opt_symmetric value AND value
		{ $$ = MAKE(between, @$, .symmetric = $3, .arg = $1, .low = $4, .high = $6); }
|	pred NOT_LA BETWEEN opt_symmetric value AND value
		{ $$ = MAKE(between, @$, .negated = true, .symmetric = $4, .arg = $1, .low = $5, .high = $7); }
|	pred like_op value		{ $$ = LIKE_NODE(@$, $2, false, $1, $3, NULL); }
|	pred like_op value ESCAPE value	{ $$ = LIKE_NODE(@$, $2, false, $1, $3, $5); }
|	pred NOT_LA like_op value	{ $$ = LIKE_NODE(@$, $3, true, $1, $4, NULL); }
|	pred NOT_LA like_op value ESCAPE value	{ $$ = LIKE_NODE(@$, $3, true, $1, $4, $6); }
|	pred like_op any_all '(' expr_list ')'
		{ $$ = LIKE_ANY(@$, $2, false, $1, $3, $5); }
|	pred NOT_LA like_op any_all '(' expr_list ')'
		{ $$ = LIKE_ANY(@$, $3, true, $1, $4, $6); }
|	pred '~' value			{ $$ = LIKE_NODE(@$, AST_LIKE_KIND_RLIKE, false, $1, $3, NULL); }
|	pred NOT_TILDE value		{ $$ = LIKE_NODE(@$, AST_LIKE_KIND_RLIKE, true, $1, $3, NULL); }
|	pred IN in_list			{ $$ = parse_in(ps, @$, $1, false, $3); }
|	pred NOT_LA IN in_list		{ $$ = parse_in(ps, @$, $1, true, $4); }
|	pred OVERLAPS value		{ $$ = BINARY(@$, AST_BINARY_OP_OVERLAPS, $1, $3); }
;

%type <flag> opt_symmetric;
opt_symmetric:
	%empty				{ $$ = false; }
|	SYMMETRIC			{ $$ = true; }
|	ASYMMETRIC			{ $$ = false; }
;

%type <node> in_list;
in_list:
	query_parens			{ $$ = MAKE(in, @$, .query = $1); }
|	'(' expr_list opt_comma ')'	{ $$ = MAKE(in, @$, .items = $2); }
|	'(' ')'				{ $$ = MAKE(in, @$); }
|	colref	%prec LOW_PAREN		{ $$ = MAKE(in, @$, .array = $1); }
|	param				{ $$ = MAKE(in, @$, .array = $1); }
|	func_call			{ $$ = MAKE(in, @$, .array = $1); }
|	array_literal			{ $$ = MAKE(in, @$, .array = $1); }
;

cmp:
	'='				{ $$ = AST_BINARY_OP_EQ; }
|	NE				{ $$ = AST_BINARY_OP_NE; }
|	'<'				{ $$ = AST_BINARY_OP_LT; }
|	LE				{ $$ = AST_BINARY_OP_LE; }
|	'>'				{ $$ = AST_BINARY_OP_GT; }
|	GE				{ $$ = AST_BINARY_OP_GE; }
|	NULL_SAFE_EQ			{ $$ = AST_BINARY_OP_NOT_DISTINCT; }
;

like_op:
	LIKE				{ $$ = AST_LIKE_KIND_LIKE; }
|	ILIKE				{ $$ = AST_LIKE_KIND_ILIKE; }
|	RLIKE				{ $$ = AST_LIKE_KIND_RLIKE; }
|	REGEXP				{ $$ = AST_LIKE_KIND_RLIKE; }
|	GLOB				{ $$ = AST_LIKE_KIND_GLOB; }
|	SIMILAR TO			{ $$ = AST_LIKE_KIND_SIMILAR; }
;

/* ANY and SOME are keywords only here: the filter knows what stands before. */
any_all:
	ANY				{ $$ = AST_QUANTIFIER_ANY; }
|	SOME				{ $$ = AST_QUANTIFIER_ANY; }
|	ALL				{ $$ = AST_QUANTIFIER_ALL; }
;

value:
	c_expr
|	'-' value	%prec UNARY	{ $$ = MAKE(unary, @$, .op = AST_UNARY_OP_NEG, .arg = $2); }
|	'+' value	%prec UNARY	{ $$ = MAKE(unary, @$, .op = AST_UNARY_OP_POS, .arg = $2); }
|	'~' value	%prec UNARY	{ $$ = MAKE(unary, @$, .op = AST_UNARY_OP_BIT_NOT, .arg = $2); }
|	value '+' value			{ $$ = BINARY(@$, AST_BINARY_OP_ADD, $1, $3); }
|	value '-' value			{ $$ = BINARY(@$, AST_BINARY_OP_SUB, $1, $3); }
|	value '*' value			{ $$ = BINARY(@$, AST_BINARY_OP_MUL, $1, $3); }
|	value '/' value			{ $$ = BINARY(@$, AST_BINARY_OP_DIV, $1, $3); }
|	value '%' value			{ $$ = BINARY(@$, AST_BINARY_OP_MOD, $1, $3); }
|	value DIV value			{ $$ = BINARY(@$, AST_BINARY_OP_INT_DIV, $1, $3); }
|	value INT_DIV_OP value		{ $$ = BINARY(@$, AST_BINARY_OP_INT_DIV, $1, $3); }
|	value POWER_OP value		{ $$ = BINARY(@$, AST_BINARY_OP_POWER, $1, $3); }
|	value CONCAT_OP value		{ $$ = BINARY(@$, AST_BINARY_OP_CONCAT, $1, $3); }
|	value '&' value			{ $$ = BINARY(@$, AST_BINARY_OP_BIT_AND, $1, $3); }
|	value '|' value			{ $$ = BINARY(@$, AST_BINARY_OP_BIT_OR, $1, $3); }
|	value '^' value			{ $$ = BINARY(@$, AST_BINARY_OP_BIT_XOR, $1, $3); }
|	value SHL value			{ $$ = BINARY(@$, AST_BINARY_OP_SHIFT_LEFT, $1, $3); }
|	value SHR value			{ $$ = BINARY(@$, AST_BINARY_OP_SHIFT_RIGHT, $1, $3); }
|	value USHR value		{ $$ = BINARY(@$, AST_BINARY_OP_SHIFT_RIGHT_UNSIGNED, $1, $3); }
|	value AT TIME ZONE value %prec AT
		{ $$ = MAKE(at_time_zone, @$, .arg = $1, .zone = $5); }
|	value COLLATE dotted		{ $$ = MAKE(collate, @$, .arg = $1, .name = parse_parts($3)); }
;

c_expr:
	colref	%prec LOW_PAREN
|	c_base
|	json_path
;

sub_base:
	colref
|	c_base
;

%type <node> row param case_expr literal interval func_call special_call json_path;
%type <node> json_key map_key struct_field opt_expr;
%type <list> map_entries struct_fields;

c_base:
	literal
|	computed_path	%prec LOW_PAREN	{ $$ = MAKE(column, @$, .computed = $1); }
|	DEFAULT				{ $$ = MAKE(default, @$); }
|	interval
|	param
|	'(' expr ')'			{ $$ = $2; }
|	row
|	query_parens	%prec LOW_PAREN	{ $$ = MAKE(subquery_expr, @$, .query = $1); }
|	EXISTS query_parens		{ $$ = MAKE(exists, @$, .query = $2); }
|	EXISTS '(' expr ',' expr_list ')'
		{ $$ = parse_call(ps, @$, "exists", parse_prepend(ps, $3, $5)); }
|	case_expr
|	func_call
|	special_call
|	array_literal
|	ARRAY '(' expr_list ')'		{ $$ = MAKE(array, @$, .items = $3); }
|	ARRAY '(' ')'			{ $$ = MAKE(array, @$); }
|	ARRAY '(' query_np ')'		{ $$ = MAKE(array_query, @$, .query = $3); }
|	MAP '[' expr_list opt_comma ']'	{ $$ = MAKE(map, @$, .items = $3); }
|	MAP BRACKETS			{ $$ = MAKE(map, @$); }
|	MAP '{' map_entries opt_comma '}'	{ $$ = MAKE(map, @$, .items = $3); }
|	MAP '{' '}'			{ $$ = MAKE(map, @$); }
|	'{' struct_fields opt_comma '}'	{ $$ = MAKE(struct, @$, .fields = $2); }
|	c_base '.' label	%prec LOW_PAREN	{ $$ = MAKE(field, @$, .arg = $1, .name = $3); }
|	c_base '.' label '(' call_body ')'
		{ $$ = parse_method(ps, @$, $1, $3, $5); }
|	sub_base '[' expr ']'		{ $$ = MAKE(subscript, @$, .arg = $1, .index = $3); }
|	sub_base '[' opt_expr COLON_LA opt_expr ']'
		{ $$ = parse_slice(ps, @$, $1, $3, $5); }
|	'[' expr FOR ident IN value ']'	{ $$ = parse_comprehension(ps, @$, $2, $4, $6, NULL); }
|	'[' expr FOR ident IN value IF expr ']'
		{ $$ = parse_comprehension(ps, @$, $2, $4, $6, $8); }
|	c_expr CAST_OP type		{ $$ = MAKE(cast, @$, .arg = $1, .type = $3); }
|	c_expr TRY_CAST_OP type		{ $$ = MAKE(cast, @$, .arg = $1, .type = $3, .is_try = true); }
|	c_expr JSON_ARROW json_key	{ $$ = BINARY(@$, AST_BINARY_OP_JSON_GET, $1, $3); }
|	c_expr LONG_ARROW json_key	{ $$ = BINARY(@$, AST_BINARY_OP_JSON_GET_TEXT, $1, $3); }
;

%type <node> array_literal brackets;
array_literal:
	brackets
|	ARRAY brackets			{ $$ = $2; $$->span = @$; }
;

brackets:
	'[' expr_list opt_comma ']'	{ $$ = MAKE(array, @$, .items = $2); }
|	'[' unpacked_columns ']'	{ $$ = MAKE(array, @$, .items = LIST($2)); }
|	BRACKETS			{ $$ = MAKE(array, @$); }
;

opt_comma: %empty | ',' ;

row:
	'(' expr ',' ')'		{ $$ = MAKE(row, @$, .items = LIST($2)); }
|	'(' expr ',' expr_list opt_comma ')'
					{ $$ = MAKE(row, @$, .items = parse_prepend(ps, $2, $4)); }
|	ROW_LA '(' ')'			{ $$ = MAKE(row, @$); }
|	ROW_LA '(' expr_list ')'	{ $$ = MAKE(row, @$, .items = $3); }
;

expr_list:
	expr				{ $$ = LIST($1); }
|	expr_list ',' expr		{ $$ = PUSH($1, $3); }
;

opt_expr:
	%empty				{ $$ = NULL; }
|	expr
;

param:
	PARAM				{ $$ = MAKE(param, @$, .type = AST_PARAM_KIND_NAME, .name = $1); }
|	'?'				{ $$ = MAKE(param, @$, .index = ++ps->n_params); }
;

colref:
	ident				{ $$ = MAKE(column, @$, .parts = LIST($1)); }
|	colref '.' label		{ $$ = parse_column_push(ps, @$, $1, $3); }
;

map_entries:
	map_key ':' expr		{ $$ = PUSH(LIST($1), $3); }
|	map_entries ',' map_key ':' expr	{ $$ = PUSH(PUSH($1, $3), $5); }
;

/* Not any expression: after one, a colon begins a JSON path. */
map_key:
	literal
|	colref
|	param
|	'-' INTEGER
		{ $$ = MAKE(unary, @$, .arg = parse_integer(ps, @2, $2)); }
|	'(' expr ')'			{ $$ = $2; }
;

struct_fields:
	struct_field			{ $$ = LIST($1); }
|	struct_fields ',' struct_field	{ $$ = PUSH($1, $3); }
;

struct_field:
	ident ':' expr			{ $$ = MAKE(named_arg, @$, .name = $1, .value = $3); }
|	STRING ':' expr
		{ $$ = MAKE(named_arg, @$, .name = parse_quoted(ps, @1, $1), .value = $3); }
;

json_key:
	literal
|	'-' INTEGER
		{ $$ = MAKE(unary, @$, .arg = parse_integer(ps, @2, $2)); }
|	colref	%prec LOW_PAREN
|	param
|	'(' expr ')'			{ $$ = $2; }
;

%type <node> json_first json_index;

json_path:
	c_expr ':' json_first
		{ $$ = MAKE(json_path, @$, .arg = $1, .steps = LIST($3)); }
|	json_path '.' label		{ $$ = parse_json_push(ps, @$, $1, JSON_FIELD(@3, $3)); }
|	json_path json_index		{ $$ = parse_json_push(ps, @$, $1, $2); }
;

json_first:
	label				{ $$ = JSON_FIELD(@$, $1); }
|	json_index
;

json_index:
	'[' INTEGER ']'			{ $$ = parse_json_index(ps, @$, $2); }
|	'[' STRING ']'			{ $$ = MAKE(json_step, @$, .type = AST_JSON_STEP_KIND_KEY, .name = $2); }
|	'[' '*' ']'			{ $$ = MAKE(json_step, @$, .type = AST_JSON_STEP_KIND_WILDCARD); }
;

%type <list> when_list;
%type <node> when opt_else;

case_expr:
	CASE opt_expr when_list opt_else END
		{ $$ = MAKE(case, @$, .operand = $2, .whens = $3, .otherwise = $4); }
;

when_list:
	when				{ $$ = LIST($1); }
|	when_list when			{ $$ = PUSH($1, $2); }
;

when: WHEN expr THEN expr		{ $$ = MAKE(when, @$, .condition = $2, .result = $4); } ;

opt_else:
	%empty				{ $$ = NULL; }
|	ELSE expr			{ $$ = $2; }
;

/* --- 5 calls and windows ---------------------------------------------- */

%type <node> call call_body arg opt_filter opt_over window_spec opt_frame bound frame_end;
%type <list> arg_list opt_within opt_partition;
%type <num> opt_treatment opt_exclude frame_kind;

func_call:
	call opt_within opt_treatment opt_filter opt_over
		{ $$ = parse_func(ps, @$, $1, $2, $3, $4, $5); }
|	bare_call
		{ $$ = MAKE(func, @$, .name = $1, .bare = true); }
;

/* A function without its clauses. */
call:
	colref '(' call_body ')'
		{ $$ = $3; $$->span = @$; AST_CAST(func, $$)->name = parse_path_of(ps, $1); }
|	computed_path '(' call_body ')'
		{ $$ = $3; $$->span = @$; AST_CAST(func, $$)->name = $1; }
;

call_body:
	%empty				{ $$ = MAKE(func, @$); }
|	'*'				{ $$ = MAKE(func, @$, .star = true); }
|	arg_list opt_order arg_treatment
		{ $$ = MAKE(func, @$, .args = $1, .order_by = $2, .nulls = (unsigned)$3); }
|	DISTINCT arg_list opt_order arg_treatment
		{ $$ = MAKE(func, @$, .distinct = true, .args = $2, .order_by = $3, .nulls = (unsigned)$4); }
|	ALL arg_list opt_order arg_treatment
		{ $$ = MAKE(func, @$, .args = $2, .order_by = $3, .nulls = (unsigned)$4); }
|	arg_list json_clauses		{ $$ = MAKE(func, @$, .args = $1, .json = $2); }
|	json_pairs			{ $$ = MAKE(func, @$, .args = $1); }
|	json_pairs json_clauses		{ $$ = MAKE(func, @$, .args = $1, .json = $2); }
;

/* What the standard adds to calls of JSON functions. */
%type <list> json_clauses json_pairs;
%type <node> json_clause json_pair json_behavior;
%type <num> json_wrapper;

json_pairs:
	json_pair			{ $$ = LIST($1); }
|	json_pairs ',' json_pair	{ $$ = PUSH($1, $3); }
;

json_pair:
	expr VALUE_LA expr		{ $$ = MAKE(json_pair, @$, .key = $1, .value = $3); }
|	KEY_LA expr VALUE_LA expr	{ $$ = MAKE(json_pair, @$, .key = $2, .value = $4); }
;

json_clauses:
	json_clause			{ $$ = LIST($1); }
|	json_clauses json_clause	{ $$ = PUSH($1, $2); }
;

json_clause:
	NULL ON NULL			{ $$ = JSON_CLAUSE(@$, ON_NULL, NULL); }
|	NULL ON EMPTY			{ $$ = JSON_CLAUSE(@$, ON_EMPTY, NULL); }
|	NULL ON ERROR			{ $$ = JSON_CLAUSE(@$, ON_ERROR, NULL); }
|	ABSENT_LA ON NULL		{ $$ = JSON_CLAUSE(@$, ON_NULL, ABSENT); }
|	RETURNING type
		{ $$ = MAKE(json_clause, @$, .type = AST_JSON_CLAUSE_KIND_RETURNING, .value = $2); }
|	json_wrapper json_array WRAPPER
		{ $$ = MAKE(json_clause, @$, .type = AST_JSON_CLAUSE_KIND_WRAPPER, .behavior = (unsigned)$1); }
|	json_behavior ON EMPTY
		{ $$ = $1; $$->span = @$; AST_CAST(json_clause, $$)->type = AST_JSON_CLAUSE_KIND_ON_EMPTY; }
|	json_behavior ON ERROR
		{ $$ = $1; $$->span = @$; AST_CAST(json_clause, $$)->type = AST_JSON_CLAUSE_KIND_ON_ERROR; }
;

json_wrapper:
	WITHOUT_LA			{ $$ = AST_JSON_BEHAVIOR_WITHOUT; }
|	WITH				{ $$ = AST_JSON_BEHAVIOR_UNCONDITIONAL; }
|	WITH UNCONDITIONAL		{ $$ = AST_JSON_BEHAVIOR_UNCONDITIONAL; }
|	WITH CONDITIONAL		{ $$ = AST_JSON_BEHAVIOR_CONDITIONAL; }
;

json_array: %empty | IDENT ;

json_behavior:
	ERROR_LA			{ $$ = JSON_CLAUSE(@$, ON_ERROR, ERROR); }
|	TRUE				{ $$ = JSON_CLAUSE(@$, ON_ERROR, TRUE); }
|	FALSE				{ $$ = JSON_CLAUSE(@$, ON_ERROR, FALSE); }
|	UNKNOWN_LA			{ $$ = JSON_CLAUSE(@$, ON_ERROR, UNKNOWN); }
|	EMPTY_LA IDENT			{ $$ = parse_json_empty(ps, @$, $2); }
|	DEFAULT value
		{ $$ = MAKE(json_clause, @$, .behavior = AST_JSON_BEHAVIOR_DEFAULT, .value = $2); }
;

%type <node> bare_call bare_name;
%type <str> bare_word;
bare_call: bare_name ;

bare_name: bare_word
	{ $$ = MAKE(path, @$, .parts = LIST(parse_name(ps, @1, $1))); } ;

bare_word: @CLASS:B@ ;

arg_list:
	arg				{ $$ = LIST($1); }
|	arg_list ',' arg		{ $$ = PUSH($1, $3); }
;

arg:
	expr
|	expr AS label			{ $$ = MAKE(item, @$, .expr = $1, .alias = $3); }
|	expr bare_alias			{ $$ = MAKE(item, @$, .expr = $1, .alias = $2); }
|	colref '.' '*'			{ $$ = parse_star(ps, @$, $1, MAKE(star, @$)); }
|	ident FAT_ARROW expr		{ $$ = MAKE(named_arg, @$, .name = $1, .value = $3); }
|	ident FAT_ARROW table_arg	{ $$ = MAKE(named_arg, @$, .name = $1, .value = $3); }
|	table_arg
|	unpacked_columns
;

%type <node> table_arg;
/* One key, or several in parentheses: a comma begins the next argument. */
table_arg:
	TABLE path table_partition table_order
		{ $$ = MAKE(table_arg, @$, .table = MAKE(table, @2, .path = $2), .partition_by = $3, .order_by = $4); }
|	TABLE query_parens table_partition table_order
		{ $$ = MAKE(table_arg, @$, .table = $2, .partition_by = $3, .order_by = $4); }
;

%type <list> table_partition table_order;
table_partition:
	%empty				{ $$ = NO_LIST; }
|	PARTITION BY value		{ $$ = parse_row_items(ps, $3); }
;

table_order:
	%empty	%prec LOW_ORDER		{ $$ = NO_LIST; }
|	ORDER BY sort			{ $$ = LIST($3); }
;

opt_within:
	%empty				{ $$ = NO_LIST; }
|	WITHIN GROUP '(' ORDER BY order_list ')'	{ $$ = $6; }
;

opt_treatment:
	%empty				{ $$ = AST_NULLS_TREATMENT_DEFAULT; }
|	IGNORE NULLS			{ $$ = AST_NULLS_TREATMENT_IGNORE; }
|	RESPECT NULLS			{ $$ = AST_NULLS_TREATMENT_RESPECT; }
;

/* Inside the parentheses. */
%type <num> arg_treatment;
arg_treatment:
	%empty				{ $$ = AST_NULLS_TREATMENT_DEFAULT; }
|	IGNORE_ARG_LA NULLS		{ $$ = AST_NULLS_TREATMENT_IGNORE; }
|	RESPECT_ARG_LA NULLS		{ $$ = AST_NULLS_TREATMENT_RESPECT; }
;

opt_filter:
	%empty				{ $$ = NULL; }
|	FILTER '(' WHERE expr ')'	{ $$ = $4; }
|	FILTER '(' expr ')'		{ $$ = $3; }
;

opt_over:
	%empty				{ $$ = NULL; }
|	OVER '(' window_spec ')'	{ $$ = $3; }
|	OVER ident			{ $$ = MAKE(window, @$, .base = $2); }
;

window_spec:
	opt_partition opt_order opt_frame
		{ $$ = MAKE(window, @$, .partition_by = $1, .order_by = $2, .frame = $3); }
|	window_base opt_partition opt_order opt_frame
		{ $$ = MAKE(window, @$, .base = $1, .partition_by = $2, .order_by = $3, .frame = $4); }
;

%type <node> window_base;
window_base:
	IDENT				{ $$ = parse_name(ps, @$, $1); }
|	QUOTED				{ $$ = parse_quoted(ps, @$, $1); }
;

opt_partition:
	%empty				{ $$ = NO_LIST; }
|	PARTITION BY expr_list		{ $$ = $3; }
;

opt_frame:
	%empty				{ $$ = NULL; }
|	frame_kind bound opt_exclude
		{ $$ = MAKE(frame, @$, .type = (unsigned)$1, .start = $2, .exclude = (unsigned)$3); }
|	frame_kind BETWEEN bound AND frame_end opt_exclude
		{ $$ = MAKE(frame, @$, .type = (unsigned)$1, .start = $3, .end = $5, .exclude = (unsigned)$6); }
;

frame_kind:
	ROWS				{ $$ = AST_FRAME_KIND_ROWS; }
|	RANGE				{ $$ = AST_FRAME_KIND_RANGE; }
|	GROUPS				{ $$ = AST_FRAME_KIND_GROUPS; }
;

bound:
	UNBOUNDED PRECEDING
		{ $$ = MAKE(frame_bound, @$, .type = AST_BOUND_KIND_UNBOUNDED_PRECEDING); }
|	UNBOUNDED FOLLOWING
		{ $$ = MAKE(frame_bound, @$, .type = AST_BOUND_KIND_UNBOUNDED_FOLLOWING); }
|	CURRENT ROW
		{ $$ = MAKE(frame_bound, @$, .type = AST_BOUND_KIND_CURRENT_ROW); }
|	value PRECEDING
		{ $$ = MAKE(frame_bound, @$, .type = AST_BOUND_KIND_PRECEDING, .offset = $1); }
|	value FOLLOWING
		{ $$ = MAKE(frame_bound, @$, .type = AST_BOUND_KIND_FOLLOWING, .offset = $1); }
;

frame_end: bound ;

opt_exclude:
	%empty				{ $$ = AST_FRAME_EXCLUDE_NONE; }
|	EXCLUDE CURRENT ROW		{ $$ = AST_FRAME_EXCLUDE_CURRENT_ROW; }
|	EXCLUDE GROUP			{ $$ = AST_FRAME_EXCLUDE_GROUP; }
|	EXCLUDE TIES			{ $$ = AST_FRAME_EXCLUDE_TIES; }
|	EXCLUDE NO OTHERS		{ $$ = AST_FRAME_EXCLUDE_NONE; }
;

/*
 * Calls with a syntax of their own.  These words are keywords only before
 * a parenthesis, else plain names.
 */
special_call:
	CAST '(' expr AS cast_type opt_format ')'
		{ $$ = MAKE(cast, @$, .arg = $3, .type = $5, .format = $6); }
|	TRY_CAST '(' expr AS cast_type opt_format ')'
		{ $$ = MAKE(cast, @$, .arg = $3, .type = $5, .is_try = true, .format = $6); }
|	EXTRACT '(' unit_name FROM expr ')'
		{ $$ = parse_call(ps, @$, "extract", PUSH(LIST($3), $5)); }
|	EXTRACT '(' string_node FROM expr ')'
		{ $$ = parse_call(ps, @$, "extract", PUSH(LIST($3), $5)); }
|	EXTRACT '(' string_node ',' expr ')'
		{ $$ = parse_call(ps, @$, "extract", PUSH(LIST($3), $5)); }
|	POSITION '(' value IN value ')'
		{ $$ = parse_call(ps, @$, "position", PUSH(LIST($3), $5)); }
|	POSITION '(' value ',' value ')'
		{ $$ = parse_call(ps, @$, "position", PUSH(LIST($3), $5)); }
|	POSITION '(' value ',' value ',' value ')'
		{ $$ = parse_call(ps, @$, "position", PUSH(PUSH(LIST($3), $5), $7)); }
|	SUBSTRING '(' expr_list ')'
		{ $$ = parse_call(ps, @$, "substring", $3); }
|	SUBSTRING '(' expr FROM expr ')'
		{ $$ = parse_call(ps, @$, "substring", PUSH(LIST($3), $5)); }
|	SUBSTRING '(' expr FROM expr FOR expr ')'
		{ $$ = parse_call(ps, @$, "substring", PUSH(PUSH(LIST($3), $5), $7)); }
|	SUBSTRING '(' expr FOR expr ')'
		{ $$ = parse_call(ps, @$, "substring",
				  PUSH(PUSH(LIST($3), parse_integer(ps, @4, STR("1"))), $5)); }
|	TRIM '(' expr_list ')'
		{ $$ = parse_call(ps, @$, "trim", $3); }
|	TRIM '(' expr FROM expr ')'
		{ $$ = parse_call(ps, @$, "trim", PUSH(LIST($5), $3)); }
|	TRIM '(' trim_side expr FROM expr ')'
		{ $$ = parse_call(ps, @$, parse_trim_name($3), PUSH(LIST($6), $4)); }
|	TRIM '(' trim_side FROM expr ')'
		{ $$ = parse_call(ps, @$, parse_trim_name($3), LIST($5)); }
|	TRIM '(' trim_side expr ')'
		{ $$ = parse_call(ps, @$, parse_trim_name($3), LIST($4)); }
|	OVERLAY '(' expr PLACING expr FROM expr ')'
		{ $$ = parse_call(ps, @$, "overlay", PUSH(PUSH(LIST($3), $5), $7)); }
|	OVERLAY '(' expr PLACING expr FROM expr FOR expr ')'
		{ $$ = parse_call(ps, @$, "overlay", PUSH(PUSH(PUSH(LIST($3), $5), $7), $9)); }
|	OVERLAY '(' expr_list ')'
		{ $$ = parse_call(ps, @$, "overlay", $3); }
|	ceil_floor '(' expr_list ')'
		{ $$ = parse_call_str(ps, @$, $1, $3); }
|	ceil_floor '(' expr TO unit_name ')'
		{ $$ = parse_call_str(ps, @$, $1, PUSH(LIST($3), $5)); }
|	timestamp_call '(' unit_name ',' expr ',' expr ')'
		{ $$ = parse_call_str(ps, @$, $1, PUSH(PUSH(LIST($3), $5), $7)); }
|	timestamp_call '(' string_node ',' expr ',' expr ')'
		{ $$ = parse_call_str(ps, @$, $1, PUSH(PUSH(LIST($3), $5), $7)); }
|	DESCRIPTOR '(' column_list ')'
		{ $$ = MAKE(descriptor, @$, .columns = $3); }
|	columns_call
;

%type <node> columns_call unpacked_columns;
columns_call:
	COLUMNS_LA '(' STRING ')'
		{ $$ = COLUMNS_OF(@$, .like = AST_LIKE_KIND_RLIKE, .pattern = $3); }
|	COLUMNS_LA '(' star ')'		{ $$ = MAKE(columns, @$, .star = $3); }
|	COLUMNS_LA '(' '[' string_list opt_comma ']' ')'
		{ $$ = COLUMNS_OF(@$, .names = $4); }
|	COLUMNS_LA '(' ident ARROW expr ')'
		{ $$ = COLUMNS_OF(@$, .lambda = parse_lambda(ps, @3, LIST(COLUMN_NAME(@3, $3)), $5)); }
|	COLUMNS_LA '(' LAMBDA ident ':' expr ')'
		{ $$ = COLUMNS_OF(@$, .lambda = parse_lambda(ps, @3, LIST(COLUMN_NAME(@4, $4)), $6)); }
;

unpacked_columns: '*' columns_call
	{ $$ = $2; $$->span = @$; AST_CAST(columns, $$)->unpacked = true; } ;

%type <list> string_list;
string_list:
	string_node			{ $$ = LIST($1); }
|	string_list ',' string_node	{ $$ = PUSH($1, $3); }
;

%type <num> trim_side;
%type <str> ceil_floor timestamp_call;
%type <node> unit_name string_node opt_format cast_type;

trim_side:
	LEADING				{ $$ = 1; }
|	TRAILING			{ $$ = 2; }
|	BOTH				{ $$ = 0; }
;

ceil_floor: CEIL | CEILING | FLOOR ;
timestamp_call: TIMESTAMPADD | TIMESTAMPDIFF ;

unit_name: ident			{ $$ = parse_unit_string(ps, @$, $1); } ;
string_node: STRING			{ $$ = LITERAL(@$, STRING, $1); } ;

opt_format:
	%empty				{ $$ = NULL; }
|	FORMAT string_node		{ $$ = $2; }
;

cast_type:
	type
|	type NOT NULL			{ $$ = $1; AST_CAST(type, $$)->not_null = true; }
;

/* --- 6 types and literals --------------------------------------------- */

literal:
	STRING				{ $$ = LITERAL(@$, STRING, $1); }
|	XSTRING				{ $$ = LITERAL(@$, BINARY, $1); }
|	INTEGER				{ $$ = LITERAL(@$, INTEGER, $1); }
|	TINYINT_NUM			{ $$ = LITERAL(@$, TINYINT, $1); }
|	SMALLINT_NUM			{ $$ = LITERAL(@$, SMALLINT, $1); }
|	BIGINT_NUM			{ $$ = LITERAL(@$, BIGINT, $1); }
|	DECIMAL_NUM			{ $$ = LITERAL(@$, DECIMAL, $1); }
|	DOUBLE_NUM			{ $$ = LITERAL(@$, DOUBLE, $1); }
|	FLOAT_NUM			{ $$ = LITERAL(@$, FLOAT, $1); }
|	NULL				{ $$ = LITERAL(@$, NULL, STR_NONE); }
|	TRUE				{ $$ = LITERAL(@$, BOOLEAN, STR("true")); }
|	FALSE				{ $$ = LITERAL(@$, BOOLEAN, STR("false")); }
|	DATE STRING			{ $$ = LITERAL(@$, DATE, $2); }
|	TIME STRING			{ $$ = LITERAL(@$, TIME, $2); }
|	TIMESTAMP STRING		{ $$ = LITERAL(@$, TIMESTAMP, $2); }
|	TIMESTAMP_NTZ STRING		{ $$ = LITERAL(@$, TIMESTAMP, $2); }
|	TIMESTAMP_LTZ STRING		{ $$ = LITERAL(@$, TIMESTAMP_LTZ, $2); }
|	TIMESTAMPTZ STRING		{ $$ = LITERAL(@$, TIMESTAMP_LTZ, $2); }
|	TIMESTAMP WITH_TIME_LA opt_local TIME ZONE STRING
					{ $$ = LITERAL(@$, TIMESTAMP_LTZ, $6); }
;

opt_local: %empty | LOCAL ;

%type <node> interval_part interval_value more_interval;
%type <list> interval_parts;

/* UNIT is a word like DAY in an interval; anywhere else it is a name. */
interval:
	INTERVAL STRING			{ $$ = parse_interval_text(ps, @$, @2, $2); }
|	INTERVAL interval_parts		{ $$ = MAKE(interval, @$, .parts = $2); }
;

interval_parts:
	interval_part			{ $$ = LIST($1); }
|	interval_parts more_interval	{ $$ = PUSH($1, $2); }
;

interval_part:
	interval_value UNIT opt_precision
		{ $$ = INTERVAL_PART(@$, $1, false, $2, AST_UNIT_NONE); }
|	interval_value UNIT opt_precision TO_LA UNIT opt_precision
		{ $$ = INTERVAL_PART(@$, $1, false, $2, $5); }
|	'-' interval_value UNIT opt_precision
		{ $$ = INTERVAL_PART(@$, $2, true, $3, AST_UNIT_NONE); }
|	'-' interval_value UNIT opt_precision TO_LA UNIT opt_precision
		{ $$ = INTERVAL_PART(@$, $2, true, $3, $6); }
;

more_interval:
	interval_number UNIT		{ $$ = INTERVAL_PART(@$, $1, false, $2, AST_UNIT_NONE); }
;

%type <node> interval_number;
interval_value:
	interval_number
|	param
|	'(' expr ')'			{ $$ = $2; }
;

interval_number:
	STRING				{ $$ = LITERAL(@$, STRING, $1); }
|	INTEGER				{ $$ = LITERAL(@$, INTEGER, $1); }
|	DECIMAL_NUM			{ $$ = LITERAL(@$, DECIMAL, $1); }
;

opt_precision: %empty %prec LOW_PAREN | '(' INTEGER ')' ;

%type <node> type base_type nested_type type_field;
%type <list> type_fields;
%type <str> type_word;
%type <big> integer;
%type <num> opt_zone;

type:
	base_type
|	type BRACKETS
		{ $$ = MAKE(type, @$, .name = STR("ARRAY"), .args = LIST($1)); }
;

base_type:
	type_word opt_zone		{ $$ = parse_type(ps, @$, $1, 0, 0, 0, $2); }
|	type_word '(' integer ')' opt_zone
		{ $$ = parse_type(ps, @$, $1, 1, $3, 0, $5); }
|	type_word '(' integer ',' integer ')'
		{ $$ = parse_type(ps, @$, $1, 2, $3, $5, 0); }
|	type_word PRECISION		{ $$ = parse_type(ps, @$, $1, 0, 0, 0, 0); }
|	type_word VARYING %prec LOW_PAREN	{ $$ = parse_type_varying(ps, @$, $1, 0, 0); }
|	type_word VARYING '(' integer ')'
		{ $$ = parse_type_varying(ps, @$, $1, 1, $4); }
|	INTERVAL UNIT opt_precision
		{ $$ = MAKE(type, @$, .name = STR("INTERVAL"), .from = (unsigned)$2); }
|	INTERVAL UNIT opt_precision TO_LA UNIT opt_precision
		{ $$ = MAKE(type, @$, .name = STR("INTERVAL"), .from = (unsigned)$2, .to = (unsigned)$5); }
|	ARRAY '<' nested_type '>'
		{ $$ = MAKE(type, @$, .name = STR("ARRAY"), .args = LIST($3)); }
|	MULTISET '<' nested_type '>'
		{ $$ = MAKE(type, @$, .name = STR("MULTISET"), .args = LIST($3)); }
|	MAP '<' nested_type ',' nested_type '>'
		{ $$ = MAKE(type, @$, .name = STR("MAP"), .args = PUSH(LIST($3), $5)); }
|	MAP '(' nested_type ',' nested_type ')'
		{ $$ = MAKE(type, @$, .name = STR("MAP"), .args = PUSH(LIST($3), $5)); }
|	row_word '<' type_fields '>'
		{ $$ = MAKE(type, @$, .name = STR("ROW"), .fields = $3); }
|	row_word NE	/* <> */	{ $$ = MAKE(type, @$, .name = STR("ROW")); }
|	row_word '(' type_fields ')'
		{ $$ = MAKE(type, @$, .name = STR("ROW"), .fields = $3); }
;

row_word: ROW_LA | STRUCT ;

/* Words that are no types are the binder's to refuse. */
type_word:
	IDENT
|	TIMESTAMP
|	DATE
|	TIME
|	JSON
;

opt_zone:
	%empty	%prec LOW_PAREN			{ $$ = 0; }
|	WITH_TIME_LA opt_local TIME ZONE		{ $$ = 1; }
|	WITHOUT TIME ZONE			{ $$ = 2; }
;

integer: INTEGER			{ $$ = parse_int(ps, @$, $1); } ;

nested_type:
	type
|	type NULL
|	type NOT NULL			{ $$ = $1; AST_CAST(type, $$)->not_null = true; }
;

type_fields:
	type_field			{ $$ = LIST($1); }
|	type_fields ',' type_field	{ $$ = PUSH($1, $3); }
;

type_field:
	label opt_colon nested_type opt_comment
		{ $$ = MAKE(type_field, @$, .name = $1, .type = $3, .comment = $4); }
;

opt_colon: %empty | ':' ;

%type <str> opt_comment;
opt_comment:
	%empty				{ $$ = STR_NONE; }
|	COMMENT STRING			{ $$ = $2; }
;

/* --- 7 definitions ---------------------------------------------------- */

%type <node> create_stmt dataset_head view_head view_elements view_rest view_clauses;
%type <node> view_element opt_view_elements expectation;
%type <num> or_what scope live opt_violation;
%type <flag> opt_if_not_exists opt_if_exists;

/* --: CREATE TEMPORARY VIEW v (a COMMENT 'first', b) COMMENT 'two' TBLPROPERTIES ('k' = 'v') AS SELECT 1, 2 */
/* --: CREATE LIVE VIEW v (CONSTRAINT positive EXPECT (x > 0) ON VIOLATION DROP ROW) AS SELECT x FROM t */
/* --: CREATE OR REPLACE TEMP VIEW IF NOT EXISTS a.b.v AS SELECT * FROM 'data/x.csv' */
/* --: CREATE TEMPORARY VIEW v FROM STREAM stdin(format => 'json') FIELDS (f1, rowtime.rowtime, f0 AS name) */
/* --: CREATE TEMPORARY VIEW v FROM STREAM kafka('t') SCHEMA (id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) */
/* --: CREATE TEMPORARY VIEW v (a INT, b STRING) USING csv OPTIONS (path 'x.csv', header true) */
/* --: CREATE TABLE IF NOT EXISTS t (id INT NOT NULL PRIMARY KEY NOT ENFORCED, price DECIMAL(10, 2), twice AS price * 2, ts TIMESTAMP(3) METADATA FROM 'timestamp' VIRTUAL, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) COMMENT 'c' PARTITIONED BY (id) WITH ('connector' = 'filesystem') */
/* --: CREATE TEMPORARY TABLE t WITH ('format' = 'csv') LIKE s (EXCLUDING OPTIONS INCLUDING GENERATED) */
/* --: CREATE OR REPLACE TABLE t USING csv OPTIONS (header 'true') AS SELECT 1 AS a */
/* --: CREATE OR REFRESH PRIVATE MATERIALIZED VIEW m (a INT, CONSTRAINT c EXPECT (a > 0)) CLUSTER BY (a) AS SELECT 1 AS a */
/* --: CREATE OR REFRESH STREAMING TABLE s (CONSTRAINT c EXPECT (a > 0) ON VIOLATION FAIL UPDATE) AS SELECT * FROM STREAM r */
/* --: CREATE STREAMING TABLE s FLOW AUTO CDC FROM STREAM(r) KEYS (id) SEQUENCE BY ts STORED AS SCD TYPE 2 */
/* --: CREATE TEMPORARY STREAMING LIVE TABLE s AS SELECT * FROM STREAM(LIVE.r) */
/* --: CREATE CATALOG IF NOT EXISTS c WITH ('type' = 'sqlite', 'path' = 'x.db') */
/* --: CREATE DATABASE IF NOT EXISTS d COMMENT 'x' WITH DBPROPERTIES ('a' = 'b') */
/* --: CREATE TEMPORARY FUNCTION f(x INT DEFAULT 1, y INT) RETURNS INT DETERMINISTIC RETURN x + y */
/* --: CREATE FUNCTION f(a INT) RETURNS TABLE (b INT) RETURN SELECT a + 1 */
/* --: CREATE MACRO m(a, b := 2) AS a + b */
/* --: CREATE OR REPLACE MACRO m(a) AS TABLE SELECT a AS b */
/* --: CREATE TEMPORARY SYSTEM FUNCTION f AS 'org.example.F' LANGUAGE JAVA USING JAR 'f.jar' */
/* --: CREATE UNIQUE INDEX IF NOT EXISTS i ON a.t (x, y DESC) */
/* --: ATTACH IF NOT EXISTS 'x.db' AS x (READ_ONLY) */
/* --: CREATE FLOW f AS INSERT INTO t BY NAME SELECT * FROM STREAM s */
create_stmt:
	view_head opt_if_not_exists path opt_view_elements view_rest
		{ $$ = parse_view(ps, @$, $1, $2, $3, $4, $5); }
|	dataset_head opt_if_not_exists path opt_table_elements table_clauses dataset_source
		{ $$ = parse_dataset(ps, @$, $1, $2, $3, $4, $5, $6); }
|	CREATE or_what CATALOG opt_if_not_exists path opt_comment opt_with_options
		{ $$ = MAKE(create_catalog, @$, .or_replace = $2 == OR_REPLACE, .if_not_exists = $4,
			    .name = $5, .comment = $6, .options = $7); }
|	ATTACH opt_database opt_if_not_exists STRING opt_attach_name copy_options
		{ $$ = parse_attach(ps, @$, $3, $4, $5, $6); }
|	CREATE or_what database opt_if_not_exists path database_clauses
		{ $$ = parse_database(ps, @$, $2, $4, $5, $6); }
|	CREATE or_what scope FUNCTION opt_if_not_exists path function_rest
		{ $$ = parse_function(ps, @$, $2, $3, $5, $6, $7); }
|	CREATE INDEX index_rest		{ $$ = $3; $$->span = @$; }
|	CREATE UNIQUE INDEX index_rest
		{ $$ = $4; AST_CAST(create_index, $$)->unique = true; $$->span = @$; }
|	CREATE or_what scope MACRO opt_if_not_exists path function_rest
		{ $$ = parse_function(ps, @$, $2, $3, $5, $6, $7); }
|	CREATE or_what FLOW opt_if_not_exists path opt_comment AS flow
		{ $$ = MAKE(create_flow, @$, .if_not_exists = $4, .name = $5, .comment = $6, .flow = $8); }
;

%type <node> index_rest index_name index_column;
%type <list> index_columns;

index_rest:
	opt_if_not_exists index_name ON path opt_method '(' index_columns opt_comma ')'
		{ $$ = MAKE(create_index, @$, .if_not_exists = $1, .name = $2, .table = $4, .columns = $7); }
;

index_name:
	%empty				{ $$ = NULL; }
|	ident
;

/* There is one kind of index, and it has no order. */
opt_method: %empty | USING ident ;

index_columns:
	index_column			{ $$ = LIST($1); }
|	index_columns ',' index_column	{ $$ = PUSH($1, $3); }
;

index_column:
	ident
|	ident ASC
|	ident DESC
;

%type <node> opt_attach_name;
opt_attach_name:
	%empty				{ $$ = NULL; }
|	AS path				{ $$ = $2; }
;

opt_database: %empty | DATABASE ;

or_what:
	%empty				{ $$ = 0; }
|	OR REPLACE			{ $$ = OR_REPLACE; }
|	OR REFRESH			{ $$ = OR_REFRESH; }
;

scope:
	%empty				{ $$ = 0; }
|	temp				{ $$ = SCOPE_TEMPORARY; }
|	GLOBAL temp			{ $$ = SCOPE_GLOBAL; }
|	temp SYSTEM			{ $$ = SCOPE_SYSTEM; }
|	PRIVATE				{ $$ = SCOPE_PRIVATE; }
|	EXTERNAL			{ $$ = SCOPE_EXTERNAL; }
;

temp: TEMPORARY | TEMP ;

live:
	%empty				{ $$ = 0; }
|	LIVE				{ $$ = LIVE_PLAIN; }
|	STREAMING LIVE			{ $$ = LIVE_STREAMING; }
|	INCREMENTAL LIVE		{ $$ = LIVE_STREAMING; }
;

database: DATABASE | SCHEMA | NAMESPACE ;

view_head:
	CREATE or_what scope live VIEW	{ $$ = parse_view_head(ps, @$, $2, $3, $4); }
;

/* The node to be, with the flags of its first words. */
dataset_head:
	CREATE or_what scope live TABLE	{ $$ = parse_table_head(ps, @$, $2, $3, $4); }
|	CREATE or_what scope STREAMING TABLE
		{ $$ = parse_table_head(ps, @$, $2, $3, STREAMING_PLAIN); }
|	CREATE or_what scope MATERIALIZED VIEW
		{ $$ = parse_table_head(ps, @$, $2, $3, MATERIALIZED_PLAIN); }
|	REPLACE TABLE
		{ $$ = MAKE(create_table, @$, .or_replace = true, .replace_only = true); }
;

opt_if_not_exists:
	%empty				{ $$ = false; }
|	IF_LA NOT EXISTS		{ $$ = true; }
;

opt_if_exists:
	%empty				{ $$ = false; }
|	IF_LA EXISTS			{ $$ = true; }
;

/* Columns, expectations and, with USING, definitions are told apart later. */
opt_view_elements:
	%empty				{ $$ = NULL; }
|	'(' ')'				{ $$ = NULL; }
|	'(' view_elements opt_comma ')'	{ $$ = $2; }
;

view_elements:
	view_element			{ $$ = MAKE(row, @$, .items = LIST($1)); }
|	view_elements ',' view_element	{ $$ = parse_row_push(ps, $1, $3); }
;

view_element:
	ident opt_comment		{ $$ = MAKE(view_column, @$, .name = $1, .comment = $2); }
|	ident type opt_comment
		{ $$ = MAKE(column_def, @$, .name = $1, .type = $2, .comment = $3); }
|	ident type NOT NULL opt_comment
		{ $$ = MAKE(column_def, @$, .name = $1, .type = $2, .not_null = true, .comment = $5); }
|	expectation
;

expectation:
	CONSTRAINT ident EXPECT '(' expr ')' opt_violation
		{ $$ = MAKE(expectation, @$, .name = $2, .condition = $5, .action = (unsigned)$7); }
;

opt_violation:
	%empty				{ $$ = AST_VIOLATION_KEEP; }
|	ON VIOLATION DROP ROW		{ $$ = AST_VIOLATION_DROP_ROW; }
|	ON VIOLATION FAIL UPDATE	{ $$ = AST_VIOLATION_FAIL_UPDATE; }
;

view_rest:
	view_clauses AS query
		{ $$ = $1; AST_CAST(create_view, $$)->query = $3; }
|	view_clauses FROM stream_source
		{ $$ = $1; AST_CAST(create_view, $$)->stream = $3; }
|	view_clauses USING ident opt_options
		{ $$ = $1; AST_CAST(create_view, $$)->using = $3; AST_CAST(create_view, $$)->using_options = $4; }
;

/* A view node that holds the clauses only. */
view_clauses:
	%empty				{ $$ = MAKE(create_view, @$); }
|	view_clauses COMMENT STRING	{ $$ = $1; AST_CAST(create_view, $$)->comment = $3; }
|	view_clauses TBLPROPERTIES options
		{ $$ = $1; AST_CAST(create_view, $$)->properties = $3; }
|	view_clauses WITH SCHEMA schema_mode
		{ $$ = $1; AST_CAST(create_view, $$)->schema_mode = parse_text(ps, @4); }
;

schema_mode: BINDING | COMPENSATION | EVOLUTION | TYPE EVOLUTION ;

%type <node> stream_source stream_relation stream_field;
%type <list> stream_fields;

stream_source:
	stream_relation			{ $$ = MAKE(stream_source, @$, .source = $1); }
|	stream_relation FIELDS '(' stream_fields ')'
		{ $$ = MAKE(stream_source, @$, .source = $1, .fields = $4); }
|	stream_relation FIELDS STRING
		{ $$ = MAKE(stream_source, @$, .source = $1, .fields_text = $3); }
|	stream_relation SCHEMA '(' table_element_list opt_comma ')'
		{ $$ = MAKE(stream_source, @$, .source = $1, .schema = $4); }
;

stream_relation:
	STREAM_LA path			{ $$ = MAKE(table, @$, .path = $2, .stream = true); }
|	STREAM_LA STRING		{ $$ = MAKE(file, @$, .path = $2, .stream = true); }
|	STREAM_LA func_call		{ $$ = MAKE(table_func, @$, .func = $2, .stream = true); }
;

stream_fields:
	stream_field			{ $$ = LIST($1); }
|	stream_fields ',' stream_field	{ $$ = PUSH($1, $3); }
;

stream_field:
	dotted				{ $$ = MAKE(stream_field, @$, .parts = parse_parts($1)); }
|	dotted AS label			{ $$ = MAKE(stream_field, @$, .parts = parse_parts($1), .alias = $3); }
|	dotted AS STRING
		{ $$ = MAKE(stream_field, @$, .parts = parse_parts($1), .alias = parse_quoted(ps, @3, $3)); }
;

/* --- tables */

%type <list> opt_table_elements table_element_list partition_elements;
%type <node> table_element column_def table_constraint constraint_body watermark identity;
%type <node> table_clauses dataset_source partition_element opt_buckets foreign_key;
%type <list> opt_with_options opt_options options option_list like_options;
%type <node> option option_value like_option;

opt_table_elements:
	%empty					{ $$ = NO_LIST; }
|	'(' table_element_list opt_comma ')'	{ $$ = $2; }
;

table_element_list:
	table_element				{ $$ = LIST($1); }
|	table_element_list ',' table_element	{ $$ = PUSH($1, $3); }
;

table_element:
	column_def
|	table_constraint
|	expectation
|	watermark
;

column_def:
	ident				{ $$ = MAKE(column_def, @$, .name = $1); }
|	ident type			{ $$ = MAKE(column_def, @$, .name = $1, .type = $2); }
|	ident AS expr			{ $$ = MAKE(column_def, @$, .name = $1, .computed = $3); }
|	column_def NOT NULL		{ $$ = COLUMN_SET(@$, $1, not_null, true); }
|	column_def NULL			{ $$ = $1; $$->span = @$; }
|	column_def PRIMARY KEY		{ $$ = COLUMN_SET(@$, $1, primary_key, true); }
|	column_def NOT ENFORCED		{ $$ = COLUMN_SET(@$, $1, not_enforced, true); }
|	column_def UNIQUE		{ $$ = COLUMN_SET(@$, $1, unique, true); }
|	column_def DEFAULT value	{ $$ = COLUMN_SET(@$, $1, default_expr, $3); }
|	column_def COMMENT STRING	{ $$ = COLUMN_SET(@$, $1, comment, $3); }
|	column_def CHECK '(' expr ')'	{ $$ = COLUMN_SET(@$, $1, check, $4); }
|	column_def GENERATED ALWAYS AS '(' expr ')'
		{ $$ = COLUMN_SET(@$, $1, computed, $6); }
|	column_def GENERATED ALWAYS AS identity
		{ $$ = COLUMN_SET(@$, $1, identity, $5); }
|	column_def GENERATED BY DEFAULT AS identity
		{ $$ = COLUMN_SET(@$, $1, identity, $6); AST_CAST(identity, $6)->by_default = true; }
|	column_def foreign_key		{ $$ = COLUMN_SET(@$, $1, references, $2); }
|	column_def METADATA		{ $$ = COLUMN_SET(@$, $1, metadata, true); }
|	column_def METADATA FROM STRING
		{ $$ = COLUMN_SET(@$, $1, metadata, true); AST_CAST(column_def, $$)->metadata_key = $4; }
|	column_def VIRTUAL		{ $$ = COLUMN_SET(@$, $1, virtual, true); }
|	column_def MASK path
		{ $$ = COLUMN_SET(@$, $1, mask, MAKE(func, @3, .name = $3)); }
;

identity:
	IDENTITY			{ $$ = MAKE(identity, @$); }
|	IDENTITY '(' START WITH value ')'
		{ $$ = MAKE(identity, @$, .start = $5); }
|	IDENTITY '(' START WITH value INCREMENT BY value ')'
		{ $$ = MAKE(identity, @$, .start = $5, .increment = $8); }
|	IDENTITY '(' INCREMENT BY value ')'
		{ $$ = MAKE(identity, @$, .increment = $5); }
;

table_constraint:
	constraint_body
|	CONSTRAINT ident constraint_body
		{ $$ = $3; AST_CAST(constraint, $$)->name = $2; $$->span = @$; }
|	table_constraint NOT ENFORCED
		{ $$ = $1; AST_CAST(constraint, $$)->not_enforced = true; $$->span = @$; }
|	table_constraint RELY		{ $$ = $1; $$->span = @$; }
;

constraint_body:
	PRIMARY KEY name_list_parens
		{ $$ = MAKE(constraint, @$, .type = AST_CONSTRAINT_KIND_PRIMARY_KEY, .columns = $3); }
|	UNIQUE name_list_parens
		{ $$ = MAKE(constraint, @$, .type = AST_CONSTRAINT_KIND_UNIQUE, .columns = $2); }
|	CHECK '(' expr ')'
		{ $$ = MAKE(constraint, @$, .type = AST_CONSTRAINT_KIND_CHECK, .condition = $3); }
|	FOREIGN KEY name_list_parens foreign_key
		{ $$ = $4; AST_CAST(constraint, $$)->columns = $3; $$->span = @$; }
;

foreign_key:
	REFERENCES path opt_name_list
		{ $$ = MAKE(constraint, @$, .type = AST_CONSTRAINT_KIND_FOREIGN_KEY, .ref_table = $2, .ref_columns = $3); }
;

watermark:
	WATERMARK FOR dotted AS expr
		{ $$ = MAKE(watermark, @$, .column = parse_parts($3), .expr = $5); }
;

/* In any order. */
table_clauses:
	%empty				{ $$ = MAKE(table_clauses, @$); }
|	table_clauses COMMENT STRING	{ $$ = CLAUSE(@$, $1, comment, $3); }
|	table_clauses USING ident	{ $$ = CLAUSE(@$, $1, using, $3); }
|	table_clauses OPTIONS options	{ $$ = CLAUSE(@$, $1, using_options, $3); }
|	table_clauses WITH options	{ $$ = CLAUSE(@$, $1, options, $3); }
|	table_clauses TBLPROPERTIES options	{ $$ = CLAUSE(@$, $1, properties, $3); }
|	table_clauses PARTITIONED BY '(' partition_elements ')'
		{ $$ = CLAUSE(@$, $1, partitioned_by, $5); }
|	table_clauses CLUSTER_LA BY '(' expr_list ')'
		{ $$ = CLAUSE(@$, $1, cluster_by, $5); }
|	table_clauses CLUSTER_LA BY ident
		{ $$ = CLAUSE(@$, $1, cluster_by, LIST(MAKE(column, @4, .parts = LIST($4)))); }
|	table_clauses LOCATION STRING	{ $$ = CLAUSE(@$, $1, location, $3); }
|	table_clauses WITH ROW FILTER path ON name_list_parens
		{ $$ = CLAUSE(@$, $1, row_filter, parse_filter_call(ps, @5, $5, $7)); }
|	table_clauses REFRESH POLICY refresh_policy
		{ $$ = CLAUSE(@$, $1, refresh_policy, parse_text(ps, @4)); }
|	table_clauses schedule		{ $$ = CLAUSE(@$, $1, schedule, $2); }
|	table_clauses DISTRIBUTED BY name_list_parens opt_buckets
		{ $$ = CLAUSE(@$, $1, distribution,
			      MAKE(distribution, @$, .columns = $4, .buckets = $5)); }
|	table_clauses DISTRIBUTED BY word name_list_parens opt_buckets
		{ $$ = CLAUSE(@$, $1, distribution,
			      MAKE(distribution, @$, .method = $4, .columns = $5, .buckets = $6)); }
|	table_clauses DISTRIBUTED INTO value BUCKETS
		{ $$ = CLAUSE(@$, $1, distribution, MAKE(distribution, @$, .buckets = $4)); }
;

refresh_policy: AUTO | INCREMENTAL | FULL | INCREMENTAL STRICT ;

%type <node> schedule;
schedule:
	SCHEDULE opt_refresh EVERY INTEGER ident
		{ $$ = MAKE(schedule, @$, .text = parse_text(ps, @$)); }
|	SCHEDULE opt_refresh CRON STRING
		{ $$ = MAKE(schedule, @$, .text = parse_text(ps, @$)); }
|	SCHEDULE opt_refresh CRON STRING AT TIME ZONE STRING
		{ $$ = MAKE(schedule, @$, .text = parse_text(ps, @$)); }
|	TRIGGER ON UPDATE
		{ $$ = MAKE(schedule, @$, .text = parse_text(ps, @$)); }
|	TRIGGER ON UPDATE AT MOST EVERY interval
		{ $$ = MAKE(schedule, @$, .text = parse_text(ps, @$)); }
;

opt_refresh: %empty | REFRESH ;

opt_buckets:
	%empty				{ $$ = NULL; }
|	INTO value BUCKETS		{ $$ = $2; }
;

partition_elements:
	partition_element			{ $$ = LIST($1); }
|	partition_elements ',' partition_element { $$ = PUSH($1, $3); }
;

partition_element:
	expr
|	ident type			{ $$ = MAKE(column_def, @$, .name = $1, .type = $2); }
|	ident type COMMENT STRING
		{ $$ = MAKE(column_def, @$, .name = $1, .type = $2, .comment = $4); }
;

/* A table node that holds the source only. */
dataset_source:
	%empty				{ $$ = NULL; }
|	AS query			{ $$ = MAKE(create_table, @$, .query = $2); }
|	AS query WITH_LA NO DATA	{ $$ = MAKE(create_table, @$, .query = $2, .with_no_data = true); }
|	LIKE path			{ $$ = MAKE(create_table, @$, .like = $2); }
|	LIKE path '(' like_options ')'	{ $$ = MAKE(create_table, @$, .like = $2, .like_options = $4); }
|	FLOW flow			{ $$ = $2; }
;

like_options:
	like_option			{ $$ = LIST($1); }
|	like_options like_option	{ $$ = PUSH($1, $2); }
;

%type <str> like_action like_what;
like_option: like_action like_what	{ $$ = MAKE(like_option, @$, .action = $1, .what = $2); } ;
like_action: INCLUDING | EXCLUDING | OVERWRITING ;
like_what: word | ALL ;

opt_with_options:
	%empty				{ $$ = NO_LIST; }
|	WITH options			{ $$ = $2; }
;

opt_options:
	%empty				{ $$ = NO_LIST; }
|	OPTIONS options			{ $$ = $2; }
;

options:
	'(' ')'				{ $$ = NO_LIST; }
|	'(' option_list opt_comma ')'	{ $$ = $2; }
;

option_list:
	option				{ $$ = LIST($1); }
|	option_list ',' option		{ $$ = PUSH($1, $3); }
;

%type <str> option_key;
option:
	option_key			{ $$ = MAKE(option, @$, .key = $1); }
|	option_key '=' option_value	{ $$ = MAKE(option, @$, .key = $1, .value = $3); }
|	option_key FAT_ARROW option_value { $$ = MAKE(option, @$, .key = $1, .value = $3); }
|	option_key option_value		{ $$ = MAKE(option, @$, .key = $1, .value = $2); }
;

option_key:
	STRING
|	NULL				{ $$ = STR("null"); }
|	label_path			{ $$ = parse_dotted_text(ps, $1); }
;

%type <list> label_path;
label_path:
	ident				{ $$ = LIST($1); }
|	label_path '.' label		{ $$ = PUSH($1, $3); }
;

option_value:
	literal
|	interval
|	param
|	word				{ $$ = parse_word_column(ps, @$, $1); }
|	'-' literal			{ $$ = MAKE(unary, @$, .arg = $2); }
|	'(' expr_list ')'		{ $$ = MAKE(row, @$, .items = $2); }
|	'[' expr_list ']'		{ $$ = MAKE(array, @$, .items = $2); }
|	'*'				{ $$ = MAKE(star, @$); }
;

%type <node> database_clauses;
/* A database node that holds the clauses only. */
database_clauses:
	%empty				{ $$ = MAKE(create_database, @$); }
|	database_clauses COMMENT STRING
		{ $$ = $1; AST_CAST(create_database, $$)->comment = $3; }
|	database_clauses LOCATION STRING
		{ $$ = $1; AST_CAST(create_database, $$)->location = $3; }
|	database_clauses WITH options
		{ $$ = $1; AST_CAST(create_database, $$)->options = $3; }
|	database_clauses WITH DBPROPERTIES options
		{ $$ = $1; AST_CAST(create_database, $$)->options = $4; }
;

/* --- functions */

%type <node> function_rest function_attrs function_param;
%type <list> opt_params param_list resources;

/* A function node without its head. */
function_rest:
	AS STRING			{ $$ = MAKE(create_function, @$, .class_name = $2); }
|	AS STRING LANGUAGE word
		{ $$ = MAKE(create_function, @$, .class_name = $2, .language = $4); }
|	AS STRING USING resources
		{ $$ = MAKE(create_function, @$, .class_name = $2, .resources = $4); }
|	AS STRING LANGUAGE word USING resources
		{ $$ = MAKE(create_function, @$, .class_name = $2, .language = $4, .resources = $6); }
|	'(' opt_params ')' function_attrs RETURN expr
		{ $$ = $4; AST_CAST(create_function, $$)->params = $2; AST_CAST(create_function, $$)->body = $6; }
|	'(' opt_params ')' function_attrs RETURN query_np
		{ $$ = $4; AST_CAST(create_function, $$)->params = $2; AST_CAST(create_function, $$)->body = $6; }
|	'(' opt_params ')' AS expr
		{ $$ = MAKE(create_function, @$, .macro = true, .params = $2, .body = $5); }
|	'(' opt_params ')' AS TABLE query
		{ $$ = MAKE(create_function, @$, .macro = true, .returns_table = true, .params = $2, .body = $6); }
;

resources:
	word STRING
		{ $$ = LIST(MAKE(option, @$, .key = $1, .value = LITERAL(@2, STRING, $2))); }
|	resources ',' word STRING
		{ $$ = PUSH($1, MAKE(option, @$, .key = $3, .value = LITERAL(@4, STRING, $4))); }
;

opt_params:
	%empty				{ $$ = NO_LIST; }
|	param_list
;

param_list:
	function_param			{ $$ = LIST($1); }
|	param_list ',' function_param	{ $$ = PUSH($1, $3); }
;

function_param:
	ident				{ $$ = MAKE(function_param, @$, .name = $1); }
|	ident FAT_ARROW value
		{ $$ = MAKE(function_param, @$, .name = $1, .default_expr = $3); }
|	ident type FAT_ARROW value
		{ $$ = MAKE(function_param, @$, .name = $1, .type = $2, .default_expr = $4); }
|	ident type opt_comment
		{ $$ = MAKE(function_param, @$, .name = $1, .type = $2, .comment = $3); }
|	ident type DEFAULT value opt_comment
		{ $$ = MAKE(function_param, @$, .name = $1, .type = $2, .default_expr = $4, .comment = $5); }
;

function_attrs:
	%empty				{ $$ = MAKE(create_function, @$); }
|	function_attrs RETURNS type	{ $$ = FUNCTION_SET($1, returns, $3); }
|	function_attrs RETURNS TABLE	{ $$ = FUNCTION_SET($1, returns_table, true); }
|	function_attrs RETURNS TABLE '(' table_element_list ')'
		{ $$ = FUNCTION_SET($1, returns_table, true); AST_CAST(create_function, $$)->returns_columns = $5; }
|	function_attrs COMMENT STRING	{ $$ = FUNCTION_SET($1, comment, $3); }
|	function_attrs LANGUAGE word	{ $$ = FUNCTION_SET($1, language, $3); }
|	function_attrs DETERMINISTIC	{ $$ = FUNCTION_SET($1, deterministic, true); }
|	function_attrs NOT DETERMINISTIC { $$ = FUNCTION_SET($1, not_deterministic, true); }
|	function_attrs CONTAINS SQL	{ $$ = FUNCTION_SET($1, characteristic, STR("CONTAINS SQL")); }
|	function_attrs READS SQL DATA	{ $$ = FUNCTION_SET($1, characteristic, STR("READS SQL DATA")); }
;

/* --- DROP, ALTER */

%type <node> drop_stmt alter_stmt alter_action position alter_column;
%type <num> object opt_behavior temp_drop;
%type <list> path_list alter_elements alter_actions;

/* --: DROP TEMPORARY VIEW IF EXISTS v */
/* --: DROP DATABASE d CASCADE */
/* --: DROP TABLE a, b.c */
/* --: DETACH x */
drop_stmt:
	DETACH plain_path
		{ $$ = MAKE(drop, @$, .object = AST_OBJECT_CATALOG, .names = LIST($2)); }
|	DETACH DATABASE opt_if_exists path
		{ $$ = MAKE(drop, @$, .object = AST_OBJECT_CATALOG, .if_exists = $3, .names = LIST($4)); }
|	DROP temp_drop object opt_if_exists path_list opt_behavior
		{ $$ = MAKE(drop, @$, .object = (unsigned)$3, .temporary = $2 != 0,
			    .system = $2 == SCOPE_SYSTEM, .if_exists = $4, .names = $5,
			    .cascade = $6 == 1, .restricted = $6 == 2); }
;

temp_drop:
	%empty				{ $$ = 0; }
|	temp				{ $$ = SCOPE_TEMPORARY; }
|	temp SYSTEM			{ $$ = SCOPE_SYSTEM; }
;

object:
	TABLE				{ $$ = AST_OBJECT_TABLE; }
|	VIEW				{ $$ = AST_OBJECT_VIEW; }
|	LIVE VIEW			{ $$ = AST_OBJECT_VIEW; }
|	MATERIALIZED VIEW		{ $$ = AST_OBJECT_MATERIALIZED_VIEW; }
|	STREAMING TABLE			{ $$ = AST_OBJECT_STREAMING_TABLE; }
|	FLOW				{ $$ = AST_OBJECT_FLOW; }
|	FUNCTION			{ $$ = AST_OBJECT_FUNCTION; }
|	INDEX				{ $$ = AST_OBJECT_INDEX; }
|	MACRO				{ $$ = AST_OBJECT_FUNCTION; }
|	MACRO TABLE			{ $$ = AST_OBJECT_FUNCTION; }
|	CATALOG				{ $$ = AST_OBJECT_CATALOG; }
|	database			{ $$ = AST_OBJECT_DATABASE; }
|	VARIABLE			{ $$ = AST_OBJECT_VARIABLE; }
|	MODEL				{ $$ = AST_OBJECT_MODEL; }
;

opt_behavior:
	%empty				{ $$ = 0; }
|	CASCADE				{ $$ = 1; }
|	RESTRICT			{ $$ = 2; }
;

path_list:
	path				{ $$ = LIST($1); }
|	path_list ',' path		{ $$ = PUSH($1, $3); }
;

/* --: ALTER TABLE t ADD COLUMNS (a INT FIRST, b STRING COMMENT 'x' AFTER a) */
/* --: ALTER TABLE t RENAME COLUMN a TO b */
/* --: ALTER TABLE t MODIFY (a BIGINT, WATERMARK FOR ts AS ts) */
/* --: ALTER VIEW v RENAME TO w */
/* --: ALTER VIEW v AS SELECT 1 AS a */
/* --: ALTER CATALOG c SET ('k' = 'v') */
/* --: ALTER TABLE t ALTER COLUMN a SET DEFAULT 1 */
alter_stmt:
	ALTER temp_drop object opt_if_exists path AS query
		{ $$ = MAKE(alter, @$, .object = (unsigned)$3, .temporary = $2 != 0, .if_exists = $4,
			    .name = $5, .actions = LIST(ALTER(@6, AS, .query = $7))); }
|	ALTER temp_drop object opt_if_exists path alter_actions
		{ $$ = MAKE(alter, @$, .object = (unsigned)$3, .temporary = $2 != 0,
			    .if_exists = $4, .name = $5, .actions = $6); }
;

alter_actions:
	alter_action			{ $$ = LIST($1); }
|	alter_actions ',' alter_action	{ $$ = PUSH($1, $3); }
;

alter_action:
	RENAME TO path			{ $$ = ALTER(@$, RENAME, .new_name = $3); }
|	RENAME dotted TO path		{ $$ = ALTER(@$, RENAME_COLUMN, .name = $2, .new_name = $4); }
|	RENAME COLUMN dotted TO path	{ $$ = ALTER(@$, RENAME_COLUMN, .name = $3, .new_name = $5); }
|	ADD alter_element		{ $$ = ALTER_ADD(@$, ADD, false, LIST($2)); }
|	ADD COLUMN alter_element	{ $$ = ALTER_ADD(@$, ADD, false, LIST($3)); }
|	ADD IF_LA NOT EXISTS alter_element	{ $$ = ALTER_ADD(@$, ADD, true, LIST($5)); }
|	ADD COLUMN IF_LA NOT EXISTS alter_element
					{ $$ = ALTER_ADD(@$, ADD, true, LIST($6)); }
|	ADD opt_columns '(' alter_elements ')'	{ $$ = ALTER_ADD(@$, ADD, false, $4); }
|	MODIFY alter_element		{ $$ = ALTER_ADD(@$, MODIFY, false, LIST($2)); }
|	MODIFY COLUMN alter_element	{ $$ = ALTER_ADD(@$, MODIFY, false, LIST($3)); }
|	MODIFY opt_columns '(' alter_elements ')'	{ $$ = ALTER_ADD(@$, MODIFY, false, $4); }
|	ADD PARTITION options		{ $$ = ALTER(@$, ADD_PARTITION, .options = $3); }
|	ADD IF_LA NOT EXISTS PARTITION options
		{ $$ = ALTER(@$, ADD_PARTITION, .if_not_exists = true, .options = $6); }
|	DROP PARTITION options		{ $$ = ALTER(@$, DROP_PARTITION, .options = $3); }
|	DROP IF_LA EXISTS PARTITION options
		{ $$ = ALTER(@$, DROP_PARTITION, .if_exists = true, .options = $5); }
|	DROP COLUMN opt_if_exists dotted opt_behavior
		{ $$ = ALTER(@$, DROP_COLUMN, .if_exists = $3, .columns = LIST($4), .cascade = $5 == 1); }
|	DROP opt_columns '(' column_list ')'	{ $$ = ALTER(@$, DROP_COLUMN, .columns = $4); }
|	DROP plain_path			{ $$ = ALTER(@$, DROP_COLUMN, .columns = LIST(parse_column_of(ps, $2))); }
|	DROP CONSTRAINT opt_if_exists ident
		{ $$ = ALTER(@$, DROP_CONSTRAINT, .if_exists = $3, .name = $4); }
|	DROP PRIMARY KEY		{ $$ = ALTER(@$, DROP_PRIMARY_KEY); }
|	DROP WATERMARK			{ $$ = ALTER(@$, DROP_WATERMARK); }
|	ADD schedule			{ $$ = ALTER(@$, SCHEDULE, .expr = $2); }
|	SET options			{ $$ = ALTER(@$, SET, .options = $2); }
|	SET TBLPROPERTIES options	{ $$ = ALTER(@$, SET, .options = $3); }
|	SET DBPROPERTIES options	{ $$ = ALTER(@$, SET, .options = $3); }
|	SET OPTIONS options		{ $$ = ALTER(@$, SET, .options = $3); }
|	RESET options			{ $$ = ALTER(@$, RESET, .options = $2); }
|	UNSET TBLPROPERTIES options	{ $$ = ALTER(@$, RESET, .options = $3); }
|	COMMENT STRING			{ $$ = ALTER(@$, COMMENT, .text = $2); }
|	CLUSTER_LA BY '(' expr_list ')'	{ $$ = ALTER(@$, CLUSTER_BY, .columns = $4); }
|	alter_column
;

opt_columns: %empty | COLUMN | COLUMNS_LA ;

%type <node> alter_element;
alter_elements:
	alter_element			{ $$ = LIST($1); }
|	alter_elements ',' alter_element { $$ = PUSH($1, $3); }
;

alter_element:
	table_element
|	table_element position		{ $$ = parse_position(ps, $1, $2); }
;

position:
	FIRST				{ $$ = ALTER(@$, ADD, .first = true); }
|	AFTER ident			{ $$ = ALTER(@$, ADD, .after = $2); }
;

alter_column:
	alter_word dotted TYPE type	{ $$ = ALTER(@$, SET_TYPE, .name = $2, .data_type = $4); }
|	alter_word dotted SET DATA TYPE type
		{ $$ = ALTER(@$, SET_TYPE, .name = $2, .data_type = $6); }
|	alter_word dotted SET DEFAULT value
		{ $$ = ALTER(@$, SET_DEFAULT, .name = $2, .expr = $5); }
|	alter_word dotted DROP DEFAULT	{ $$ = ALTER(@$, DROP_DEFAULT, .name = $2); }
|	alter_word dotted SET NOT NULL	{ $$ = ALTER(@$, SET_NOT_NULL, .name = $2); }
|	alter_word dotted DROP NOT NULL	{ $$ = ALTER(@$, DROP_NOT_NULL, .name = $2); }
|	alter_word dotted COMMENT STRING
		{ $$ = ALTER(@$, COLUMN_COMMENT, .name = $2, .text = $4); }
|	alter_word dotted position
		{ $$ = parse_column_position(ps, @$, $2, $3); }
;

alter_word: ALTER | ALTER COLUMN ;

/* --- 8 pipelines ------------------------------------------------------ */

%type <node> flow cdc cdc_source;
%type <flag> opt_once;

flow:
	INSERT opt_once opt_into_path opt_by_name query
		{ $$ = MAKE(flow, @$, .once = $2, .target = $3, .by_name = $4, .query = $5); }
|	AUTO CDC opt_once opt_into_path cdc
		{ $$ = MAKE(flow, @$, .type = AST_FLOW_KIND_AUTO_CDC, .once = $3, .target = $4, .cdc = $5); }
|	REPLACE WHERE expr BY NAME query
		{ $$ = MAKE(flow, @$, .type = AST_FLOW_KIND_REPLACE_WHERE, .condition = $3, .by_name = true, .query = $6); }
|	REPLACE USING name_list_parens SEQUENCE BY expr BY NAME query
		{ $$ = MAKE(flow, @$, .type = AST_FLOW_KIND_REPLACE_USING, .using = $3, .sequence_by = $6, .by_name = true, .query = $9); }
;

%type <node> opt_into_path;
%type <flag> opt_by_name;

opt_once:
	%empty				{ $$ = false; }
|	ONCE				{ $$ = true; }
;

opt_into_path:
	%empty				{ $$ = NULL; }
|	INTO opt_once_word path		{ $$ = $3; }
;

opt_once_word: %empty | ONCE ;

opt_by_name:
	%empty				{ $$ = false; }
|	BY NAME				{ $$ = true; }
;

/* --: APPLY CHANGES INTO LIVE.t FROM STREAM(LIVE.s) KEYS (id) IGNORE NULL UPDATES APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op) STORED AS SCD TYPE 1 */
cdc:
	FROM cdc_source KEYS '(' column_list ')'
		{ $$ = MAKE(cdc, @$, .source = $2, .keys = $5); }
|	FROM SNAPSHOT cdc_source KEYS '(' column_list ')'
		{ $$ = MAKE(cdc, @$, .snapshot = true, .source = $3, .keys = $6); }
|	cdc IGNORE_LA NULL UPDATES		{ $$ = CDC(@$, $1, ignore_null_updates, true); }
|	cdc WHERE expr			{ $$ = CDC(@$, $1, where, PUSH(AST_CAST(cdc, $1)->where, $3)); }
|	cdc APPLY AS DELETE WHEN expr	{ $$ = CDC(@$, $1, delete_when, $6); }
|	cdc APPLY AS TRUNCATE WHEN expr	{ $$ = CDC(@$, $1, truncate_when, $6); }
|	cdc SEQUENCE BY expr		{ $$ = CDC(@$, $1, sequence_by, $4); }
|	cdc COLUMNS_LA '(' column_list ')'	{ $$ = CDC(@$, $1, columns, $4); }
|	cdc COLUMNS column_list		{ $$ = CDC(@$, $1, columns, $3); }
|	cdc COLUMNS '*' EXCEPT_LA '(' column_list ')'
		{ $$ = CDC(@$, $1, columns, $6); AST_CAST(cdc, $$)->columns_except = true; }
|	cdc STORED AS SCD TYPE integer	{ $$ = CDC(@$, $1, scd_type, $6); }
|	cdc TRACK HISTORY ON column_list	{ $$ = CDC(@$, $1, track, $5); }
|	cdc TRACK HISTORY ON '(' column_list ')'	{ $$ = CDC(@$, $1, track, $6); }
|	cdc TRACK HISTORY ON '*' EXCEPT_LA '(' column_list ')'
		{ $$ = CDC(@$, $1, track, $8); AST_CAST(cdc, $$)->track_except = true; }
;

cdc_source: relation ;

/* --- 9 data ----------------------------------------------------------- */

%type <node> dml_stmt dml insert_stmt insert_head insert_tail update_stmt delete_stmt merge_stmt;
%type <node> dml_table opt_alias opt_conflict truncate_stmt copy_stmt;
%type <list> opt_returning opt_insert_columns partition_spec partition_items;

/* --: WITH a AS (SELECT 1 AS x) INSERT INTO t SELECT x FROM a */
dml_stmt:
	dml
|	with dml			{ $$ = parse_dml_with(ps, @$, $1, $2); }
;

dml:
	insert_stmt
|	update_stmt
|	delete_stmt
|	merge_stmt
|	truncate_stmt
|	copy_stmt
;

/* --: INSERT INTO t (a, b) VALUES (1, DEFAULT), (2, 'x') */
/* --: INSERT INTO t BY NAME SELECT 1 AS a */
/* --: INSERT OVERWRITE t PARTITION (d = '2024-01-01', h) SELECT * FROM s */
/* --: REPLACE INTO t VALUES (1) */
/* --: INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2 RETURNING * */
insert_stmt:
	insert_head path opt_alias insert_tail opt_conflict opt_returning
		{ $$ = parse_insert(ps, @$, $1, $2, $3, $4, $5, $6); }
;

/* An insert node with the flags of its first words. */
insert_head:
	INSERT INTO opt_table		{ $$ = MAKE(insert, @$); }
|	EXECUTE INSERT INTO opt_table	{ $$ = MAKE(insert, @$); }
|	INSERT OR REPLACE INTO opt_table	{ $$ = MAKE(insert, @$, .or_replace = true); }
|	REPLACE INTO opt_table		{ $$ = MAKE(insert, @$, .or_replace = true); }
|	INSERT OR IGNORE INTO opt_table	{ $$ = MAKE(insert, @$, .or_ignore = true); }
|	INSERT OVERWRITE opt_into_word opt_table	{ $$ = MAKE(insert, @$, .overwrite = true); }
|	EXECUTE INSERT OVERWRITE opt_table	{ $$ = MAKE(insert, @$, .overwrite = true); }
|	INSERT INTO ONCE opt_table	{ $$ = MAKE(insert, @$, .once = true); }
;

opt_into_word: %empty | INTO ;
opt_table: %empty | TABLE ;

opt_alias:
	%empty				{ $$ = NULL; }
|	AS label			{ $$ = $2; }
;

/* An insert node with what follows the name. */
insert_tail:
	query				{ $$ = MAKE(insert, @$, .query = $1); }
|	insert_columns query		{ $$ = MAKE(insert, @$, .columns = $1, .query = $2); }
|	DEFAULT VALUES			{ $$ = MAKE(insert, @$, .default_values = true); }
|	BY NAME query			{ $$ = MAKE(insert, @$, .by_name = true, .query = $3); }
|	REPLACE WHERE expr query	{ $$ = MAKE(insert, @$, .replace_where = $3, .query = $4); }
|	PARTITION partition_spec opt_if_not_exists query
		{ $$ = MAKE(insert, @$, .partition = $2, .if_not_exists = $3, .query = $4); }
|	PARTITION partition_spec opt_if_not_exists insert_columns query
		{ $$ = MAKE(insert, @$, .partition = $2, .if_not_exists = $3, .columns = $4, .query = $5); }
|	PARTITION partition_spec opt_if_not_exists BY NAME query
		{ $$ = MAKE(insert, @$, .partition = $2, .if_not_exists = $3, .by_name = true, .query = $6); }
;

%type <list> insert_columns;
insert_columns: '(' column_list opt_comma ')'	{ $$ = $2; } ;

opt_insert_columns:
	%empty				{ $$ = NO_LIST; }
|	insert_columns
;

partition_spec: '(' partition_items ')'	{ $$ = $2; } ;

%type <node> partition_item;
partition_items:
	partition_item			{ $$ = LIST($1); }
|	partition_items ',' partition_item { $$ = PUSH($1, $3); }
;

partition_item:
	ident				{ $$ = MAKE(option, @$, .key = parse_ident_text($1)); }
|	ident '=' value			{ $$ = MAKE(option, @$, .key = parse_ident_text($1), .value = $3); }
;

/* An insert node with the conflict clause. */
opt_conflict:
	%empty				{ $$ = NULL; }
|	ON_LA CONFLICT opt_name_list DO NOTHING
		{ $$ = MAKE(insert, @$, .or_ignore = true, .conflict_columns = $3); }
|	ON_LA CONFLICT opt_name_list DO UPDATE SET assign_list opt_where
		{ $$ = MAKE(insert, @$, .conflict_columns = $3, .conflict_assigns = $7, .conflict_where = $8); }
;

opt_returning:
	%empty				{ $$ = NO_LIST; }
|	RETURNING select_list		{ $$ = $2; }
;

%type <node> assign assign_value;

/* --: UPDATE t AS u SET a = 1, b = DEFAULT, (c, d) = (1, 2) FROM s WHERE u.id = s.id */
update_stmt:
	UPDATE dml_table SET assign_list opt_from opt_where opt_returning
		{ $$ = MAKE(update, @$, .table = $2, .assigns = $4, .from = $5, .where = $6, .returning = $7); }
;

assign_list:
	assign				{ $$ = LIST($1); }
|	assign_list ',' assign		{ $$ = PUSH($1, $3); }
;

assign:
	colref '=' assign_value		{ $$ = MAKE(assign, @$, .target = $1, .value = $3); }
|	'(' column_list ')' '=' expr
		{ $$ = MAKE(assign, @$, .target = MAKE(row, @2, .items = $2), .value = $5); }
;

assign_value: expr ;

dml_table:
	table_name
|	table_name AS label		{ $$ = parse_alias(ps, @$, $1, $3, NO_LIST); }
|	table_name bare_alias		{ $$ = parse_alias(ps, @$, $1, $2, NO_LIST); }
;

/* --: DELETE FROM t WHERE a IS NULL */
/* --: DELETE FROM t USING s WHERE t.id = s.id */
delete_stmt:
	DELETE FROM dml_table opt_where opt_returning
		{ $$ = MAKE(delete, @$, .table = $3, .where = $4, .returning = $5); }
|	DELETE FROM dml_table USING from_clause opt_where opt_returning
		{ $$ = MAKE(delete, @$, .table = $3, .using = $5, .where = $6, .returning = $7); }
;

%type <list> merge_clauses;
%type <node> merge_clause merge_action opt_and;
%type <num> merge_when;
%type <flag> opt_schema_evolution;

/* --: MERGE INTO t USING s ON t.id = s.id WHEN MATCHED AND s.gone THEN DELETE WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v) */
merge_stmt:
	MERGE opt_schema_evolution INTO dml_table USING table_primary ON expr merge_clauses opt_returning
		{ $$ = MAKE(merge, @$, .schema_evolution = $2, .target = $4, .source = $6, .on = $8, .clauses = $9, .returning = $10); }
;

opt_schema_evolution:
	%empty				{ $$ = false; }
|	WITH SCHEMA EVOLUTION		{ $$ = true; }
;

merge_clauses:
	merge_clause			{ $$ = LIST($1); }
|	merge_clauses merge_clause	{ $$ = PUSH($1, $2); }
;

merge_clause:
	WHEN merge_when opt_and THEN merge_action
		{ $$ = parse_merge_clause(ps, @$, $2, $3, $5); }
;

merge_when:
	MATCHED				{ $$ = AST_MERGE_WHEN_MATCHED; }
|	NOT MATCHED			{ $$ = AST_MERGE_WHEN_NOT_MATCHED; }
|	NOT MATCHED BY TARGET		{ $$ = AST_MERGE_WHEN_NOT_MATCHED; }
|	NOT MATCHED BY SOURCE		{ $$ = AST_MERGE_WHEN_NOT_MATCHED_BY_SOURCE; }
;

opt_and:
	%empty				{ $$ = NULL; }
|	AND expr			{ $$ = $2; }
;

merge_action:
	DO NOTHING
		{ $$ = MAKE(merge_clause, @$, .action = AST_MERGE_ACTION_DO_NOTHING); }
|	DELETE
		{ $$ = MAKE(merge_clause, @$, .action = AST_MERGE_ACTION_DELETE); }
|	UPDATE SET '*'
		{ $$ = MAKE(merge_clause, @$, .action = AST_MERGE_ACTION_UPDATE, .star = true); }
|	UPDATE SET assign_list
		{ $$ = MAKE(merge_clause, @$, .action = AST_MERGE_ACTION_UPDATE, .assigns = $3); }
|	INSERT '*'
		{ $$ = MAKE(merge_clause, @$, .action = AST_MERGE_ACTION_INSERT, .star = true); }
|	INSERT opt_insert_columns VALUES row_value
		{ $$ = parse_merge_insert(ps, @$, $2, $4); }
;

/* --: TRUNCATE TABLE t */
truncate_stmt:
	TRUNCATE opt_table path		{ $$ = MAKE(truncate, @$, .table = $3); }
;

%type <node> copy_file copy_option;
%type <list> copy_options copy_option_list;

/* --: COPY t (a, b) FROM 'x.csv' (FORMAT csv, HEADER true) */
/* --: COPY (SELECT 1 AS a) TO 'x.json' WITH (FORMAT json) */
copy_stmt:
	COPY path opt_insert_columns TO copy_file copy_options
		{ $$ = MAKE(copy, @$, .to = true, .table = $2, .columns = $3, .file = $5, .options = $6); }
|	COPY path opt_insert_columns FROM copy_file copy_options
		{ $$ = MAKE(copy, @$, .table = $2, .columns = $3, .file = $5, .options = $6); }
|	COPY query_parens TO copy_file copy_options
		{ $$ = MAKE(copy, @$, .to = true, .query = $2, .file = $4, .options = $5); }
;

copy_file:
	string_node
|	param
|	STDIN				{ $$ = NULL; }
|	STDOUT				{ $$ = NULL; }
;

copy_options:
	%empty				{ $$ = NO_LIST; }
|	options
|	WITH options			{ $$ = $2; }
|	copy_option_list
|	WITH copy_option_list		{ $$ = $2; }
;

copy_option_list:
	copy_option			{ $$ = LIST($1); }
|	copy_option_list copy_option	{ $$ = PUSH($1, $2); }
;

/* Old spelling without parentheses. */
copy_option:
	CSV		{ $$ = MAKE(option, @$, .key = STR("format"), .value = LITERAL(@$, STRING, STR("csv"))); }
|	HEADER		{ $$ = MAKE(option, @$, .key = STR("header")); }
|	DELIMITER string_node	{ $$ = MAKE(option, @$, .key = STR("delimiter"), .value = $2); }
|	NULL string_node	{ $$ = MAKE(option, @$, .key = STR("null"), .value = $2); }
|	FORMAT word	{ $$ = MAKE(option, @$, .key = STR("format"), .value = parse_word_column(ps, @2, $2)); }
;

/* --- 10 utility ------------------------------------------------------- */

%type <node> utility_stmt show_stmt describe_stmt explain_stmt set_stmt statement_set;

utility_stmt:
	show_stmt
|	describe_stmt
|	explain_stmt
|	set_stmt
/* --: APPLY CHANGES INTO t FROM STREAM s KEYS (id) SEQUENCE BY ts */
|	APPLY CHANGES INTO path cdc	{ $$ = MAKE(apply_changes, @$, .target = $4, .cdc = $5); }
/* --: COMMENT ON COLUMN t.a IS 'text' */
|	COMMENT ON object path is_word STRING
		{ $$ = MAKE(comment_on, @$, .object = (unsigned)$3, .name = $4, .text = $6); }
|	COMMENT ON object path IS NULL
		{ $$ = MAKE(comment_on, @$, .object = (unsigned)$3, .name = $4); }
|	COMMENT ON COLUMN path is_word STRING
		{ $$ = MAKE(comment_on, @$, .object = AST_OBJECT_COLUMN, .name = $4, .text = $6); }
|	COMMENT ON COLUMN path IS NULL
		{ $$ = MAKE(comment_on, @$, .object = AST_OBJECT_COLUMN, .name = $4); }
/* --: REFRESH MATERIALIZED VIEW m FULL */
|	REFRESH object path opt_full	{ $$ = MAKE(refresh, @$, .object = (unsigned)$2, .name = $3, .full = $4); }
/* --: REFRESH t */
|	REFRESH plain_path		{ $$ = MAKE(refresh, @$, .object = AST_OBJECT_ANY, .name = $2); }
/* --: CACHE LAZY TABLE t */
|	CACHE opt_lazy TABLE path	{ $$ = MAKE(cache, @$, .lazy = $2, .table = $4); }
|	CACHE opt_lazy TABLE path OPTIONS options
					{ $$ = MAKE(cache, @$, .lazy = $2, .table = $4); }
|	CACHE opt_lazy TABLE path AS query
					{ $$ = MAKE(cache, @$, .lazy = $2, .table = $4, .query = $6); }
|	UNCACHE TABLE opt_if_exists path
		{ $$ = MAKE(cache, @$, .action = AST_CACHE_ACTION_UNCACHE, .if_exists = $3, .table = $4); }
|	CLEAR CACHE			{ $$ = MAKE(cache, @$, .action = AST_CACHE_ACTION_CLEAR); }
/* --: USE CATALOG c */
|	USE CATALOG path
		{ $$ = MAKE(use, @$, .object = AST_OBJECT_CATALOG, .names = LIST($3)); }
|	USE database path
		{ $$ = MAKE(use, @$, .object = AST_OBJECT_DATABASE, .names = LIST($3)); }
|	USE MODULES path_list		{ $$ = MAKE(use, @$, .object = AST_OBJECT_MODULE, .names = $3); }
/* --: USE c.d */
|	USE plain_path			{ $$ = MAKE(use, @$, .names = LIST($2)); }
/* --: BEGIN TRANSACTION READ ONLY */
|	BEGIN opt_transaction opt_read_only
		{ $$ = MAKE(transaction, @$, .read_only = $3); }
|	START TRANSACTION opt_read_only	{ $$ = MAKE(transaction, @$, .read_only = $3); }
/* --: COMMIT */
|	COMMIT opt_transaction		{ $$ = MAKE(transaction, @$, .type = AST_TRANSACTION_KIND_COMMIT); }
/* --: ROLLBACK */
|	ROLLBACK opt_transaction	{ $$ = MAKE(transaction, @$, .type = AST_TRANSACTION_KIND_ROLLBACK); }
/* --: SUMMARIZE t */
|	SUMMARIZE table_primary
		{ $$ = MAKE(summarize, @$, .query = parse_star_query(ps, @$, $2)); }
|	SUMMARIZE query_np		{ $$ = MAKE(summarize, @$, .query = $2); }
/* --: ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS a, b */
|	ANALYZE TABLE path opt_partition_spec COMPUTE STATISTICS
		{ $$ = MAKE(analyze_table, @$, .table = $3, .partition = $4); }
|	ANALYZE TABLE path opt_partition_spec COMPUTE STATISTICS NOSCAN
		{ $$ = MAKE(analyze_table, @$, .table = $3, .partition = $4, .no_scan = true); }
|	ANALYZE TABLE path opt_partition_spec COMPUTE STATISTICS FOR COLUMNS column_list
		{ $$ = MAKE(analyze_table, @$, .table = $3, .partition = $4, .columns = $9); }
|	ANALYZE TABLE path opt_partition_spec COMPUTE STATISTICS FOR ALL COLUMNS
		{ $$ = MAKE(analyze_table, @$, .table = $3, .partition = $4, .all_columns = true); }
/* --: VACUUM t */
|	ANALYZE				{ $$ = MAKE(upkeep, @$, .verb = STR("ANALYZE")); }
|	ANALYZE plain_path		{ $$ = MAKE(upkeep, @$, .verb = STR("ANALYZE"), .name = $2); }
|	VACUUM				{ $$ = MAKE(upkeep, @$, .verb = STR("VACUUM")); }
|	VACUUM plain_path		{ $$ = MAKE(upkeep, @$, .verb = STR("VACUUM"), .name = $2); }
|	REINDEX				{ $$ = MAKE(upkeep, @$, .verb = STR("REINDEX")); }
|	REINDEX plain_path		{ $$ = MAKE(upkeep, @$, .verb = STR("REINDEX"), .index = $2); }
|	CHECKPOINT			{ $$ = MAKE(upkeep, @$, .verb = STR("CHECKPOINT")); }
|	FORCE CHECKPOINT		{ $$ = MAKE(upkeep, @$, .verb = STR("CHECKPOINT")); }
/* --: PRAGMA table_info('t') */
|	PRAGMA set_key			{ $$ = MAKE(pragma, @$, .key = $2); }
|	PRAGMA set_key '=' set_values	{ $$ = MAKE(pragma, @$, .key = $2, .values = $4); }
|	PRAGMA set_key '(' set_values ')'
		{ $$ = MAKE(pragma, @$, .key = $2, .values = $4, .is_call = true); }
/* --: PREPARE p (INT) AS SELECT ? + 1 */
|	PREPARE ident opt_types AS explainable
		{ $$ = MAKE(prepare, @$, .name = $2, .types = $3, .statement = $5); }
/* --: EXECUTE p (1, 'x') */
|	EXECUTE plain_ident		{ $$ = MAKE(execute, @$, .name = $2); }
|	EXECUTE plain_ident '(' arg_list ')'	{ $$ = MAKE(execute, @$, .name = $2, .args = $4); }
|	EXECUTE plain_ident USING arg_list	{ $$ = MAKE(execute, @$, .name = $2, .args = $4); }
/* --: EXECUTE IMMEDIATE 'SELECT ?' INTO v USING 1 */
|	EXECUTE IMMEDIATE value opt_into opt_using
		{ $$ = MAKE(execute_immediate, @$, .text = $3, .into = $4, .using = $5); }
|	DEALLOCATE plain_ident		{ $$ = MAKE(deallocate, @$, .name = $2); }
|	DEALLOCATE PREPARE plain_ident	{ $$ = MAKE(deallocate, @$, .name = $3); }
|	DEALLOCATE ALL			{ $$ = MAKE(deallocate, @$); }
/* --: CALL refresh_all('x') */
|	CALL func_call			{ $$ = MAKE(call, @$, .func = $2); }
/* --: DECLARE OR REPLACE VARIABLE a INT DEFAULT 1 */
|	DECLARE opt_or_replace opt_variable plain_columns opt_type opt_default
		{ $$ = MAKE(declare, @$, .or_replace = $2, .names = $4, .type = $5, .value = $6); }
/* --: LIVE SELECT count(*) FROM t */
|	LIVE query			{ $$ = MAKE(live, @$, .query = $2); }
/* --: ADD JAR 'x.jar' */
|	ADD resource_word STRING	{ $$ = MAKE(add_resource, @$, .type = $2, .text = $3); }
|	REMOVE resource_word STRING	{ $$ = MAKE(add_resource, @$, .remove = true, .type = $2, .text = $3); }
/* --: LOAD MODULE m WITH ('a' = 'b') */
|	LOAD MODULE ident opt_with_options
		{ $$ = MAKE(utility, @$, .verb = STR("LOAD MODULE"), .name = $3, .options = $4); }
|	UNLOAD MODULE ident
		{ $$ = MAKE(utility, @$, .verb = STR("UNLOAD MODULE"), .name = $3); }
|	STOP JOB STRING			{ $$ = MAKE(utility, @$, .verb = STR("STOP JOB"), .text = $3); }
|	STOP JOB STRING WITH SAVEPOINT
		{ $$ = MAKE(utility, @$, .verb = STR("STOP JOB"), .text = $3, .options = LIST(OPTION_WORD(@5, "savepoint"))); }
|	STOP JOB STRING WITH SAVEPOINT WITH DRAIN
		{ $$ = MAKE(utility, @$, .verb = STR("STOP JOB"), .text = $3,
			    .options = PUSH(LIST(OPTION_WORD(@5, "savepoint")), OPTION_WORD(@7, "drain"))); }
|	COMPILE PLAN STRING FOR explainable
		{ $$ = MAKE(utility, @$, .verb = STR("COMPILE PLAN"), .text = $3, .statement = $5); }
|	COMPILE AND EXECUTE PLAN STRING FOR explainable
		{ $$ = MAKE(utility, @$, .verb = STR("COMPILE AND EXECUTE PLAN"), .text = $5, .statement = $7); }
|	EXECUTE PLAN STRING
		{ $$ = MAKE(utility, @$, .verb = STR("EXECUTE PLAN"), .text = $3); }
;

is_word: IS | IS_LA ;

%type <flag> opt_full opt_read_only opt_or_replace opt_lazy;
%type <list> opt_types type_list opt_into opt_using using_items opt_partition_spec;
%type <node> opt_type opt_default using_item;
%type <str> resource_word;

opt_lazy:
	%empty				{ $$ = false; }
|	LAZY				{ $$ = true; }
;

opt_full:
	%empty				{ $$ = false; }
|	FULL				{ $$ = true; }
;

opt_transaction: %empty | TRANSACTION | WORK ;

opt_read_only:
	%empty				{ $$ = false; }
|	READ ONLY			{ $$ = true; }
|	READ WRITE			{ $$ = false; }
;

opt_or_replace:
	%empty				{ $$ = false; }
|	OR REPLACE			{ $$ = true; }
;

opt_variable: %empty | VARIABLE | VAR ;

opt_partition_spec:
	%empty				{ $$ = NO_LIST; }
|	PARTITION partition_spec	{ $$ = $2; }
;

opt_types:
	%empty				{ $$ = NO_LIST; }
|	'(' type_list ')'		{ $$ = $2; }
;

type_list:
	type				{ $$ = LIST($1); }
|	type_list ',' type		{ $$ = PUSH($1, $3); }
;

opt_into:
	%empty				{ $$ = NO_LIST; }
|	INTO column_list		{ $$ = $2; }
;

opt_using:
	%empty				{ $$ = NO_LIST; }
|	USING using_items		{ $$ = $2; }
|	USING '(' using_items ')'	{ $$ = $3; }
;

using_items:
	using_item			{ $$ = LIST($1); }
|	using_items ',' using_item	{ $$ = PUSH($1, $3); }
;

using_item:
	literal				{ $$ = MAKE(item, @$, .expr = $1); }
|	colref				{ $$ = MAKE(item, @$, .expr = $1); }
|	'-' literal			{ $$ = MAKE(item, @$, .expr = MAKE(unary, @$, .arg = $2)); }
|	literal AS ident		{ $$ = MAKE(item, @$, .expr = $1, .alias = $3); }
|	'-' literal AS ident
		{ $$ = MAKE(item, @$, .expr = MAKE(unary, @$, .arg = $2), .alias = $4); }
|	colref AS ident			{ $$ = MAKE(item, @$, .expr = $1, .alias = $3); }
;

opt_type:
	%empty				{ $$ = NULL; }
|	type
;

opt_default:
	%empty				{ $$ = NULL; }
|	DEFAULT expr			{ $$ = $2; }
|	'=' expr			{ $$ = $2; }
;

resource_word: JAR | FILE | ARCHIVE ;

/* --- SHOW */

%type <num> show_plain;
%type <node> show_pattern from_path;

/* --: SHOW TABLES FROM db LIKE 'a%' */
/* --: SHOW CREATE TABLE t */
/* --: SHOW EXPECTATIONS FOR v */
/* --: SHOW COLUMNS FROM t IN db */
/* --: SHOW CURRENT CATALOG */
show_stmt:
	SHOW show_plain show_pattern
		{ $$ = parse_show(ps, @$, $2, NULL, $3); }
|	SHOW show_plain from_path show_pattern
		{ $$ = parse_show(ps, @$, $2, $3, $4); }
|	SHOW show_plain from_path from_path show_pattern
		{ $$ = parse_show(ps, @$, $2, $3, $5); AST_CAST(show, $$)->in = $4; }
|	SHOW EXTENDED show_plain show_pattern
		{ $$ = parse_show(ps, @$, $3, NULL, $4); AST_CAST(show, $$)->extended = true; }
|	SHOW FULL show_plain show_pattern
		{ $$ = parse_show(ps, @$, $3, NULL, $4); AST_CAST(show, $$)->extended = true; }
|	SHOW USER FUNCTIONS show_pattern
		{ $$ = parse_show(ps, @$, AST_SHOW_KIND_FUNCTIONS, NULL, $4); AST_CAST(show, $$)->user = true; }
|	SHOW SYSTEM FUNCTIONS show_pattern
		{ $$ = parse_show(ps, @$, AST_SHOW_KIND_FUNCTIONS, NULL, $4); AST_CAST(show, $$)->system = true; }
|	SHOW CREATE object path
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_CREATE, .object = (unsigned)$3, .name = $4); }
|	SHOW TABLE EXTENDED show_pattern
		{ $$ = parse_show(ps, @$, AST_SHOW_KIND_TABLES, NULL, $4); AST_CAST(show, $$)->extended = true; }
|	SHOW TABLE EXTENDED from_path show_pattern
		{ $$ = parse_show(ps, @$, AST_SHOW_KIND_TABLES, $4, $5); AST_CAST(show, $$)->extended = true; }
|	SHOW PARTITIONS path
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_PARTITIONS, .name = $3); }
|	SHOW CURRENT CATALOG
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_CURRENT_CATALOG); }
|	SHOW CURRENT database
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_CURRENT_DATABASE); }
|	SHOW EXPECTATIONS
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_EXPECTATIONS); }
|	SHOW EXPECTATIONS FOR path
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_EXPECTATIONS, .name = $4); }
|	SHOW TBLPROPERTIES path
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_PROPERTIES, .name = $3); }
|	SHOW TBLPROPERTIES path '(' STRING ')'
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_PROPERTIES, .name = $3, .text = $5); }
|	SHOW ALL
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_SETTINGS); }
|	SHOW setting_name
		{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_SETTING, .text = $2); }
;

%type <str> setting_name;
setting_name:
	STRING
|	IDENT
|	setting_name '.' any_word	{ $$ = parse_join_text(ps, $1, ".", $3); }
;

show_plain:
	CATALOGS			{ $$ = AST_SHOW_KIND_CATALOGS; }
|	DATABASES			{ $$ = AST_SHOW_KIND_DATABASES; }
|	SCHEMAS				{ $$ = AST_SHOW_KIND_DATABASES; }
|	NAMESPACES			{ $$ = AST_SHOW_KIND_DATABASES; }
|	TABLES				{ $$ = AST_SHOW_KIND_TABLES; }
|	VIEWS				{ $$ = AST_SHOW_KIND_VIEWS; }
|	MATERIALIZED VIEWS		{ $$ = AST_SHOW_KIND_MATERIALIZED_VIEWS; }
|	STREAMING TABLES		{ $$ = AST_SHOW_KIND_STREAMING_TABLES; }
|	FLOWS				{ $$ = AST_SHOW_KIND_FLOWS; }
|	COLUMNS				{ $$ = AST_SHOW_KIND_COLUMNS; }
|	FUNCTIONS			{ $$ = AST_SHOW_KIND_FUNCTIONS; }
|	SETTINGS			{ $$ = AST_SHOW_KIND_SETTINGS; }
|	VARIABLES			{ $$ = AST_SHOW_KIND_VARIABLES; }
|	MODULES				{ $$ = AST_SHOW_KIND_MODULES; }
|	JARS				{ $$ = AST_SHOW_KIND_JARS; }
|	JOBS				{ $$ = AST_SHOW_KIND_JOBS; }
|	PROCEDURES			{ $$ = AST_SHOW_KIND_PROCEDURES; }
|	MODELS				{ $$ = AST_SHOW_KIND_MODELS; }
|	PARAMETERS			{ $$ = AST_SHOW_KIND_PARAMETERS; }
|	FILES				{ $$ = AST_SHOW_KIND_FILES; }
;

from_path:
	FROM path			{ $$ = $2; }
|	IN path				{ $$ = $2; }
;

/* A show node with the pattern only, or NULL. */
show_pattern:
	%empty				{ $$ = NULL; }
|	STRING				{ $$ = MAKE(show, @$, .pattern = $1); }
|	LIKE STRING			{ $$ = MAKE(show, @$, .pattern = $2); }
|	ILIKE STRING			{ $$ = MAKE(show, @$, .pattern = $2, .like = AST_LIKE_KIND_ILIKE); }
|	NOT_LA LIKE STRING		{ $$ = MAKE(show, @$, .pattern = $3, .not_like = true); }
|	NOT_LA ILIKE STRING
		{ $$ = MAKE(show, @$, .pattern = $3, .not_like = true, .like = AST_LIKE_KIND_ILIKE); }
;

/* --- DESCRIBE, EXPLAIN */

%type <node> describe_target explain_option;
%type <flag> opt_extended;
%type <list> explain_options explain_words;

/* --: DESCRIBE EXTENDED v */
/* --: DESCRIBE SELECT 1 AS a */
/* --: DESCRIBE FUNCTION EXTENDED f */
/* --: DESC TABLE t a */
describe_stmt:
	describe describe_target	{ $$ = $2; $$->span = @$; }
|	describe EXTENDED describe_target
		{ $$ = $3; $$->span = @$; AST_CAST(describe, $$)->extended = true; }
|	describe FORMATTED describe_target
		{ $$ = $3; $$->span = @$; AST_CAST(describe, $$)->extended = true; }
|	describe TABLE_LA EXTENDED plain_path
		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_TABLE, .extended = true, .name = $4); }
|	describe FUNCTION opt_extended plain_path
		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_FUNCTION, .extended = $3, .name = $4); }
|	describe CATALOG opt_extended plain_path
		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_CATALOG, .extended = $3, .name = $4); }
|	describe database opt_extended plain_path
		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_DATABASE, .extended = $3, .name = $4); }
|	describe MODEL plain_path
		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_MODEL, .name = $3); }
|	describe JOB STRING
		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_JOB, .name = MAKE(file, @3, .path = $3)); }
;

describe: DESCRIBE | DESC ;

opt_extended:
	%empty				{ $$ = false; }
|	EXTENDED			{ $$ = true; }
;

describe_target:
	plain_path			{ $$ = MAKE(describe, @$, .name = $1); }
|	plain_path dotted		{ $$ = MAKE(describe, @$, .name = $1, .column = $2); }
|	plain_path AS JSON		{ $$ = MAKE(describe, @$, .name = $1, .as_json = true); }
|	STRING				{ $$ = MAKE(describe, @$, .name = MAKE(file, @$, .path = $1)); }
|	TABLE_LA plain_path		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_TABLE, .name = $2); }
|	TABLE_LA plain_path dotted
		{ $$ = MAKE(describe, @$, .object = AST_OBJECT_TABLE, .name = $2, .column = $3); }
|	VIEW plain_path			{ $$ = MAKE(describe, @$, .object = AST_OBJECT_VIEW, .name = $2); }
|	QUERY query			{ $$ = MAKE(describe, @$, .object = AST_OBJECT_QUERY, .query = $2); }
|	query				{ $$ = MAKE(describe, @$, .object = AST_OBJECT_QUERY, .query = $1); }
;

/* --: EXPLAIN SELECT 1 */
/* --: EXPLAIN ANALYZE SELECT count(*) FROM t */
/* --: EXPLAIN (CHANGELOG) SELECT a FROM t */
/* --: EXPLAIN PLAN FOR INSERT INTO t SELECT 1 */
explain_stmt:
	EXPLAIN explainable		{ $$ = MAKE(explain, @$, .statement = $2); }
|	EXPLAIN PLAN FOR explainable	{ $$ = MAKE(explain, @$, .statement = $4); }
|	EXPLAIN ANALYZE explainable	{ $$ = MAKE(explain, @$, .analyze = true, .statement = $3); }
|	EXPLAIN explain_words explainable
		{ $$ = parse_explain(ps, @$, $2, $3); }
|	EXPLAIN '(' explain_options ')' explainable
		{ $$ = parse_explain(ps, @$, $3, $5); }
;

explain_words:
	explain_option			{ $$ = LIST($1); }
|	explain_words ',' explain_option { $$ = PUSH($1, $3); }
;

explain_options:
	explain_option			{ $$ = LIST($1); }
|	ANALYZE				{ $$ = LIST(MAKE(explain, @$, .analyze = true)); }
|	explain_options ',' explain_option { $$ = PUSH($1, $3); }
|	explain_options ',' ANALYZE	{ $$ = PUSH($1, MAKE(explain, @$, .analyze = true)); }
;

/* An explain node for a stage, an option for any other word. */
explain_option:
	AST				{ $$ = MAKE(explain, @$, .stage = AST_EXPLAIN_STAGE_AST); }
|	LOGICAL				{ $$ = MAKE(explain, @$, .stage = AST_EXPLAIN_STAGE_LOGICAL); }
|	OPTIMIZED			{ $$ = MAKE(explain, @$, .stage = AST_EXPLAIN_STAGE_OPTIMIZED); }
|	PHYSICAL			{ $$ = MAKE(explain, @$, .stage = AST_EXPLAIN_STAGE_PHYSICAL); }
|	CHANGELOG			{ $$ = MAKE(explain, @$, .stage = AST_EXPLAIN_STAGE_CHANGELOG); }
|	EXTENDED			{ $$ = MAKE(explain, @$, .stage = AST_EXPLAIN_STAGE_ALL); }
|	FORMATTED			{ $$ = OPTION_WORD(@$, "formatted"); }
|	IDENT				{ $$ = MAKE(option, @$, .key = $1); }
;

/* --- SET */

%type <list> set_values;
%type <node> set_value;
%type <str> set_key;

/* --: SET 'table.local-time-zone' = 'UTC' */
/* --: SET spark.sql.ansi.enabled = true */
/* --: SET VAR (a, b) = (SELECT 1, 2) */
/* --: RESET 'execution.runtime-mode' */
set_stmt:
	SET				{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_SETTINGS); }
|	SET set_key			{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_SETTING, .text = $2); }
|	SET set_key '=' set_values	{ $$ = MAKE(set, @$, .key = $2, .values = $4); }
|	SET set_key TO set_values	{ $$ = MAKE(set, @$, .key = $2, .values = $4); }
|	SET '-' IDENT			{ $$ = MAKE(show, @$, .type = AST_SHOW_KIND_SETTINGS); }
|	SET set_key '=' DEFAULT		{ $$ = MAKE(reset, @$, .key = $2); }
|	SET set_key TO DEFAULT		{ $$ = MAKE(reset, @$, .key = $2); }
|	SET TIME ZONE set_value
		{ $$ = MAKE(set, @$, .key = STR("table.local-time-zone"), .values = LIST($4)); }
|	SET CATALOG path
		{ $$ = MAKE(use, @$, .object = AST_OBJECT_CATALOG, .names = LIST($3)); }
|	SET VAR var_assigns		{ $$ = $3; $$->span = @$; }
|	SET VARIABLE var_assigns
		{ $$ = $3; $$->span = @$; AST_CAST(set_variable, $$)->create = true; }
|	SET var_word '(' column_list ')' '=' query_parens
		{ $$ = MAKE(set_variable, @$, .names = $4, .query = $7); }
|	RESET				{ $$ = MAKE(reset, @$); }
|	RESET ALL			{ $$ = MAKE(reset, @$); }
|	RESET set_key			{ $$ = MAKE(reset, @$, .key = $2); }
|	RESET var_word colref
		{ $$ = MAKE(drop, @$, .object = AST_OBJECT_VARIABLE, .if_exists = true,
			    .names = LIST(parse_path_of(ps, $3))); }
;

var_word: VAR | VARIABLE ;

%type <node> var_assigns;
var_assigns:
	colref '=' assign_value
		{ $$ = MAKE(set_variable, @$, .names = LIST($1), .values = LIST($3)); }
|	var_assigns ',' colref '=' assign_value	{ $$ = parse_var_push(ps, $1, $3, $5); }
;

set_key:
	STRING
|	plain_word
|	set_key '.' any_word		{ $$ = parse_join_text(ps, $1, ".", $3); }
|	set_key '-' any_word		{ $$ = parse_join_text(ps, $1, "-", $3); }
;

set_values:
	set_value			{ $$ = LIST($1); }
|	set_values ',' set_value	{ $$ = PUSH($1, $3); }
;

set_value:
	literal
|	interval
|	param
|	'-' literal			{ $$ = MAKE(unary, @$, .arg = $2); }
|	dotted
|	ON				{ $$ = parse_word_column(ps, @$, STR("on")); }
;

/* --: EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END */
/* --: FROM t INSERT INTO a SELECT x WHERE x > 1 INSERT OVERWRITE b SELECT y, count(*) GROUP BY y */
statement_set:
	FROM from_clause insert_parts
		{ $$ = parse_multi_insert(ps, @$, $2, $3); }
|	EXECUTE STATEMENT SET BEGIN set_statements END
		{ $$ = MAKE(statement_set, @$, .statements = $5); }
|	BEGIN STATEMENT SET opt_semi set_statements END
		{ $$ = MAKE(statement_set, @$, .statements = $5); }
|	STATEMENT SET BEGIN set_statements END
		{ $$ = MAKE(statement_set, @$, .statements = $4); }
;

%type <list> insert_parts;
%type <node> insert_part insert_part_head;
insert_parts:
	insert_part			{ $$ = LIST($1); }
|	insert_parts insert_part	{ $$ = PUSH($1, $2); }
;

/* Its query has no FROM yet. */
insert_part:
	insert_part_head opt_table path opt_insert_columns SELECT opt_hints select_list opt_where opt_group opt_having opt_windows opt_qualify
		{ $$ = $1; $$->span = @$; parse_insert_part(ps, $1, $3, $4,
			MAKE(select, @$, .hints = $6, .items = $7, .where = $8, GROUP_BY($9),
			     .having = $10, .windows = $11, .qualify = $12)); }
|	insert_part_head opt_table path opt_insert_columns SELECT opt_hints distinct select_list opt_where opt_group opt_having opt_windows opt_qualify
		{ $$ = $1; $$->span = @$; parse_insert_part(ps, $1, $3, $4,
			MAKE(select, @$, .hints = $6, .distinct = true, .distinct_on = $7,
			     .items = $8, .where = $9, GROUP_BY($10),
			     .having = $11, .windows = $12, .qualify = $13)); }
;

insert_part_head:
	INSERT_LA INTO			{ $$ = MAKE(insert, @$); }
|	INSERT_LA OVERWRITE		{ $$ = MAKE(insert, @$, .overwrite = true); }
|	INSERT_LA OVERWRITE INTO	{ $$ = MAKE(insert, @$, .overwrite = true); }
;

%type <list> set_statements;
set_statements:
	insert_stmt ';'			{ $$ = LIST($1); }
|	set_statements insert_stmt ';'	{ $$ = PUSH($1, $2); }
;

/* --- 11 names and lists ----------------------------------------------- */

%type <node> ident plain_ident label table_label bare_alias path plain_path dotted column_name;
%type <list> opt_name_list name_list name_list_parens column_list;
%type <str> word plain_word any_word unreserved plain_unreserved;

/* Where any name may stand. */
ident:
	IDENT				{ $$ = parse_name(ps, @$, $1); }
|	QUOTED				{ $$ = parse_quoted(ps, @$, $1); }
|	unreserved			{ $$ = parse_name(ps, @$, $1); }
;

/* Where object words (TABLE-like keywords) are no names. */
plain_ident:
	IDENT				{ $$ = parse_name(ps, @$, $1); }
|	QUOTED				{ $$ = parse_quoted(ps, @$, $1); }
|	plain_unreserved		{ $$ = parse_name(ps, @$, $1); }
;

/* Behind AS or a point: every keyword is a name. */
label:
	QUOTED				{ $$ = parse_quoted(ps, @$, $1); }
|	any_word			{ $$ = parse_name(ps, @$, $1); }
;

table_label: label ;

/* An alias without AS. */
bare_alias:
	IDENT				{ $$ = parse_name(ps, @$, $1); }
|	QUOTED				{ $$ = parse_quoted(ps, @$, $1); }
|	bare_word_alias			{ $$ = parse_name(ps, @$, $1); }
;

%type <str> bare_word_alias;
bare_word_alias: @CLASS:U@ | @CLASS:O@ | COLUMNS | ROW ;

unreserved: @CLASS:U@ | @CLASS:L@ | @CLASS:O@ | COLUMNS | ROW ;
plain_unreserved: @CLASS:U@ | @CLASS:L@ ;

word:
	IDENT
|	unreserved
;

plain_word:
	IDENT
|	plain_unreserved
;

any_word:
	IDENT
|	unreserved
|	@CLASS:R@
|	@CLASS:F@
|	@CLASS:B@
|	@CLASS:S@
|	@CLASS:T@
|	@CLASS:C@
|	COLUMNS_LA
|	ROW_LA
;

dotted: colref ;

path:
	colref				{ $$ = parse_path_of(ps, $1); }
|	default_path
|	computed_path	%prec LOW_PAREN
;

/* --: SELECT * FROM IDENTIFIER(:name) */
%type <node> computed_path;
computed_path:
	IDENTIFIER '(' expr ')'		{ $$ = MAKE(path, @$, .expr = $3); }
;

/* The database of that name, as Spark has it. */
%type <node> default_path;
default_path:
	DEFAULT				{ $$ = MAKE(path, @$, .parts = LIST(parse_name(ps, @$, STR("default")))); }
|	default_path '.' label		{ $$ = parse_path_push(ps, @$, $1, $3); }
;

plain_path:
	computed_path
|	plain_ident			{ $$ = MAKE(path, @$, .parts = LIST($1)); }
|	DEFAULT				{ $$ = MAKE(path, @$, .parts = LIST(parse_name(ps, @$, STR("default")))); }
|	plain_path '.' label		{ $$ = parse_path_push(ps, @$, $1, $3); }
;

%type <list> plain_columns;
plain_columns:
	plain_path			{ $$ = LIST(parse_column_of(ps, $1)); }
|	plain_columns ',' plain_path	{ $$ = PUSH($1, parse_column_of(ps, $3)); }
;

column_name: ident			{ $$ = MAKE(column, @$, .parts = LIST($1)); } ;

column_list:
	colref				{ $$ = LIST($1); }
|	column_list ',' colref		{ $$ = PUSH($1, $3); }
;

name_list:
	ident				{ $$ = LIST($1); }
|	name_list ',' ident		{ $$ = PUSH($1, $3); }
;

name_list_parens: '(' name_list opt_comma ')'	{ $$ = $2; } ;

opt_name_list:
	%empty				{ $$ = NO_LIST; }
|	name_list_parens
;

%%

static void sql_yyerror(struct span *span, struct parse *ps, const char *msg)
{
	(void)msg;
	parse_stack_full(ps, *span);
}

static int yyreport_syntax_error(const yypcontext_t *ctx, struct parse *ps)
{
	yysymbol_kind_t kinds[YYNTOKENS];
	int n = yypcontext_expected_tokens(ctx, kinds, YYNTOKENS);
	const char *names[YYNTOKENS];

	for (int i = 0; i < n; i++)
		names[i] = yysymbol_name(kinds[i]);
	parse_syntax_error(ps, *yypcontext_location(ctx), names, n > 0 ? (size_t)n : 0);
	return 0;
}

static const struct keyword keywords[] = {
	@KEYWORD_TABLE@
};

const struct keyword *keyword_find(struct str word)
{
	size_t low = 0, high = ARRAY_LEN(keywords);

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = str_cmp_nocase(word, keywords[mid].name);

		if (order == 0)
			return &keywords[mid];
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

const struct keyword *keyword_at(size_t i)
{
	return i < ARRAY_LEN(keywords) ? &keywords[i] : NULL;
}
