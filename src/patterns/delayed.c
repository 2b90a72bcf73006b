#include "patterns/delayed.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "patterns/delayed_add.lua.h"
#include "patterns/delayed_cancel.lua.h"
#include "patterns/delayed_continue.lua.h"
#include "patterns/delayed_fail.lua.h"
#include "patterns/delayed_postpone.lua.h"
#include "patterns/delayed_claim.lua.h"
#include "patterns/delayed_replace.lua.h"
#include "patterns/failed_drop.lua.h"
#include "patterns/failed_retry.lua.h"
#include "patterns/queue.h"
#include "schema/key.h"

/* ---- members of the sorted set --------------------------------------- */

static const char *delayed_entry(struct arena *a, uint64_t owner,
				 const char *text)
{
	return arena_printf(a, ID " %s", owner, text);
}

struct delayed delayed_read(struct arena *a, const char *entry)
{
	struct delayed d = { .text = "", .entry = entry };
	const char *at = entry;
	uint64_t owner;

	if (!digits_read(&at, &owner) || *at++ != ' ' ||
	    strcmp(entry, delayed_entry(a, owner, at)) != 0)
		return d;
	d.owner = owner;
	d.text = at;
	return d;
}

static const char *delayed_member(struct arena *a, const struct delayed *entry)
{
	return entry->entry ? entry->entry
			    : delayed_entry(a, entry->owner, entry->text);
}

/* ---- adding entries -------------------------------------------------- */

void delayed_add(struct rt_pipe *p, const char *queue, uint64_t owner,
		 const char *text, uint64_t due, uint64_t *added)
{
	rt_pipe_u64(p, added,
		    "EVAL %s 2 " KEY_DUE " " KEY_DUE_OF " " ID " %s %s %d",
		    DELAYED_ADD_LUA, queue, queue, owner, due,
		    delayed_entry(p->a, owner, text), text, DELAYED_LIST);
}

void delayed_note(struct rt_pipe *p, const char *queue, const char *text,
		  uint64_t due)
{
	rt_pipe_try(p, "ZADD " KEY_DUE " NX " ID " %s", queue, due,
		    delayed_entry(p->a, 0, text));
}

void delayed_put(struct rt_pipe *p, const char *queue, const char *text,
		 uint64_t due)
{
	rt_pipe(p, "ZADD " KEY_DUE " NX " ID " %s", queue, due,
		delayed_entry(p->a, 0, text));
}

void delayed_postpone(struct rt_pipe *p, const char *queue, const char *text,
		      uint64_t due)
{
	rt_pipe(p, "EVAL %s 1 " KEY_DUE " " ID " %s", DELAYED_POSTPONE_LUA,
		queue, due, delayed_entry(p->a, 0, text));
}

void delayed_again(struct rt_pipe *p, const char *queue,
		   const struct delayed *entry, uint64_t due)
{
	rt_pipe(p, "ZADD " KEY_DUE " XX " ID " %s", queue, due,
		delayed_member(p->a, entry));
}

/* ---- the entries of an owner ----------------------------------------- */

static struct delayed_list delayed_new_list(struct arena *a)
{
	return (struct delayed_list){
		.v = arena_alloc(a, DELAYED_LIST * sizeof(struct delayed)),
	};
}

enum rt_err delayed_list(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner, struct delayed_list *list)
{
	const char *field[2 * DELAYED_LIST];
	struct delayed_list l = delayed_new_list(a);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_strs(&p, field, 2 * DELAYED_LIST,
		     "ZRANGE " KEY_DUE_OF " 0 %d WITHSCORES", queue, owner,
		     DELAYED_LIST - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (; l.n < DELAYED_LIST && field[2 * l.n]; l.n++)
		l.v[l.n] = (struct delayed){
			.owner = owner,
			.text = field[2 * l.n],
			.due = rt_u64(field[2 * l.n + 1]),
		};
	*list = l;
	return RT_OK;
}

enum rt_err delayed_run(struct rt *rt, struct arena *a, const char *queue,
			enum rt_err settle(struct rt *, struct arena *,
					   const struct delayed *))
{
	struct delayed_list list;
	enum rt_err err =
		delayed_claim(rt, a, queue, (uint64_t)clock_date_ms(),
			      DELAYED_LEASE_MS, DELAYED_LIST, &list);

	for (size_t i = 0; !err && i < list.n; i++)
		err = settle(rt, a, &list.v[i]);
	return err;
}

/* Two replies of the scripts; any other means that it is done. */
enum { CANCEL_NONE, CANCEL_LATE };

static enum rt_err delayed_result(enum rt_err err, uint64_t result)
{
	if (err)
		return err;
	if (result == CANCEL_NONE)
		return RT_NOT_FOUND;
	return result == CANCEL_LATE ? RT_TAKEN : RT_OK;
}

enum rt_err delayed_cancel(struct rt *rt, struct arena *a, const char *queue,
			   uint64_t owner, const char *text)
{
	uint64_t result = CANCEL_NONE;
	enum rt_err err;

	err = rt_read_u64(rt, a, &result,
			  "EVAL %s 2 " KEY_DUE " " KEY_DUE_OF " %s %s",
			  DELAYED_CANCEL_LUA, queue, queue, owner,
			  delayed_entry(a, owner, text), text);
	return delayed_result(err, result);
}

enum rt_err delayed_replace(struct rt *rt, struct arena *a, const char *queue,
			    uint64_t owner, const char *text, const char *by,
			    uint64_t due)
{
	uint64_t result = CANCEL_NONE;
	enum rt_err err;

	err = rt_read_u64(rt, a, &result,
			  "EVAL %s 2 " KEY_DUE " " KEY_DUE_OF
			  " %s %s %s %s " ID,
			  DELAYED_REPLACE_LUA, queue, queue, owner,
			  delayed_entry(a, owner, text), text,
			  delayed_entry(a, owner, by), by, due);
	return delayed_result(err, result);
}

/* ---- taking entries -------------------------------------------------- */

enum rt_err delayed_claim(struct rt *rt, struct arena *a, const char *queue,
			  uint64_t now, uint64_t lease_ms, unsigned max,
			  struct delayed_list *list)
{
	const char *field[2 * DELAYED_LIST];
	struct delayed_list l = delayed_new_list(a);
	enum rt_err err;

	max = max < DELAYED_LIST ? max : DELAYED_LIST;
	err = rt_read_strs(rt, a, field, 2 * DELAYED_LIST,
			   "EVAL %s 1 " KEY_DUE " " ID " " ID " " ID " %d",
			   DELAYED_CLAIM_LUA, queue, now, now + lease_ms,
			   (uint64_t)max, CLOCK_AHEAD_MS);
	if (err)
		return err;
	for (; l.n < DELAYED_LIST && field[2 * l.n]; l.n++) {
		const char *score = field[2 * l.n + 1];

		l.v[l.n] = delayed_read(a, field[2 * l.n]);
		l.v[l.n].due =
			rt_u64(score && *score == '-' ? score + 1 : score);
	}
	*list = l;
	return RT_OK;
}

/*
 * In this order, because if the worker dies in between, the entry is still due,
 * and the next worker ends it.
 */
void delayed_done(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry)
{
	if (entry->owner)
		rt_pipe(p, "ZREM " KEY_DUE_OF " %s", queue, entry->owner,
			entry->text);
	delayed_give_up(p, queue, entry);
}

enum rt_err delayed_end(struct rt *rt, struct arena *a, const char *queue,
			const struct delayed *entry)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	delayed_done(&p, queue, entry);
	return rt_pipe_end(&p);
}

void delayed_continue(struct rt_pipe *p, const char *queue,
		      const struct delayed *entry, const char *by,
		      uint64_t due)
{
	rt_pipe(p, "EVAL %s 1 " KEY_DUE " %s " ID " %s", DELAYED_CONTINUE_LUA,
		queue, delayed_member(p->a, entry), due,
		delayed_entry(p->a, 0, by));
}

void delayed_give_up(struct rt_pipe *p, const char *queue,
		     const struct delayed *entry)
{
	rt_pipe(p, "ZREM " KEY_DUE " %s", queue, delayed_member(p->a, entry));
}

void delayed_fail(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry, uint64_t again, unsigned tries)
{
	rt_pipe(p,
		"EVAL %s 3 " KEY_DUE " " KEY_TRIES " " KEY_DEAD " %s " ID
		" %d %lld %d",
		DELAYED_FAIL_LUA, queue, queue, queue,
		delayed_member(p->a, entry), again, (int)tries,
		(long long)time(NULL), TRIES_SECONDS);
}

/* ---- removing all entries of an owner -------------------------------- */

/* The owner's list is deleted last, because it is what finds the entries. */
static void delayed_drop_all(struct rt_pipe *p, const char *queue,
			     const struct delayed_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct delayed *d = &list->v[i];

		rt_pipe(p, "HDEL " KEY_TRIES " %s", queue,
			delayed_member(p->a, d));
		delayed_give_up(p, queue, d);
		rt_pipe(p, "ZREM " KEY_DUE_OF " %s", queue, d->owner, d->text);
	}
}

static void delayed_drop_dead(struct rt_pipe *p, const char *queue,
			      uint64_t owner, const struct rt_texts *dead)
{
	for (size_t i = 0; i < dead->n; i++)
		if (delayed_read(p->a, job_read(dead->v[i]).payload).owner ==
		    owner)
			rt_pipe(p, "LREM " KEY_DEAD " 0 %s", queue,
				dead->v[i]);
}

enum rt_err delayed_drop(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner)
{
	struct delayed_list list;
	struct rt_texts dead = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	if ((err = delayed_list(rt, a, queue, owner, &list)) ||
	    (err = rt_read_texts(rt, a, &dead, RT_ALL,
				 "LRANGE " KEY_DEAD " 0 -1", queue)))
		return err;
	rt_pipe_begin(&p, rt, a);
	delayed_drop_all(&p, queue, &list);
	delayed_drop_dead(&p, queue, owner, &dead);
	return rt_pipe_end(&p);
}

/* ---- dead entries, for hosts ----------------------------------------- */

static enum rt_err delayed_found(enum rt_err err, uint64_t found)
{
	if (err)
		return err;
	return found ? RT_OK : RT_NOT_FOUND;
}

enum rt_err delayed_dead_retry(struct rt *rt, struct arena *a,
			       const char *queue, const struct job *job)
{
	struct delayed d = delayed_read(a, job->payload);
	uint64_t now = (uint64_t)clock_date_ms(), found = 0;
	enum rt_err err;

	if (d.owner)
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 3 " KEY_DEAD " " KEY_DUE
				  " " KEY_DUE_OF " %s %s " ID " %s",
				  FAILED_RETRY_LUA, queue, queue, queue,
				  d.owner, job->text, d.entry, now, d.text);
	else
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 2 " KEY_DEAD " " KEY_DUE
				  " %s %s " ID,
				  FAILED_RETRY_LUA, queue, queue, job->text,
				  d.entry, now);
	return delayed_found(err, found);
}

enum rt_err delayed_dead_drop(struct rt *rt, struct arena *a,
			      const char *queue, const struct job *job)
{
	struct delayed d = delayed_read(a, job->payload);
	uint64_t found = 0;
	enum rt_err err;

	if (d.owner)
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 2 " KEY_DEAD " " KEY_DUE_OF
				  " %s %s",
				  FAILED_DROP_LUA, queue, queue, d.owner,
				  job->text, d.text);
	else
		err = rt_read_u64(rt_bus(rt), a, &found,
				  "EVAL %s 1 " KEY_DEAD " %s", FAILED_DROP_LUA,
				  queue, job->text);
	return delayed_found(err, found);
}
