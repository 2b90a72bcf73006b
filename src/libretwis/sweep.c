#include "libretwis/sweep.h"

#include "libretwis/count.h"
#include "libretwis/erase.h"
#include "libretwis/notice.h"

#define CHUNK 1000

void sweep_told(struct sweep *s, size_t n)
{
	s->done += n;
	if (n && s->tell)
		s->tell(s->done, s->total);
}

/* ---- reposts ----------------------------------------------------------- */

enum rt_err sweep_reposts(struct rt *rt, struct sweep *s)
{
	for (;;) {
		struct rt_ids pairs = { 0 };
		const char **entry;
		struct rt_pipe p;
		enum rt_err err;

		arena_reset(&s->chunk);
		rt_pipe_begin(&p, rt, &s->chunk);
		rt_pipe_ids(&p, &pairs,
			    "ZRANGE " KEY_REPOSTED " 0 %d WITHSCORES", s->id,
			    CHUNK - 1);
		if ((err = rt_pipe_end(&p)) || !pairs.n)
			return err;
		entry = arena_alloc(&s->chunk, pairs.n / 2 * sizeof *entry);
		for (size_t i = 0; i < pairs.n / 2; i++)
			entry[i] = arena_printf(&s->chunk, ID,
						pairs.v[2 * i + 1]);
		if ((err = erase_posts(rt, &s->chunk, s->id, entry,
				       pairs.n / 2)))
			return err;
	}
}

/* ---- likes ------------------------------------------------------------- */

/* The set that leads to them goes last. */
static enum rt_err drop_likes(struct rt *rt, struct sweep *s,
			      const char *const *entry, size_t n)
{
	struct counted *c = arena_alloc(&s->chunk, n * sizeof *c);
	uint64_t *author = arena_alloc(&s->chunk, n * sizeof *author);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, &s->chunk);
	for (size_t i = 0; i < n; i++) {
		c[i].what = COUNT_LIKES;
		c[i].post = rt_u64(entry[i]);
		rt_pipe(&p, "ZREM " KEY_LIKES " " ID, c[i].post, s->id);
		count_ask(&p, COUNT_LIKES, c[i].post, &c[i].n);
		rt_pipe_u64(&p, &author[i], "HGET " KEY_POST " user_id",
			    c[i].post);
	}
	if ((err = rt_pipe_end(&p)) ||
	    (err = counts_copy(rt, &s->chunk, c, n)))
		return err;
	rt_pipe_begin(&p, rt, &s->chunk);
	for (size_t i = 0; i < n; i++) {
		notice_drop(&p, author[i], RT_NOTICE_LIKE, c[i].post, s->id);
		rt_pipe(&p, "ZREM " KEY_LIKED " %s", s->id, entry[i]);
	}
	return rt_pipe_end(&p);
}

enum rt_err sweep_likes(struct rt *rt, struct sweep *s)
{
	for (;;) {
		const char **entry;
		struct rt_pipe p;
		enum rt_err err;
		size_t n = 0;

		arena_reset(&s->chunk);
		entry = arena_alloc(&s->chunk, CHUNK * sizeof *entry);
		rt_pipe_begin(&p, rt, &s->chunk);
		rt_pipe_strs(&p, entry, CHUNK, "ZRANGE " KEY_LIKED " 0 %d",
			     s->id, CHUNK - 1);
		if ((err = rt_pipe_end(&p)) || !entry[0])
			return err;
		while (n < CHUNK && entry[n])
			n++;
		if ((err = drop_likes(rt, s, entry, n)))
			return err;
		sweep_told(s, n);
	}
}
