/*
 * json.h - looking into JSON text without building it.
 *
 * A JSON value is the piece of text that spells it.  Everything is
 * validated on the way; nesting deeper than JSON_DEPTH is no JSON here.
 */
#ifndef SHADE_FUNC_JSON_H
#define SHADE_FUNC_JSON_H

#include "func/func_internal.h"

#define JSON_DEPTH 256

enum json_kind {
	JSON_INVALID,
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

/* The one value that the text is, without blanks around it; false if the
 * text is no JSON. */
bool json_whole(struct str text, struct str *out);
/* What a valid value is, by its first byte. */
enum json_kind json_kind_of(struct str v);

/* Members of an array or object, one after the other: start with
 * .rest = the value. */
struct json_iter {
	struct str rest;
	bool started;
	struct str key; /* of objects: with its quotes */
	struct str value;
};

bool json_next(struct json_iter *it);

/* One step of a path. */
struct json_step {
	struct str key; /* p NULL: an index */
	int64_t index; /* from 0, negative from the end */
	bool all; /* [*] */
};

struct json_path {
	struct json_step *steps;
	size_t n;
};

/* "$.a[0]['b c']", "/a/0", or a bare key; false: no path. */
bool json_path_parse(struct arena *a, struct str text, struct json_path *out);
/* The value there; p NULL if there is none.  With [*] an array is made. */
struct str json_find(struct arena *a, struct str v, const struct json_path *path);

/* A string value as the text it means; a copy only if it has escapes. */
struct str json_text(struct arena *a, struct str v);
void json_quote(struct sbuf *b, struct str s);
/* Any value as JSON. */
void json_put(struct sbuf *b, const struct value *v);

#endif
