/* Posts: each is complete, has the right numbers, and is in all its lists. */
#include <string.h>

#include "admin/check/check_pictures.h"
#include "admin/check/checks.h"
#include "admin/check/derive.h"
#include "admin/check/drop_empty_post.lua.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/erasure.h"
#include "libretwis/post/delivery_job.h"
#include "redis/keyspace.h"
#include "schema/key.h"

/* One post, and what was read about it. */
struct post_read {
	struct record is;
	uint64_t count[COUNTS]; /* the real lengths */
	uint64_t readers;       /* of an announcement */
	union user_fields author;
	uint64_t ttl;
	union post_fields about; /* the post that it answers or shows */
	const char *noted;       /* in `erasing`: a worker will finish that */
	const char *waits;       /* in the outbox */
	struct entries lists;    /* that it has to be in */
	struct named_picture picture[RT_PICTURES_MAX];
};

/* ---- reading ----------------------------------------------------------- */

/* Deletions rename `user_id` today; those of an earlier Retwis did not. */
static bool post_is_closed(const struct post_read *l)
{
	return l->is.post.gone &&
	       (l->is.post.user_id || l->is.post.was_user_id);
}

static bool post_is_whole(const union post_fields *is)
{
	return is->user_id && is->body && !is->gone;
}

static void post_queue_pictures(struct rt_pipe *p, struct post_read *l)
{
	struct rt_attached has = attached_read(p->a, &l->is.post);

	for (size_t i = 0; i < has.pictures; i++)
		picture_named_queue(p, &l->picture[i], has.picture[i].token);
}

static void post_queue_around(struct rt_pipe *p, void *one)
{
	struct post_read *l = one;
	const union post_fields *is = &l->is.post;
	uint64_t id = l->is.at.id;

	for (enum count i = 0; i < COUNTS; i++)
		count_queue(p, i, id, &l->count[i]);
	rt_pipe_u64(p, &l->readers, "ZCARD " KEY_READ_BY, id);
	if (post_is_closed(l))
		rt_pipe_str(p, &l->noted, "ZSCORE " KEY_ERASING " " ID, id);
	else if (is->user_id)
		member_hash_queue(p, &l->author, rt_u64(is->user_id));
	else if (is->gone)
		rt_pipe_u64(p, &l->ttl, "TTL " KEY_POST, id);
	if (is->user_id && !is->gone)
		post_queue_pictures(p, l);
	if (!post_is_whole(is))
		return;
	rt_pipe_str(p, &l->waits, "ZSCORE " KEY_OUTBOX " " ID, id);
	if (is->repost_of || is->reply_to)
		post_hash_queue(
			p, &l->about,
			rt_u64(is->repost_of ? is->repost_of : is->reply_to));
}

static void post_queue_lists(struct rt_pipe *p, void *one)
{
	struct post_read *l = one;

	l->lists.about = &l->about;
	l->lists.waits = l->waits;
	if (post_is_whole(&l->is.post))
		missing_queue(p, &l->lists, A_POST, &l->is);
}

/* ---- what is wrong ----------------------------------------------------- */

static void post_judge_readers(struct check *c, const struct post_read *l)
{
	if (l->readers && !l->is.post.announced)
		check_found(c, READ_NOTHING, l->is.at, 0, NULL);
}

static void post_judge_gone(struct check *c, const struct post_read *l)
{
	post_judge_readers(c, l);
	for (size_t i = 0; i < COUNTS; i++)
		if (l->count[i])
			check_found(c, POST_REMAINS, l->is.at, 0,
				    count_field[i]);
	if (l->is.post.gone && l->ttl == (uint64_t)-1)
		check_found(c, POST_MARK, l->is.at, 0, NULL);
}

static void post_judge_counts(struct check *c, const struct post_read *l)
{
	for (size_t i = 0; i < COUNTS; i++) {
		uint64_t claimed =
			rt_u64(l->is.post.field[POST_AT_REPLIES + i]);

		if (claimed != l->count[i])
			check_found(c, COUNT, l->is.at, claimed,
				    count_field[i]);
	}
}

static void post_judge_whole(struct check *c, const struct post_read *l)
{
	uint64_t author = rt_u64(l->is.post.user_id);

	if (!l->author.username && !check_is_claimed(c, author))
		check_found(c, POST_OF_NOBODY, l->is.at, author, NULL);
	post_judge_counts(c, l);
	post_judge_readers(c, l);
	if (l->is.post.repost_of && !l->about.user_id &&
	    !l->about.was_user_id && !post_is_half(&l->about))
		check_found(c, REPOST_GONE, l->is.at,
			    rt_u64(l->is.post.repost_of), NULL);
	missing_judge(&l->is, &l->lists);
}

/* Whether there is more than the mark of a deleted post. */
static bool post_has_rest(const union post_fields *is)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof is->field / sizeof *is->field; i++)
		n += is->field[i] != NULL;
	return n > (is->gone ? 1 : 0);
}

static void post_judge(struct check *c, const void *one)
{
	const struct post_read *l = one;
	const union post_fields *is = &l->is.post;

	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		picture_named_judge(c, &l->picture[i], l->is.at, PICTURE_POST,
				    PICTURE_ROWLESS, PICTURE_GONE);
	if (post_is_closed(l)) {
		if (!l->noted)
			check_found(c, POST_CLOSED, l->is.at, 0, NULL);
	} else if (is->user_id && is->body)
		post_judge_whole(c, l);
	else if (is->user_id && is->removed)
		post_judge_counts(c, l);
	else if (post_has_rest(is))
		check_found(c, POST_HALF, l->is.at, 0,
			    is->user_id ? "body" : "user_id");
	else
		post_judge_gone(c, l);
}

/*
 * The timeline is short and changes all the time, so each chunk reads it again.
 */
enum rt_err check_posts(struct check *c, const struct subject *v, size_t n)
{
	static const struct pass pass = { sizeof(struct post_read), A_POST,
					  .step = { NULL, post_queue_around,
						    post_queue_lists },
					  .judge = post_judge };
	enum rt_err err = rt_read_ids(c->rt, &c->chunk, &c->timeline, RT_ALL,
				      "LRANGE " KEY_TIMELINE " 0 -1");

	if (!err)
		err = pass_run(c, &pass, v, n);
	c->timeline.n = 0; /* it lives as long as the chunk */
	return err;
}

/* ---- repairs ------------------------------------------------------------ */

/* The author can be found only by the name in the hash. */
static enum rt_err post_find_author(struct check *c, uint64_t id)
{
	union post_fields post;
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
		return rt_erase_post(c->rt, f->at.id, NULL);
	return post_find_author(c, f->at.id);
}

enum rt_err repair_closed(struct check *c, const struct fault *f)
{
	union post_fields post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err)
		return err;
	if (!post.repost_of)
		return rt_erase_post(c->rt, f->at.id, NULL);
	return erase_repost(
		c->rt, &c->chunk,
		rt_u64(post.user_id ? post.user_id : post.was_user_id),
		rt_u64(post.repost_of), 0, f->at.id);
}

/* It may have been a scheduled post, whose mark has to last longest. */
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
	union post_fields post;
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

enum rt_err repair_read_nothing(struct check *c, const struct fault *f)
{
	union post_fields post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || post.announced)
		return err;
	return rt_do(c->rt, &c->chunk, "UNLINK " KEY_READ_BY, f->at.id);
}

/* ---- reposts ----------------------------------------------------------- */

static enum rt_err repost_claimed(struct check *c, uint64_t by, uint64_t post,
				  uint64_t *repost)
{
	*repost = 0;
	return rt_read_u64(c->rt, &c->chunk, repost,
			   "ZSCORE " KEY_REPOSTED " " ID, by, post);
}

/* If the claim leads to a post that is no repost, that post is kept. */
enum rt_err repair_repost_cut(struct check *c, const struct fault *f)
{
	union post_fields post;
	uint64_t repost;
	enum rt_err err;

	if ((err = repost_claimed(c, f->at.id, f->other, &repost)) ||
	    (err = post_hash_read(c, &post, repost)))
		return err;
	if (repost && !rt_u64(post.user_id))
		return erase_repost(c->rt, &c->chunk, f->at.id, f->other, 0,
				    repost);
	return repair_extra(c, f);
}

/* Of two reposts of the same post the claimed one is kept. */
enum rt_err repair_repost_unclaimed(struct check *c, const struct fault *f)
{
	union post_fields post;
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
	union post_fields post, original;
	enum rt_err err;

	if ((err = post_hash_read(c, &post, f->at.id)) ||
	    (err = post_hash_read(c, &original, f->other)) ||
	    rt_u64(original.user_id) || !rt_u64(post.repost_of))
		return err;
	return erase_repost(c->rt, &c->chunk, rt_u64(post.user_id), f->other,
			    0, f->at.id);
}

/* ---- lists -------------------------------------------------------------- */

/*
 * A young post is put into the outbox, and a worker delivers it to all
 * followers above what they have, where nobody minds that it came a little
 * late.  An older one would be in a wrong place there, and is only put into its
 * author's list.
 */
enum rt_err repair_unpublished(struct check *c, const struct fault *f)
{
	union post_fields post;
	uint64_t ignored = 0;
	struct rt_pipe p;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || !post.user_id || post.gone)
		return err;
	if (rt_u64(post.time) + IDEMPOTENCY_SECONDS <= (uint64_t)time(NULL))
		return repair_missing(c, f);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	outbox_add(&p, f->at.id, &ignored);
	return rt_pipe_end(&p);
}

/*
 * The tag is removed first, and put back if it has posts.  If a member uses it
 * at this very moment, then whichever of the two is later sees the other.
 */
enum rt_err repair_tag(struct check *c, const struct fault *f)
{
	const char *tag = f->kind == TAG_EMPTY ? f->at.text : f->what;
	uint64_t posts = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_TAGS " %s", tag);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &posts, "LLEN " KEY_TAG, tag);
	if ((err = rt_pipe_end(&p)) || !posts)
		return err;
	return rt_do(c->rt, &c->chunk, "ZADD " KEY_TAGS " 0 %s", tag);
}
