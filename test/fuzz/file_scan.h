/*
 * file_scan.h - for fuzz targets of file formats: bytes as a file, scanned
 * to the end.
 */
#ifndef SHADE_FUZZ_FILE_SCAN_H
#define SHADE_FUZZ_FILE_SCAN_H

#include "source/registry.h"

/* Open by the table function fn with options, read every column of every
 * row, then only count; errors are fine, crashes are not. */
void fuzz_scan(const uint8_t *data, size_t n, const char *fn,
	       const struct source_option *options, size_t n_options);

#endif
