#include "libretwis/post/target.h"
#include "schema/key.h"

void target_queue(struct rt_pipe *p, struct target *t, uint64_t id)
{
	*t = (struct target){ .id = id };
	if (!id)
		return;
	rt_pipe_strs(p, t->field, TARGET_FIELDS,
		     "HMGET " KEY_POST " user_id username repost_of", id);
	rt_pipe_lenient(p);
}

bool target_is_gone(const struct target *t)
{
	return t->id && (!target_author(t) || t->field[TARGET_REPOST_OF]);
}

uint64_t target_author(const struct target *t)
{
	return rt_u64(t->field[TARGET_USER_ID]);
}

void target_check(struct rt_pipe *p, struct target *t)
{
	t->name = t->field[TARGET_USERNAME];
	if (!t->id || t->name)
		return;
	rt_pipe_str(p, &t->name, "HGET " KEY_USER " username",
		    target_author(t));
	rt_pipe_lenient(p);
}
