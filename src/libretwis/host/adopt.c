/*
 * Adopting a classic database: first the names, so that nobody new can
 * register one; then what each member wrote, which is found in the home
 * timelines; and only then `layout`, which permits trimming these.
 *
 * Nothing is deleted except copies that nobody reads, and each post is looked
 * up before it is added.  So an interrupted run can simply be repeated, and
 * two runs at once do no harm.
 */
#include "libretwis/host/adopt.h"

#include "libretwis/host/own_append.lua.h"
#include "libretwis/host/own_insert.lua.h"
#include "libretwis/post/recipients.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/posts.h"
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

/*
 * If others fill the same gaps we start again; five times can't be a
 * coincidence.
 */
#define ROUNDS 5

/* A post that own:ID lacks, and the next older one that it has, or 0. */
struct gap {
	uint64_t id, older;
};

struct adoption {
	uint64_t id;
	struct id_list written, own;
	struct gap *gap;
	size_t gaps;
	struct arena all, chunk;
};

/* ---- posts that own:ID lacks ------------------------------------------- */

static enum rt_err adopt_pick_written(struct rt *rt, struct adoption *f,
				      struct rt_ids ids)
{
	uint64_t *author;
	enum rt_err err;

	if ((err = posts_authors(rt, &f->chunk, ids, &author)))
		return err;
	for (size_t i = 0; i < ids.n; i++)
		if (author[i] == f->id)
			ids_add(&f->all, &f->written, ids.v[i]);
	return RT_OK;
}

/*
 * Lists are read from their heads.  A push in between moves entries away from
 * the head, so we may read one twice, but never miss one.
 */
static enum rt_err adopt_read_written(struct rt *rt, struct adoption *f)
{
	struct rt_ids ids = { .n = CHUNK };
	enum rt_err err = RT_OK;

	for (uint64_t at = 0; !err && ids.n == CHUNK; at += CHUNK) {
		arena_reset(&f->chunk);
		err = rt_read_ids(rt, &f->chunk, &ids, CHUNK,
				  "LRANGE " KEY_POSTS " " ID " " ID, f->id, at,
				  at + CHUNK - 1);
		if (!err)
			err = adopt_pick_written(rt, f, ids);
	}
	return err;
}

static enum rt_err adopt_read_own(struct rt *rt, struct adoption *f)
{
	struct rt_ids ids = { .n = CHUNK };
	enum rt_err err;

	for (uint64_t at = 0; ids.n == CHUNK; at += CHUNK) {
		arena_reset(&f->chunk);
		err = rt_read_ids(rt, &f->chunk, &ids, CHUNK,
				  "LRANGE " KEY_OWN " " ID " " ID, f->id, at,
				  at + CHUNK - 1);
		if (err)
			return err;
		for (size_t i = 0; i < ids.n; i++)
			ids_add(&f->all, &f->own, ids.v[i]);
	}
	return RT_OK;
}

static void adopt_find_gaps(struct adoption *f)
{
	struct rt_ids written = f->written.ids, own = f->own.ids;
	size_t at = 0;

	f->gap = arena_alloc(&f->all, written.n * sizeof *f->gap);
	f->gaps = 0;
	for (size_t i = 0; i < written.n; i++) {
		struct gap gap = { .id = written.v[i] };

		while (at < own.n && own.v[at] > gap.id)
			at++;
		if (at < own.n)
			gap.older = own.v[at];
		if (gap.older != gap.id)
			f->gap[f->gaps++] = gap;
	}
}

/*
 * A post is added to own:ID first and to posts:ID next.  We read the two in
 * the opposite order, so that a post which is just being written doesn't look
 * like a gap.
 */
static enum rt_err adopt_read_gaps(struct rt *rt, struct adoption *f)
{
	enum rt_err err;

	arena_reset(&f->all);
	f->written = f->own = (struct id_list){ 0 };
	if ((err = adopt_read_written(rt, f)) || (err = adopt_read_own(rt, f)))
		return err;
	ids_sort(&f->written);
	ids_sort(&f->own);
	adopt_find_gaps(f);
	return RT_OK;
}

/* ---- inserting them ---------------------------------------------------- */

static void adopt_fill_gap(struct rt_pipe *p, uint64_t member, struct gap gap,
			   uint64_t *added)
{
	if (gap.older)
		rt_pipe_u64(p, added, "EVAL %s 1 " KEY_OWN " " ID " " ID,
			    OWN_INSERT_LUA, member, gap.id, gap.older);
	else
		rt_pipe_u64(p, added, "EVAL %s 1 " KEY_OWN " " ID,
			    OWN_APPEND_LUA, member, gap.id);
}

static enum rt_err adopt_fill_chunk(struct rt *rt, struct adoption *f,
				    size_t from, size_t to, size_t *filled)
{
	struct rt_pipe p;
	uint64_t *added;
	enum rt_err err;

	arena_reset(&f->chunk);
	added = arena_alloc(&f->chunk, (to - from) * sizeof *added);
	rt_pipe_begin(&p, rt, &f->chunk);
	for (size_t i = from; i < to; i++)
		adopt_fill_gap(&p, f->id, f->gap[i], &added[i - from]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = from; i < to; i++)
		*filled += added[i - from];
	return RT_OK;
}

/*
 * From the newest gap to the oldest, so that the list is in order at any time.
 */
static enum rt_err adopt_fill_chunks(struct rt *rt, struct adoption *f,
				     size_t *filled)
{
	enum rt_err err = RT_OK;

	*filled = 0;
	for (size_t from = 0; !err && from < f->gaps; from += CHUNK) {
		size_t to = from + CHUNK < f->gaps ? from + CHUNK : f->gaps;

		err = adopt_fill_chunk(rt, f, from, to, filled);
	}
	return err;
}

/*
 * If a post could not be inserted, somebody else has filled that gap: start
 * again.
 */
static enum rt_err adopt_fill(struct rt *rt, struct adoption *f,
			      uint64_t *posts)
{
	for (int round = 0; round < ROUNDS; round++) {
		size_t filled;
		enum rt_err err;

		if ((err = adopt_read_gaps(rt, f)) ||
		    (err = adopt_fill_chunks(rt, f, &filled)))
			return err;
		*posts += filled;
		if (filled == f->gaps)
			return RT_OK;
	}
	return RT_BROKEN;
}

enum rt_err adopt_own(struct rt *rt, uint64_t id, uint64_t *posts)
{
	struct adoption f = { .id = id };
	enum rt_err err = adopt_fill(rt, &f, posts);

	arena_free(&f.chunk);
	arena_free(&f.all);
	return err;
}

/* ---- copies of the display name ---------------------------------------- */

/* A key that is not a hash, and so not a post of ours, is left unchanged. */
static enum rt_err adopt_delete_some(struct rt *rt, struct arena *a,
				     const uint64_t *id, size_t n,
				     uint64_t *copies)
{
	uint64_t *had = arena_alloc(a, n * sizeof *had);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &had[i], "HDEL " KEY_POST " display", id[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		*copies += had[i];
	return RT_OK;
}

/*
 * Deletes the copies of the display name, which an earlier Retwis wrote, from
 * the posts in own:ID, and adds their number to `copies`.  Two round trips for
 * a thousand.
 */
static enum rt_err adopt_delete_copies(struct rt *rt, uint64_t id,
				       uint64_t *copies)
{
	struct adoption f = { .id = id };
	enum rt_err err = adopt_read_own(rt, &f);
	struct rt_ids own = f.own.ids;

	for (size_t from = 0; !err && from < own.n; from += CHUNK) {
		size_t n = own.n - from < CHUNK ? own.n - from : CHUNK;

		arena_reset(&f.chunk);
		err = adopt_delete_some(rt, &f.chunk, own.v + from, n, copies);
	}
	arena_free(&f.chunk);
	arena_free(&f.all);
	return err;
}

/* ---- lists of mentions and of tags ------------------------------------- */

#define TEXTS_CHUNK 100

struct old_post {
	union post_fields fields;
	struct mentions mentions;
	struct tags tags;
};

/* A repost has a body only for PHP Retwis. */
static bool adopt_has_words(const struct old_post *post)
{
	return post->fields.body && !post->fields.repost_of;
}

static enum rt_err adopt_read_bodies(struct rt *rt, struct arena *a,
				     struct rt_ids ids, struct old_post *post)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		post_fields_queue(&p, &post[i].fields, ids.v[i],
				  POST_BODY | POST_REPOST_OF | POST_USERNAME |
					  POST_TIME);
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

static enum rt_err adopt_list(struct rt *rt, struct arena *a, uint64_t author,
			      struct rt_ids ids)
{
	struct old_post *post = arena_alloc(a, ids.n * sizeof *post);
	enum rt_err err;

	if ((err = adopt_read_bodies(rt, a, ids, post)) ||
	    (err = adopt_list_mentions(rt, a, author, ids, post)))
		return err;
	return adopt_list_tags(rt, a, author, ids, post);
}

/*
 * Adds the posts in own:ID to the lists of those whom they mention, and moves
 * them to the lists of the tags that they have by the present rules, unless
 * they are there already; so this can be repeated at any time.  Seven round
 * trips for a hundred.  A new post in the meantime moves the others on, so
 * that one is read twice.  A post that is being deleted may stay in a list,
 * where pages skip it.
 */
static enum rt_err adopt_texts(struct rt *rt, uint64_t id)
{
	struct rt_ids ids = { .n = TEXTS_CHUNK };
	struct arena chunk = { 0 };
	enum rt_err err = RT_OK;

	for (uint64_t at = 0; !err && ids.n == TEXTS_CHUNK;
	     at += TEXTS_CHUNK) {
		arena_reset(&chunk);
		err = rt_read_ids(rt, &chunk, &ids, TEXTS_CHUNK,
				  "LRANGE " KEY_OWN " " ID " " ID, id, at,
				  at + TEXTS_CHUNK - 1);
		if (!err)
			err = adopt_list(rt, &chunk, id, ids);
	}
	arena_free(&chunk);
	return err;
}

/* ---- what lists members ------------------------------------------------ */

/*
 * A classic name such as Alice is also stored folded, for sign-in; the search
 * lists every name.  An earlier Retwis listed names with their marks, and had
 * no set of moderators.
 */
static void adopt_member(struct rt_pipe *p, const union user_fields *is,
			 uint64_t id, uint64_t *fresh)
{
	if (rt_name_problem(is->username))
		rt_pipe_u64(p, fresh, "HSETNX " KEY_NAMES " %s " ID,
			    rt_name_fold(p->a, is->username), id);
	name_index_list(p,
			&(struct rt_names){ .name = is->username,
					    .display = is->display },
			id);
	if (rt_standing_read(is->standing) == RT_MODERATOR)
		rt_pipe(p, "ZADD " KEY_MODERATORS " 0 " ID, id);
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
			err = adopt_delete_copies(rt, members.v[i],
						  &sum->copies);
		if (!err)
			err = adopt_texts(rt, members.v[i]);
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
	    !(err = adopt_delete_earlier(rt, &chunk)) &&
	    !(err = rt_sessions_claim(rt, &chunk))) {
		sum.members = members.ids.n;
		*adopted = sum;
	}
	arena_free(&chunk);
	arena_free(&all);
	return err;
}
