#include "libretwis/member/display_name.h"

#include "libretwis/site/context.h"
#include "schema/key.h"

void display_name_queue(struct rt_pipe *p, struct rt_names *c, uint64_t id)
{
	c->face = NULL;
	if (p->rt->context->conf->pictures)
		rt_pipe_strs(p, c->field, 4,
			     "HMGET " KEY_USER
			     " username display standing face",
			     id);
	else
		rt_pipe_strs(p, c->field, 3,
			     "HMGET " KEY_USER " username display standing",
			     id);
}

bool names_are_suspended(const struct rt_names *names)
{
	return rt_standing_read(names->standing) == RT_SUSPENDED;
}
