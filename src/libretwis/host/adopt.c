/*
 * Adopting a classic database: first the names, so that nobody new can
 * register one; then what each member wrote, which adopt_own() finds in the
 * home timelines; and only then `layout`, which permits trimming these.  What
 * nothing else waits for comes last, such as the conversations.
 *
 * Nothing is deleted except copies that nobody reads, and nothing is added
 * twice.  So an interrupted run can simply be repeated, and two runs at once
 * do no harm.
 */
#include "base/clock.h"
#include "libretwis/host/adopt_conversations.h"
#include "libretwis/host/adopt_own.h"
#include "libretwis/post/indexing.h"
#include "libretwis/post/recipients.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/tag.h"
#include "redis/ids.h"
#include "schema/key.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "redis/keyspace.h"
#include "libretwis/site/layout.h"
#include "redis/wait_replicas.h"

#define CHUNK 1000

/* ---- what is in posts --------------------------------------------------- */

#define POSTS_CHUNK 100

struct old_post {
	union post_fields fields;
	uint64_t copies; /* of the display name, by an earlier Retwis */
	struct mentions mentions;
	struct tags tags;
};

/* A repost has a body only for PHP Retwis. */
static bool adopt_has_words(const struct old_post *post)
{
	return post->fields.body && !post->fields.repost_of;
}

/* A key that is not a hash, and so not a post of ours, is left unchanged. */
static enum rt_err adopt_read_posts(struct rt *rt, struct arena *a,
				    struct rt_ids ids, struct old_post *post)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++) {
		post_fields_queue(&p, &post[i].fields, ids.v[i],
				  POST_BODY | POST_REPOST_OF | POST_USERNAME |
					  POST_TIME);
		rt_pipe_u64(&p, &post[i].copies, "HDEL " KEY_POST " display",
			    ids.v[i]);
	}
	return rt_pipe_end(&p);
}

static enum rt_err adopt_find_mentioned(struct rt *rt, struct arena *a,
					size_t n, struct old_post *post)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		mentions_queue(&p, &post[i].mentions,
			       adopt_has_words(&post[i]) ? post[i].fields.body
							 : "");
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		mentions_check(&p, &post[i].mentions);
	return rt_pipe_end(&p);
}

static enum rt_err adopt_list_mentions(struct rt *rt, struct arena *a,
				       uint64_t author, struct rt_ids ids,
				       struct old_post *post)
{
	struct rt_pipe p;
	enum rt_err err;

	if ((err = adopt_find_mentioned(rt, a, ids.n, post)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++) {
		mentions_parse(&post[i].mentions, author);
		mentions_push(&p, &post[i].mentions, ids.v[i], PUSH_FAR);
	}
	return rt_pipe_end(&p);
}

/* PHP Retwis knows no tags, so its posts are in none of their lists. */
static void adopt_move_tags(struct rt_pipe *p, uint64_t author, uint64_t id,
			    struct old_post *post)
{
	const struct trend_post trend = { id, author,
					  rt_u64(post->fields.time) };

	if (adopt_has_words(post) && post->fields.username)
		tags_move(p, &post->tags, post->fields.body, trend);
}

static enum rt_err adopt_list_tags(struct rt *rt, struct arena *a,
				   uint64_t author, struct rt_ids ids,
				   struct old_post *post)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		adopt_move_tags(&p, author, ids.v[i], &post[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		tags_disuse(&p, &post[i].tags);
	rt_pipe_then(&p);
	for (size_t i = 0; i < ids.n; i++)
		tags_queue(&p, &post[i].tags);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		tags_reuse(&p, &post[i].tags);
	return rt_pipe_end(&p);
}

static enum rt_err adopt_some_posts(struct rt *rt, struct arena *a,
				    uint64_t author, struct rt_ids ids,
				    uint64_t *copies)
{
	struct old_post *post = arena_alloc(a, ids.n * sizeof *post);
	enum rt_err err;

	if ((err = adopt_read_posts(rt, a, ids, post)))
		return err;
	for (size_t i = 0; i < ids.n; i++)
		*copies += post[i].copies;
	if ((err = adopt_list_mentions(rt, a, author, ids, post)))
		return err;
	if ((err = adopt_list_tags(rt, a, author, ids, post)))
		return err;
	return indexing_posts(rt, a, ids);
}

/*
 * Adds the posts in own:ID to the lists of those whom they mention, and moves
 * them to the lists of the tags that they have by the present rules, unless
 * they are there already; so this can be repeated at any time.  Puts them into
 * the index of words.  Deletes the copies of display names in them, and adds
 * their number to `copies`.  Fourteen round trips for a hundred.  A new post in
 * the meantime moves the others on, so that one is read twice.  A post that is
 * being deleted may stay in a list, where pages skip it.
 */
static enum rt_err adopt_contents(struct rt *rt, uint64_t id, uint64_t *copies)
{
	struct rt_ids ids = { .n = POSTS_CHUNK };
	struct arena chunk = { 0 };
	enum rt_err err = RT_OK;

	for (uint64_t at = 0; !err && ids.n == POSTS_CHUNK;
	     at += POSTS_CHUNK) {
		arena_reset(&chunk);
		err = rt_read_ids(rt, &chunk, &ids, POSTS_CHUNK,
				  "LRANGE " KEY_OWN " " ID " " ID, id, at,
				  at + POSTS_CHUNK - 1);
		if (!err)
			err = adopt_some_posts(rt, &chunk, id, ids, copies);
	}
	arena_free(&chunk);
	return err;
}

/* ---- what lists members ------------------------------------------------ */

/*
 * Of an earlier Retwis, which had no sets of moderators and of those who are
 * suspended.  Since when they are suspended is not known.
 */
static void adopt_standing(struct rt_pipe *p, enum rt_standing standing,
			   uint64_t id)
{
	if (standing == RT_MODERATOR)
		rt_pipe(p, "ZADD " KEY_MODERATORS " 0 " ID, id);
	if (standing == RT_SUSPENDED)
		rt_pipe(p, "ZADD " KEY_SUSPENDED " NX %s " ID,
			clock_score(p->a), id);
}

/*
 * A classic name such as Alice is also stored folded, for sign-in; the search
 * and the list of members have every name, once a host has approved it.  An
 * earlier Retwis listed names with their marks.
 */
static void adopt_member(struct rt_pipe *p, const union user_fields *is,
			 uint64_t id, uint64_t *fresh)
{
	enum rt_standing standing = rt_standing_read(is->standing);

	if (rt_name_problem(is->username))
		rt_pipe_u64(p, fresh, "HSETNX " KEY_NAMES " %s " ID,
			    rt_name_fold(p->a, is->username), id);
	name_index_list(p,
			&(struct rt_names){ .name = is->username,
					    .display = is->display },
			id);
	if (standing != RT_WAITING)
		directory_list(p, is->username, id);
	adopt_standing(p, standing, id);
}

static enum rt_err adopt_some_members(struct rt *rt, struct arena *a,
				      const uint64_t *id, size_t n,
				      uint64_t *names)
{
	union user_fields *is = arena_alloc(a, n * sizeof *is);
	uint64_t *fresh = arena_alloc(a, n * sizeof *fresh);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		user_fields_queue(&p, &is[i], id[i],
				  USER_USERNAME | USER_DISPLAY |
					  USER_STANDING);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (size_t i = n; i-- > 0;)
		if (is[i].username)
			adopt_member(&p, &is[i], id[i], &fresh[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		*names += fresh[i];
	return RT_OK;
}

/*
 * Begins with the oldest member: of Alice and ALICE, the older one gets alice.
 */
static enum rt_err adopt_members(struct rt *rt, struct arena *chunk,
				 struct rt_ids members, uint64_t *names)
{
	enum rt_err err = RT_OK;

	for (size_t to = members.n; !err && to > 0;) {
		size_t n = to < CHUNK ? to : CHUNK;

		arena_reset(chunk);
		to -= n;
		err = adopt_some_members(rt, chunk, members.v + to, n, names);
	}
	return err;
}

/* ---- home timelines ---------------------------------------------------- */

/* From now on they are a cache, and expire if they are not read. */
static enum rt_err adopt_timelines(struct rt *rt, struct arena *chunk,
				   struct rt_ids members)
{
	enum rt_err err = RT_OK;
	struct rt_pipe p;

	for (size_t from = 0; !err && from < members.n; from += CHUNK) {
		arena_reset(chunk);
		rt_pipe_begin(&p, rt, chunk);
		for (size_t i = from; i < members.n && i < from + CHUNK; i++)
			expire_new(
				&p,
				arena_printf(chunk, KEY_POSTS, members.v[i]),
				TIMELINE_SECONDS);
		err = rt_pipe_end(&p);
	}
	return err;
}

/* ---- what an earlier Retwis has left ----------------------------------- */

#define EARLIER_QUEUE "displays" /* its jobs that copied names into posts */

/*
 * Programs of that Retwis can do without these keys, and may write them again.
 */
static enum rt_err adopt_delete_earlier(struct rt *rt, struct arena *chunk)
{
	struct rt_pipe p;

	arena_reset(chunk);
	rt_pipe_begin(&p, rt, chunk);
	for (uint64_t i = 0; i < REBUILT_KEYS; i++)
		rt_pipe(&p, "UNLINK " KEY_REBUILT, i);
	rt_pipe(&p, "UNLINK " KEY_DUE, EARLIER_QUEUE);
	rt_pipe(&p, "UNLINK " KEY_TRIES, EARLIER_QUEUE);
	rt_pipe(&p, "UNLINK " KEY_DEAD, EARLIER_QUEUE);
	return rt_pipe_end(&p);
}

/* ---- all steps --------------------------------------------------------- */

static enum rt_err adopt_posts(struct rt *rt, struct rt_ids members,
			       void (*tell)(uint64_t done, uint64_t total),
			       struct rt_adopted *sum)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < members.n; i++) {
		err = adopt_own(rt, members.v[i], &sum->posts);
		if (!err)
			err = adopt_contents(rt, members.v[i], &sum->copies);
		if (!err && tell)
			tell(i + 1, members.n);
	}
	return err;
}

/* Checks whose database it is, and whether it was adopted before. */
static enum rt_err adopt_read_layout(struct rt *rt, struct arena *a,
				     bool *again)
{
	const char *layout = NULL, *why = NULL;
	enum rt_err err = rt_foreign(rt, a, &why);

	if (err || why)
		return err ? err : RT_FOREIGN;
	err = rt_read_str(rt, a, &layout, "GET " KEY_LAYOUT);
	*again = layout;
	return err;
}

enum rt_err rt_adopt(struct rt *rt,
		     void (*tell)(uint64_t done, uint64_t total),
		     struct rt_adopted *adopted)
{
	struct arena all = { 0 }, chunk = { 0 };
	struct id_list members = { 0 };
	struct rt_adopted sum = { 0 };
	enum rt_err err;

	if (!(err = adopt_read_layout(rt, &chunk, &sum.again)) &&
	    !(err = users_all(rt, &all, &chunk, &members)) &&
	    !(err = adopt_members(rt, &chunk, members.ids, &sum.names)) &&
	    !(err = adopt_posts(rt, members.ids, tell, &sum)) &&
	    !(err = wait_replicas_data(rt, &chunk)) &&
	    !(err = layout_adopt(rt, &chunk)) &&
	    !(err = adopt_timelines(rt, &chunk, members.ids)) &&
	    !(err = adopt_conversations(rt, tell)) &&
	    !(err = adopt_delete_earlier(rt, &chunk)) &&
	    !(err = rt_sessions_claim(rt, &chunk))) {
		sum.members = members.ids.n;
		*adopted = sum;
	}
	arena_free(&chunk);
	arena_free(&all);
	return err;
}
