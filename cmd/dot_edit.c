/*
 * dot_edit.c - .edit and .history.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dot.h"
#include "history.h"
#include "script.h"
#include "shade.h"

static const char *editor(void)
{
	static const char *const names[] = { "SHADE_EDITOR", "VISUAL", "EDITOR" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const char *z = getenv(names[i]);

		if (z && *z)
			return z;
	}
	return "vi";
}

static bool run_editor(struct dot_call *c, const char *path)
{
	struct text t = { 0 };
	int status;

	text_addz(&t, editor());
	text_addc(&t, ' ');
	/* 'it'\''s' is how sh writes a quote. */
	text_addc(&t, '\'');
	for (const char *z = path; *z; z++) {
		if (*z == '\'')
			text_addz(&t, "'\\''");
		else
			text_addc(&t, *z);
	}
	text_addc(&t, '\'');
	out_flush(&c->sh->out);
	status = system(t.p);
	text_free(&t);
	if (status == 0)
		return true;
	return dot_fail(c, "the editor failed");
}

bool dot_edit(struct dot_call *c)
{
	char path[] = "/tmp/shade-XXXXXX.sql";
	const char *file = c->argc ? c->argv[0] : path;
	struct text t = { 0 };
	bool ok = true;

	if (!dot_allowed(c))
		return false;
	if (!c->argc) {
		int fd = mkstemps(path, 4);

		if (fd < 0)
			return dot_fail(c, "cannot make a file to edit: %s",
					strerror(errno));
		ok = write(fd, text_str(&c->sh->last_sql), c->sh->last_sql.n) >= 0;
		close(fd);
	}
	ok = ok && run_editor(c, file);
	if (ok && !text_read_file(&t, file))
		ok = dot_fail(c, "cannot read \"%s\": %s", file, strerror(errno));
	if (!c->argc)
		unlink(path);
	if (ok && t.n) {
		history_add(text_str(&t));
		shell_say(c->sh, "%s", text_str(&t));
		ok = script_text(c->sh, NULL, t.p, t.n);
	}
	text_free(&t);
	return ok;
}

bool dot_history(struct dot_call *c)
{
	struct text t = { 0 };
	size_t n = 20;

	if (c->argc && !dot_number(c, c->argv[0], &n))
		return false;
	history_show(&t, n);
	out_add(&c->sh->out, text_str(&t), t.n);
	text_free(&t);
	return true;
}
