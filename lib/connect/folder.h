/*
 * folder.h - making folders, and taking back what a failed statement made.
 * Private to connect/.
 */
#ifndef SHADE_CONNECT_FOLDER_H
#define SHADE_CONNECT_FOLDER_H

#include "base/base.h"
#include "base/io.h"

/* Files and folders that did not exist before, in order. */
struct folder_log {
	struct arena *arena;
	VEC(struct str) made; /* NUL-terminated */
};

/* With all folders above it; one that exists is fine. */
shade_status folder_make(struct shade_cx *cx, struct str path, struct span span,
			 struct folder_log *log);
shade_status folder_is_empty(struct shade_cx *cx, struct str path, struct span span,
			     bool *out);
struct folder_files {
	struct str *files; /* with the folder's path, NUL-terminated; in cx->arena */
	size_t n;
	bool has_keys; /* folders named key=value are there */
};

/* Regular files whose names begin with neither . nor _, in no order. */
shade_status folder_list(struct shade_cx *cx, struct str path, struct span span,
			 struct folder_files *out);
/* The file is about to be written; one that is there already is left out. */
void folder_log_file(struct folder_log *log, struct str path);
void folder_take_back(const struct folder_log *log);

#endif
