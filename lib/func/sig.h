/*
 * sig.h - signatures: parsing the text of a row and matching a call.
 */
#ifndef SHADE_FUNC_SIG_H
#define SHADE_FUNC_SIG_H

#include "func/func.h"

enum sig_kind {
	SIG_TYPE, /* one type; id, and DECIMAL by family */
	SIG_ANY,
	SIG_VAR, /* T, U, K, V */
	SIG_FAMILY,
	SIG_ARRAY,
	SIG_MAP,
	SIG_BIND /* "?": result only */
};

struct sig_pattern {
	enum sig_kind kind;
	enum type_id type;
	char var; /* 'A'..'Z' */
	enum sig_family {
		SIG_NUMERIC,
		SIG_INTEGER,
		SIG_DECIMAL,
		SIG_STRING,
		SIG_TEMPORAL,
		SIG_ROW
	} family;
	char inner[2]; /* ARRAY<T>: 'T'; MAP<K, V>; 0: any */
	enum type_id inner_type[2]; /* where inner is 0; TYPE_COUNT: any */
};

#define SIG_ARGS 12

struct sig {
	struct sig_pattern args[SIG_ARGS];
	size_t n, n_min;
	bool repeats; /* the last one, any number of times */
	struct sig_pattern result;
};

/* False: the text is malformed (a bug of the row). */
bool sig_parse(const char *text, struct sig *out);

struct sig_match {
	const struct type **arg_types; /* what each argument becomes */
	const struct type *result; /* NULL: bind() decides */
	int cost;
};

/* False: the call does not fit; *bad_arg is the first that does not. */
bool sig_match(struct arena *a, const struct sig *sig, size_t n,
	       const struct type *const *types, const struct value *const *consts,
	       struct sig_match *out, size_t *bad_arg);

#endif
