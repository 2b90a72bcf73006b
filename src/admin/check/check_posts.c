/* Posts: each is whole, knows its numbers, and is known to what it is about. */
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/places.h"
#include "schema/key.h"

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
