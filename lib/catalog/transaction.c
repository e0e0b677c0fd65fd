/*
 * transaction.c - statements are atomic, transactions are too.
 *
 * Changes are made in memory at once and logged; what has a file is
 * written when the statement (or the transaction) ends.
 */
#include "catalog/catalog_internal.h"

shade_status catalog_statement_begin(struct shade_cx *cx, struct catalog *c)
{
	if (!c->in_transaction)
		for (size_t i = 0; i < c->n_stores; i++)
			TRY(c->stores[i]->cls->refresh(cx, c->stores[i]));
	c->mark = c->log.n;
	return SHADE_OK;
}

shade_status catalog_commit_all(struct shade_cx *cx, struct catalog *c)
{
	for (size_t i = 0; i < c->n_stores; i++) {
		struct store *s = c->stores[i];
		shade_status rc;

		rc = s->cls->commit(cx, s);
		if (rc) {
			undo_back_to(&c->log, 0);
			c->mark = 0;
			c->in_transaction = false;
			return rc;
		}
	}
	undo_drop_all(&c->log);
	c->mark = 0;
	return SHADE_OK;
}

shade_status catalog_statement_end(struct shade_cx *cx, struct catalog *c, bool ok)
{
	if (!ok) {
		if (c->mark <= c->log.n)
			undo_back_to(&c->log, c->mark);
		return SHADE_OK;
	}
	if (!c->in_transaction)
		return catalog_commit_all(cx, c);
	/* A result that is still being read must not take this back. */
	c->mark = c->log.n;
	return SHADE_OK;
}

shade_status catalog_begin(struct shade_cx *cx, struct catalog *c, struct span span)
{
	if (c->in_transaction)
		return shade_fail(cx, SHADE_E_TRANSACTION, span,
				  "a transaction is open already; COMMIT or ROLLBACK "
				  "it first");
	c->in_transaction = true;
	return SHADE_OK;
}

shade_status catalog_commit(struct shade_cx *cx, struct catalog *c, struct span span)
{
	if (!c->in_transaction)
		return shade_fail(cx, SHADE_E_TRANSACTION, span,
				  "no transaction is open; BEGIN starts one");
	c->in_transaction = false;
	return catalog_commit_all(cx, c);
}

shade_status catalog_rollback(struct shade_cx *cx, struct catalog *c, struct span span)
{
	if (!c->in_transaction)
		return shade_fail(cx, SHADE_E_TRANSACTION, span,
				  "no transaction is open; BEGIN starts one");
	c->in_transaction = false;
	undo_back_to(&c->log, 0);
	c->mark = 0;
	return SHADE_OK;
}

bool catalog_in_transaction(const struct catalog *c)
{
	return c->in_transaction;
}
