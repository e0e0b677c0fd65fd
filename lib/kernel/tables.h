/*
 * tables.h - the kernel tables by instruction set.
 */
#ifndef SHADE_KERNEL_TABLES_H
#define SHADE_KERNEL_TABLES_H

#include "kernel/kernel.h"

extern const struct kernel_table kernel_table_base;
#if defined(__x86_64__)
extern const struct kernel_table kernel_table_avx2;
extern const struct kernel_table kernel_table_avx512;
#endif

#endif
