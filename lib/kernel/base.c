#include <math.h>

#include "kernel/tables.h"

#define TABLE kernel_table_base
#include "kernel/table.inc"
