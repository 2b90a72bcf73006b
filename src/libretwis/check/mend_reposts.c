/* Mending reposts. */
#include "libretwis/check/check.h"
#include "libretwis/post/count.h"
#include "libretwis/post/erase.h"

enum { USER_ID, TIME, REPOST_OF, FIELDS };

static enum rt_err read_post(struct check *c, uint64_t id, uint64_t *field)
{
	const char *text[FIELDS] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_strs(&p, text, FIELDS,
		     "HMGET " KEY_POST " user_id time repost_of", id);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < FIELDS; i++)
		field[i] = rt_u64(text[i]);
	return RT_OK;
}

static enum rt_err read_claim(struct check *c, uint64_t who, uint64_t post,
			      uint64_t *repost)
{
	struct rt_pipe p;

	*repost = 0;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, repost, "ZSCORE " KEY_REPOSTED " " ID, who, post);
	return rt_pipe_end(&p);
}

/* What the claim names may be another post, which stays. */
enum rt_err mend_repost_cut(struct check *c, const struct fault *f)
{
	uint64_t repost, field[FIELDS];
	struct rt_pipe p;
	enum rt_err err;

	if ((err = read_claim(c, f->at.id, f->other, &repost)) ||
	    (err = read_post(c, repost, field)))
		return err;
	if (repost && !field[USER_ID])
		return erase_repost(c->rt, &c->chunk, f->at.id, f->other, 0,
				    repost);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_REPOSTED " " ID, f->at.id, f->other);
	return rt_pipe_end(&p);
}

/* Of two reposts of the same post the one that is claimed stays. */
enum rt_err mend_repost_unclaimed(struct check *c, const struct fault *f)
{
	uint64_t me, other, field[FIELDS];
	struct rt_pipe p;
	enum rt_err err;

	if ((err = read_post(c, f->at.id, field)))
		return err;
	me = field[USER_ID];
	if (!me || (err = read_claim(c, me, f->other, &other)))
		return err;
	if (!other) {
		rt_pipe_begin(&p, c->rt, &c->chunk);
		rt_pipe(&p, "ZADD " KEY_REPOSTED " NX " ID " " ID, me,
			f->at.id, f->other);
		return rt_pipe_end(&p);
	}
	if ((err = read_post(c, other, field)) || other == f->at.id ||
	    field[REPOST_OF] != f->other)
		return err;
	return erase_repost(c->rt, &c->chunk, me, f->other, 0, f->at.id);
}

enum rt_err mend_repost_gone(struct check *c, const struct fault *f)
{
	uint64_t field[FIELDS], original[FIELDS];
	enum rt_err err;

	if ((err = read_post(c, f->at.id, field)) ||
	    (err = read_post(c, f->other, original)) || original[USER_ID] ||
	    !field[REPOST_OF])
		return err;
	return erase_repost(c->rt, &c->chunk, field[USER_ID], f->other, 0,
			    f->at.id);
}

static enum rt_err count(struct check *c, uint64_t post)
{
	uint64_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	count_ask(&p, COUNT_REPOSTS, post, &n);
	if ((err = rt_pipe_end(&p)))
		return err;
	return count_copy(c->rt, &c->chunk, COUNT_REPOSTS, post, n);
}

enum rt_err mend_repost_unknown(struct check *c, const struct fault *f)
{
	uint64_t field[FIELDS];
	struct rt_pipe p;
	enum rt_err err;

	if ((err = read_post(c, f->at.id, field)) || !field[USER_ID])
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZADD " KEY_REPOSTS " NX " ID " " ID, f->other,
		field[TIME], f->at.id);
	err = rt_pipe_end(&p);
	return err ? err : count(c, f->other);
}

enum rt_err mend_reposts_wrong(struct check *c, const struct fault *f)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_REPOSTS " " ID, f->at.id, f->other);
	err = rt_pipe_end(&p);
	return err ? err : count(c, f->at.id);
}
