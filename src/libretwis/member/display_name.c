#include "libretwis/member/display_name.h"

#include "redis/ids.h"
#include "schema/key.h"

void display_name_queue(struct rt_pipe *p, struct rt_names *c, uint64_t id)
{
	rt_pipe_strs(p, c->field, 2, "HMGET " KEY_USER " username display",
		     id);
}
