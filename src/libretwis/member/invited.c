#include "libretwis/member/invited.h"

#include "base/clock.h"
#include "schema/key.h"

enum rt_err invited_add(struct rt *rt, struct arena *a, uint64_t by,
			uint64_t id)
{
	return rt_do(rt, a, "ZADD " KEY_INVITED " NX %s " ID, by,
		     clock_score(a), id);
}

enum rt_err invited_drop(struct rt *rt, struct arena *a, uint64_t id)
{
	uint64_t by = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &by, "HGET " KEY_USER " invited_by", id);

	if (err || !by)
		return err;
	return rt_do(rt, a, "ZREM " KEY_INVITED " " ID, by, id);
}

/* ---- for the pages of a member ----------------------------------------- */

void invited_queue(struct rt_pipe *p, struct invited *i, uint64_t id)
{
	i->is_asked = true;
	rt_pipe_u64(p, &i->by, "HGET " KEY_USER " invited_by", id);
	rt_pipe_ids(p, &i->ids, RT_INVITED, "ZREVRANGE " KEY_INVITED " 0 %d",
		    id, RT_INVITED - 1);
	rt_pipe_u64(p, &i->total, "ZCARD " KEY_INVITED, id);
}

void invited_queue_names(struct rt_pipe *p, const struct invited *i,
			 struct member_names *names)
{
	if (!i->is_asked)
		return;
	member_names_queue(p, names, i->by);
	for (size_t n = 0; n < i->ids.n; n++)
		member_names_queue(p, names, i->ids.v[n]);
}

void invited_parse(const struct invited *i, const struct member_names *names,
		   struct rt_member *m)
{
	if (!i->is_asked)
		return;
	m->invited_by = member_names_get(names, i->by);
	m->invited = i->total;
	for (size_t n = 0; n < i->ids.n; n++)
		m->invited_who[n] = member_names_get(names, i->ids.v[n]);
}
