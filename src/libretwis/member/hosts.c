#include "libretwis/member/hosts.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/hosts_remove.lua.h"
#include "libretwis/standing.h"
#include "schema/key.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/standing_set.lua.h"
#include "libretwis/member/suspended_add.lua.h"

/* ---- the set of hosts -------------------------------------------------- */

enum rt_err hosts_add(struct rt *rt, struct arena *a, uint64_t id)
{
	return rt_do(rt, a, "SADD " KEY_HOSTS " " ID, id);
}

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

enum rt_err hosts_some(struct rt *rt, struct arena *a, struct rt_ids *hosts)
{
	return rt_read_ids(rt, a, hosts, RT_HOSTS,
			   "SRANDMEMBER " KEY_HOSTS " %d", RT_HOSTS);
}

void staff_queue(struct rt_pipe *p, struct rt_ids *hosts,
		 struct rt_ids *moderators)
{
	rt_pipe_ids(p, hosts, RT_HOSTS, "SRANDMEMBER " KEY_HOSTS " %d",
		    RT_HOSTS);
	rt_pipe_ids(p, moderators, RT_HOSTS, "ZRANGE " KEY_MODERATORS " 0 %d",
		    RT_HOSTS - 1);
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

/* ---- what members may do ----------------------------------------------- */

static const char *const words[RT_STANDINGS + 1] = {
	[RT_MEMBER] = "member",     [RT_MODERATOR] = "moderator",
	[RT_HOST] = "host",         [RT_WAITING] = "waiting",
	[RT_SUSPENDED] = "stopped", [RT_STANDINGS] = "unknown",
};

const char *rt_standing_word(enum rt_standing standing)
{
	return words[standing];
}

enum rt_standing rt_standing_read(const char *word)
{
	unsigned i = 0;

	if (!word)
		return RT_MEMBER;
	while (i < RT_STANDINGS && strcmp(words[i], word) != 0)
		i++;
	return i;
}

bool rt_belongs(enum rt_standing standing)
{
	return standing == RT_MEMBER || standing == RT_MODERATOR ||
	       standing == RT_HOST;
}

static enum rt_err standing_store(struct rt *rt, struct arena *a, uint64_t id,
				  enum rt_standing standing)
{
	uint64_t is_there = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &is_there, "EVAL %s 1 " KEY_USER " %s",
		    STANDING_SET_LUA, id,
		    standing == RT_MEMBER ? "" : words[standing]);
	if (standing != RT_MODERATOR)
		rt_pipe(&p, "ZREM " KEY_MODERATORS " " ID, id);
	if (standing != RT_SUSPENDED)
		rt_pipe(&p, "ZREM " KEY_SUSPENDED " " ID, id);
	err = rt_pipe_end(&p);
	return err || is_there ? err : RT_NOT_FOUND;
}

/*
 * Once a former host is not in the set, nobody who asks to join notifies them
 * any more, and nobody who leaves takes such a notice back.
 */
static enum rt_err standing_finish(struct rt *rt, struct arena *a, uint64_t id,
				   enum rt_standing standing)
{
	struct rt_pipe p;

	if (standing == RT_HOST)
		return hosts_add(rt, a, id);
	rt_pipe_begin(&p, rt, a);
	notice_drop_kind(&p, id, RT_NOTICE_ASK);
	if (standing == RT_MODERATOR)
		rt_pipe(&p, "ZADD " KEY_MODERATORS " 0 " ID, id);
	if (standing == RT_SUSPENDED)
		rt_pipe(&p, "EVAL %s 1 " KEY_SUSPENDED " %s " ID,
			SUSPENDED_ADD_LUA, clock_score(a), id);
	return rt_pipe_end(&p);
}

/*
 * If this is interrupted, the set never has a host whose copy in `user:ID`
 * says otherwise, and pressing the button again completes it.
 */
enum rt_err rt_set_standing(struct rt *rt, struct arena *a, uint64_t id,
			    enum rt_standing standing)
{
	enum rt_err err = RT_OK;

	if (standing != RT_HOST)
		err = hosts_remove(rt, a, id);
	if (!err)
		err = standing_store(rt, a, id, standing);
	if (!err)
		err = standing_finish(rt, a, id, standing);
	if (!err)
		notify_member_now(rt, a, id);
	return err;
}
