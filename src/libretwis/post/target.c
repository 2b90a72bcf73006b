#include "libretwis/post/target.h"
#include "schema/key.h"

void target_queue(struct rt_pipe *p, struct target *t, uint64_t id)
{
	*t = (struct target){ .id = id };
	if (!id)
		return;
	post_fields_queue(p, &t->fields, id,
			  POST_USER_ID | POST_USERNAME | CONVERSATION_FIELDS |
				  POST_ROOT_USER_ID | POST_REMOVED |
				  POST_ANNOUNCED | POST_QUESTION);
	rt_pipe_lenient(p);
}

bool target_is_gone(const struct target *t)
{
	return t->id &&
	       (!target_author(t) || t->fields.repost_of || t->fields.removed);
}

uint64_t target_author(const struct target *t)
{
	return rt_u64(t->fields.user_id);
}

struct joined target_joins(const struct target *t)
{
	uint64_t root = conversation_root(t->id, &t->fields);
	const char *starter =
		root == t->id ? t->fields.user_id : t->fields.root_user_id;

	return (struct joined){ root, t->id, rt_u64(starter) };
}

void target_check(struct rt_pipe *p, struct target *t)
{
	t->name = t->fields.username;
	if (!t->id)
		return;
	rt_pipe_str(p, &t->standing, "HGET " KEY_USER " standing",
		    target_author(t));
	rt_pipe_lenient(p);
	if (t->name)
		return;
	rt_pipe_str(p, &t->name, "HGET " KEY_USER " username",
		    target_author(t));
	rt_pipe_lenient(p);
}

bool target_is_suspended(const struct target *t)
{
	return rt_standing_read(t->standing) == RT_SUSPENDED;
}
