#include "libretwis/member/hosts.h"

#include "libretwis/member/hosts_leave.lua.h"
#include "libretwis/standing.h"
#include "schema/key.h"

enum rt_err hosts_join(struct rt *rt, struct arena *a, uint64_t id)
{
	return rt_do(rt, a, "SADD " KEY_HOSTS " " ID, id);
}

enum rt_err hosts_leave(struct rt *rt, struct arena *a, uint64_t id)
{
	uint64_t may = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &may, "EVAL %s 1 " KEY_HOSTS " " ID,
			    HOSTS_LEAVE_LUA, id);

	return err || may ? err : RT_DENIED;
}

enum rt_err rt_is_host(struct rt *rt, struct arena *a, uint64_t id,
		       bool *is_host)
{
	uint64_t is = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &is, "SISMEMBER " KEY_HOSTS " " ID, id);

	if (!err)
		*is_host = is;
	return err;
}

enum rt_err hosts_some(struct rt *rt, struct arena *a, struct rt_ids *hosts)
{
	return rt_read_ids(rt, a, hosts, RT_HOSTS,
			   "SRANDMEMBER " KEY_HOSTS " %d", RT_HOSTS);
}

enum rt_err rt_hosts(struct rt *rt, struct arena *a, struct rt_host_list *list)
{
	const char *name[RT_HOSTS] = { NULL };
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	if ((err = hosts_some(rt, a, &ids)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe_str(&p, &name[i], "HGET " KEY_USER " username",
			    ids.v[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	list->n = 0;
	for (size_t i = 0; i < ids.n; i++)
		if (name[i])
			list->name[list->n++] = name[i];
	return RT_OK;
}
