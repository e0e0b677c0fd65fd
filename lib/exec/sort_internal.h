/*
 * sort_internal.h - packed sort keys.
 */
#ifndef SHADE_EXEC_SORT_INTERNAL_H
#define SHADE_EXEC_SORT_INTERNAL_H

#include "exec/sort.h"

struct sort_entry {
	uint64_t w0, w1; /* compared in this order */
	uint32_t row;
};

/* How one key column becomes bits. */
struct sort_field {
	unsigned bits; /* of the value; 0: all values are equal */
	bool has_null_bit;
	uint64_t base; /* smallest value as ordered bits */
	unsigned at; /* first bit, counted from the top of w0 */
	size_t skip; /* strings: bytes that all have in common */
};

struct sort_plan {
	size_t n_fields; /* columns that are in the words */
	struct sort_field *fields;
	unsigned bits; /* used in all */
	size_t tie_from; /* column from which ties are compared; n_cols: none */
};

/* Values of PHYS_I8 .. F64 and strings' first eight bytes (sort_word_at: after
 * the common ones), as unsigned words that order like the values. */
uint64_t sort_word_str(const struct strv *s, size_t skip);
uint64_t sort_word(const struct vector *v, enum phys phys, size_t row);
/* sort_key.c */
void sort_plan_make(const struct sort_col *cols, size_t n_cols, size_t n,
		    struct sort_plan *plan, struct arena *a);
void sort_encode(const struct sort_plan *plan, const struct sort_col *cols, size_t n,
		 struct sort_entry *out);
/* One word a row: the key, then the row number in the low bits. */
void sort_encode_words(const struct sort_plan *plan, const struct sort_col *cols,
		       size_t n, uint64_t *out, unsigned row_bits);

#endif
