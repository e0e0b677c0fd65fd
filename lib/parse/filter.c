/*
 * filter.c - between scanner and parser: what one needs to see the next
 * token, or the one before, to know.
 *
 * LALR(1) looks one token ahead.  Where that is too little, a keyword gets
 * a second token (NOT_LA before LIKE), or is a plain name unless its
 * neighbours say otherwise (TRIM without a parenthesis).  The rules are
 * listed in grammar/README.md.
 */
#include "base/utf8.h"
#include "parse/token.h"

#include "sql.tab.h"

/* The innermost bracket: [a, b], or a[i]. */
enum bracket { BRACKET_OTHER, BRACKET_LIST, BRACKET_SUBSCRIPT };

/* --- the queue ------------------------------------------------------------ */

static void read_raw(struct parse *ps, struct token *t)
{
	enum raw_kind kind;

	do
		kind = scan_next(&ps->scan);
	while (kind == RAW_COMMENT);
	*t = (struct token){
		.span = { (uint32_t)ps->scan.begin, (uint32_t)ps->scan.end },
		.text = { ps->text.p + ps->scan.begin, ps->scan.end - ps->scan.begin },
	};
	if (ps->scan.begin >= ps->cursor) {
		t->code = TK_CURSOR;
		return;
	}
	if (kind == RAW_UNKNOWN) {
		/* The whole character: the text is valid UTF-8. */
		size_t len = 1;

		t->text.n = ps->text.n - ps->scan.begin;
		(void)utf8_decode(t->text.p, t->text.n, &len);
		t->span.end = t->span.begin + (uint32_t)len;
	}
	token_of_raw(ps->arena, kind, ps->spark, t, &ps->stray);
}

/*
 * 'a' 'b' is one string if a line ends between its parts, as the standard has
 * it; in Spark's dialect always.
 */
static bool continues(const struct parse *ps, const struct token *t,
		      const struct token *next)
{
	struct str gap = { ps->text.p + t->span.end, next->span.begin - t->span.end };

	return next->code == TK_STRING &&
	       (ps->spark || (gap.n && memchr(gap.p, '\n', gap.n)));
}

/* The queue's last token is a string: take the rest of it. */
static void join_strings(struct parse *ps)
{
	struct token next;

	for (;;) {
		struct token *t = &ps->look[ps->n_look - 1];

		read_raw(ps, &next);
		if (!continues(ps, t, &next))
			break;
		t->text = str_fmt(ps->arena, "%.*s%.*s", STR_ARG(t->text),
				  STR_ARG(next.text));
		t->span.end = next.span.end;
	}
	ps->spare = next;
	ps->has_spare = true;
}

static const struct token *peek(struct parse *ps, size_t i)
{
	while (ps->n_look <= i) {
		struct token *t = &ps->look[ps->n_look++];

		if (ps->has_spare)
			*t = ps->spare;
		else
			read_raw(ps, t);
		ps->has_spare = false;
		if (t->code == TK_STRING)
			join_strings(ps);
	}
	return &ps->look[i];
}

static struct token take(struct parse *ps)
{
	struct token t = *peek(ps, 0);

	ps->n_look--;
	for (size_t i = 0; i < ps->n_look; i++)
		ps->look[i] = ps->look[i + 1];
	return t;
}

static void put_back(struct parse *ps, struct token t)
{
	/* A split token follows one that was just taken: there is room. */
	for (size_t i = ps->n_look; i > 0; i--)
		ps->look[i] = ps->look[i - 1];
	ps->look[0] = t;
	ps->n_look++;
}

/* --- what a token is ------------------------------------------------------ */

static bool is_unreserved(const struct token *t)
{
	return t->is_plain && t->klass && strchr("UOLXSTC", t->klass);
}

static bool is_name(const struct token *t)
{
	return t->code == TK_IDENT || t->code == TK_QUOTED || is_unreserved(t);
}

bool token_ends_value(const struct token *t)
{
	switch (t->code) {
	case TK_STRING:
	case TK_XSTRING:
	case TK_INTEGER:
	case TK_TINYINT_NUM:
	case TK_SMALLINT_NUM:
	case TK_BIGINT_NUM:
	case TK_DECIMAL_NUM:
	case TK_DOUBLE_NUM:
	case TK_FLOAT_NUM:
	case TK_PARAM:
	case TK_BRACKETS:
	case TK_END:
	case TK_NULL:
	case TK_TRUE:
	case TK_FALSE:
	case ')':
	case ']':
	case '}':
	case '?': return true;
	default: return is_name(t);
	}
}

static bool is_number(const struct token *t)
{
	return t->code == TK_INTEGER || t->code == TK_DECIMAL_NUM ||
	       t->code == TK_DOUBLE_NUM || t->code == TK_BIGINT_NUM;
}

static bool is_comparison(int code)
{
	switch (code) {
	case '=':
	case '<':
	case '>':
	case TK_NE:
	case TK_LE:
	case TK_GE:
	case TK_NULL_SAFE_EQ:
	case TK_LIKE:
	case TK_ILIKE:
	case TK_RLIKE:
	case TK_REGEXP:
	case TK_GLOB:
	case TK_TO: /* SIMILAR TO */ return true;
	default: return false;
	}
}

/* --- intervals ------------------------------------------------------------ */

static bool starts_interval(struct parse *ps)
{
	const struct token *next = peek(ps, 0);

	switch (next->code) {
	case TK_STRING:
	case TK_PARAM:
	case '?':
	case '(':
	case '-': return true;
	default:
		return is_number(next) ||
		       (next->is_plain && unit_of_word(next->text) != AST_UNIT_NONE);
	}
}

static bool takes_unit(const struct token *t)
{
	return t->is_plain && unit_of_word(t->text) != AST_UNIT_NONE;
}

/* The closing parenthesis of INTERVAL ( .. ) ends a value. */
static void close_interval_paren(struct parse *ps)
{
	size_t n = ps->n_interval_parens;

	if (n == 0 || ps->interval_parens[n - 1] != ps->parens + 1)
		return;
	ps->n_interval_parens--;
	ps->interval = INTERVAL_UNIT;
}

static void open_interval_paren(struct parse *ps)
{
	if (ps->n_interval_parens < INTERVAL_PARENS)
		ps->interval_parens[ps->n_interval_parens++] = ps->parens;
	ps->interval = INTERVAL_NONE;
}

static void track_value(struct parse *ps, const struct token *t)
{
	if (t->code == '(')
		open_interval_paren(ps);
	else if (t->code != '-')
		ps->interval = INTERVAL_UNIT;
}

static void track_rest(struct parse *ps, struct token *t)
{
	if (t->code == TK_TO && takes_unit(peek(ps, 0))) {
		t->code = TK_TO_LA;
		ps->interval = INTERVAL_UNIT;
	} else if (t->code == '(' && peek(ps, 0)->code == TK_INTEGER &&
		   peek(ps, 1)->code == ')') {
		ps->interval = INTERVAL_PRECISION;
	} else if ((t->code == TK_STRING || is_number(t)) && takes_unit(peek(ps, 0))) {
		ps->interval = INTERVAL_UNIT;
	} else {
		ps->interval = INTERVAL_NONE;
	}
}

static void track_interval(struct parse *ps, struct token *t)
{
	bool wants_unit = ps->interval == INTERVAL_VALUE ||
			  ps->interval == INTERVAL_UNIT;

	if (wants_unit && takes_unit(t)) {
		t->code = TK_UNIT;
		ps->interval = INTERVAL_REST;
		return;
	}
	switch (ps->interval) {
	case INTERVAL_NONE: break;
	case INTERVAL_VALUE: track_value(ps, t); break;
	case INTERVAL_UNIT: ps->interval = INTERVAL_NONE; break;
	case INTERVAL_REST: track_rest(ps, t); break;
	case INTERVAL_PRECISION:
		if (t->code == ')')
			ps->interval = INTERVAL_REST;
		break;
	}
}

/* --- keywords in context -------------------------------------------------- */

static int with_code(struct parse *ps)
{
	int next = peek(ps, 0)->code;
	int behind = peek(ps, 1)->code;

	switch (next) {
	case TK_TIME: return behind == TK_ZONE ? TK_WITH_TIME_LA : TK_WITH;
	case TK_LOCAL: return behind == TK_TIME ? TK_WITH_TIME_LA : TK_WITH;
	case TK_ORDINALITY:
		return behind == TK_AS && peek(ps, 2)->code == '(' ? TK_WITH
								   : TK_WITH_ORD_LA;
	case TK_ROLLUP:
	case TK_CUBE: return behind == TK_AS ? TK_WITH : TK_WITH_ROLLUP_LA;
	case TK_TIES: return behind == TK_AS ? TK_WITH : TK_WITH_LA;
	case TK_NO: return behind == TK_DATA ? TK_WITH_LA : TK_WITH;
	default: return TK_WITH;
	}
}

static int not_code(struct parse *ps)
{
	if (peek(ps, 0)->code == TK_INDEXED && (ps->in_from & 1))
		return TK_NOT_INDEXED_LA;
	/* SELECT * NOT LIKE 'x%' */
	if (!token_ends_value(&ps->prev) && ps->prev.code != '*')
		return TK_NOT;
	switch (peek(ps, 0)->code) {
	case TK_BETWEEN:
	case TK_IN:
	case TK_LIKE:
	case TK_ILIKE:
	case TK_RLIKE:
	case TK_REGEXP:
	case TK_SIMILAR:
	case TK_GLOB: return TK_NOT_LA;
	case TK_NULL: return ps->in_query & 1 ? TK_NOT_NULL_LA : TK_NOT;
	default: return TK_NOT;
	}
}

/* a IS b, as sqlite has it, unless a word follows that has a rule of its own. */
static int is_code(struct parse *ps)
{
	size_t at = peek(ps, 0)->code == TK_NOT ? 1 : 0;

	switch (peek(ps, at)->code) {
	case TK_NULL:
	case TK_TRUE:
	case TK_FALSE:
	case TK_UNKNOWN:
	case TK_JSON:
	case TK_DISTINCT:
	case TK_CURSOR: return TK_IS;
	default: return TK_IS_LA;
	}
}

static int nulls_code(struct parse *ps, int plain, int argument)
{
	int next = peek(ps, 0)->code;

	if (next == TK_NULLS && peek(ps, 1)->code == ')')
		return argument;
	if (next == TK_NULL && plain == TK_IGNORE)
		return TK_IGNORE_LA;
	return plain;
}

static bool begins_relation(const struct token *t)
{
	return t->code == TK_IDENT || t->code == TK_QUOTED || t->code == TK_STRING ||
	       t->code == '(' ||
	       (t->is_plain && t->klass && strchr("UOXSTC", t->klass));
}

static int stream_code(struct parse *ps)
{
	int prev = ps->prev.code;
	/* FROM (STREAM a JOIN b) */
	bool place = (prev == '(' && (ps->in_from & 2)) || prev == TK_FROM ||
		     prev == TK_JOIN || prev == TK_SNAPSHOT ||
		     (prev == ',' && (ps->in_from & 1));

	return place && begins_relation(peek(ps, 0)) ? TK_STREAM_LA : TK_IDENT;
}

/* lambda x: .. and lambda x, i: .. */
static bool begins_lambda(struct parse *ps)
{
	int prev = ps->prev.code, next = peek(ps, 1)->code;

	if ((prev != '(' && prev != ',') || !peek(ps, 0)->is_plain)
		return false;
	return next == ':' || (next == ',' && peek(ps, 3)->code == ':');
}

/* WINDOW w AS (..), and |> WINDOW sum(a) OVER w; elsewhere a name. */
static bool begins_windows(struct parse *ps)
{
	return ps->prev.code == TK_PIPE ||
	       (is_name(peek(ps, 0)) && peek(ps, 1)->code == TK_AS);
}

/* Where a type is written with parentheses: x::STRUCT(a INT), CAST(x AS MAP(a,
 * b)), a column's definition; elsewhere map(..) and struct(..) are calls. */
static bool names_type(struct parse *ps)
{
	int prev = ps->prev.code;

	return prev == TK_CAST_OP || prev == TK_TRY_CAST_OP || prev == TK_IDENT ||
	       prev == TK_QUOTED || (prev == TK_AS && ps->parens > 0);
}

/* Class C: names, unless the neighbours say otherwise. */
static int contextual_code(struct parse *ps, int code)
{
	const struct token *next = peek(ps, 0);
	int prev = ps->prev.code;

	switch (code) {
	case TK_ANY:
	case TK_SOME: return is_comparison(prev) && next->code == '(' ? code : TK_IDENT;
	case TK_ARRAY:
		return next->code == '[' || next->code == '(' || next->code == '<' ||
				       next->code == TK_BRACKETS
			       ? code
			       : TK_IDENT;
	case TK_MAP:
		return next->code == '[' || next->code == '{' || next->code == '<' ||
				       next->code == TK_BRACKETS ||
				       (next->code == '(' && names_type(ps))
			       ? code
			       : TK_IDENT;
	case TK_STRUCT:
		return next->code == '<' || next->code == TK_NE ||
				       (next->code == '(' && names_type(ps))
			       ? code
			       : TK_IDENT;
	case TK_MULTISET: return next->code == '<' ? code : TK_IDENT;
	case TK_IF:
		/* [x FOR x IN list IF x > 0] */
		if ((ps->brackets & 3) == BRACKET_LIST && token_ends_value(&ps->prev))
			return code;
		return next->code == TK_NOT || next->code == TK_EXISTS ? TK_IF_LA
								       : TK_IDENT;
	case TK_LAMBDA: return begins_lambda(ps) ? code : TK_IDENT;
	case TK_WINDOW: return begins_windows(ps) ? code : TK_IDENT;
	case TK_INTERVAL: return starts_interval(ps) ? code : TK_IDENT;
	case TK_STREAM: return stream_code(ps);
	case TK_SCHEDULE:
		return next->code == TK_EVERY || next->code == TK_CRON ||
				       next->code == TK_REFRESH
			       ? code
			       : TK_IDENT;
	case TK_TRIGGER:
		return next->code == TK_ON && peek(ps, 1)->code == TK_UPDATE ? code
									     : TK_IDENT;
	case TK_SNAPSHOT:
		return prev == TK_FROM && begins_relation(next) && next->code != TK_KEYS
			       ? code
			       : TK_IDENT;
	case TK_ONCE:
		if (prev == TK_INSERT || prev == TK_CDC)
			return code;
		return prev == TK_INTO && begins_relation(next) && next->code != '('
			       ? code
			       : TK_IDENT;
	default: return TK_IDENT;
	}
}

static int special_code(struct parse *ps, int code)
{
	if (peek(ps, 0)->code == '(' || ps->prev.code == TK_WITH_ROLLUP_LA)
		return code;
	return TK_IDENT;
}

static int literal_word_code(struct parse *ps, int code)
{
	int next = peek(ps, 0)->code;

	if (next == TK_STRING || (code == TK_TIME && next == TK_ZONE))
		return code;
	return TK_IDENT;
}

static int table_code(struct parse *ps)
{
	int prev = ps->prev.code;

	if (prev == TK_EXTENDED || prev == TK_FORMATTED)
		prev = ps->prev2.code;
	return prev == TK_DESCRIBE || (prev == TK_DESC && ps->prev2.code == 0)
		       ? TK_TABLE_LA
		       : TK_TABLE;
}

/* JSON_OBJECT(KEY k VALUE v) */
static bool begins_pair(struct parse *ps)
{
	const struct token *next = peek(ps, 0);

	return ps->parens > 0 && (ps->prev.code == '(' || ps->prev.code == ',') &&
	       (next->code == TK_STRING ||
		(is_name(next) && peek(ps, 1)->code == TK_VALUE));
}

/* JSON_OBJECT('k' VALUE v): between two values, inside a call. */
static bool separates_pair(struct parse *ps)
{
	const struct token *next = peek(ps, 0);

	if (!token_ends_value(&ps->prev) || ps->parens == 0 || (ps->in_from & 1))
		return false;
	switch (next->code) {
	case TK_NULL:
	case TK_TRUE:
	case TK_FALSE:
	case TK_CASE:
	case TK_CAST:
	case '-':
	case '[': return true;
	default:
		return is_name(next) || (token_ends_value(next) && next->code != ')' &&
					 next->code != ']' && next->code != '}');
	}
}

static bool begins_query(int code)
{
	return code == TK_SELECT || code == TK_FROM || code == TK_WITH ||
	       code == TK_VALUES || code == TK_TABLE;
}

/* PIVOT t ON .. as a query; behind a table's name it is a clause. */
static int pivot_code(struct parse *ps, int plain, int query)
{
	int prev = ps->prev.code, next = peek(ps, 0)->code;
	bool place = prev == 0 || prev == '(' || prev == ')' || prev == ';' ||
		     prev == TK_AS || prev == TK_EXPLAIN || prev == TK_DESCRIBE;

	if (!place)
		return plain;
	if (next == '(')
		return begins_query(peek(ps, 1)->code) && prev != ')' ? query : plain;
	return next == TK_IDENT || next == TK_QUOTED || next == TK_STRING ? query
									  : plain;
}

/* like(a, b): no value stands before it. */
static bool is_call_word(struct parse *ps)
{
	return peek(ps, 0)->code == '(' && !token_ends_value(&ps->prev) &&
	       ps->prev.code != TK_NOT_LA && ps->prev.code != '*';
}

/* Words whose class says nothing about their neighbours. */
static int word_code(struct parse *ps, int code)
{
	int next = peek(ps, 0)->code;

	switch (code) {
	case TK_LIKE:
	case TK_ILIKE:
	case TK_RLIKE:
	case TK_REGEXP:
	case TK_GLOB: return is_call_word(ps) ? TK_IDENT : code;
	case TK_INSERT:
		return (next == TK_INTO || next == TK_OVERWRITE) &&
				       token_ends_value(&ps->prev) && ps->saw_from
			       ? TK_INSERT_LA
			       : code;
	case TK_INDEXED: return next == TK_BY ? TK_INDEXED_LA : code;
	case TK_NOT: return not_code(ps);
	case TK_WITH: return with_code(ps);
	case TK_IS: return is_code(ps);
	case TK_EXCEPT:
		return ps->prev.code == '*' && next == '(' ? TK_EXCEPT_LA : code;
	case TK_ON:
		return next == TK_CONFLICT && (peek(ps, 1)->code == '(' ||
					       peek(ps, 1)->code == TK_DO)
			       ? TK_ON_LA
			       : code;
	case TK_IGNORE: return nulls_code(ps, code, TK_IGNORE_ARG_LA);
	case TK_RESPECT: return nulls_code(ps, code, TK_RESPECT_ARG_LA);
	case TK_TABLE: return table_code(ps);
	case TK_KEY: return begins_pair(ps) ? TK_KEY_LA : code;
	case TK_VALUE: return separates_pair(ps) ? TK_VALUE_LA : code;
	case TK_ABSENT: return next == TK_ON ? TK_ABSENT_LA : code;
	case TK_ERROR: return next == TK_ON ? TK_ERROR_LA : code;
	case TK_UNKNOWN: return next == TK_ON ? TK_UNKNOWN_LA : code;
	case TK_EMPTY:
		return (next == TK_IDENT || next == TK_ARRAY) &&
				       peek(ps, 1)->code == TK_ON
			       ? TK_EMPTY_LA
			       : code;
	case TK_WITHOUT:
		return next == TK_WRAPPER || (next == TK_ARRAY &&
					      peek(ps, 1)->code == TK_WRAPPER)
			       ? TK_WITHOUT_LA
			       : code;
	case TK_USING: return next == TK_SAMPLE ? TK_USING_LA : code;
	case TK_PIVOT: return pivot_code(ps, code, TK_PIVOT_LA);
	case TK_UNPIVOT: return pivot_code(ps, code, TK_UNPIVOT_LA);
	case TK_SORT: return next == TK_BY ? TK_SORT_LA : code;
	case TK_DISTRIBUTE: return next == TK_BY ? TK_DISTRIBUTE_LA : code;
	case TK_CLUSTER: return next == TK_BY ? TK_CLUSTER_LA : code;
	case TK_COLUMNS: return next == '(' ? TK_COLUMNS_LA : code;
	case TK_ROW:
		return next == '(' || next == '<' || next == TK_NE ? TK_ROW_LA : code;
	default: return code;
	}
}

static int keyword_code(struct parse *ps, const struct token *t)
{
	switch (t->klass) {
	case 'C': return contextual_code(ps, t->code);
	case 'S': return special_code(ps, t->code);
	case 'T': return literal_word_code(ps, t->code);
	case 'F':
	case 'B': return peek(ps, 0)->code == '(' ? TK_IDENT : t->code;
	default: return word_code(ps, t->code);
	}
}

/* --- other tokens --------------------------------------------------------- */

/* :name is a parameter, unless it is a JSON path behind a value. */
static void colon(struct parse *ps, struct token *t)
{
	const struct token *next = peek(ps, 0);
	bool adjacent = next->is_plain && next->span.begin == t->span.end;
	bool behind_value = token_ends_value(&ps->prev);

	/* LIMIT :n, OFFSET :n: behind a blank, no keyword is a value. */
	if (behind_value && ps->prev.is_plain && ps->prev.klass &&
	    ps->prev.span.end != t->span.begin)
		behind_value = false;
	if (!adjacent || behind_value)
		return;
	struct token name = take(ps);

	t->code = TK_PARAM;
	t->text = name.text;
	t->span.end = name.span.end;
}

static void arrow(struct parse *ps, struct token *t)
{
	int next = peek(ps, 0)->code;

	if (next == TK_STRING || next == TK_INTEGER ||
	    (next == '-' && peek(ps, 1)->code == TK_INTEGER))
		t->code = TK_JSON_ARROW;
}

/* ARRAY<ARRAY<INT>>: in a type, >> closes twice. */
static void angle(struct parse *ps, struct token *t)
{
	if (t->code == '<') {
		int prev = ps->prev.code;

		if (prev == TK_ARRAY || prev == TK_MAP || prev == TK_STRUCT ||
		    prev == TK_MULTISET || prev == TK_ROW_LA)
			ps->angles++;
		return;
	}
	if (ps->angles == 0)
		return;
	ps->angles--;
	if (t->code == '>')
		return;
	struct token rest = *t;

	rest.code = t->code == TK_SHR ? '>' : TK_SHR;
	rest.span.begin++;
	t->code = '>';
	t->span.end = t->span.begin + 1;
	put_back(ps, rest);
}

/* In a query, a NOT NULL is a test; in a definition and in CAST (x AS t NOT
 * NULL) it belongs to a type. */
static void track_query(struct parse *ps, int code)
{
	uint64_t goes_on = ps->in_query & 1;

	switch (code) {
	case TK_SELECT:
	case TK_FROM:
	case TK_WHERE:
	case TK_VALUES: ps->in_query |= 1; break;
	case '(':
		if (ps->prev.code == TK_CAST || ps->prev.code == TK_TRY_CAST ||
		    ps->angles > 0)
			goes_on = 0;
		ps->in_query = ps->in_query << 1 | goes_on;
		break;
	case ')': ps->in_query >>= 1; break;
	case ';': ps->in_query = 0; break;
	default: break;
	}
	if (code == ';')
		ps->saw_from = ps->saw_transform = false;
	else if (code == '(' && ps->prev.is_plain &&
		 str_eq_nocase(ps->prev.text, STR("transform")))
		ps->saw_transform = true;
	/* FROM t INSERT INTO ..: the statement begins so */
	else if (code == TK_FROM && (ps->prev.code == 0 || ps->prev.code == ';' ||
				     ps->prev.code == TK_EXPLAIN))
		ps->saw_from = true;
}

/* One bit a parenthesis: FROM ( .. ) goes on as FROM. */
static void track_clause(struct parse *ps, int code)
{
	track_query(ps, code);
	switch (code) {
	case TK_FROM:
	case TK_JOIN:
	case TK_INTO:
	case TK_UPDATE: ps->in_from |= 1; break;
	case TK_SELECT:
	case TK_WHERE:
	case TK_GROUP:
	case TK_ORDER:
	case TK_HAVING:
	case TK_SET:
	case TK_VALUES: ps->in_from &= ~(uint64_t)1; break;
	case '(': ps->in_from <<= 1; break;
	case ')': ps->in_from >>= 1; break;
	default: break;
	}
}

/* True if a hint means something here; else it is a comment. */
static bool hint_fits(const struct parse *ps)
{
	return ps->prev.code == TK_SELECT || ((ps->in_from & 1) && is_name(&ps->prev));
}

static struct token take_without_hints(struct parse *ps)
{
	struct token t = take(ps);

	while (t.code == TK_HINT_BEGIN && !hint_fits(ps)) {
		while (t.code != TK_HINT_END && t.code != TK_YYEOF &&
		       t.code != TK_CURSOR)
			t = take(ps);
		if (t.code == TK_HINT_END)
			t = take(ps);
	}
	return t;
}

/* Two bits a bracket that is open, the innermost one lowest. */
static void track_brackets(struct parse *ps, int code)
{
	switch (code) {
	case '(':
	case '{': ps->brackets <<= 2; break;
	case '[':
		ps->brackets = ps->brackets << 2 |
			       (token_ends_value(&ps->prev) ? BRACKET_SUBSCRIPT
							    : BRACKET_LIST);
		break;
	case ')':
	case '}':
	case ']': ps->brackets >>= 2; break;
	default: break;
	}
}

static void punctuation(struct parse *ps, struct token *t)
{
	track_brackets(ps, t->code);
	switch (t->code) {
	case ':':
		colon(ps, t);
		if (t->code == ':' && (ps->brackets & 3) == BRACKET_SUBSCRIPT)
			t->code = TK_COLON_LA;
		break;
	case TK_ARROW: arrow(ps, t); break;
	case '<':
	case '>':
	case TK_SHR:
	case TK_USHR: angle(ps, t); break;
	case '(': ps->parens++; break;
	case ')': ps->parens--; break;
	case ';': ps->angles = 0; break;
	default: break;
	}
}

void filter_next(struct parse *ps)
{
	if (ps->start) {
		ps->cur.code = ps->start;
		ps->start = 0;
		return;
	}
	/* The start token, which has no text, is not a neighbour. */
	if (ps->cur.span.end > 0) {
		ps->prev2 = ps->prev;
		ps->prev = ps->cur;
	}
	struct token t = take_without_hints(ps);

	/* Behind a point every word is a name. */
	if (t.klass && ps->prev.code != '.')
		t.code = keyword_code(ps, &t);
	else
		punctuation(ps, &t);
	track_interval(ps, &t);
	if (t.code == TK_INTERVAL)
		ps->interval = INTERVAL_VALUE;
	else if (t.code == ')')
		close_interval_paren(ps);
	track_clause(ps, t.code);
	ps->cur = t;
}
