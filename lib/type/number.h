/*
 * number.h - text of integers and floating-point numbers.
 *
 * The whole text must be the number: no blanks, no tail.
 */
#ifndef SHADE_TYPE_NUMBER_H
#define SHADE_TYPE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum number_result { NUMBER_OK, NUMBER_BAD, NUMBER_OVERFLOW };

enum number_result number_parse_i64(const char *p, size_t n, int64_t *out);
/* Also inf, infinity, nan in any case. */
enum number_result number_parse_double(const char *p, size_t n, double *out);

#define NUMBER_TEXT 32

size_t number_print_i64(int64_t v, char out[NUMBER_TEXT]);
/* The shortest text that reads back as the same number: "1.0", "0.1",
 * "1e+20", "Infinity", "NaN". */
size_t number_print_double(double d, char out[NUMBER_TEXT]);
size_t number_print_float(float f, char out[NUMBER_TEXT]);
/* As Java writes it: "1.0E20", "1.0E-5", "123.0". */
size_t number_print_java(double d, bool is_float, char out[NUMBER_TEXT]);

#endif
