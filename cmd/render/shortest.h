/*
 * shortest.h - the shortest decimal that reads back as the same float.
 *
 * Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020):
 * one 64x128-bit multiplication a boundary, no big integers.
 */
#ifndef SHADE_CMD_RENDER_SHORTEST_H
#define SHADE_CMD_RENDER_SHORTEST_H

#include <stdint.h>

/*
 * For the bits of a finite number other than zero: its absolute value is
 * digits * 10^exponent, digits without trailing zeros.
 */
void shortest_double(uint64_t bits, uint64_t *digits, int *exponent);
void shortest_float(uint32_t bits, uint64_t *digits, int *exponent);

#endif
