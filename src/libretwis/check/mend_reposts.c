/* Mending reposts, their claims and their number. */
#include "libretwis/check/hashes.h"
#include "libretwis/check/mend_posts.h"
#include "libretwis/check/mends.h"
#include "libretwis/post/erase.h"

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
	struct post_hash post;
	uint64_t repost;
	enum rt_err err;

	if ((err = repost_claimed(c, f->at.id, f->other, &repost)) ||
	    (err = post_hash_read(c, &post, repost)))
		return err;
	if (repost && !rt_u64(post.user_id))
		return erase_repost(c->rt, &c->chunk, f->at.id, f->other, 0,
				    repost);
	return mend_take_out(c, f);
}

/* Of two reposts of the same post the one that is claimed stays. */
enum rt_err mend_repost_unclaimed(struct check *c, const struct fault *f)
{
	struct post_hash post;
	uint64_t by, claimed;
	enum rt_err err;

	if ((err = post_hash_read(c, &post, f->at.id)))
		return err;
	by = rt_u64(post.user_id);
	if (!by || (err = repost_claimed(c, by, f->other, &claimed)))
		return err;
	if (!claimed)
		return rt_do(c->rt, &c->chunk,
			     "ZADD " KEY_REPOSTED " NX " ID " " ID, by,
			     f->at.id, f->other);
	if (claimed == f->at.id || (err = post_hash_read(c, &post, claimed)) ||
	    rt_u64(post.repost_of) != f->other)
		return err;
	return erase_repost(c->rt, &c->chunk, by, f->other, 0, f->at.id);
}

enum rt_err mend_repost_gone(struct check *c, const struct fault *f)
{
	struct post_hash post, original;
	enum rt_err err;

	if ((err = post_hash_read(c, &post, f->at.id)) ||
	    (err = post_hash_read(c, &original, f->other)) ||
	    rt_u64(original.user_id) || !rt_u64(post.repost_of))
		return err;
	return erase_repost(c->rt, &c->chunk, rt_u64(post.user_id), f->other,
			    0, f->at.id);
}

enum rt_err mend_repost_unknown(struct check *c, const struct fault *f)
{
	struct post_hash post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || !rt_u64(post.user_id))
		return err;
	err = rt_do(c->rt, &c->chunk, "ZADD " KEY_REPOSTS " NX " ID " " ID,
		    f->other, rt_u64(post.time), f->at.id);
	return err ? err : post_recount(c, COUNT_REPOSTS, f->other);
}

enum rt_err mend_reposts_wrong(struct check *c, const struct fault *f)
{
	enum rt_err err = mend_take_out(c, f);

	return err ? err : post_recount(c, COUNT_REPOSTS, f->at.id);
}
