#include "libretwis/member/seen.h"

#include "libretwis/redis/ids.h"

void seen_note(struct rt_pipe *p, struct seen *seen,
	       const struct session *visitor, struct rt_ids ids)
{
	*seen = (struct seen){
		.newest = rt_u64(visitor->field[SESSION_SEEN]),
	};
	if (!ids.n || ids.v[0] <= seen->newest)
		return;
	rt_pipe_try(p, "HSET " KEY_USER " seen " ID, visitor->id, ids.v[0]);
	if (seen->newest)
		rt_pipe_ids(p, &seen->own, ids.n, "LRANGE " KEY_OWN " 0 %d",
			    visitor->id, (int)ids.n - 1);
}

uint64_t seen_fresh(const struct seen *seen, struct rt_ids ids)
{
	uint64_t n = 0;

	for (size_t i = 0; seen->newest && i < ids.n; i++)
		n += ids.v[i] > seen->newest && !ids_have(seen->own, ids.v[i]);
	return n;
}
