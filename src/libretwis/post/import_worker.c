/*
 * Posts of a file, from luggage:ID into archive:ID, where a worker finds that
 * the list is whole (import_staging.c).
 *
 * A worker puts a block into the archive, where that changes nothing the second
 * time, and only then takes it out of the list.  It asks for the member before
 * each block and once more behind the last: if somebody has removed the member
 * in between, what it has put there goes again.
 */
#include <string.h>

#include "base/clock.h"
#include "patterns/delayed.h"
#include "patterns/queue.h"
#include "libretwis/later.h"
#include "libretwis/import_staging.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/import_staging_list.h"
#include "libretwis/post/import_staging_pop.lua.h"
#include "redis/wait_replicas.h"
#include "libretwis/standing.h"
#include "schema/key.h"

#define LEASE_MS 60000
#define WAIT_MS  10000

/* Deliveries of posts wait for so long at most; then they come first. */
#define RUN_MS 200

/* ---- a block ----------------------------------------------------------- */

struct import_worker {
	uint64_t member;
	const char *token;
	struct rt_post post[RT_IMPORT_STAGING_CHUNK];
	const char *
		author[RT_IMPORT_STAGING_CHUNK]; /* of our post with that id */
	size_t n;
};

static void import_worker_read(struct arena *a, const char *block,
			       struct import_worker *l)
{
	char *entry = arena_strdup(a, block), *end;

	for (l->n = 0; entry && l->n < RT_IMPORT_STAGING_CHUNK; entry = end) {
		end = strchr(entry, RT_IMPORT_STAGING_BETWEEN);
		if (end)
			*end++ = '\0';
		if (archive_read(a, entry, &l->post[l->n]))
			l->n++;
	}
}

/* Of a file that was made here, what is here still does not come twice. */
static enum rt_err import_worker_request(struct rt *rt, struct arena *a,
					 const char *origin,
					 struct import_worker *l)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < l->n; i++) {
		const struct rt_post *post = &l->post[i];

		l->author[i] = NULL;
		if (origin && post->origin &&
		    strcmp(post->origin, origin) == 0)
			rt_pipe_str(&p, &l->author[i],
				    "HGET " KEY_POST " user_id", post->id);
	}
	return rt_pipe_end(&p);
}

static enum rt_err import_worker_put(struct rt *rt, struct arena *a,
				     const struct import_worker *l,
				     uint64_t entries)
{
	uint64_t ignored;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < l->n; i++)
		if (rt_u64(l->author[i]) != l->member)
			archive_put(&p, l->member, &l->post[i], &ignored);
	wait_replicas_then(&p);
	if ((err = rt_pipe_end(&p)))
		return err;
	return rt_do(rt, a, "EVAL %s 1 " KEY_IMPORT_STAGING " %s " ID,
		     IMPORT_STAGING_POP_LUA, l->member,
		     arena_printf(a, LUGGAGE_WHOLE, l->token), entries);
}

/* ---- a step ------------------------------------------------------------ */

enum import_worker_state { UNLOAD_DONE, UNLOAD_MORE, UNLOAD_LATER };

/* What a worker finds. */
struct import_worker_request {
	const char *mark, *block, *origin;
	union user_fields member;
	uint64_t entries;
};

static enum rt_err import_worker_queue(struct rt *rt, struct arena *a,
				       const struct import_worker *l,
				       struct import_worker_request *look)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &look->mark, "LINDEX " KEY_IMPORT_STAGING " 0",
		    l->member);
	rt_pipe_str(&p, &look->block, "LINDEX " KEY_IMPORT_STAGING " -1",
		    l->member);
	rt_pipe_u64(&p, &look->entries, "LLEN " KEY_IMPORT_STAGING, l->member);
	rt_pipe_str(&p, &look->origin, "GET " KEY_ORIGIN);
	user_fields_queue(&p, &look->member, l->member,
			  USER_USERNAME | USER_STANDING);
	return rt_pipe_end(&p);
}

/* Where the mark is another one's, there is nothing left of this one. */
static bool import_worker_is_there(struct arena *a,
				   const struct import_worker *l,
				   const struct import_worker_request *look)
{
	return look->mark && (strcmp(look->mark, l->token) == 0 ||
			      strcmp(look->mark, arena_printf(a, LUGGAGE_WHOLE,
							      l->token)) == 0);
}

static enum rt_err import_worker_of_nobody(struct rt *rt, struct arena *a,
					   const struct import_worker *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "UNLINK " KEY_IMPORT_STAGING, l->member);
	rt_pipe(&p, "UNLINK " KEY_ARCHIVE, l->member);
	return rt_pipe_end(&p);
}

static enum rt_err import_worker_store(
	struct rt *rt, struct arena *a, struct import_worker *l,
	const struct import_worker_request *look,
	enum import_worker_state *state)
{
	enum rt_err err;

	if (look->entries > 1) {
		*state = UNLOAD_MORE;
		import_worker_read(a, look->block, l);
		err = import_worker_request(rt, a, look->origin, l);
		return err ? err : import_worker_put(rt, a, l, look->entries);
	}
	*state = UNLOAD_DONE;
	return rt_import_staging_drop(rt, a, l->member, l->token);
}

static enum rt_err import_worker_step(struct rt *rt, struct arena *a,
				      struct import_worker *l,
				      enum import_worker_state *state)
{
	struct import_worker_request look = { 0 };
	enum rt_err err = import_worker_queue(rt, a, l, &look);

	if (err)
		return err;
	*state = UNLOAD_DONE;
	if (!look.member.username)
		return import_worker_of_nobody(rt, a, l);
	if (!import_worker_is_there(a, l, &look))
		return RT_OK;
	if (!rt_belongs(rt_standing_read(look.member.standing)))
		return rt_import_staging_drop(rt, a, l->member, l->token);
	if (strcmp(look.mark, l->token) != 0)
		return import_worker_store(rt, a, l, &look, state);
	*state = UNLOAD_LATER;
	return RT_OK;
}

/* ---- the worker -------------------------------------------------------- */

/* A note that makes no sense has no member, and goes. */
static struct import_worker import_worker_of(const struct delayed *note)
{
	const char *at = note->text;
	struct import_worker l = { .token = "" };

	if (digits_read(&at, &l.member) && *at == ' ')
		l.token = at + 1;
	else
		l.member = 0;
	return l;
}

static enum rt_err import_worker_settle(struct rt *rt, struct arena *a,
					const struct delayed *note,
					enum rt_err came,
					enum import_worker_state state)
{
	uint64_t now = (uint64_t)clock_date_ms();
	struct rt_pipe p;

	enum rt_err err = came || state != UNLOAD_DONE
				  ? RT_OK
				  : wait_replicas_data(rt, a);

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	if (came)
		delayed_fail(&p, LUGGAGE_QUEUE, note, now + LEASE_MS,
			     QUEUE_TRIES);
	else if (state == UNLOAD_DONE)
		delayed_done(&p, LUGGAGE_QUEUE, note);
	else
		delayed_again(&p, LUGGAGE_QUEUE, note,
			      now + (state == UNLOAD_LATER ? WAIT_MS : 0));
	return rt_pipe_end(&p);
}

/* Each step begins with empty memory, but the note. */
static enum rt_err import_worker_run(struct rt *rt, struct arena *a,
				     const struct delayed *note, int64_t end)
{
	struct import_worker l = import_worker_of(note);
	enum import_worker_state state = UNLOAD_DONE;
	enum rt_err err = RT_OK;
	struct arena step = { 0 };

	while (l.member) {
		arena_reset(&step);
		err = import_worker_step(rt, &step, &l, &state);
		if (err || state != UNLOAD_MORE || clock_ms() >= end)
			break;
	}
	arena_free(&step);
	return err && err != RT_BROKEN
		       ? err
		       : import_worker_settle(rt, a, note, err, state);
}

enum rt_err rt_import_staging_run(struct rt *rt, struct arena *a)
{
	int64_t end = clock_ms() + RUN_MS;
	struct delayed_list list;
	enum rt_err err;

	err = delayed_claim(rt, a, LUGGAGE_QUEUE, (uint64_t)clock_date_ms(),
			    LEASE_MS, 1, &list);
	return err || !list.n ? err
			      : import_worker_run(rt, a, &list.v[0], end);
}
