/*
 * commit.c - one statement's or transaction's changes become one snapshot.
 *
 * The lock is taken first (BEGIN IMMEDIATE), so numbers cannot race; then
 * what differs from the loaded state is written, compared with what others
 * committed since, and either all of it becomes visible or nothing.
 */
#include "base/clock.h"
#include "lake/lake_internal.h"

static struct str changes_text(struct commit *c)
{
	/* the order that the format prescribes */
	struct sbuf *parts[] = { &c->drops, &c->creates, &c->alters, &c->inserts,
				 &c->deletes };
	struct sbuf b = { .arena = c->cx->arena };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (parts[i]->n == 0)
			continue;
		if (b.n > 0)
			sbuf_addc(&b, ',');
		sbuf_add(&b, sbuf_str(parts[i]));
	}
	return b.n ? sbuf_str(&b) : STR("");
}

static shade_status write_snapshot(struct commit *c)
{
	struct snapshot *n = &c->next;

	if (c->schema_changed)
		n->schema_version = c->was.schema_version + 1;
	if (c->stats_changed)
		n->next_file_id++;
	TRY(lake_run(c->cx, c->lake,
		     "INSERT INTO ducklake_snapshot VALUES(?, ?, ?, ?, ?)", "itiii",
		     n->id, lake_time_text(c->cx->arena, clock_now_us()),
		     n->schema_version, n->next_catalog_id, n->next_file_id));
	return lake_run(
		c->cx, c->lake,
		"INSERT INTO ducklake_snapshot_changes VALUES(?, ?, NULL, NULL, "
		"NULL)",
		"it", n->id, changes_text(c));
}

static shade_status write_all(struct commit *c)
{
	shade_status rc;

	TRY(lake_newest_snapshot(c->cx, c->lake, &c->was));
	if (c->was.id < c->lake->now.id)
		return lake_corrupt(c->cx, c->lake, "snapshot %lld has disappeared",
				    (long long)c->lake->now.id);
	c->next = c->was;
	c->next.id++;
	rc = lake_write_databases(c);
	if (!rc)
		rc = lake_write_objects(c);
	if (rc)
		return rc;
	if (!c->anything)
		return SHADE_OK;
	if (c->was.id > c->lake->now.id)
		TRY(changes_conflict(c->cx, c->lake, changes_text(c), c->lake->now.id,
				     c->was.id));
	if (c->lost_row)
		return lake_corrupt(c->cx, c->lake, "a row to remove is not there");
	TRY(write_snapshot(c));
	return cx_check_arena(c->cx);
}

/* --- after the commit ---------------------------------------------------- */

static void set_stored(struct object *o)
{
	struct lake_table *lt = lake_table_of(o);
	struct mem_table *t = mem_table_of(o->table);

	if (!lt)
		return;
	lt->table_id = o->stored.id;
	lt->object = o;
	if (t->load)
		return;
	t->first_fresh_id = t->current->next_id;
	for (size_t i = 0; i < t->current->n_segs; i++)
		segment_set_stored(t->current->segs[i]);
}

/* A failed commit leaves no trace in memory: numbers that were given out. */
static void forget_ids(struct commit *c)
{
	struct store *s = &c->lake->base;

	for (size_t i = 0; i < s->objects.n; i++) {
		struct object *o = s->objects.v[i];

		if (o->stored.since == c->next.id && o->stored.id > 0)
			o->stored = (struct stored_id){ 0 };
	}
}

/* What was committed cannot fail any more: at worst it is loaded again. */
static void settle(struct commit *c)
{
	struct lake *l = c->lake;
	struct store *s = &l->base;

	s->changed = false;
	for (size_t i = 0; i < s->objects.n; i++)
		if (s->objects.v[i]->table)
			set_stored(s->objects.v[i]);
	if (c->was.id > l->now.id) {
		/* Others wrote too: read again what they did. */
		l->must_reload = true;
		return;
	}
	l->now = c->next;
	if (lake_remember(c->cx, l)) {
		shade_clear(c->cx);
		l->must_reload = true;
		l->now.id = -1;
	}
}

static bool is_dirty(const struct store *s)
{
	if (s->changed)
		return true;
	for (size_t i = 0; i < s->objects.n; i++) {
		const struct mem_table *t = mem_table_of(s->objects.v[i]->table);

		if (t && t->is_tracked && !t->load && mem_table_has_unstored(t))
			return true;
	}
	return false;
}

shade_status lake_commit(struct shade_cx *cx, struct store *s)
{
	struct lake *l = (struct lake *)s;
	struct commit c = { .cx = cx, .lake = l };
	shade_status rc;

	if (s->read_only || !is_dirty(s))
		return SHADE_OK;
	c.drops.arena = c.creates.arena = c.alters.arena = cx->arena;
	c.inserts.arena = c.deletes.arena = cx->arena;
	TRY(lake_exec(cx, l, "BEGIN IMMEDIATE"));
	rc = write_all(&c);
	if (!rc)
		rc = lake_exec(cx, l, c.anything ? "COMMIT" : "ROLLBACK");
	if (rc) {
		sqlite3_exec(l->db, "ROLLBACK", NULL, NULL, NULL);
		forget_ids(&c);
		l->must_reload = true;
		l->now.id = -1;
		return rc;
	}
	if (!c.anything) {
		s->changed = false;
		return SHADE_OK;
	}
	settle(&c);
	return SHADE_OK;
}
