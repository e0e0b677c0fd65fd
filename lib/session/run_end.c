/*
 * run_end.c - what happens when a statement is over, well or not.
 */
#include "session/run_internal.h"

static void keep_notice(struct session *s, const struct notice *n)
{
	struct session_notice *kept = mem_alloc(s->budget, sizeof(*kept));

	if (!kept)
		return;
	kept->text = mem_alloc(s->budget, n->text.n + 1);
	if (!kept->text) {
		mem_free(s->budget, kept, sizeof(*kept));
		return;
	}
	memcpy(kept->text, n->text.p, n->text.n);
	kept->n = n->text.n;
	kept->is_warning = n->is_warning;
	kept->interactive_only = n->interactive_only;
	kept->span = n->span;
	*s->notices_tail = kept;
	s->notices_tail = &kept->next;
}

static const char *action_words(enum expect_action action)
{
	switch (action) {
	case EXPECT_KEEP: return "KEEP";
	case EXPECT_DROP: return "DROP ROW";
	case EXPECT_FAIL: return "FAIL UPDATE";
	}
	unreachable();
}

static struct str join_samples(struct arena *a, const struct expect_report *rep,
			       struct str name)
{
	struct sbuf text = { .arena = a };

	for (size_t i = 0; i < rep->n_samples; i++) {
		if (!str_eq(rep->sample_names[i], name))
			continue;
		if (text.n)
			sbuf_addc(&text, '\n');
		sbuf_add(&text, rep->samples[i]);
	}
	return sbuf_str(&text);
}

/* The newest records are kept for SHOW EXPECTATIONS; the oldest ones go. */
#define MAX_RECORDS 10000

static void record_report(struct run *r, const struct expect_report *rep)
{
	struct session *s = r->session;

	for (size_t i = 0; i < rep->n_items; i++) {
		const struct expectation *item = &rep->items[i];
		struct expect_record *rec = arena_new_of(s->arena,
							 struct expect_record);

		rec->at_us = r->cx.now_us;
		rec->dataset = str_dup(s->arena, rep->dataset);
		rec->name = str_dup(s->arena, item->name);
		rec->action = str_from(action_words(item->action));
		rec->condition = str_dup(s->arena, item->text);
		rec->passed = item->passed;
		rec->failed = item->failed;
		rec->dropped = item->action == EXPECT_DROP ? item->failed : 0;
		rec->partial = rep->partial;
		rec->samples = join_samples(s->arena, rep, item->name);
		*s->expects_tail = rec;
		s->expects_tail = &rec->next;
		s->n_expects++;
	}
	while (s->n_expects > MAX_RECORDS) {
		s->expects = s->expects->next;
		s->n_expects--;
	}
}

static void note_report(struct run *r, const struct expect_report *rep)
{
	struct sbuf text = { .arena = r->cx.arena };
	bool any = false;

	sbuf_addf(&text, "expectations of \"%.*s\": ", STR_ARG(rep->dataset));
	for (size_t i = 0; i < rep->n_items; i++) {
		const struct expectation *item = &rep->items[i];

		if (item->failed == 0)
			continue;
		sbuf_addf(&text, "%s\"%.*s\" failed for %llu of %llu rows (%s)",
			  any ? ", " : "", STR_ARG(item->name),
			  (unsigned long long)item->failed,
			  (unsigned long long)(item->failed + item->passed),
			  item->action == EXPECT_KEEP   ? "kept"
			  : item->action == EXPECT_DROP ? "dropped"
							: "failed");
		any = true;
	}
	if (rep->partial)
		sbuf_add(&text, STR("; not all rows were read"));
	if (any)
		shade_note(&r->cx, NO_SPAN, "%.*s", STR_ARG(sbuf_str(&text)));
}

static void record_expectations(struct run *r)
{
	for (struct expect_report *rep = r->env.reports; rep; rep = rep->next) {
		record_report(r, rep);
		note_report(r, rep);
	}
}

static void release_held(struct run *r)
{
	for (size_t i = 0; i < r->env.n_sources; i++) {
		struct source *src = r->env.sources[i];

		if (src->cls->release)
			src->cls->release(src);
	}
	r->env.n_sources = 0;
	for (size_t i = 0; i < r->env.used.n; i++)
		object_unref(r->env.used.v[i]);
	r->env.used.n = 0;
}

void run_drop_attempt(struct run *r)
{
	exec_free(&r->cx, r->exec);
	r->exec = NULL;
	r->plan = NULL;
	release_held(r);
	r->env.reports = NULL;
	r->env.ids.next = 1;
	r->cx.notices = NULL;
	r->cx.notices_tail = &r->cx.notices;
	shade_clear(&r->cx);
	atomic_store(&r->cx.n_rejected, 0);
	atomic_store(&r->cx.wants_retype, false);
	rejects_rewind(r->session->sources, r->rejects_mark);
}

shade_status run_end(struct run *r, shade_status rc)
{
	if (r->ended)
		return rc;
	r->ended = true;
	if (r->exec)
		exec_free(&r->cx, r->exec);
	r->exec = NULL;
	if (rc && atomic_load(&r->cx.wants_retype)) {
		/* It starts again: this attempt leaves no words. */
		r->cx.notices = NULL;
		r->cx.notices_tail = &r->cx.notices;
	} else {
		record_expectations(r);
	}
	release_held(r);
	if (r->in_statement) {
		shade_status end = catalog_statement_end(&r->cx, r->session->catalog,
							 rc == SHADE_OK);

		if (!rc)
			rc = end;
	}
	for (struct notice *n = r->cx.notices; n; n = n->next)
		keep_notice(r->session, n);
	r->cx.notices = NULL;
	r->cx.notices_tail = &r->cx.notices;
	return rc;
}
