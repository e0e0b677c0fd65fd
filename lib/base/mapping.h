/*
 * mapping.h - files mapped for reading, also when they shrink meanwhile.
 *
 * Touching a page that the file no longer has raises SIGBUS.  A program that
 * hands the address to mapping_fault (shade_map_fault) gets zeros there instead,
 * and the mapping knows that it is broken.
 */
#ifndef SHADE_BASE_MAPPING_H
#define SHADE_BASE_MAPPING_H

#include <stdbool.h>
#include <stddef.h>

struct mapping {
	void *p; /* NULL: none */
	size_t n;
	int slot; /* -1: more files are mapped than are watched */
};

/* False with errno set. */
bool mapping_open(struct mapping *m, int fd, size_t n);
void mapping_close(struct mapping *m);
/* Were pages missing that somebody looked at? */
bool mapping_is_broken(const struct mapping *m);
/* Async-signal-safe.  False: the address is in no mapping. */
bool mapping_fault(const void *address);

#endif
