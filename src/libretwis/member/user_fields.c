#include "libretwis/member/user_fields.h"

#include "libretwis/site/context.h"
#include "schema/key.h"

#define USER_NAME(name, NAME) #name,

void user_fields_queue(struct rt_pipe *p, union user_fields *u, uint64_t id,
		       unsigned which)
{
	static const char *const names[] = { EACH_USER_FIELD(USER_NAME) };

	*u = (union user_fields){ .field = { NULL } };
	rt_pipe_fields(p, u->field, names, which, "HMGET " KEY_USER, id);
}

enum rt_err user_fields_read(struct rt *rt, struct arena *a,
			     union user_fields *u, uint64_t id, unsigned which)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, u, id, which);
	return rt_pipe_end(&p);
}

unsigned user_fields_face(const struct rt *rt)
{
	return rt->context->conf->pictures ? USER_FACE : 0;
}
