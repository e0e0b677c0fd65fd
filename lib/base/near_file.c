#include "base/near_file.h"

#include <dirent.h>

#include "base/banned.h"
#include "base/vec.h"

/* A folder with more files is not searched to its end. */
#define MOST_NAMES 5000

struct str near_file(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct str folder = { path, slash ? (size_t)(slash - path) + 1 : 0 };
	struct str word = str_from(path + folder.n);
	VEC(struct str) names = { 0 };
	struct dirent *e;
	struct str best;
	DIR *dir;

	dir = opendir(folder.n ? str_dup(a, folder).p : ".");
	if (!dir)
		return STR_NONE;
	while (names.n < MOST_NAMES && (e = readdir(dir)) != NULL) {
		if (e->d_name[0] != '.')
			vec_push(a, &names, str_dup(a, str_from(e->d_name)));
	}
	closedir(dir);
	best = str_nearest(word, names.v, names.n);
	if (!best.n)
		return STR_NONE;
	return str_fmt(a, "%.*s%.*s", STR_ARG(folder), STR_ARG(best));
}
