#include "libretwis/post/erasure.h"

#include "libretwis/member/notice.h"
#include "libretwis/post/erasure_close.lua.h"
#include "libretwis/post/erasure_forget.lua.h"

/* ---- what others did with it ------------------------------------------- */

static void erasure_ask_likers(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe_ids(p, &e->likers, "ZRANGE " KEY_LIKES " 0 %d", e->id,
		    ERASURE_SOME - 1);
}

static void erasure_ask_reposts(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe_ids(p, &e->reposts, "ZRANGE " KEY_REPOSTS " 0 %d", e->id,
		    ERASURE_SOME - 1);
}

void erasure_look(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "EVAL %s 1 " KEY_POST, ERASURE_CLOSE_LUA, e->id);
	rt_pipe_lenient(p);
	rt_pipe_strs(p, e->field, ERASURE_FIELDS,
		     "HMGET " KEY_POST " user_id body reply_to reply_name"
		     " mentions time repost_of",
		     e->id);
	rt_pipe_lenient(p);
	erasure_ask_likers(p, e);
	if (e->found != FOUND_WITH_POST)
		erasure_ask_reposts(p, e);
}

void erasure_next_reposts(struct rt_pipe *p, struct erasure *e)
{
	struct rt_ids gone = e->reposts;

	e->reposts = (struct rt_ids){ 0 };
	for (size_t i = 0; i < gone.n; i++)
		rt_pipe(p, "ZREM " KEY_REPOSTS " " ID, e->id, gone.v[i]);
	if (gone.n == ERASURE_SOME)
		erasure_ask_reposts(p, e);
}

bool erasure_more_likers(const struct erasure *e)
{
	return e->likers.n == ERASURE_SOME;
}

static void erasure_leave_likers(struct rt_pipe *p, struct erasure *e)
{
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKED " " ID, e->likers.v[i], e->id);
}

/* These members leave the set, so that the next read finds others. */
void erasure_next_likers(struct rt_pipe *p, struct erasure *e)
{
	if (!erasure_more_likers(e))
		return;
	erasure_leave_likers(p, e);
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKES " " ID, e->id, e->likers.v[i]);
	erasure_ask_likers(p, e);
}

/* ---- what it is in ----------------------------------------------------- */

static void erasure_leave_thread(struct rt_pipe *p, struct erasure *e)
{
	struct counted *c = e->count;

	c->what = COUNT_REPLIES;
	c->post = rt_u64(e->field[ERASURE_REPLY_TO]);
	rt_pipe(p, "LREM " KEY_REPLIES " 0 %s", c->post, e->entry);
	count_ask(p, c->what, c->post, &c->n);
}

static void erasure_leave_original(struct rt_pipe *p, struct erasure *e)
{
	struct counted *c = e->count;

	c->what = COUNT_REPOSTS;
	c->post = e->original;
	rt_pipe(p, "ZREM " KEY_REPOSTS " " ID, c->post, e->id);
	count_ask(p, c->what, c->post, &c->n);
	if (!e->owner)
		rt_pipe_u64(p, &e->owner, "HGET " KEY_POST " user_id",
			    c->post);
}

/* A repost has a body for PHP only, and no tags. */
static void erasure_leave_tags(struct rt_pipe *p, struct erasure *e)
{
	const char *body = e->field[ERASURE_BODY];
	const struct trend_post post = {
		.id = e->id,
		.author = e->author,
		.time = rt_u64(e->field[ERASURE_TIME]),
	};

	e->tags = arena_alloc(p->a, sizeof *e->tags);
	if (body && !e->original)
		tags_drop(p, e->tags, body, post);
}

void erasure_leave(struct rt_pipe *p, struct erasure *e)
{
	if (!e->author)
		e->author = rt_u64(e->field[ERASURE_USER_ID]);
	if (!e->original)
		e->original = rt_u64(e->field[ERASURE_REPOST_OF]);
	rt_pipe(p, "LREM " KEY_TIMELINE " 0 %s", e->entry);
	erasure_leave_tags(p, e);
	told_look(p, &e->told, e->field[ERASURE_REPLY_NAME],
		  e->field[ERASURE_MENTIONS]);
	erasure_leave_likers(p, e);
	if (e->field[ERASURE_REPLY_TO])
		erasure_leave_thread(p, e);
	else if (e->original && e->found != FOUND_WITH_POST)
		erasure_leave_original(p, e);
}

/* ---- the post itself --------------------------------------------------- */

/*
 * The claim goes by its score, the id of this repost.  If its author has
 * reposted the same post once more, that claim has another score, and stays.
 */
static void erasure_leave_author(struct rt_pipe *p, const struct erasure *e)
{
	rt_pipe(p, "LREM " KEY_OWN " 0 %s", e->author, e->entry);
	rt_pipe(p, "ZREMRANGEBYSCORE " KEY_REPOSTED " " ID " " ID, e->author,
		e->id, e->id);
}

/*
 * Last goes what leads to the post if this has to be done again: the author's
 * list and claim; or the hash, if nothing else knows the author.
 */
void erasure_forget(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "UNLINK " KEY_REPLIES, e->id);
	rt_pipe(p, "UNLINK " KEY_LIKES, e->id);
	rt_pipe(p, "UNLINK " KEY_REPOSTS, e->id);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, e->id);
	tags_disuse(p, e->tags);
	told_drop(p, &e->told, e->id, e->author);
	notice_drop(p, e->owner, RT_NOTICE_REPOST, e->original, e->author);
	if (e->found == FOUND_ALONE)
		notice_drop_post(p, e->author, e->id);
	if (e->found != FOUND_WITH_AUTHOR)
		erasure_leave_author(p, e);
	if (e->found == FOUND_ALONE)
		rt_pipe(p, "EVAL %s 1 " KEY_POST " %d", ERASURE_FORGET_LUA,
			e->id, ONCE_SECONDS);
	else
		rt_pipe(p, "UNLINK " KEY_POST, e->id);
	if (e->found == FOUND_WITH_AUTHOR)
		erasure_leave_author(p, e);
}

void erasure_reuse_tags(struct rt_pipe *p, struct erasure *e)
{
	tags_reuse(p, e->tags);
}
