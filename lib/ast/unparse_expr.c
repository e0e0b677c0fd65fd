/*
 * unparse_expr.c - expressions.
 */
#include "ast/unparse.h"

/* --- levels --------------------------------------------------------------- */

static enum level binary_level(enum ast_binary_op op)
{
	switch (op) {
	case AST_BINARY_OP_BIT_OR: return LEVEL_BIT_OR;
	case AST_BINARY_OP_BIT_XOR: return LEVEL_BIT_XOR;
	case AST_BINARY_OP_BIT_AND: return LEVEL_BIT_AND;
	case AST_BINARY_OP_SHIFT_LEFT:
	case AST_BINARY_OP_SHIFT_RIGHT:
	case AST_BINARY_OP_SHIFT_RIGHT_UNSIGNED: return LEVEL_SHIFT;
	case AST_BINARY_OP_CONCAT: return LEVEL_CONCAT;
	case AST_BINARY_OP_ADD:
	case AST_BINARY_OP_SUB: return LEVEL_ADD;
	case AST_BINARY_OP_MUL:
	case AST_BINARY_OP_DIV:
	case AST_BINARY_OP_INT_DIV:
	case AST_BINARY_OP_MOD: return LEVEL_MUL;
	case AST_BINARY_OP_POWER: return LEVEL_POWER;
	case AST_BINARY_OP_JSON_GET:
	case AST_BINARY_OP_JSON_GET_TEXT: return LEVEL_POSTFIX;
	default: /* comparisons */ return LEVEL_PRED;
	}
}

enum level level_of(const struct ast *n)
{
	switch (n->kind) {
	case AST_LAMBDA: return LEVEL_EXPR;
	case AST_LOGIC:
		return AS(logic, n)->op == AST_LOGIC_OP_OR ? LEVEL_OR : LEVEL_AND;
	case AST_UNARY:
		return AS(unary, n)->op == AST_UNARY_OP_NOT ? LEVEL_NOT : LEVEL_UNARY;
	case AST_BINARY: return binary_level(AS(binary, n)->op);
	case AST_IS:
	case AST_BETWEEN:
	case AST_LIKE:
	case AST_IN:
	case AST_QUANTIFIED: return LEVEL_PRED;
	case AST_AT_TIME_ZONE: return LEVEL_AT;
	case AST_COLLATE: return LEVEL_COLLATE;
	default: return LEVEL_POSTFIX;
	}
}

void unparse_expr(struct sbuf *o, const struct ast *n, enum level level)
{
	bool parens = n && level_of(n) < level;

	unparse_if(o, parens, "(");
	unparse_node(o, n);
	unparse_if(o, parens, ")");
}

/* --- operators ------------------------------------------------------------ */

const char *ast_binary_op_text(enum ast_binary_op op)
{
	static const char *const texts[AST_N_BINARY_OP] = {
		[AST_BINARY_OP_ADD] = "+",
		[AST_BINARY_OP_SUB] = "-",
		[AST_BINARY_OP_MUL] = "*",
		[AST_BINARY_OP_DIV] = "/",
		[AST_BINARY_OP_INT_DIV] = "DIV",
		[AST_BINARY_OP_MOD] = "%",
		[AST_BINARY_OP_POWER] = "**",
		[AST_BINARY_OP_CONCAT] = "||",
		[AST_BINARY_OP_BIT_AND] = "&",
		[AST_BINARY_OP_BIT_OR] = "|",
		[AST_BINARY_OP_BIT_XOR] = "^",
		[AST_BINARY_OP_SHIFT_LEFT] = "<<",
		[AST_BINARY_OP_SHIFT_RIGHT] = ">>",
		[AST_BINARY_OP_SHIFT_RIGHT_UNSIGNED] = ">>>",
		[AST_BINARY_OP_EQ] = "=",
		[AST_BINARY_OP_NE] = "<>",
		[AST_BINARY_OP_LT] = "<",
		[AST_BINARY_OP_LE] = "<=",
		[AST_BINARY_OP_GT] = ">",
		[AST_BINARY_OP_GE] = ">=",
		[AST_BINARY_OP_DISTINCT] = "IS DISTINCT FROM",
		[AST_BINARY_OP_NOT_DISTINCT] = "IS NOT DISTINCT FROM",
		[AST_BINARY_OP_JSON_GET] = "->",
		[AST_BINARY_OP_JSON_GET_TEXT] = "->>",
		[AST_BINARY_OP_OVERLAPS] = "OVERLAPS",
	};

	return texts[op];
}

static void json_operator(struct sbuf *o, const struct ast_binary *n)
{
	const struct ast *key = n->right;
	bool plain = key->kind == AST_LITERAL || key->kind == AST_COLUMN ||
		     key->kind == AST_PARAM || key->kind == AST_UNARY;

	unparse_expr(o, n->left, LEVEL_POSTFIX);
	sbuf_addf(o, " %s ", ast_binary_op_text(n->op));
	unparse_if(o, !plain, "(");
	unparse_node(o, key);
	unparse_if(o, !plain, ")");
}

static void binary(struct sbuf *o, const struct ast_binary *n)
{
	enum level level = binary_level(n->op);
	bool power = n->op == AST_BINARY_OP_POWER; /* to the right */

	if (level == LEVEL_POSTFIX) {
		json_operator(o, n);
		return;
	}
	unparse_expr(o, n->left, power ? level + 1 : level);
	sbuf_addf(o, " %s ", ast_binary_op_text(n->op));
	unparse_expr(o, n->right, power ? level : level + 1);
}

static void unary(struct sbuf *o, const struct ast_unary *n)
{
	switch (n->op) {
	case AST_UNARY_OP_NOT:
		put(o, "NOT ");
		unparse_expr(o, n->arg, LEVEL_NOT);
		return;
	case AST_UNARY_OP_NEG: sbuf_addc(o, '-'); break;
	case AST_UNARY_OP_POS: sbuf_addc(o, '+'); break;
	case AST_UNARY_OP_BIT_NOT: sbuf_addc(o, '~'); break;
	case AST_N_UNARY_OP: break;
	}
	unparse_expr(o, n->arg, LEVEL_POSTFIX);
}

static void logic(struct sbuf *o, const struct ast_logic *n)
{
	bool or_ = n->op == AST_LOGIC_OP_OR;

	for (size_t i = 0; i < n->args.n; i++) {
		if (i > 0)
			put(o, or_ ? " OR " : " AND ");
		unparse_expr(o, n->args.v[i], or_ ? LEVEL_AND : LEVEL_NOT);
	}
}

static void between(struct sbuf *o, const struct ast_between *n)
{
	unparse_expr(o, n->arg, LEVEL_PRED);
	put(o, n->negated ? " NOT BETWEEN " : " BETWEEN ");
	unparse_if(o, n->symmetric, "SYMMETRIC ");
	unparse_expr(o, n->low, LEVEL_VALUE);
	put(o, " AND ");
	unparse_expr(o, n->high, LEVEL_VALUE);
}

static const char *const like_words[AST_N_LIKE_KIND] = {
	[AST_LIKE_KIND_LIKE] = "LIKE",   [AST_LIKE_KIND_ILIKE] = "ILIKE",
	[AST_LIKE_KIND_RLIKE] = "RLIKE", [AST_LIKE_KIND_SIMILAR] = "SIMILAR TO",
	[AST_LIKE_KIND_GLOB] = "GLOB",
};

static void like(struct sbuf *o, const struct ast_like *n)
{
	unparse_expr(o, n->arg, LEVEL_PRED);
	put(o, n->negated ? " NOT " : " ");
	put(o, like_words[n->type]);
	if (n->quantifier) {
		put(o, n->quantifier == AST_QUANTIFIER_ANY ? " ANY " : " ALL ");
		unparse_list_parens(o, &n->patterns);
		return;
	}
	sbuf_addc(o, ' ');
	unparse_expr(o, n->pattern, LEVEL_VALUE);
	if (n->escape) {
		put(o, " ESCAPE ");
		unparse_expr(o, n->escape, LEVEL_VALUE);
	}
}

static void in(struct sbuf *o, const struct ast_in *n)
{
	unparse_expr(o, n->arg, LEVEL_PRED);
	put(o, n->negated ? " NOT IN " : " IN ");
	if (n->query)
		unparse_query_parens(o, n->query);
	else if (n->array)
		unparse_node(o, n->array);
	else
		unparse_list_parens(o, &n->items);
}

static void quantified(struct sbuf *o, const struct ast_quantified *n)
{
	unparse_expr(o, n->arg, LEVEL_PRED);
	sbuf_addf(o, " %s %s ",
		  n->op == AST_BINARY_OP_NOT_DISTINCT ? "<=>"
						      : ast_binary_op_text(n->op),
		  n->quantifier == AST_QUANTIFIER_ALL ? "ALL" : "ANY");
	if (n->query) {
		unparse_query_parens(o, n->query);
	} else {
		sbuf_addc(o, '(');
		unparse_node(o, n->array);
		sbuf_addc(o, ')');
	}
}

static void is(struct sbuf *o, const struct ast_is *n)
{
	unparse_expr(o, n->arg, LEVEL_PRED);
	sbuf_addf(o, " IS %s%s", n->negated ? "NOT " : "", ast_truth_name(n->test));
}

/* --- values --------------------------------------------------------------- */

static void literal(struct sbuf *o, const struct ast_literal *n)
{
	static const char *const heads[AST_N_LITERAL_KIND] = {
		[AST_LITERAL_KIND_STRING] = "",
		[AST_LITERAL_KIND_BINARY] = "X",
		[AST_LITERAL_KIND_DATE] = "DATE ",
		[AST_LITERAL_KIND_TIME] = "TIME ",
		[AST_LITERAL_KIND_TIMESTAMP] = "TIMESTAMP ",
		[AST_LITERAL_KIND_TIMESTAMP_LTZ] = "TIMESTAMP_LTZ ",
	};
	static const char *const suffixes[AST_N_LITERAL_KIND] = {
		[AST_LITERAL_KIND_TINYINT] = "Y", [AST_LITERAL_KIND_SMALLINT] = "S",
		[AST_LITERAL_KIND_BIGINT] = "L",  [AST_LITERAL_KIND_FLOAT] = "F",
		[AST_LITERAL_KIND_DOUBLE] = "D",  [AST_LITERAL_KIND_DECIMAL] = "BD",
	};
	bool point = n->text.p && memchr(n->text.p, '.', n->text.n);
	bool exponent = n->text.p && (memchr(n->text.p, 'e', n->text.n) ||
				      memchr(n->text.p, 'E', n->text.n));
	const char *suffix = suffixes[n->type];

	if (heads[n->type]) {
		put(o, heads[n->type]);
		ast_unparse_string(n->text, o);
		return;
	}
	if (n->type == AST_LITERAL_KIND_NULL) {
		put(o, "NULL");
		return;
	}
	if ((n->type == AST_LITERAL_KIND_DECIMAL && point) ||
	    (n->type == AST_LITERAL_KIND_DOUBLE && exponent))
		suffix = NULL;
	sbuf_add(o, n->text);
	unparse_if(o, suffix != NULL, suffix);
}

static void interval(struct sbuf *o, const struct ast_interval *n)
{
	put(o, "INTERVAL");
	for (size_t i = 0; i < n->parts.n; i++) {
		const struct ast_interval_part *p = AS(interval_part, n->parts.v[i]);
		bool plain = p->value->kind == AST_PARAM;

		if (p->value->kind == AST_LITERAL) {
			enum ast_literal_kind k = AS(literal, p->value)->type;

			plain = k == AST_LITERAL_KIND_STRING ||
				k == AST_LITERAL_KIND_INTEGER ||
				k == AST_LITERAL_KIND_DECIMAL;
		}
		put(o, p->negative ? " -" : " ");
		unparse_if(o, !plain, "(");
		unparse_node(o, p->value);
		unparse_if(o, !plain, ")");
		if (p->from)
			sbuf_addf(o, " %s", ast_unit_name(p->from));
		if (p->to)
			sbuf_addf(o, " TO %s", ast_unit_name(p->to));
	}
}

static void row(struct sbuf *o, const struct ast_row *n)
{
	if (n->items.n == 0)
		put(o, "ROW");
	sbuf_addc(o, '(');
	unparse_list(o, &n->items);
	unparse_if(o, n->items.n == 1, ",");
	sbuf_addc(o, ')');
}

static void structure(struct sbuf *o, const struct ast_struct *n)
{
	sbuf_addc(o, '{');
	for (size_t i = 0; i < n->fields.n; i++) {
		const struct ast_named_arg *f = AS(named_arg, n->fields.v[i]);

		unparse_if(o, i > 0, ", ");
		ast_unparse_name(AS(ident, f->name)->name, o);
		put(o, ": ");
		unparse_node(o, f->value);
	}
	sbuf_addc(o, '}');
}

/* --- access --------------------------------------------------------------- */

static bool takes_postfix(const struct ast *n, bool dot)
{
	switch (n->kind) {
	case AST_FUNC: return !AS(func, n)->bare && !AS(func, n)->over;
	case AST_SUBSCRIPT:
	case AST_FIELD:
	case AST_CAST: return true;
	case AST_COLUMN: return !dot;
	default: return false;
	}
}

static void postfix_arg(struct sbuf *o, const struct ast *n, bool dot)
{
	bool parens = !takes_postfix(n, dot);

	unparse_if(o, parens, "(");
	unparse_node(o, n);
	unparse_if(o, parens, ")");
}

static void json_step(struct sbuf *o, const struct ast_json_step *s, bool first)
{
	switch (s->type) {
	case AST_JSON_STEP_KIND_FIELD:
		unparse_if(o, !first, ".");
		ast_unparse_name(s->name, o);
		break;
	case AST_JSON_STEP_KIND_KEY:
		sbuf_addc(o, '[');
		ast_unparse_string(s->name, o);
		sbuf_addc(o, ']');
		break;
	case AST_JSON_STEP_KIND_INDEX:
		sbuf_addf(o, "[%lld]", (long long)s->index);
		break;
	case AST_JSON_STEP_KIND_WILDCARD: put(o, "[*]"); break;
	case AST_N_JSON_STEP_KIND: break;
	}
}

static void json_path(struct sbuf *o, const struct ast_json_path *n)
{
	bool plain = n->arg->kind == AST_COLUMN || takes_postfix(n->arg, false);

	unparse_if(o, !plain, "(");
	unparse_node(o, n->arg);
	unparse_if(o, !plain, ")");
	sbuf_addc(o, ':');
	for (size_t i = 0; i < n->steps.n; i++)
		json_step(o, AS(json_step, n->steps.v[i]), i == 0);
}

/* x -> 1 would be JSON access: a body that begins so gets parentheses. */
static void lambda(struct sbuf *o, const struct ast_lambda *n)
{
	struct sbuf body = { .arena = o->arena };
	struct str text;

	unparse_node(&body, n->body);
	text = sbuf_str(&body);
	bool parens = text.n > 0 && strchr("0123456789'-.", text.p[0]);

	unparse_expr(o, n->params, LEVEL_OR);
	put(o, " -> ");
	unparse_if(o, parens, "(");
	sbuf_add(o, text);
	unparse_if(o, parens, ")");
}

static void star(struct sbuf *o, const struct ast_star *n)
{
	unparse_parts(o, &n->qualifier);
	put(o, n->qualifier.n ? ".*" : "*");
	if (n->except.n) {
		put(o, " EXCEPT ");
		unparse_list_parens(o, &n->except);
	}
	if (n->replace.n) {
		put(o, " REPLACE ");
		unparse_list_parens(o, &n->replace);
	}
	if (n->rename.n) {
		put(o, " RENAME ");
		unparse_list_parens(o, &n->rename);
	}
	if (n->pattern.p) {
		sbuf_addf(o, "%s %s ", n->not_like ? " NOT" : "", like_words[n->like]);
		ast_unparse_string(n->pattern, o);
	}
}

static void columns(struct sbuf *o, const struct ast_columns *n)
{
	const struct ast_star *s = AS(star, n->star);
	bool is_plain = !s->qualifier.n && !s->except.n && !s->replace.n &&
			!s->rename.n && !s->not_like;

	put(o, n->unpacked ? "*COLUMNS(" : "COLUMNS(");
	if (s->lambda) {
		unparse_node(o, s->lambda);
	} else if (s->names.n) {
		sbuf_addc(o, '[');
		unparse_list(o, &s->names);
		sbuf_addc(o, ']');
	} else if (is_plain && s->pattern.p && s->like == AST_LIKE_KIND_RLIKE) {
		ast_unparse_string(s->pattern, o);
	} else {
		unparse_node(o, n->star);
	}
	sbuf_addc(o, ')');
}

static void case_(struct sbuf *o, const struct ast_case *n)
{
	put(o, "CASE");
	unparse_after(o, " ", n->operand);
	for (size_t i = 0; i < n->whens.n; i++) {
		const struct ast_when *w = AS(when, n->whens.v[i]);

		unparse_after(o, " WHEN ", w->condition);
		unparse_after(o, " THEN ", w->result);
	}
	unparse_after(o, " ELSE ", n->otherwise);
	put(o, " END");
}

static void cast(struct sbuf *o, const struct ast_cast *n)
{
	put(o, n->is_try ? "TRY_CAST(" : "CAST(");
	unparse_node(o, n->arg);
	unparse_after(o, " AS ", n->type);
	unparse_if(o, AS(type, n->type)->not_null, " NOT NULL");
	unparse_after(o, " FORMAT ", n->format);
	sbuf_addc(o, ')');
}

static void bracket_list(struct sbuf *o, const char *head, const struct ast_list *l)
{
	put(o, head);
	sbuf_addc(o, '[');
	unparse_list(o, l);
	sbuf_addc(o, ']');
}

static void param(struct sbuf *o, const struct ast_param *n)
{
	if (n->type == AST_PARAM_KIND_POSITION)
		sbuf_addc(o, '?');
	else
		sbuf_addf(o, "$%.*s", STR_ARG(n->name));
}

static bool access_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_AT_TIME_ZONE:
		unparse_expr(o, AS(at_time_zone, n)->arg, LEVEL_AT);
		put(o, " AT TIME ZONE ");
		unparse_expr(o, AS(at_time_zone, n)->zone, LEVEL_AT + 1);
		return true;
	case AST_COLLATE:
		unparse_expr(o, AS(collate, n)->arg, LEVEL_UNARY);
		put(o, " COLLATE ");
		unparse_parts(o, &AS(collate, n)->name);
		return true;
	case AST_SUBSCRIPT:
		postfix_arg(o, AS(subscript, n)->arg, false);
		sbuf_addc(o, '[');
		unparse_node(o, AS(subscript, n)->index);
		sbuf_addc(o, ']');
		return true;
	case AST_FIELD:
		postfix_arg(o, AS(field, n)->arg, true);
		sbuf_addc(o, '.');
		unparse_node(o, AS(field, n)->name);
		return true;
	case AST_JSON_PATH: json_path(o, AS(json_path, n)); return true;
	case AST_STAR: star(o, AS(star, n)); return true;
	case AST_COLUMNS: columns(o, AS(columns, n)); return true;
	case AST_COLUMN:
		if (AS(column, n)->computed)
			unparse_node(o, AS(column, n)->computed);
		else
			unparse_parts(o, &AS(column, n)->parts);
		return true;
	case AST_PATH:
		if (!AS(path, n)->parts.n && AS(path, n)->expr) {
			unparse_after(o, "IDENTIFIER(", AS(path, n)->expr);
			sbuf_addc(o, ')');
		} else {
			unparse_parts(o, &AS(path, n)->parts);
		}
		return true;
	case AST_IDENT: ast_unparse_name(AS(ident, n)->name, o); return true;
	default: return false;
	}
}

static bool value_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_LITERAL: literal(o, AS(literal, n)); return true;
	case AST_INTERVAL: interval(o, AS(interval, n)); return true;
	case AST_PARAM: param(o, AS(param, n)); return true;
	case AST_DEFAULT: put(o, "DEFAULT"); return true;
	case AST_ARRAY: bracket_list(o, "ARRAY", &AS(array, n)->items); return true;
	case AST_MAP: bracket_list(o, "MAP", &AS(map, n)->items); return true;
	case AST_ROW: row(o, AS(row, n)); return true;
	case AST_STRUCT: structure(o, AS(struct, n)); return true;
	case AST_CASE: case_(o, AS(case, n)); return true;
	case AST_CAST: cast(o, AS(cast, n)); return true;
	default: return false;
	}
}

static bool operator_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_UNARY: unary(o, AS(unary, n)); return true;
	case AST_BINARY: binary(o, AS(binary, n)); return true;
	case AST_LOGIC: logic(o, AS(logic, n)); return true;
	case AST_IS: is(o, AS(is, n)); return true;
	case AST_BETWEEN: between(o, AS(between, n)); return true;
	case AST_LIKE: like(o, AS(like, n)); return true;
	case AST_IN: in(o, AS(in, n)); return true;
	case AST_QUANTIFIED: quantified(o, AS(quantified, n)); return true;
	case AST_LAMBDA: lambda(o, AS(lambda, n)); return true;
	default: return false;
	}
}

bool unparse_expr_node(struct sbuf *o, const struct ast *n)
{
	return access_node(o, n) || value_node(o, n) || operator_node(o, n);
}
