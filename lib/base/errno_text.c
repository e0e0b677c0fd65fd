#include <stdio.h>
#include <string.h>

#include "base/banned.h"
#include "base/io.h"

const char *errno_text(struct shade_cx *cx, int err)
{
	char text[128];
	const char *s = strerror_r(err, text, sizeof(text));

	return str_dup(cx->arena, str_from(s)).p;
}
