/* Mending follows and likes. */
#include <stdio.h>

#include "libretwis/check/check.h"

/* ---- the side that its owner sees -------------------------------------- */

/*
 * One that is missing there was being taken back; several were lost, and so
 * was the only one.  All that were lost come back in one step: cut off between
 * two of them, the second would seem to have been taken back.
 */
struct half {
	const char *seen, *other; /* formats of the two keys */
};

static const struct half follows = { KEY_FOLLOWING, KEY_FOLLOWERS };
static const struct half likes = { KEY_LIKED, KEY_LIKES };

#define RESTORE                                                               \
	"for score, id in ARGV[1]:gmatch('(%S+) (%S+)') do "                  \
	"redis.call('ZADD', KEYS[1], 'NX', score, id) end"

static bool same_owner(const struct fault *a, const struct fault *b)
{
	return a->kind == b->kind && a->other == b->other;
}

static size_t count_same(const struct check *c, const struct fault *f)
{
	size_t n = 0;

	for (size_t i = 0; i < c->found.n; i++)
		n += same_owner(&c->found.v[i], f);
	return n;
}

static enum rt_err read_scores(struct check *c, const struct half *half,
			       const struct fault *f, const char **score)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0, n = 0; i < c->found.n; i++)
		if (same_owner(&c->found.v[i], f))
			rt_pipe_str(&p, &score[n++], "ZSCORE %s " ID,
				    arena_printf(&c->chunk, half->other,
						 c->found.v[i].at.id),
				    f->other);
	return rt_pipe_end(&p);
}

static enum rt_err restore(struct check *c, const struct half *half,
			   const struct fault *f, size_t n)
{
	const char **score = arena_alloc(&c->chunk, n * sizeof *score);
	size_t room = n * 64 + 1, len = 0, at = 0;
	char *text = arena_alloc(&c->chunk, room);
	struct rt_pipe p;
	enum rt_err err = read_scores(c, half, f, score);

	for (size_t i = 0; !err && i < c->found.n; i++) {
		if (!same_owner(&c->found.v[i], f) || !score[at++])
			continue;
		len += (size_t)snprintf(text + len, room - len, "%s " ID " ",
					score[at - 1], c->found.v[i].at.id);
	}
	if (err || !len)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "EVAL %s 1 %s %s", RESTORE,
		arena_printf(&c->chunk, half->seen, f->other), text);
	return rt_pipe_end(&p);
}

/* Brings back what was lost; else `*taken_back` is to be finished. */
static enum rt_err mend_seen(struct check *c, const struct half *half,
			     const struct fault *f, bool *taken_back)
{
	const char *key = arena_printf(&c->chunk, half->seen, f->other);
	size_t n = count_same(c, f);
	const char *seen = NULL;
	uint64_t rest = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &rest, "ZCARD %s", key);
	rt_pipe_str(&p, &seen, "ZSCORE %s " ID, key, f->at.id);
	if ((err = rt_pipe_end(&p)) || seen)
		return err;
	*taken_back = rest && n == 1;
	return *taken_back ? RT_OK : restore(c, half, f, n);
}

/* ---- follows ----------------------------------------------------------- */

enum rt_err mend_follow(struct check *c, const struct fault *f)
{
	const char *since = NULL, *still = NULL;
	uint64_t me = f->at.id;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_str(&p, &since, "ZSCORE " KEY_FOLLOWING " " ID, me, f->other);
	if ((err = rt_pipe_end(&p)) || !since)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZADD " KEY_FOLLOWERS " NX %s " ID, f->other, since, me);
	rt_pipe_str(&p, &still, "ZSCORE " KEY_FOLLOWING " " ID, me, f->other);
	if ((err = rt_pipe_end(&p)) || still)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_FOLLOWERS " " ID, f->other, me);
	return rt_pipe_end(&p);
}

enum rt_err mend_unfollow(struct check *c, const struct fault *f)
{
	bool taken_back = false;
	struct rt_pipe p;
	enum rt_err err = mend_seen(c, &follows, f, &taken_back);

	if (err || !taken_back)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_FOLLOWERS " " ID, f->at.id, f->other);
	return rt_pipe_end(&p);
}

static enum rt_err part(struct check *c, uint64_t who, uint64_t whom)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_FOLLOWING " " ID, who, whom);
	rt_pipe(&p, "ZREM " KEY_FOLLOWERS " " ID, whom, who);
	return rt_pipe_end(&p);
}

enum rt_err mend_follow_nobody(struct check *c, const struct fault *f)
{
	return part(c, f->at.id, f->other);
}

enum rt_err mend_follower_nobody(struct check *c, const struct fault *f)
{
	return part(c, f->other, f->at.id);
}

/* ---- likes ------------------------------------------------------------- */

enum rt_err mend_like_half(struct check *c, const struct fault *f)
{
	bool taken_back = false;
	enum rt_err err = mend_seen(c, &likes, f, &taken_back);

	if (err || !taken_back)
		return err;
	return rt_unlike(c->rt, &c->chunk, f->other, f->at.id);
}

/* With the time at which it was liked; the rest is a like like any other. */
enum rt_err mend_liked_half(struct check *c, const struct fault *f)
{
	const char *since = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_str(&p, &since, "ZSCORE " KEY_LIKED " " ID, f->at.id,
		    f->other);
	if ((err = rt_pipe_end(&p)) || !since)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZADD " KEY_LIKES " NX %s " ID, f->other, since, f->at.id);
	err = rt_pipe_end(&p);
	return err ? err : rt_like(c->rt, &c->chunk, f->at.id, f->other);
}

enum rt_err mend_like_nobody(struct check *c, const struct fault *f)
{
	return rt_unlike(c->rt, &c->chunk, f->other, f->at.id);
}

enum rt_err mend_liked_gone(struct check *c, const struct fault *f)
{
	return rt_unlike(c->rt, &c->chunk, f->at.id, f->other);
}
