#include "history.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "config.h"

#define KEEP_ENTRIES 10000

/* One history for the process, as there is one file. */
static char **entries;
static size_t n_entries;
static bool is_loaded;

static void remember(const char *p, size_t n)
{
	while (n && is_blank(p[n - 1]))
		n--;
	if (!n)
		return;
	if (n_entries && strlen(entries[n_entries - 1]) == n &&
	    !memcmp(entries[n_entries - 1], p, n))
		return;
	entries = mem_grow(entries, n_entries + 1, sizeof(*entries));
	entries[n_entries++] = str_ndup(p, n);
}

/* Entries begin behind lines of # and the time. */
static bool is_stamp(const char *p, const char *end)
{
	if (p == end || *p++ != '#' || p == end)
		return false;
	while (p < end && is_digit(*p))
		p++;
	return p == end;
}

static void parse(const char *p, const char *end)
{
	const char *start = NULL;

	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *stop = nl ? nl : end;

		if (is_stamp(p, stop)) {
			if (start)
				remember(start, (size_t)(p - start));
			start = nl ? nl + 1 : end;
		}
		p = nl ? nl + 1 : end;
	}
	if (start && start < end)
		remember(start, (size_t)(end - start));
}

void history_load(void (*fn)(const char *entry))
{
	char *path = xdg_path("XDG_STATE_HOME", ".local/state", "history");
	struct text t = { 0 };
	size_t first;

	if (path && text_read_file(&t, path))
		parse(text_str(&t), text_str(&t) + t.n);
	first = n_entries > KEEP_ENTRIES ? n_entries - KEEP_ENTRIES : 0;
	for (size_t i = first; i < n_entries; i++)
		fn(entries[i]);
	is_loaded = true;
	text_free(&t);
	mem_free(path);
}

static void make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
}

static bool is_secret(const char *entry)
{
	return strcasestr(entry, "password") || strcasestr(entry, "secret");
}

static void append(const char *entry)
{
	char *path = xdg_path("XDG_STATE_HOME", ".local/state", "history");
	struct text t = { 0 };
	int fd;

	if (!path)
		return;
	make_folders(path);
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	mem_free(path);
	if (fd < 0)
		return;
	text_addf(&t, "#%lld\n%s\n", (long long)time(NULL), entry);
	/* A history that cannot be written is no reason to disturb anybody. */
	if (flock(fd, LOCK_EX) == 0 && write(fd, t.p, t.n) < 0)
		errno = 0;
	close(fd);
	text_free(&t);
}

void history_add(const char *entry)
{
	size_t n = n_entries;

	if (!is_loaded || is_blank(entry[0]) || is_secret(entry))
		return;
	remember(entry, strlen(entry));
	if (n_entries > n)
		append(entries[n]);
}

void history_show(struct text *t, size_t n)
{
	size_t first = n_entries > n ? n_entries - n : 0;

	for (size_t i = first; i < n_entries; i++)
		text_addf(t, "%5zu  %s\n", i + 1, entries[i]);
}

void history_free(void)
{
	for (size_t i = 0; i < n_entries; i++)
		mem_free(entries[i]);
	mem_free(entries);
	entries = NULL;
	n_entries = 0;
}
