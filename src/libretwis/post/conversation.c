#include "libretwis/post/conversation.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/post/conversation_add.lua.h"
#include "libretwis/post/conversation_drop.lua.h"
#include "libretwis/retwis.h"
#include "schema/key.h"

/* What follows the parent's id in the entry of a deleted reply. */
#define GONE "gone"

uint64_t conversation_root(uint64_t id, const union post_fields *post)
{
	if (post->repost_of)
		return 0;
	return post->reply_to ? rt_u64(post->root) : id;
}

struct joined conversation_of(const union post_fields *post)
{
	if (!post->reply_to)
		return (struct joined){ 0 };
	return (struct joined){ rt_u64(post->root), rt_u64(post->reply_to),
				rt_u64(post->root_user_id) };
}

bool conversation_read_entry(const char *text, struct conversation_entry *e)
{
	if (!digits_read(&text, &e->id) || *text++ != ' ' ||
	    !digits_read(&text, &e->parent))
		return false;
	e->gone = strcmp(text, " " GONE) == 0;
	return e->gone || !*text;
}

void conversation_add(struct rt_pipe *p, struct joined to, uint64_t id)
{
	if (to.root)
		rt_pipe(p, "EVAL %s 1 " KEY_CONVERSATION " " ID " " ID " %d",
			CONVERSATION_ADD_LUA, to.root, id, to.parent,
			CONVERSATION_CAP);
}

void conversation_drop(struct rt_pipe *p, uint64_t root, uint64_t id)
{
	if (root)
		rt_pipe(p, "EVAL %s 1 " KEY_CONVERSATION " " ID " %s",
			CONVERSATION_DROP_LUA, root, id, GONE);
}

void conversation_queue_left(struct rt_pipe *p, uint64_t member, uint64_t root,
			     const char **since)
{
	rt_pipe_str(p, since, "ZSCORE " KEY_LEFT " " ID, member, root);
	rt_pipe_lenient(p);
}

/* ---- leaving --------------------------------------------------------- */

static enum rt_err conversation_find(struct rt *rt, struct arena *a,
				     uint64_t post, uint64_t *root)
{
	union post_fields fields;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	post_fields_queue(&p, &fields, post,
			  POST_USER_ID | CONVERSATION_FIELDS);
	if ((err = rt_pipe_end(&p)))
		return err;
	*root = fields.user_id ? conversation_root(post, &fields) : 0;
	return *root ? RT_OK : RT_NOT_FOUND;
}

enum rt_err rt_leave_conversation(struct rt *rt, struct arena *a,
				  const struct rt_user *me, uint64_t post)
{
	uint64_t root;
	struct rt_pipe p;
	enum rt_err err = conversation_find(rt, a, post, &root);

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_LEFT " %s " ID, me->id, clock_score(a), root);
	rt_pipe(&p, "ZREMRANGEBYRANK " KEY_LEFT " 0 %d", me->id,
		-1 - LEFT_CAP);
	return rt_pipe_end(&p);
}

enum rt_err rt_join_conversation(struct rt *rt, struct arena *a,
				 const struct rt_user *me, uint64_t post)
{
	uint64_t root;
	enum rt_err err = conversation_find(rt, a, post, &root);

	return err ? err : rt_do(rt, a, "ZREM " KEY_LEFT " " ID, me->id, root);
}
