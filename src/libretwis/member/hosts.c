#include "libretwis/member/hosts.h"

#include "libretwis/member/hosts_remove.lua.h"
#include "libretwis/standing.h"
#include "schema/key.h"
#include "redis/ids.h"

enum rt_err hosts_remove(struct rt *rt, struct arena *a, uint64_t id)
{
	uint64_t may = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &may, "EVAL %s 1 " KEY_HOSTS " " ID,
			    HOSTS_REMOVE_LUA, id);

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

void hosts_queue(struct rt_pipe *p, struct rt_ids *hosts)
{
	rt_pipe_ids(p, hosts, RT_HOSTS, "SRANDMEMBER " KEY_HOSTS " %d",
		    RT_HOSTS);
}

void moderators_queue(struct rt_pipe *p, struct rt_ids *moderators)
{
	rt_pipe_ids(p, moderators, RT_HOSTS, "ZRANGE " KEY_MODERATORS " 0 %d",
		    RT_HOSTS - 1);
}

void staff_queue(struct rt_pipe *p, struct rt_ids *hosts,
		 struct rt_ids *moderators)
{
	hosts_queue(p, hosts);
	moderators_queue(p, moderators);
}

enum rt_err staff_some(struct rt *rt, struct arena *a, struct rt_ids *staff)
{
	struct rt_ids hosts = { 0 }, moderators = { 0 };
	struct id_list all = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	staff_queue(&p, &hosts, &moderators);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < hosts.n; i++)
		ids_add(a, &all, hosts.v[i]);
	for (size_t i = 0; i < moderators.n; i++)
		ids_add(a, &all, moderators.v[i]);
	*staff = all.ids;
	return RT_OK;
}

enum rt_err rt_hosts(struct rt *rt, struct arena *a, struct rt_host_list *list)
{
	const char *name[RT_HOSTS] = { NULL };
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	hosts_queue(&p, &ids);
	if ((err = rt_pipe_end(&p)))
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
