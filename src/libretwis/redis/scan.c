#include "libretwis/redis/scan.h"

#include "libretwis/redis/scan.lua.h"

#define PAGE 1000

enum rt_err scan_hash(struct rt *rt, struct arena *a, struct scan *s)
{
	struct rt_texts page = { 0 };
	enum rt_err err;

	err = rt_ask_texts(rt, a, &page, RT_ALL, "EVAL %s 1 %s " ID " %d",
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
