#include "libretwis/post/push.h"

#include "base/clock.h"
#include "libretwis/post/push.lua.h"
#include "schema/key.h"

_Static_assert(RT_TAG_POSTS == TAG_CAP, "a page of a tag shows all of them");

/*
 * Others who send the same form have done so in these seconds, too, and so
 * little can have come above its post since.
 */
#define YOUNG_MS 5000

enum push_look push_reach(bool is_first, int64_t since)
{
	return is_first && clock_ms() - since < YOUNG_MS ? PUSH_NEAR
							 : PUSH_FAR;
}

/*
 * push.lua keeps these lists in order, and a request that looks near relies on
 * that.  One that looks far does not: it searches.
 */
static const char *push_trust(enum push_look look)
{
	return look == PUSH_NEAR ? "sorted" : "searched";
}

static void push_own(struct rt_pipe *p, uint64_t author, uint64_t post,
		     enum push_look look)
{
	rt_pipe(p, "EVAL %s 1 " KEY_OWN " " ID " 0 %d %s", PUSH_LUA, author,
		post, look, push_trust(look));
}

/* PHP writes to it as well, until the database is adopted. */
static void push_timeline(struct rt_pipe *p, uint64_t post, bool adopted,
			  enum push_look look)
{
	rt_pipe(p, "EVAL %s 1 " KEY_TIMELINE " " ID " %d %d %s", PUSH_LUA,
		post, TIMELINE_CAP, look,
		push_trust(adopted ? look : PUSH_FAR));
}

void push_tag(struct rt_pipe *p, const char *tag, uint64_t post,
	      enum push_look look)
{
	rt_pipe(p, "EVAL %s 1 " KEY_TAG " " ID " %d %d %s", PUSH_LUA, tag,
		post, RT_TAG_POSTS, look, push_trust(look));
}

void push_mention(struct rt_pipe *p, uint64_t member, uint64_t post,
		  enum push_look look)
{
	rt_pipe(p, "EVAL %s 1 " KEY_MENTIONS " " ID " %d %d %s", PUSH_LUA,
		member, post, MENTIONS_CAP, look, push_trust(look));
}

static void push_queue_home(struct rt_pipe *p, uint64_t owner, uint64_t post,
			    bool adopted, enum push_look look)
{
	if (adopted)
		rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " %d %d there",
			PUSH_LUA, owner, post, TIMELINE_CAP, look);
	else
		rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " 0 %d", PUSH_LUA,
			owner, post, look);
}

void push_home(struct rt_pipe *p, uint64_t owner, uint64_t post, bool adopted)
{
	push_queue_home(p, owner, post, adopted, PUSH_FAR);
}

void push_post(struct rt_pipe *p, uint64_t author, uint64_t post, bool adopted,
	       enum push_look look)
{
	push_own(p, author, post, look);
	push_queue_home(p, author, post, adopted, look);
	push_timeline(p, post, adopted, look);
}

void push_trim(struct rt_pipe *p, uint64_t owner, uint64_t length)
{
	if (length > TIMELINE_CAP + TIMELINE_SLACK)
		rt_pipe(p, "LTRIM " KEY_POSTS " 0 %d", owner,
			TIMELINE_CAP - 1);
}
