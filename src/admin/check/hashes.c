#include "admin/check/hashes.h"

#include "admin/check/drop_field.lua.h"
#include "schema/key.h"

void member_hash_queue(struct rt_pipe *p, struct member_hash *m, uint64_t id)
{
	rt_pipe_strs(p, m->field, sizeof m->field / sizeof *m->field,
		     "HMGET " KEY_USER
		     " username password auth was_username standing display",
		     id);
}

void member_name_queue(struct rt_pipe *p, struct member_hash *m, uint64_t id)
{
	rt_pipe_str(p, &m->username, "HGET " KEY_USER " username", id);
}

void post_hash_queue(struct rt_pipe *p, struct post_hash *h, uint64_t id)
{
	rt_pipe_strs(p, h->field, sizeof h->field / sizeof *h->field,
		     "HMGET " KEY_POST " user_id time body username"
		     " reply_to repost_of gone was_user_id"
		     " replies likes reposts",
		     id);
}

enum rt_err member_hash_read(struct check *c, struct member_hash *m,
			     uint64_t id)
{
	struct rt_pipe p;

	*m = (struct member_hash){ .username = NULL };
	rt_pipe_begin(&p, c->rt, &c->chunk);
	member_hash_queue(&p, m, id);
	return rt_pipe_end(&p);
}

enum rt_err post_hash_read(struct check *c, struct post_hash *h, uint64_t id)
{
	struct rt_pipe p;

	*h = (struct post_hash){ .user_id = NULL };
	rt_pipe_begin(&p, c->rt, &c->chunk);
	post_hash_queue(&p, h, id);
	return rt_pipe_end(&p);
}

bool post_is_half(const struct post_hash *h)
{
	return !h->user_id != !h->body;
}

enum rt_err hash_drop(struct check *c, const char *key, const char *field,
		      uint64_t id)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s %s " ID, DROP_FIELD_LUA,
		     key, field, id);
}
