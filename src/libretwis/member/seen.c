#include "libretwis/member/seen.h"
#include "schema/key.h"

uint64_t seen_newest(const struct session *visitor)
{
	return rt_u64(visitor->fields.seen);
}

bool seen_note(struct rt_pipe *p, const struct session *visitor,
	       struct rt_ids ids)
{
	if (!ids.n || ids.v[0] <= seen_newest(visitor))
		return false;
	rt_pipe_try(p, "HSET " KEY_USER " seen " ID, visitor->id, ids.v[0]);
	return true;
}
