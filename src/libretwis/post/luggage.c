/*
 * Posts of a file, from luggage:ID into archive:ID.
 *
 * The list is a mark, the token of the attempt, and then blocks of entries.
 * Until the mark says that it is whole, it expires after ten minutes.  A note in
 * the delayed queue `imports` comes before that.  So whatever is cut off, a
 * worker finds a whole list and its note, or the list goes by itself.
 *
 * A worker puts a block into the archive, where that changes nothing the second
 * time, and only then takes it out of the list.  It asks for the member before
 * each block and once more behind the last: if somebody has removed the member
 * in between, what it has put there goes again.
 */
#include "libretwis/luggage.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/engine/delayed.h"
#include "libretwis/engine/queue.h"
#include "libretwis/later.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/luggage_add.lua.h"
#include "libretwis/post/luggage_begin.lua.h"
#include "libretwis/post/luggage_drop.lua.h"
#include "libretwis/post/luggage_end.lua.h"
#include "libretwis/post/luggage_pop.lua.h"
#include "libretwis/redis/promise.h"
#include "libretwis/standing.h"

#define QUEUE         "imports"
#define CLAIM_SECONDS 600
#define WHOLE_SECONDS (30 * 86400)
#define LEASE_MS      60000
#define WAIT_MS       10000

/* A worker who looks before the list is whole looks again after WAIT_MS. */
#define NOTE_MS 200

/* Deliveries of posts wait for so long at most; then they come first. */
#define RUN_MS 200

static const char *luggage_whole(struct arena *a, const char *token)
{
	return arena_printf(a, "%s whole", token);
}

/* ---- on its way in ----------------------------------------------------- */

enum rt_err rt_luggage_begin(struct rt *rt, struct arena *a, uint64_t me,
			     const char *token)
{
	uint64_t is_ours = 0;
	enum rt_err err =
		rt_ask_u64(rt, a, &is_ours, "EVAL %s 1 " KEY_LUGGAGE " %s %d",
			   LUGGAGE_BEGIN_LUA, me, token, CLAIM_SECONDS);

	return err || is_ours ? err : RT_TAKEN;
}

enum rt_err rt_luggage_add(struct rt *rt, struct arena *a, uint64_t me,
			   const char *token, const char *const *block,
			   size_t n)
{
	uint64_t *is_ours = arena_alloc(a, n * sizeof *is_ours);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(
			&p, &is_ours[i], "EVAL %s 1 " KEY_LUGGAGE " %s %d %s",
			LUGGAGE_ADD_LUA, me, token, CLAIM_SECONDS, block[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (!is_ours[i])
			err = RT_TAKEN;
	return err;
}

/* The note comes first: a list without one would lie there for a month. */
enum rt_err rt_luggage_end(struct rt *rt, struct arena *a, uint64_t me,
			   const char *token, uint64_t posts)
{
	uint64_t has = 0, is_whole = 0;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = rt_ask_u64(rt, a, &has, "ZCARD " KEY_ARCHIVE, me)))
		return err;
	if (has + posts > RT_ARCHIVE_MAX)
		return RT_LIMITED;
	rt_pipe_begin(&p, rt, a);
	delayed_put(&p, QUEUE, arena_printf(a, ID " %s", me, token),
		    (uint64_t)clock_date_ms() + NOTE_MS);
	promise_then(&p);
	if ((err = rt_pipe_end(&p)))
		return err;
	err = rt_ask_u64(rt, a, &is_whole,
			 "EVAL %s 1 " KEY_LUGGAGE " %s %s %d", LUGGAGE_END_LUA,
			 me, token, luggage_whole(a, token), WHOLE_SECONDS);
	return err || is_whole ? err : RT_TAKEN;
}

enum rt_err rt_luggage_drop(struct rt *rt, struct arena *a, uint64_t me,
			    const char *token)
{
	return rt_do(rt, a, "EVAL %s 1 " KEY_LUGGAGE " %s %s",
		     LUGGAGE_DROP_LUA, me, token, luggage_whole(a, token));
}

/* ---- a block ----------------------------------------------------------- */

struct luggage {
	uint64_t member;
	const char *token;
	struct rt_post post[RT_LUGGAGE_CHUNK];
	const char *author[RT_LUGGAGE_CHUNK]; /* of our post with that id */
	size_t n;
};

static void luggage_read(struct arena *a, const char *block, struct luggage *l)
{
	char *entry = arena_strdup(a, block), *end;

	for (l->n = 0; entry && l->n < RT_LUGGAGE_CHUNK; entry = end) {
		end = strchr(entry, RT_LUGGAGE_BETWEEN);
		if (end)
			*end++ = '\0';
		if (archive_read(a, entry, &l->post[l->n]))
			l->n++;
	}
}

/* Of a file that was made here, what is here still does not come twice. */
static enum rt_err luggage_look(struct rt *rt, struct arena *a,
				const char *origin, struct luggage *l)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
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

static enum rt_err luggage_put(struct rt *rt, struct arena *a,
			       const struct luggage *l, uint64_t entries)
{
	uint64_t ignored;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < l->n; i++)
		if (rt_u64(l->author[i]) != l->member)
			archive_put(&p, l->member, &l->post[i], &ignored);
	promise_then(&p);
	if ((err = rt_pipe_end(&p)))
		return err;
	return rt_do(rt, a, "EVAL %s 1 " KEY_LUGGAGE " %s " ID,
		     LUGGAGE_POP_LUA, l->member, luggage_whole(a, l->token),
		     entries);
}

/* ---- a step ------------------------------------------------------------ */

enum luggage_state { LUGGAGE_DONE, LUGGAGE_MORE, LUGGAGE_LATER };

/* What a worker finds. */
struct luggage_look {
	const char *mark, *block, *user[2], *origin;
	uint64_t entries;
};

enum { USERNAME, STANDING };

static enum rt_err luggage_ask(struct rt *rt, struct arena *a,
			       const struct luggage *l,
			       struct luggage_look *look)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &look->mark, "LINDEX " KEY_LUGGAGE " 0", l->member);
	rt_pipe_str(&p, &look->block, "LINDEX " KEY_LUGGAGE " -1", l->member);
	rt_pipe_u64(&p, &look->entries, "LLEN " KEY_LUGGAGE, l->member);
	rt_pipe_str(&p, &look->origin, "GET " KEY_ORIGIN);
	rt_pipe_strs(&p, look->user, 2, "HMGET " KEY_USER " username standing",
		     l->member);
	return rt_pipe_end(&p);
}

/* Where the mark is another one's, there is nothing left of this one. */
static bool luggage_is_there(struct arena *a, const struct luggage *l,
			     const struct luggage_look *look)
{
	return look->mark &&
	       (strcmp(look->mark, l->token) == 0 ||
		strcmp(look->mark, luggage_whole(a, l->token)) == 0);
}

static enum rt_err luggage_of_nobody(struct rt *rt, struct arena *a,
				     const struct luggage *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "UNLINK " KEY_LUGGAGE, l->member);
	rt_pipe(&p, "UNLINK " KEY_ARCHIVE, l->member);
	return rt_pipe_end(&p);
}

/* Before the first block comes, what an earlier Retwis left is put in order. */
static enum rt_err luggage_store(struct rt *rt, struct arena *a,
				 struct luggage *l,
				 const struct luggage_look *look,
				 enum luggage_state *state)
{
	uint64_t sorted = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	archive_sort(&p, l->member, RT_LUGGAGE_CHUNK, &sorted);
	if ((err = rt_pipe_end(&p)))
		return err;
	*state = LUGGAGE_MORE;
	if (sorted)
		return RT_OK;
	if (look->entries > 1) {
		luggage_read(a, look->block, l);
		err = luggage_look(rt, a, look->origin, l);
		return err ? err : luggage_put(rt, a, l, look->entries);
	}
	*state = LUGGAGE_DONE;
	return rt_luggage_drop(rt, a, l->member, l->token);
}

static enum rt_err luggage_step(struct rt *rt, struct arena *a,
				struct luggage *l, enum luggage_state *state)
{
	struct luggage_look look = { 0 };
	enum rt_err err = luggage_ask(rt, a, l, &look);

	if (err)
		return err;
	*state = LUGGAGE_DONE;
	if (!look.user[USERNAME])
		return luggage_of_nobody(rt, a, l);
	if (!luggage_is_there(a, l, &look))
		return RT_OK;
	if (!rt_belongs(rt_standing_read(look.user[STANDING])))
		return rt_luggage_drop(rt, a, l->member, l->token);
	if (strcmp(look.mark, l->token) != 0)
		return luggage_store(rt, a, l, &look, state);
	*state = LUGGAGE_LATER;
	return RT_OK;
}

/* ---- the worker -------------------------------------------------------- */

/* A note that makes no sense has no member, and goes. */
static struct luggage luggage_of(const struct delayed *note)
{
	const char *at = note->text;
	struct luggage l = { .token = "" };

	if (digits_read(&at, &l.member) && *at == ' ')
		l.token = at + 1;
	else
		l.member = 0;
	return l;
}

static enum rt_err luggage_settle(struct rt *rt, struct arena *a,
				  const struct delayed *note, enum rt_err came,
				  enum luggage_state state)
{
	uint64_t now = (uint64_t)clock_date_ms();
	struct rt_pipe p;

	enum rt_err err =
		came || state != LUGGAGE_DONE ? RT_OK : promise_data(rt, a);

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	if (came)
		delayed_fail(&p, QUEUE, note, now + LEASE_MS, QUEUE_TRIES);
	else if (state == LUGGAGE_DONE)
		delayed_done(&p, QUEUE, note);
	else
		delayed_again(&p, QUEUE, note,
			      now + (state == LUGGAGE_LATER ? WAIT_MS : 0));
	return rt_pipe_end(&p);
}

/* Each step begins with empty memory, but the note. */
static enum rt_err luggage_run(struct rt *rt, struct arena *a,
			       const struct delayed *note, int64_t end)
{
	struct luggage l = luggage_of(note);
	enum luggage_state state = LUGGAGE_DONE;
	enum rt_err err = RT_OK;
	struct arena step = { 0 };

	while (l.member) {
		arena_reset(&step);
		err = luggage_step(rt, &step, &l, &state);
		if (err || state != LUGGAGE_MORE || clock_ms() >= end)
			break;
	}
	arena_free(&step);
	return err && err != RT_BROKEN
		       ? err
		       : luggage_settle(rt, a, note, err, state);
}

enum rt_err rt_luggage_run(struct rt *rt, struct arena *a)
{
	int64_t end = clock_ms() + RUN_MS;
	struct delayed_list list;
	enum rt_err err;

	err = delayed_take(rt, a, QUEUE, (uint64_t)clock_date_ms(), LEASE_MS,
			   1, &list);
	return err || !list.n ? err : luggage_run(rt, a, &list.v[0], end);
}
