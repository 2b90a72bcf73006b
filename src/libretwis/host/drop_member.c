#include "libretwis/host/drop_member.h"

#include "libretwis/member/notice.h"
#include "libretwis/post/count.h"
#include "libretwis/post/erase.h"

enum rt_err sweep(struct rt *rt, struct sweep *s,
		  void (*ask)(struct rt_pipe *p, uint64_t id,
			      const char **entry),
		  enum rt_err (*drop)(struct rt *rt, struct sweep *s,
				      const char **entry, size_t n))
{
	for (;;) {
		const char **entry;
		struct rt_pipe p;
		enum rt_err err;
		size_t n = 0;

		arena_reset(&s->chunk);
		entry = arena_alloc(&s->chunk, SWEEP_CHUNK * sizeof *entry);
		rt_pipe_begin(&p, rt, &s->chunk);
		ask(&p, s->id, entry);
		if ((err = rt_pipe_end(&p)) || !entry[0])
			return err;
		while (n < SWEEP_CHUNK && entry[n])
			n++;
		if ((err = drop(rt, s, entry, n)))
			return err;
	}
}

void sweep_told(struct sweep *s, size_t n)
{
	s->done += n;
	if (s->tell)
		s->tell(s->done, s->total);
}

/* ---- reposts ----------------------------------------------------------- */

/* The post that is shown and the repost, in turn. */
static void ask_reposts(struct rt_pipe *p, uint64_t id, const char **entry)
{
	rt_pipe_strs(p, entry, SWEEP_CHUNK,
		     "ZRANGE " KEY_REPOSTED " 0 %d WITHSCORES", id,
		     SWEEP_CHUNK / 2 - 1);
}

static enum rt_err drop_reposts(struct rt *rt, struct sweep *s,
				const char **entry, size_t n)
{
	for (size_t i = 0; i < n / 2; i++)
		entry[i] = entry[2 * i + 1];
	return erase_posts(rt, &s->chunk, s->id, entry, n / 2);
}

enum rt_err sweep_reposts(struct rt *rt, struct sweep *s)
{
	return sweep(rt, s, ask_reposts, drop_reposts);
}

/* ---- likes ------------------------------------------------------------- */

static void ask_likes(struct rt_pipe *p, uint64_t id, const char **entry)
{
	rt_pipe_strs(p, entry, SWEEP_CHUNK, "ZRANGE " KEY_LIKED " 0 %d", id,
		     SWEEP_CHUNK - 1);
}

/* The set that leads to them goes last. */
static enum rt_err drop_likes(struct rt *rt, struct sweep *s,
			      const char **entry, size_t n)
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
	if ((err = rt_pipe_end(&p)))
		return err;
	sweep_told(s, n);
	return RT_OK;
}

enum rt_err sweep_likes(struct rt *rt, struct sweep *s)
{
	return sweep(rt, s, ask_likes, drop_likes);
}
