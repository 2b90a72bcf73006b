#include "libretwis/check/mend_reposts.h"

#include "libretwis/check/mend.h"
#include "libretwis/check/mend_posts.h"
#include "libretwis/post/erase.h"

enum { REPOST_BY, REPOST_TIME, REPOST_ORIGINAL, REPOST_FIELDS };

/* All 0 for a post that is gone. */
static enum rt_err repost_read(struct check *c, uint64_t id, uint64_t *field)
{
	const char *text[REPOST_FIELDS] = { NULL };
	enum rt_err err =
		rt_ask_strs(c->rt, &c->chunk, text, REPOST_FIELDS,
			    "HMGET " KEY_POST " user_id time repost_of", id);

	for (size_t i = 0; !err && i < REPOST_FIELDS; i++)
		field[i] = rt_u64(text[i]);
	return err;
}

static enum rt_err repost_claimed(struct check *c, uint64_t by, uint64_t post,
				  uint64_t *repost)
{
	*repost = 0;
	return rt_ask_u64(c->rt, &c->chunk, repost,
			  "ZSCORE " KEY_REPOSTED " " ID, by, post);
}

/* The claim may lead to a post that is no repost: that one stays. */
enum rt_err mend_repost_cut(struct check *c, const struct fault *f)
{
	uint64_t repost, field[REPOST_FIELDS];
	enum rt_err err;

	if ((err = repost_claimed(c, f->at.id, f->other, &repost)) ||
	    (err = repost_read(c, repost, field)))
		return err;
	if (repost && !field[REPOST_BY])
		return erase_repost(c->rt, &c->chunk, f->at.id, f->other, 0,
				    repost);
	return mend_take_out(c, f);
}

/* Of two reposts of the same post the one that is claimed stays. */
enum rt_err mend_repost_unclaimed(struct check *c, const struct fault *f)
{
	uint64_t by, claimed, field[REPOST_FIELDS];
	enum rt_err err;

	if ((err = repost_read(c, f->at.id, field)))
		return err;
	by = field[REPOST_BY];
	if (!by || (err = repost_claimed(c, by, f->other, &claimed)))
		return err;
	if (!claimed)
		return rt_do(c->rt, &c->chunk,
			     "ZADD " KEY_REPOSTED " NX " ID " " ID, by,
			     f->at.id, f->other);
	if ((err = repost_read(c, claimed, field)) || claimed == f->at.id ||
	    field[REPOST_ORIGINAL] != f->other)
		return err;
	return erase_repost(c->rt, &c->chunk, by, f->other, 0, f->at.id);
}

enum rt_err mend_repost_gone(struct check *c, const struct fault *f)
{
	uint64_t field[REPOST_FIELDS], original[REPOST_FIELDS];
	enum rt_err err;

	if ((err = repost_read(c, f->at.id, field)) ||
	    (err = repost_read(c, f->other, original)) ||
	    original[REPOST_BY] || !field[REPOST_ORIGINAL])
		return err;
	return erase_repost(c->rt, &c->chunk, field[REPOST_BY], f->other, 0,
			    f->at.id);
}

enum rt_err mend_repost_unknown(struct check *c, const struct fault *f)
{
	uint64_t field[REPOST_FIELDS];
	enum rt_err err = repost_read(c, f->at.id, field);

	if (err || !field[REPOST_BY])
		return err;
	err = rt_do(c->rt, &c->chunk, "ZADD " KEY_REPOSTS " NX " ID " " ID,
		    f->other, field[REPOST_TIME], f->at.id);
	return err ? err : post_recount(c, COUNT_REPOSTS, f->other);
}

enum rt_err mend_reposts_wrong(struct check *c, const struct fault *f)
{
	enum rt_err err = mend_take_out(c, f);

	return err ? err : post_recount(c, COUNT_REPOSTS, f->at.id);
}
