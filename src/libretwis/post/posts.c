/* Loading posts, many at once. */
#include "libretwis/post/posts.h"

#include "base/clock.h"
#include "base/memo.h"
#include "libretwis/member/display_name.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/conversation.h"
#include "redis/ids.h"
#include "schema/key.h"

/* ---- what is remembered of them ------------------------------------- */

/*
 * Belongs to no request: everybody may know who wrote a post, and in which
 * conversation.  Consecutive ids have different places, so the newest posts do
 * not push each other out.
 */
static struct post_row {
	struct memo_head head;
	uint64_t author, root;
} post_rows[8192]; /* 256 KB */
static const struct memo post_memo = MEMO(post_rows);

/* NULL: not this post.  The time is 0, since no row expires. */
static const struct post_row *posts_recall(uint64_t post)
{
	return memo_find(&post_memo, post, 0);
}

/* 0: this process does not remember the post. */
static uint64_t posts_recall_author(uint64_t post)
{
	const struct post_row *row = posts_recall(post);

	return row ? row->author : 0;
}

uint64_t posts_recall_root(uint64_t post)
{
	const struct post_row *row = posts_recall(post);

	return row ? row->root : 0;
}

static void posts_remember(uint64_t post, uint64_t author, uint64_t root)
{
	const struct post_row *known = posts_recall(post);
	struct post_row *row;

	if (known && known->author == author && known->root == root)
		return;
	row = memo_put(&post_memo, post, MEMO_FOR_EVER);
	row->author = author;
	row->root = root;
}

/* ---- the first step ------------------------------------------------- */

void posts_queue(struct rt_pipe *p, struct post_load *l, uint64_t visitor,
		 struct member_names *names, struct rt_ids ids)
{
	*l = (struct post_load){ .visitor = visitor,
				 .names = names,
				 .is_plain = !names,
				 .ids = ids };
	if (l->is_plain)
		l->names = arena_alloc(p->a, sizeof *l->names);
	l->fields = arena_alloc(p->a, ids.n * sizeof *l->fields);
	for (size_t i = 0; i < ids.n; i++)
		post_fields_queue_all(p, &l->fields[i], ids.v[i]);
	for (size_t i = 0; !l->is_plain && i < ids.n; i++)
		member_names_queue(p, l->names, posts_recall_author(ids.v[i]));
	if (!visitor || !ids.n)
		return;
	l->liked = arena_alloc(p->a, ids.n * sizeof *l->liked);
	l->reposted = arena_alloc(p->a, ids.n * sizeof *l->reposted);
	rt_pipe_each(p, l->liked, ids, "ZMSCORE " KEY_LIKED, visitor);
	rt_pipe_each(p, l->reposted, ids, "ZMSCORE " KEY_REPOSTED, visitor);
}

void posts_queue_visited(struct rt_pipe *p, struct post_load *l,
			 struct session *visitor, struct member_names *names,
			 const char *secret, struct rt_ids id)
{
	session_queue(p, visitor, secret);
	session_check(p, visitor);
	posts_queue(p, l, 0, names, id);
	l->hides_nobody = true;
}

/* Where a post is in the load; ids.n: not at all. */
static size_t posts_place(const struct post_load *l, uint64_t id)
{
	size_t i = 0;

	while (i < l->ids.n && l->ids.v[i] != id)
		i++;
	return i;
}

const union post_fields *posts_fields(const struct post_load *l, uint64_t id)
{
	size_t at = posts_place(l, id);

	return at < l->ids.n ? &l->fields[at] : NULL;
}

static bool posts_is_gone(const union post_fields *fields)
{
	return !rt_u64(fields->user_id) || !fields->body;
}

/*
 * Whether the reader sees nothing of its author, or, if it is a repost, of the
 * original's.  A repost by an earlier Retwis does not say who that is.
 */
static bool posts_is_hidden(const struct post_load *l,
			    const union post_fields *fields)
{
	uint64_t author = rt_u64(fields->user_id);

	if (l->shows_announced && fields->announced)
		return member_names_leaves_out(l->names, author);
	return !l->hides_nobody &&
	       (member_names_hides(l->names, author) ||
		member_names_hides(l->names, rt_u64(fields->repost_user_id)));
}

static bool posts_is_away(const struct post_load *l,
			  const union post_fields *fields)
{
	return posts_is_gone(fields) || posts_is_hidden(l, fields);
}

/* The post that the entry `i` shows: itself or its original; 0: none. */
static uint64_t posts_shown(const struct post_load *l, size_t i)
{
	uint64_t of = rt_u64(l->fields[i].repost_of);

	if (posts_is_away(l, &l->fields[i]))
		return 0;
	return of ? of : l->ids.v[i];
}

size_t posts_reach(const struct member_names *names, struct rt_ids ids,
		   size_t n)
{
	size_t i = 0, hidden = 0, unknown = 0;

	for (; i < ids.n && i < n + hidden; i++) {
		uint64_t author = posts_recall_author(ids.v[i]);

		hidden += member_names_hides(names, author);
		unknown += !author;
	}
	return hidden && unknown ? ids.n : i;
}

static bool posts_shown_before(const struct post_load *l, size_t i)
{
	uint64_t id = posts_shown(l, i);

	for (size_t before = 0; before < i; before++)
		if (posts_shown(l, before) == id)
			return true;
	return false;
}

size_t posts_shown_in_all(struct arena *a, const struct post_load *l)
{
	struct rt_ids shown = { .v = arena_alloc(a,
						 l->ids.n * sizeof *shown.v) };

	for (size_t i = 0; i < l->ids.n; i++) {
		uint64_t id = posts_shown(l, i);

		if (id && !ids_have(shown, id))
			shown.v[shown.n++] = id;
	}
	return shown.n;
}

/* ---- the second step, and the third --------------------------------- */

/* Queues those of the originals, too, if they have been read. */
void posts_queue_names(struct rt_pipe *p, const struct post_load *l)
{
	for (size_t i = 0; i < l->ids.n; i++) {
		const union post_fields *fields = &l->fields[i];
		uint64_t author = rt_u64(fields->user_id);

		if (posts_is_gone(fields))
			continue;
		posts_remember(l->ids.v[i], author,
			       conversation_root(l->ids.v[i], fields));
		if (!l->is_plain || !fields->username)
			member_names_queue(p, l->names, author);
	}
	if (l->originals)
		posts_queue_names(p, l->originals);
}

static bool posts_have_originals(const struct post_load *l)
{
	for (size_t i = 0; i < l->ids.n; i++) {
		uint64_t of = rt_u64(l->fields[i].repost_of);

		if (of && !ids_have(l->originals->ids, of))
			return false;
	}
	return true;
}

static void posts_find_originals(struct rt_pipe *p, struct post_load *l)
{
	struct rt_ids ids = { .v = arena_alloc(p->a,
					       l->ids.n * sizeof *ids.v) };

	for (size_t i = 0; i < l->ids.n; i++) {
		const union post_fields *fields = &l->fields[i];
		uint64_t of = rt_u64(fields->repost_of);

		if (!of || ids_have(ids, of))
			continue;
		ids.v[ids.n++] = of;
		if (!l->is_plain)
			member_names_queue(p, l->names,
					   rt_u64(fields->repost_user_id));
	}
	posts_queue_originals(p, l, ids);
}

void posts_queue_originals(struct rt_pipe *p, struct post_load *l,
			   struct rt_ids ids)
{
	l->originals = arena_alloc(p->a, sizeof *l->originals);
	posts_queue(p, l->originals, l->visitor, l->is_plain ? NULL : l->names,
		    ids);
}

void posts_queue_rest(struct rt_pipe *p, struct post_load *l)
{
	posts_queue_names(p, l);
	if (!l->originals || !posts_have_originals(l))
		posts_find_originals(p, l);
}

void posts_drop_gone(struct rt_pipe *p, const struct post_load *l,
		     const char *key, bool is_set)
{
	for (size_t i = 0; i + 1 < l->ids.n; i++)
		if (!posts_is_gone(&l->fields[i]) || l->fields[i].removed)
			continue;
		else if (is_set)
			rt_pipe_try(p, "ZREM %s " ID, key, l->ids.v[i]);
		else
			rt_pipe_try(p, "LREM %s 1 " ID, key, l->ids.v[i]);
}

/* ---- the last step -------------------------------------------------- */

/*
 * PHP Retwis stores no `username` in a post, so it may have to be looked up.
 */
static struct rt_post posts_make(struct arena *a, const struct post_load *l,
				 size_t i)
{
	const union post_fields *fields = &l->fields[i];
	uint64_t author = rt_u64(fields->user_id);
	struct rt_names current = member_names_get(l->names, author);

	return (struct rt_post){
		.id = l->ids.v[i],
		.user_id = author,
		.time = clock_stored(rt_u64(fields->time)),
		.edited = clock_stored(rt_u64(fields->edited)),
		.name = fields->username ? fields->username : current.name,
		.display = current.display,
		.face = current.face,
		.suspended = names_are_suspended(&current),
		.body = rt_text_shown(a, fields->body),
		.mentions = fields->mentions,
		.replies = rt_u64(fields->replies),
		.reply_to = rt_u64(fields->reply_to),
		.root = conversation_root(l->ids.v[i], fields),
		.reply_name = fields->reply_name,
		.likes = rt_u64(fields->likes),
		.reposts = rt_u64(fields->reposts),
		.liked = l->liked && l->liked[i],
		.reposted = l->reposted && l->reposted[i],
		.attached = attached_read(a, fields),
	};
}

/* Finds the post that the entry shows; false if it is gone or hidden. */
static bool posts_find(const struct post_load *l, size_t i,
		       const struct post_load **in, size_t *at)
{
	uint64_t of = rt_u64(l->fields[i].repost_of);

	*in = l;
	*at = i;
	if (posts_is_away(l, &l->fields[i]))
		return false;
	if (!of)
		return true;
	*in = l->originals;
	*at = posts_place(*in, of);
	return *at < (*in)->ids.n && !posts_is_away(l, &(*in)->fields[*at]);
}

/* A repost has the name of the original's author, too, for posts by PHP. */
static bool posts_make_shown(struct arena *a, const struct post_load *l,
			     size_t i, struct rt_post *post)
{
	const union post_fields *fields = &l->fields[i];
	const struct post_load *in;
	struct rt_names by;
	size_t at;

	if (!posts_find(l, i, &in, &at))
		return false;
	*post = posts_make(a, in, at);
	if (in == l)
		return post->name;
	if (!post->name)
		post->name = fields->repost_name;
	by = member_names_get(l->names, rt_u64(fields->user_id));
	post->reposter = fields->username ? fields->username : by.name;
	post->reposter_display = by.display;
	return post->name;
}

static bool posts_have(const struct rt_posts *posts, uint64_t id)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].id == id)
			return true;
	return false;
}

size_t posts_pick(struct arena *a, const struct post_load *l, size_t n,
		  size_t max, struct rt_posts *out)
{
	size_t i = 0;

	member_names_remember(l->names);
	for (; i < n && i < l->ids.n && out->n < max; i++) {
		struct rt_post *post = &out->v[out->n];

		if (posts_make_shown(a, l, i, post) &&
		    !posts_have(out, post->id))
			out->n++;
	}
	return i;
}

struct rt_post posts_pick_one(struct arena *a, const struct post_load *l)
{
	struct rt_post post = { 0 };
	struct rt_posts one = { .v = &post };

	if (member_names_leaves_out(l->names, rt_u64(l->fields[0].user_id)))
		return post;
	return posts_pick(a, l, 1, 1, &one) && one.n ? post
						     : (struct rt_post){ 0 };
}

bool posts_hide(const struct post_load *l, uint64_t id)
{
	const union post_fields *fields = posts_fields(l, id);

	return fields && !posts_is_gone(fields) && posts_is_hidden(l, fields);
}

uint64_t posts_newer(const struct post_load *l, uint64_t than, uint64_t me)
{
	const struct post_load *in;
	uint64_t n = 0;
	size_t at;

	for (size_t i = 0; i < l->ids.n; i++)
		n += l->ids.v[i] > than && posts_find(l, i, &in, &at) &&
		     rt_u64(l->fields[i].user_id) != me &&
		     !posts_shown_before(l, i);
	return n;
}

enum rt_err posts_parse(struct rt *rt, struct arena *a, struct post_load *l,
			struct rt_posts *out)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_rest(&p, l);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_names(&p, l);
	if ((err = rt_pipe_end(&p)))
		return err;
	*out = (struct rt_posts){ .v = arena_alloc(
					  a, l->ids.n * sizeof *out->v) };
	posts_pick(a, l, l->ids.n, l->ids.n, out);
	return RT_OK;
}

enum rt_err posts_authors(struct rt *rt, struct arena *a, struct rt_ids ids,
			  uint64_t **author)
{
	uint64_t *found = arena_alloc(a, ids.n * sizeof *found);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe_u64(&p, &found[i], "HGET " KEY_POST " user_id",
			    ids.v[i]);
	if (!(err = rt_pipe_end(&p)))
		*author = found;
	return err;
}
