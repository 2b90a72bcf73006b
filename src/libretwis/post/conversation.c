#include "libretwis/post/conversation.h"

#include "libretwis/post/conversation_add.lua.h"
#include "libretwis/post/conversation_drop.lua.h"
#include "schema/key.h"

struct joined conversation_of(const union post_fields *post)
{
	if (!post->reply_to)
		return (struct joined){ 0 };
	return (struct joined){ rt_u64(post->root), rt_u64(post->reply_to),
				rt_u64(post->root_user_id) };
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
			CONVERSATION_DROP_LUA, root, id, CONVERSATION_GONE);
}
