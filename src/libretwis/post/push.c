#include "libretwis/post/push.h"

#include "libretwis/post/push.lua.h"

/*
 * How deep to look for a post that is newer than all others in its list.  In a
 * home timeline we always look far: a delivery may come after newer posts.
 */
#define NEAR "32"
#define FAR  "1000"

void push_own(struct rt_pipe *p, uint64_t author, uint64_t post)
{
	rt_pipe(p, "EVAL %s 1 " KEY_OWN " " ID " 0 " NEAR, PUSH_LUA, author,
		post);
}

void push_timeline(struct rt_pipe *p, uint64_t post)
{
	rt_pipe(p, "EVAL %s 1 " KEY_TIMELINE " " ID " %d " NEAR, PUSH_LUA,
		post, TIMELINE_CAP);
}

void push_tag(struct rt_pipe *p, const char *tag, uint64_t post)
{
	rt_pipe(p, "EVAL %s 1 " KEY_TAG " " ID " %d " NEAR, PUSH_LUA, tag,
		post, RT_TAG_POSTS);
}

void push_home(struct rt_pipe *p, uint64_t owner, uint64_t post, bool adopted)
{
	if (adopted)
		rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " %d " FAR " there",
			PUSH_LUA, owner, post, TIMELINE_CAP);
	else
		rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " 0 " FAR, PUSH_LUA,
			owner, post);
}

void push_post(struct rt_pipe *p, uint64_t author, uint64_t post, bool adopted)
{
	push_own(p, author, post);
	push_home(p, author, post, adopted);
	push_timeline(p, post);
}

void push_trim(struct rt_pipe *p, uint64_t owner, uint64_t length)
{
	if (length > TIMELINE_CAP + TIMELINE_SLACK)
		rt_pipe(p, "LTRIM " KEY_POSTS " 0 %d", owner,
			TIMELINE_CAP - 1);
}
