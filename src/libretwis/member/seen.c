#include "libretwis/member/seen.h"

#include "libretwis/redis/ids.h"

void seen_note(struct rt_pipe *p, struct visit *v, const struct session *s,
	       struct rt_ids ids)
{
	*v = (struct visit){ .seen = rt_u64(s->field[SESSION_SEEN]) };
	if (!ids.n || ids.v[0] <= v->seen)
		return;
	rt_pipe_try(p, "HSET " KEY_USER " seen " ID, s->id, ids.v[0]);
	if (v->seen)
		rt_pipe_ids(p, &v->own, "LRANGE " KEY_OWN " 0 %d", s->id,
			    (int)ids.n - 1);
}

uint64_t seen_fresh(const struct visit *v, struct rt_ids ids)
{
	uint64_t n = 0;

	for (size_t i = 0; v->seen && i < ids.n; i++)
		n += ids.v[i] > v->seen && !ids_have(v->own, ids.v[i]);
	return n;
}
