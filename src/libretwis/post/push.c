#include "libretwis/post/push.h"

#include "base/clock.h"
#include "libretwis/post/count.h"
#include "libretwis/post/push.lua.h"
#include "libretwis/post/thread_append.lua.h"
#include "schema/key.h"

_Static_assert(RT_TAG_POSTS == TAG_CAP, "a page of a tag shows all of them");

/*
 * A request this young can only meet copies of its form that are as young, so
 * few newer posts can have been added above a copy of its post.
 */
#define YOUNG_MS 5000

enum push_depth push_depth_of(bool is_first, int64_t since)
{
	return is_first && clock_ms() - since < YOUNG_MS ? PUSH_NEAR
							 : PUSH_FAR;
}

/*
 * push.lua keeps these lists sorted, and a request that is young relies on it.
 * Any other one searches the list.
 */
static const char *push_mode(enum push_depth depth)
{
	return depth == PUSH_NEAR ? "sorted" : "searched";
}

static void push_own(struct rt_pipe *p, uint64_t author, uint64_t post,
		     enum push_depth depth)
{
	rt_pipe(p, "EVAL %s 1 " KEY_OWN " " ID " 0 %d %s", PUSH_LUA, author,
		post, depth, push_mode(depth));
}

/* PHP Retwis writes to it as well, until the database is adopted. */
static void push_timeline(struct rt_pipe *p, uint64_t post, bool adopted,
			  enum push_depth depth)
{
	rt_pipe(p, "EVAL %s 1 " KEY_TIMELINE " " ID " %d %d %s", PUSH_LUA,
		post, TIMELINE_CAP, depth,
		push_mode(adopted ? depth : PUSH_FAR));
}

void push_tag(struct rt_pipe *p, const char *tag, uint64_t post,
	      enum push_depth depth)
{
	rt_pipe(p, "EVAL %s 1 " KEY_TAG " " ID " %d %d %s", PUSH_LUA, tag,
		post, RT_TAG_POSTS, depth, push_mode(depth));
}

void push_mention(struct rt_pipe *p, uint64_t member, uint64_t post,
		  enum push_depth depth)
{
	rt_pipe(p, "EVAL %s 1 " KEY_MENTIONS " " ID " %d %d %s", PUSH_LUA,
		member, post, MENTIONS_CAP, depth, push_mode(depth));
}

static void push_queue_home(struct rt_pipe *p, uint64_t owner, uint64_t post,
			    bool adopted, enum push_depth depth)
{
	if (adopted)
		rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " %d %d there",
			PUSH_LUA, owner, post, TIMELINE_CAP, depth);
	else
		rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " 0 %d", PUSH_LUA,
			owner, post, depth);
}

void push_home(struct rt_pipe *p, uint64_t owner, uint64_t post, bool adopted)
{
	push_queue_home(p, owner, post, adopted, PUSH_FAR);
}

void push_post(struct rt_pipe *p, uint64_t author, uint64_t post, bool adopted,
	       enum push_depth depth)
{
	push_own(p, author, post, depth);
	push_queue_home(p, author, post, adopted, depth);
	push_timeline(p, post, adopted, depth);
}

void push_trim(struct rt_pipe *p, uint64_t owner, uint64_t length)
{
	if (length > TIMELINE_CAP + TIMELINE_SLACK)
		rt_pipe(p, "LTRIM " KEY_POSTS " 0 %d", owner,
			TIMELINE_CAP - 1);
}

/* ---- replies -------------------------------------------------------- */

void push_queue_reply(struct rt_pipe *p, uint64_t parent, uint64_t reply,
		      enum push_depth depth, uint64_t *replies)
{
	if (!parent)
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_REPLIES " " ID " %d", THREAD_APPEND_LUA,
		parent, reply, depth);
	count_queue(p, COUNT_REPLIES, parent, replies);
}

enum rt_err push_count_reply(struct rt *rt, struct arena *a, uint64_t parent,
			     uint64_t reply, uint64_t replies)
{
	enum rt_err err;

	if (!parent)
		return RT_OK;
	err = count_copy(rt, a, COUNT_REPLIES, parent, replies);
	if (err != RT_NOT_FOUND)
		return err;
	/*
	 * The parent was deleted at this moment.  The reply itself is kept,
	 * but not its entry in a list that nobody would ever delete.
	 */
	return rt_do(rt, a, "LREM " KEY_REPLIES " 0 " ID, parent, reply);
}

enum rt_err push_reply(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply)
{
	uint64_t replies = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	push_queue_reply(&p, parent, reply, PUSH_FAR, &replies);
	err = rt_pipe_end(&p);
	return err ? err : push_count_reply(rt, a, parent, reply, replies);
}
