/* Mending posts and reposts, and what they tell of themselves. */
#include <string.h>

#include "admin/check/drop_empty_post.lua.h"
#include "admin/check/hashes.h"
#include "admin/check/repairs.h"
#include "libretwis/post/erasure.h"
#include "libretwis/post/push.h"
#include "redis/keyspace.h"
#include "schema/key.h"

/* ---- posts ------------------------------------------------------------- */

/* A name in the hash tells whose post it is; without it nobody knows. */
static enum rt_err post_find_author(struct check *c, uint64_t id)
{
	struct post_hash post;
	uint64_t author = 0;
	enum rt_err err;

	if ((err = rt_do(c->rt, &c->chunk, "EVAL %s 1 " KEY_POST,
			 DROP_EMPTY_POST_LUA, id)) ||
	    (err = post_hash_read(c, &post, id)) || !post.username ||
	    !post.body)
		return err;
	err = rt_read_u64(c->rt, &c->chunk, &author, "HGET " KEY_USERS " %s",
			  post.username);
	if (err || !author)
		return err;
	return rt_do(c->rt, &c->chunk, "HSETNX " KEY_POST " user_id " ID, id,
		     author);
}

/* Without a body there is nothing to lose. */
enum rt_err repair_post_half(struct check *c, const struct fault *f)
{
	if (strcmp(f->what, "body") == 0)
		return rt_remove_post(c->rt, f->at.id, NULL);
	return post_find_author(c, f->at.id);
}

enum rt_err repair_closed(struct check *c, const struct fault *f)
{
	struct post_hash post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err)
		return err;
	if (!post.repost_of)
		return rt_remove_post(c->rt, f->at.id, NULL);
	return erase_repost(c->rt, &c->chunk,
			    rt_u64(post.user_id ? post.user_id : post.was),
			    rt_u64(post.repost_of), 0, f->at.id);
}

/* Nobody knows any more whether the post was a scheduled one: it may be. */
enum rt_err repair_mark(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	expire_new(&p, arena_printf(&c->chunk, KEY_POST, f->at.id),
		   IDEMPOTENCY_LATER_SECONDS);
	return rt_pipe_end(&p);
}

/* ---- what a gone post has left ----------------------------------------- */

static enum rt_err post_drop_likes(struct check *c, uint64_t post)
{
	struct rt_ids likers = { 0 };
	struct rt_pipe p;
	enum rt_err err = rt_read_ids(c->rt, &c->chunk, &likers, RT_ALL,
				      "ZRANGE " KEY_LIKES " 0 -1", post);

	if (err)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < likers.n; i++)
		rt_pipe(&p, "ZREM " KEY_LIKED " " ID, likers.v[i], post);
	rt_pipe(&p, "UNLINK " KEY_LIKES, post);
	return rt_pipe_end(&p);
}

enum rt_err repair_remains(struct check *c, const struct fault *f)
{
	bool replies = strcmp(f->what, "replies") == 0;
	struct post_hash post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || post.user_id)
		return err;
	if (strcmp(f->what, "likes") == 0)
		return post_drop_likes(c, f->at.id);
	return rt_do(c->rt, &c->chunk, "UNLINK %s",
		     arena_printf(&c->chunk,
				  replies ? KEY_REPLIES : KEY_REPOSTS,
				  f->at.id));
}

/* ---- what they are known by -------------------------------------------- */

enum rt_err repair_threaded(struct check *c, const struct fault *f)
{
	return thread_add(c->rt, &c->chunk, f->other, f->at.id);
}

static enum rt_err post_recount(struct check *c, enum count what,
				uint64_t post)
{
	uint64_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	count_queue(&p, what, post, &n);
	if ((err = rt_pipe_end(&p)))
		return err;
	return count_copy(c->rt, &c->chunk, what, post, n);
}

enum rt_err repair_count(struct check *c, const struct fault *f)
{
	for (enum count i = 0; i < COUNTS; i++)
		if (strcmp(count_field[i], f->what) == 0)
			return post_recount(c, i, f->at.id);
	return RT_OK;
}

/* ---- reposts ----------------------------------------------------------- */

static enum rt_err repost_claimed(struct check *c, uint64_t by, uint64_t post,
				  uint64_t *repost)
{
	*repost = 0;
	return rt_read_u64(c->rt, &c->chunk, repost,
			   "ZSCORE " KEY_REPOSTED " " ID, by, post);
}

/* The claim may lead to a post that is no repost: that one stays. */
enum rt_err repair_repost_cut(struct check *c, const struct fault *f)
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
	return repair_take_out(c, f);
}

/* Of two reposts of the same post the one that is claimed stays. */
enum rt_err repair_repost_unclaimed(struct check *c, const struct fault *f)
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

enum rt_err repair_repost_gone(struct check *c, const struct fault *f)
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

enum rt_err repair_repost_unknown(struct check *c, const struct fault *f)
{
	struct post_hash post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || !rt_u64(post.user_id))
		return err;
	err = rt_do(c->rt, &c->chunk, "ZADD " KEY_REPOSTS " NX " ID " " ID,
		    f->other, rt_u64(post.time), f->at.id);
	return err ? err : post_recount(c, COUNT_REPOSTS, f->other);
}

enum rt_err repair_reposts_wrong(struct check *c, const struct fault *f)
{
	enum rt_err err = repair_take_out(c, f);

	return err ? err : post_recount(c, COUNT_REPOSTS, f->at.id);
}
