/* Posts: each is whole, knows its numbers, and is known to what it is about. */
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/drop_empty_post.lua.h"
#include "admin/check/types.h"
#include "libretwis/post/erase.h"
#include "libretwis/post/outbox.h"
#include "libretwis/post/tag.h"
#include "libretwis/post/thread.h"
#include "libretwis/text/markup.h"
#include "redis/expire.h"
#include "schema/key.h"

/* A tag of a post, and what its list says. */
struct tagged {
	const char *tag, *type, *last, *used;
	struct rt_ids at;
	uint64_t length;
};

/* One post, and what was asked about it. */
struct post_read {
	struct pass_subject is;
	uint64_t count[COUNTS]; /* how many there are */
	struct member_hash author;
	uint64_t ttl;
	struct post_hash parent; /* or original */
	struct rt_ids at;        /* where in the list of the parent */
	const char *claim, *known;
	const char *noted; /* as one that a worker will finish */
	/* Of a whole one in an adopted database: */
	bool needs_place;
	bool is_own;       /* as the look at own: lists has found it */
	struct rt_ids own; /* where it is there, if that has not */
	struct tagged *tag;
	size_t tags;
	const char *waits; /* in the outbox */
};

/* ---- where it has to be: reading ----------------------------------------------------------- */

static void place_queue_tags(struct rt_pipe *p, struct post_read *l)
{
	const char *tag[TAGS_MAX];

	if (l->is.post.repost_of || !l->is.post.username)
		return;
	l->tags = parts_collect(p->a, l->is.post.body, RT_TAG, tag, TAGS_MAX);
	l->tag = arena_alloc(p->a, l->tags * sizeof *l->tag);
	for (size_t i = 0; i < l->tags; i++) {
		struct tagged *t = &l->tag[i];

		t->tag = tag[i];
		rt_pipe_str(p, &t->type, "TYPE " KEY_TAG, t->tag);
		rt_pipe_ids(p, &t->at, 1, "LPOS " KEY_TAG " " ID " COUNT 1",
			    t->tag, l->is.at.id);
		rt_pipe_lenient(p);
		rt_pipe_u64(p, &t->length, "LLEN " KEY_TAG, t->tag);
		rt_pipe_lenient(p);
		rt_pipe_str(p, &t->last, "LINDEX " KEY_TAG " -1", t->tag);
		rt_pipe_lenient(p);
		rt_pipe_str(p, &t->used, "ZSCORE " KEY_TAGS " %s", t->tag);
	}
}

/*
 * own: lists are long, and a search through one for each of its posts would
 * take the square of that: it is for those that were not met there.
 */
static void place_queue(struct rt_pipe *p, struct post_read *l)
{
	rt_pipe_str(p, &l->waits, "ZSCORE " KEY_OUTBOX " " ID, l->is.at.id);
	if (!l->is_own)
		rt_pipe_ids(p, &l->own, 1, "LPOS " KEY_OWN " " ID " COUNT 1",
			    rt_u64(l->is.post.user_id), l->is.at.id);
	place_queue_tags(p, l);
}

/* ---- and what is missing ----------------------------------------------------- */

/* The list is cut: only what is newer than its last post has to be there. */
static bool place_is_reached(struct rt_ids timeline, uint64_t id)
{
	return timeline.n && timeline.v[timeline.n - 1] < id;
}

/* Something has happened to it that happens to published posts only. */
static bool place_was_public(const struct check *c, const struct post_read *l)
{
	for (size_t i = 0; i < COUNTS; i++)
		if (rt_u64(l->is.post.count[i]))
			return true;
	for (size_t i = 0; i < l->tags; i++)
		if (l->tag[i].at.n)
			return true;
	return ids_have(c->timeline, l->is.at.id);
}

/*
 * In doubt the post was published, and its author has seen it.  A post that a
 * page or a worker has in hand is in the outbox.
 */
static void place_judge_missing(struct check *c, const struct post_read *l)
{
	const char *key =
		arena_printf(&c->chunk, KEY_OWN, rt_u64(l->is.post.user_id));
	bool was = place_was_public(c, l);

	if (!l->is.post.username)
		check_found(c, BY_PHP, l->is.at, 0, key);
	else if (was || !place_is_reached(c->timeline, l->is.at.id))
		check_found(c, NOT_OWN, l->is.at, 0, key);
	else
		check_found(c, UNPUBLISHED, l->is.at, 0, key);
}

/* A list whose older half was deleted may have cut off older posts before. */
static bool place_needs_tag(const struct tagged *t, uint64_t id)
{
	return rt_u64(t->last) < id || t->length < RT_TAG_POSTS / 2;
}

static void place_judge_tags(struct check *c, const struct post_read *l)
{
	for (size_t i = 0; i < l->tags; i++) {
		const struct tagged *t = &l->tag[i];
		const char *key = arena_printf(&c->chunk, KEY_TAG, t->tag);

		if (!type_judge(c, TAG_TYPE, l->is.at, key, t->type, "list"))
			continue;
		if (t->at.n && !t->used)
			check_found(c, TAG_UNUSED, l->is.at, 0, t->tag);
		if (!t->at.n && place_needs_tag(t, l->is.at.id))
			check_found(c, NOT_LISTED, l->is.at, 0, key);
	}
}

/* A post that waits in the outbox will be made whole by the worker. */
static void place_judge(struct check *c, const struct post_read *l)
{
	if (l->waits)
		return;
	if (!l->is_own && !l->own.n) {
		place_judge_missing(c, l);
		return;
	}
	if (place_is_reached(c->timeline, l->is.at.id) &&
	    !ids_have(c->timeline, l->is.at.id))
		check_found(c, NOT_LISTED, l->is.at, 0, KEY_TIMELINE);
	place_judge_tags(c, l);
}

/* ---- reading ----------------------------------------------------------- */

/* Today's deletions rename `user_id`, and earlier ones left it in its place. */
static bool post_is_closed(const struct post_read *l)
{
	return l->is.post.gone && (l->is.post.user_id || l->is.post.was);
}

static void post_queue_repost(struct rt_pipe *p, struct post_read *l)
{
	uint64_t of = rt_u64(l->is.post.repost_of);

	post_hash_queue(p, &l->parent, of);
	rt_pipe_str(p, &l->claim, "ZSCORE " KEY_REPOSTED " " ID,
		    rt_u64(l->is.post.user_id), of);
	rt_pipe_str(p, &l->known, "ZSCORE " KEY_REPOSTS " " ID, of,
		    l->is.at.id);
}

static void post_queue_reply(struct rt_pipe *p, struct post_read *l)
{
	uint64_t to = rt_u64(l->is.post.reply_to);

	post_hash_queue(p, &l->parent, to);
	rt_pipe_ids(p, &l->at, 1, "LPOS " KEY_REPLIES " " ID " COUNT 1", to,
		    l->is.at.id);
}

static void post_queue_around(struct rt_pipe *p, void *one)
{
	struct post_read *l = one;
	const struct post_hash *is = &l->is.post;
	uint64_t id = l->is.at.id;

	for (enum count i = 0; i < COUNTS; i++)
		count_queue(p, i, id, &l->count[i]);
	if (post_is_closed(l))
		rt_pipe_str(p, &l->noted, "ZSCORE " KEY_ERASING " " ID, id);
	else if (is->user_id)
		member_hash_queue(p, &l->author, rt_u64(is->user_id));
	else if (is->gone)
		rt_pipe_u64(p, &l->ttl, "TTL " KEY_POST, id);
	if (is->repost_of)
		post_queue_repost(p, l);
	else if (is->reply_to)
		post_queue_reply(p, l);
	if (l->needs_place && is->user_id && is->body && !is->gone)
		place_queue(p, l);
}

/* ---- what is wrong ----------------------------------------------------- */

static void post_judge_gone(struct check *c, const struct post_read *l)
{
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
		uint64_t told = rt_u64(l->is.post.count[i]);

		if (told != l->count[i])
			check_found(c, COUNT, l->is.at, told, count_field[i]);
	}
}

/* An original that is being deleted takes its reposts with it. */
static void post_judge_repost(struct check *c, const struct post_read *l)
{
	uint64_t of = rt_u64(l->is.post.repost_of);

	if (l->parent.was || post_is_half(&l->parent))
		return;
	if (!l->parent.user_id)
		check_found(c, REPOST_GONE, l->is.at, of, NULL);
	else if (rt_u64(l->claim) != l->is.at.id)
		check_found(c, REPOST_UNCLAIMED, l->is.at, of, NULL);
	else if (!l->known && !l->parent.gone)
		check_found(c, REPOST_UNKNOWN, l->is.at, of, NULL);
}

/* The post that was answered may be gone: its reply stays, in no list. */
static void post_judge_reply(struct check *c, const struct post_read *l)
{
	const struct post_hash *to = &l->parent;

	if (to->user_id && !to->gone && !to->repost_of && !l->at.n)
		check_found(c, NOT_THREADED, l->is.at,
			    rt_u64(l->is.post.reply_to), NULL);
}

static void post_judge_whole(struct check *c, const struct post_read *l)
{
	uint64_t author = rt_u64(l->is.post.user_id);

	if (!l->author.username && !check_is_claimed(c, author))
		check_found(c, POST_OF_NOBODY, l->is.at, author, NULL);
	post_judge_counts(c, l);
	if (l->is.post.repost_of)
		post_judge_repost(c, l);
	else if (l->is.post.reply_to)
		post_judge_reply(c, l);
	if (l->needs_place)
		place_judge(c, l);
}

/* Some of it is there, and not only the mark of a deleted one. */
static bool post_has_rest(const struct post_hash *is)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof is->field / sizeof *is->field; i++)
		n += is->field[i] != NULL;
	return n > (is->gone ? 1 : 0);
}

static void post_judge(struct check *c, const void *one)
{
	const struct post_read *l = one;
	const struct post_hash *is = &l->is.post;

	if (post_is_closed(l)) {
		if (!l->noted)
			check_found(c, POST_CLOSED, l->is.at, 0, NULL);
	} else if (is->user_id && is->body)
		post_judge_whole(c, l);
	else if (post_has_rest(is))
		check_found(c, POST_HALF, l->is.at, 0,
			    is->user_id ? "body" : "user_id");
	else
		post_judge_gone(c, l);
}

enum rt_err check_posts(struct check *c, const struct subject *v, size_t n)
{
	static const struct pass look = { sizeof(struct post_read), A_POST,
					  .ask = { NULL, post_queue_around },
					  .judge = post_judge };
	struct post_read *l = pass_room(c, &look, v, n);
	enum rt_err err;

	for (size_t i = 0; i < n; i++) {
		l[i].needs_place = c->adopted;
		l[i].is_own = check_is_own(c, v[i].id);
	}
	err = rt_read_ids(c->rt, &c->chunk, &c->timeline, RT_ALL,
			  "LRANGE " KEY_TIMELINE " 0 -1");
	return err ? err : pass_judge(c, &look, &c->chunk, l, n);
}

/* ---- tags --------------------------------------------------------------- */

struct tag_look {
	struct pass_subject is;
	const char *type;
	uint64_t posts;
};

static void tag_queue(struct rt_pipe *p, void *one)
{
	struct tag_look *t = one;

	rt_pipe_str(p, &t->type, "TYPE " KEY_TAG, t->is.at.text);
	rt_pipe_u64(p, &t->posts, "LLEN " KEY_TAG, t->is.at.text);
	rt_pipe_lenient(p);
}

static void tag_judge(struct check *c, const void *one)
{
	const struct tag_look *t = one;
	const char *key = arena_printf(&c->chunk, KEY_TAG, t->is.at.text);

	if (type_judge(c, TAG_TYPE, t->is.at, key, t->type, "list") &&
	    !t->posts)
		check_found(c, TAG_EMPTY, t->is.at, 0, NULL);
}

const struct pass tags_pass = { .size = sizeof(struct tag_look),
				.ask = { tag_queue },
				.judge = tag_judge };

/* ---- mending ------------------------------------------------------------- */

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

/* ---- lists -------------------------------------------------------------- */

/*
 * The sweep finds it, and a worker brings it to all followers, above what they
 * have.  A young one may come late: nobody wonders where it stands.  An older
 * one only goes into its list, and others find it there.
 */
enum rt_err repair_unpublished(struct check *c, const struct fault *f)
{
	struct post_hash post;
	uint64_t ignored = 0;
	struct rt_pipe p;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || !post.user_id || post.gone)
		return err;
	if (rt_u64(post.time) + IDEMPOTENCY_SECONDS <= (uint64_t)time(NULL))
		return repair_insert(c, f);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	outbox_add(&p, f->at.id, &ignored);
	return rt_pipe_end(&p);
}

/*
 * Out of use first, and back into use if it has posts: of this and a member who
 * uses the tag in this moment, the later one to look sees both.
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
