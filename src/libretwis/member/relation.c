#include "libretwis/member/relation.h"
#include "schema/key.h"

void relation_queue(struct rt_pipe *p, const char **followed, uint64_t visitor,
		    struct rt_ids ids)
{
	if (visitor)
		rt_pipe_each(p, followed, ids, "ZMSCORE " KEY_FOLLOWING,
			     visitor);
}
