#include "connect/folder.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

static shade_status make_one(struct shade_cx *cx, struct str path, struct span span,
			     struct folder_log *log)
{
	struct str name = str_dup(log->arena, path);

	if (mkdir(name.p, 0777) == 0)
		vec_push(log->arena, &log->made, name);
	else if (errno != EEXIST)
		return shade_fail(cx, SHADE_E_IO, span,
				  "cannot make the folder \"%.*s\": %s", STR_ARG(path),
				  errno_text(cx, errno));
	return SHADE_OK;
}

shade_status folder_make(struct shade_cx *cx, struct str path, struct span span,
			 struct folder_log *log)
{
	if (exists(str_dup(cx->arena, path).p))
		return SHADE_OK;
	for (size_t i = 1; i < path.n; i++) {
		if (path.p[i] == '/')
			TRY(make_one(cx, (struct str){ path.p, i }, span, log));
	}
	return make_one(cx, path, span, log);
}

shade_status folder_is_empty(struct shade_cx *cx, struct str path, struct span span,
			     bool *out)
{
	DIR *dir = opendir(str_dup(cx->arena, path).p);
	const struct dirent *e;

	if (!dir)
		return shade_fail(cx, SHADE_E_IO, span, "cannot read \"%.*s\": %s",
				  STR_ARG(path), errno_text(cx, errno));
	*out = true;
	while (*out && (e = readdir(dir)))
		*out = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
	closedir(dir);
	return SHADE_OK;
}

shade_status folder_list(struct shade_cx *cx, struct str path, struct span span,
			 struct folder_files *out)
{
	VEC(struct str) files = { 0 };
	DIR *dir = opendir(str_dup(cx->arena, path).p);
	const struct dirent *e;
	struct stat st;

	*out = (struct folder_files){ 0 };
	if (!dir)
		return shade_fail(cx, SHADE_E_IO, span, "cannot read \"%.*s\": %s",
				  STR_ARG(path), errno_text(cx, errno));
	while ((e = readdir(dir))) {
		struct str name = str_fmt(cx->arena, "%.*s/%s", STR_ARG(path),
					  e->d_name);

		if (e->d_name[0] == '.' || e->d_name[0] == '_' || stat(name.p, &st))
			continue;
		if (S_ISREG(st.st_mode))
			vec_push(cx->arena, &files, name);
		out->has_keys |= S_ISDIR(st.st_mode) && strchr(e->d_name, '=');
	}
	closedir(dir);
	out->files = files.v;
	out->n = files.n;
	return cx_check_arena(cx);
}

void folder_log_file(struct folder_log *log, struct str path)
{
	struct str name = str_dup(log->arena, path);

	if (!exists(name.p))
		vec_push(log->arena, &log->made, name);
}

void folder_take_back(const struct folder_log *log)
{
	for (size_t i = log->made.n; i > 0; i--) {
		if (unlink(log->made.v[i - 1].p))
			rmdir(log->made.v[i - 1].p);
	}
}
