#include "libretwis/standing.h"

#include <string.h>

#include "libretwis/member/notify.h"
#include "libretwis/member/hosts.h"
#include "libretwis/member/standing_set.lua.h"
#include "schema/key.h"

static const char *const words[RT_STANDINGS + 1] = {
	[RT_MEMBER] = "member",   [RT_MODERATOR] = "moderator",
	[RT_HOST] = "host",       [RT_WAITING] = "waiting",
	[RT_STOPPED] = "stopped", [RT_STANDINGS] = "unknown",
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
	enum rt_err err;

	err = rt_read_u64(rt, a, &is_there, "EVAL %s 1 " KEY_USER " %s",
			  STANDING_SET_LUA, id,
			  standing == RT_MEMBER ? "" : words[standing]);
	return err || is_there ? err : RT_NOT_FOUND;
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
		err = hosts_leave(rt, a, id);
	if (!err)
		err = standing_store(rt, a, id, standing);
	if (!err && standing == RT_HOST)
		err = hosts_join(rt, a, id);
	if (!err)
		notify_member_now(rt, a, id);
	return err;
}
