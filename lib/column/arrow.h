/*
 * arrow.h - batches as Arrow C data (format: arrow.apache.org/docs/format/
 * CDataInterface.html).
 *
 * Exported structs own their memory and may outlive the session.
 */
#ifndef SHADE_COLUMN_ARROW_H
#define SHADE_COLUMN_ARROW_H

#include "column/vector.h"
#include "shade.h"

/* A struct schema "+s" whose children carry metadata "shade.type", the SQL
 * type name. */
shade_status arrow_export_schema(struct shade_cx *cx, size_t n_cols,
				 const struct str *names,
				 const struct type *const *types, const bool *not_null,
				 struct ArrowSchema *out);
/* The (selected) rows of a batch as a struct array. */
shade_status arrow_export_batch(struct shade_cx *cx, const struct batch *b,
				struct ArrowArray *out);

#endif
