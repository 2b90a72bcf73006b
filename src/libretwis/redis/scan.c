#include "libretwis/redis/scan.h"

#define PAGE 1000

/* HSCAN nests its reply; here the cursor and the pairs are one flat list. */
#define SCAN                                                                  \
	"local page = redis.call('HSCAN', KEYS[1], ARGV[1],"                  \
	" 'COUNT', ARGV[2]) "                                                 \
	"table.insert(page[2], 1, page[1]) "                                  \
	"return page[2]"

enum rt_err scan_hash(struct rt *rt, struct arena *a, struct scan *s)
{
	struct rt_texts page = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_texts(&p, &page, "EVAL %s 1 %s " ID " %d", SCAN, s->key,
		      s->cursor, PAGE);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!page.n)
		return RT_BROKEN;
	s->cursor = rt_u64(page.v[0]);
	s->whole = !s->cursor;
	s->pairs = (struct rt_texts){ page.v + 1, page.n - 1 };
	return RT_OK;
}
