/*
 * The hosts that the site has had, for the ids of posts in feeds.
 *
 * A post keeps the host of its time, and so its id, when the site moves.  The
 * moment that counts is not when the setting was changed, but when a feed is
 * first asked for after that: nobody has seen a post in between.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "libretwis/retwis.h"
#include "libretwis/site/address_note.lua.h"
#include "redis/pipe.h"
#include "schema/key.h"

enum rt_err rt_addresses(struct rt *rt, struct arena *a, const char *host,
			 struct rt_addresses *out)
{
	const char *entry[ADDRESSES_CAP] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_strs(&p, entry, ADDRESSES_CAP,
		     "EVAL %s 1 " KEY_ADDRESSES " " ID " %s %d",
		     ADDRESS_NOTE_LUA, (uint64_t)clock_date_ms() / 1000, host,
		     ADDRESSES_CAP);
	if ((err = rt_pipe_end(&p)))
		return err;
	out->v = arena_alloc(a, ADDRESSES_CAP * sizeof *out->v);
	for (out->n = 0; out->n < ADDRESSES_CAP && entry[out->n]; out->n++) {
		char *space;

		out->v[out->n].since = strtoll(entry[out->n], &space, 10);
		out->v[out->n].host = *space ? space + 1 : space;
	}
	return RT_OK;
}

const char *rt_address_at(const struct rt_addresses *all, time_t time)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].since < time)
			return all->v[i].host;
	return NULL;
}
