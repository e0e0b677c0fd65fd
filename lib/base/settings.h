/*
 * settings.h - session settings (SET 'key' = 'value').
 *
 * Rows live in settings.def: key, type, default, check, doc.  Statements
 * take a snapshot; a view captures those marked as changing meaning.
 */
#ifndef SHADE_BASE_SETTINGS_H
#define SHADE_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cx.h"

enum setting_id {
#define SETTING(id, key, type, dflt, values, captured, doc) SET_##id,
#include "base/settings.def"
#undef SETTING
	SET_COUNT
};

enum setting_type { SETTING_BOOL, SETTING_INT, SETTING_BYTES, SETTING_TEXT };

struct setting_row {
	const char *key;
	enum setting_type type;
	const char *dflt; /* default as text */
	const char *values; /* "ansi|spark|flink", or NULL: anything of the type */
	bool captured; /* changes the meaning of a view, stored with it */
	const char *doc;
};

extern const struct setting_row setting_rows[SET_COUNT];

struct settings;

struct settings *settings_new(struct arena *a);
/* A snapshot. */
struct settings *settings_dup(struct arena *a, const struct settings *from);
bool settings_find(struct str key, enum setting_id *id);
/* Unknown key: SETTING_NOT_FOUND with the nearest names; bad value: SETTING. */
shade_status settings_set(struct shade_cx *cx, struct settings *s, struct str key,
			  struct str value, struct span span);
shade_status settings_reset(struct shade_cx *cx, struct settings *s, struct str key,
			    struct span span); /* key.n == 0: all */
struct str settings_text(const struct settings *s, enum setting_id id);
bool settings_bool(const struct settings *s, enum setting_id id);
int64_t settings_int(const struct settings *s, enum setting_id id);
enum dialect settings_dialect(const struct settings *s);

#endif
