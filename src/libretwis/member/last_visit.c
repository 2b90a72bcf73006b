#include "libretwis/member/last_visit.h"

#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "patterns/delayed.h"
#include "libretwis/member/last_visit_keep.lua.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

/* ---- the day ----------------------------------------------------------- */

/*
 * It fills the field `last`, in spite of its name, which stays because
 * databases contain entries of this queue.
 */
#define QUEUE   "seen"
#define WAIT_MS 10000

/* ---- pages ------------------------------------------------------------- */

static const char *last_visit_text(struct arena *a, uint64_t id,
				   const char *day)
{
	return arena_printf(a, ID " %s", id, day);
}

bool last_visit_note(struct rt_pipe *p, const struct session *s)
{
	struct rt_user me = session_user(s);
	const char *last = s->fields.last, *day;

	if (!p->queued || !me.id || me.unseen ||
	    !p->rt->context->conf->last_seen)
		return false;
	day = day_today(p->a);
	if (last && strcmp(last, day) == 0)
		return false;
	delayed_note(p, QUEUE, last_visit_text(p->a, me.id, day),
		     (uint64_t)clock_date_ms() + WAIT_MS);
	return true;
}

/*
 * Turning it off also deletes a note of today that a worker has not written
 * yet.
 */
enum rt_err rt_set_last_seen(struct rt *rt, struct arena *a, uint64_t id,
			     bool shown)
{
	struct delayed noted = { .text = last_visit_text(a, id,
							 day_today(a)) };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	if (shown) {
		rt_pipe(&p, "HDEL " KEY_USER " last", id);
	} else {
		rt_pipe(&p, "HSET " KEY_USER " last " LAST_OFF, id);
		delayed_done(&p, QUEUE, &noted);
	}
	return rt_pipe_end(&p);
}

/* ---- the worker -------------------------------------------------------- */

/*
 * The note is deleted in any case.  If the day was not written, the next page
 * makes another note.
 */
static void last_visit_store(struct rt_pipe *p, const struct delayed *noted)
{
	const char *day = noted->text;
	uint64_t id;

	if (digits_read(&day, &id) && *day++ == ' ' && day_noon(day) &&
	    p->rt->context->conf->last_seen)
		rt_pipe(p, "EVAL %s 1 " KEY_USER " %s " LAST_OFF,
			LAST_VISIT_KEEP_LUA, id, day);
	delayed_done(p, QUEUE, noted);
}

enum rt_err rt_last_seen_run(struct rt *rt, struct arena *a)
{
	struct delayed_list list;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = delayed_claim(rt, a, QUEUE, (uint64_t)clock_date_ms(),
				 DELAYED_LEASE_MS, DELAYED_LIST, &list)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < list.n; i++)
		last_visit_store(&p, &list.v[i]);
	return rt_pipe_end(&p);
}

/* ---- the newest post seen ---------------------------------------------- */

uint64_t last_visit_newest_post(const struct session *visitor)
{
	return rt_u64(visitor->fields.seen);
}

bool last_visit_note_post(struct rt_pipe *p, const struct session *visitor,
			  struct rt_ids ids)
{
	if (!ids.n || ids.v[0] <= last_visit_newest_post(visitor))
		return false;
	rt_pipe_try(p, "HSET " KEY_USER " seen " ID, visitor->id, ids.v[0]);
	return true;
}
