#include "redis/keyspace.h"

#include "redis/expire_new.lua.h"
#include "redis/links.h"
#include "redis/scan.lua.h"

#define PAGE 1000

enum rt_err scan_hash(struct rt *rt, struct arena *a, struct scan *s)
{
	struct rt_texts page = { 0 };
	enum rt_err err;

	err = rt_read_texts(rt, a, &page, RT_ALL, "EVAL %s 1 %s " ID " %d",
			    SCAN_LUA, s->key, s->cursor, PAGE);
	if (err)
		return err;
	if (!page.n)
		return RT_BROKEN;
	s->cursor = rt_u64(page.v[0]);
	s->whole = !s->cursor;
	s->pairs = (struct rt_texts){ page.v + 1, page.n - 1 };
	return RT_OK;
}

enum rt_err scan_keys(struct rt *rt, struct arena *a, const char *script,
		      struct scan_keys *s)
{
	struct rt_texts page = { 0 };
	enum rt_err err;

	rt->master = s->master + 1;
	err = rt_read_texts(rt, a, &page, RT_ALL, "EVAL %s 0 " ID, script,
			    s->cursor);
	rt->master = 0;
	if (err || !page.n)
		return err ? err : RT_BROKEN;
	s->cursor = rt_u64(page.v[0]);
	s->found = (struct rt_texts){ page.v + 1, page.n - 1 };
	if (!s->cursor)
		s->whole = ++s->master == redis_masters(rt);
	return RT_OK;
}

/* ---- expiry --------------------------------------------------------- */

void expire_new(struct rt_pipe *p, const char *key, int seconds)
{
	rt_pipe(p, "EVAL %s 1 %s %d", EXPIRE_NEW_LUA, key, seconds);
}
