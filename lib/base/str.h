/*
 * str.h - strings as pointer and length.
 *
 * A str borrows its bytes and is not NUL-terminated, except where a
 * function says so.  NUL-terminated strings live only at the doors to
 * libc and sqlite.
 */
#ifndef SHADE_BASE_STR_H
#define SHADE_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct arena;

struct str {
	const char *p;
	size_t n;
};

#define STR(lit) ((struct str){ (lit), sizeof(lit) - 1 })
#define STR_NONE ((struct str){ NULL, 0 })
/* For printf("%.*s", STR_ARG(s)). */
#define STR_ARG(s) ((int)(s).n), ((s).p)

static inline struct str str_from(const char *z)
{
	return (struct str){ z, z ? strlen(z) : 0 };
}

bool str_eq(struct str a, struct str b);
/* ASCII case folded; identifiers are compared with this everywhere. */
bool str_eq_nocase(struct str a, struct str b);
/* memcmp order, shorter first on a common prefix. */
int str_cmp(struct str a, struct str b);
int str_cmp_nocase(struct str a, struct str b);
bool str_starts_with(struct str s, struct str prefix);
bool str_ends_with(struct str s, struct str suffix);
/* Without leading and trailing ASCII white space; borrows from s. */
struct str str_trim(struct str s);
uint64_t str_hash_nocase(struct str s);

/* Copies live in the arena and are NUL-terminated behind their n bytes. */
struct str str_dup(struct arena *a, struct str s);
struct str str_lower(struct arena *a, struct str s);
struct str str_fmt(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
struct str str_vfmt(struct arena *a, const char *fmt, va_list ap);

/* Edit distance (Damerau, optimal string alignment), case folded. */
size_t str_distance(struct str a, struct str b);
/*
 * The nearest of n candidates within max(1, len/3) edits, or STR_NONE.
 * Never the word itself.
 */
struct str str_nearest(struct str word, const struct str *candidates, size_t n);

/*
 * A growing text in an arena.  Zero-initialise with .arena set.  Appends
 * cannot fail: out of memory is the arena's sticky flag.
 */
struct sbuf {
	struct arena *arena;
	char *p;
	size_t n, cap;
};

void sbuf_add(struct sbuf *b, struct str s);
void sbuf_addc(struct sbuf *b, char c);
void sbuf_addf(struct sbuf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The text so far, NUL-terminated; valid until the next append. */
struct str sbuf_str(struct sbuf *b);

#endif
