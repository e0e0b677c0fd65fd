#include "help_sql.h"

#include <string.h>
#include <strings.h>

#include "shell.h"

static const struct {
	const char *name, *form, *example;
} pages[] = {
#define HELP(name, form, example) { name, form, example },
#include "help_sql.def"
#undef HELP
};

bool help_sql(struct shell *sh, const char *topic)
{
	struct text t = { 0 };
	size_t n = strlen(topic);
	bool found = n == 0;

	for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
		if (!n) {
			text_addf(&t, "  %s\n", pages[i].name);
		} else if (!strncasecmp(pages[i].name, topic, n)) {
			text_addf(&t, "%s%s\n\nexample: %s\n", found ? "\n" : "",
				  pages[i].form, pages[i].example);
			found = true;
		}
	}
	if (found)
		out_add(&sh->out, text_str(&t), t.n);
	text_free(&t);
	return found;
}
