#include "base/hash.h"

static void place(struct name_map *m, uint32_t entry)
{
	size_t i = m->entries[entry].hash & (m->n_slots - 1);

	while (m->slots[i])
		i = (i + 1) & (m->n_slots - 1);
	m->slots[i] = entry + 1;
}

static struct name_map_entry *find(const struct name_map *m, struct str key)
{
	uint64_t hash = str_hash_nocase(key);

	if (!m->n_slots)
		return NULL;
	for (size_t i = hash & (m->n_slots - 1); m->slots[i];
	     i = (i + 1) & (m->n_slots - 1)) {
		struct name_map_entry *e = &m->entries[m->slots[i] - 1];

		if (e->value && e->hash == hash && str_eq_nocase(e->key, key))
			return e;
	}
	return NULL;
}

void *name_map_get(const struct name_map *m, struct str key)
{
	struct name_map_entry *e = find(m, key);

	return e ? e->value : NULL;
}

/* Slots stay at most half full, deleted entries counted. */
static void grow(struct name_map *m)
{
	size_t cap = m->cap ? m->cap * 2 : 8;

	m->entries = arena_realloc(m->arena, m->entries, m->cap * sizeof(*m->entries),
				   cap * sizeof(*m->entries));
	m->cap = cap;
	m->n_slots = cap * 2;
	m->slots = arena_array(m->arena, uint32_t, m->n_slots);
	for (uint32_t i = 0; i < m->n; i++)
		place(m, i);
}

void name_map_put(struct name_map *m, struct str key, void *value)
{
	struct name_map_entry *e = find(m, key);

	if (e) {
		e->key = key;
		e->value = value;
		return;
	}
	if (m->n == m->cap)
		grow(m);
	m->entries[m->n] = (struct name_map_entry){
		.key = key,
		.value = value,
		.hash = str_hash_nocase(key),
	};
	place(m, (uint32_t)m->n++);
}

bool name_map_remove(struct name_map *m, struct str key)
{
	struct name_map_entry *e = find(m, key);

	if (!e)
		return false;
	e->value = NULL;
	return true;
}
