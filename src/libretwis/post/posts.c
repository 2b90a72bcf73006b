/* Loading posts, many at once. */
#include "libretwis/post/posts.h"

#include "libretwis/redis/ids.h"

/* In the order in which a post is stored. */
static const char *const fields[] = {
	[POST_USER_ID] = "user_id",
	[POST_TIME] = "time",
	[POST_BODY] = "body",
	[POST_USERNAME] = "username",
	[POST_MENTIONS] = "mentions",
	[POST_REPLY_TO] = "reply_to",
	[POST_REPLY_NAME] = "reply_name",
	[POST_REPOST_OF] = "repost_of",
	[POST_REPOST_NAME] = "repost_name",
	[POST_REPLIES] = "replies",
	[POST_LIKES] = "likes",
	[POST_REPOSTS] = "reposts",
};

/* Most posts have few of the fields, so all of a hash is less than each one. */
void posts_ask(struct rt_pipe *p, struct post_load *l, uint64_t visitor,
	       struct rt_ids ids)
{
	*l = (struct post_load){ .visitor = visitor, .ids = ids };
	l->field = arena_alloc(p->a, ids.n * sizeof *l->field);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe_hash(p, l->field[i], fields, POST_FIELDS,
			     "HGETALL " KEY_POST, ids.v[i]);
	if (!visitor || !ids.n)
		return;
	l->liked = arena_alloc(p->a, ids.n * sizeof *l->liked);
	l->reposted = arena_alloc(p->a, ids.n * sizeof *l->reposted);
	rt_pipe_each(p, l->liked, ids, "ZMSCORE " KEY_LIKED, visitor);
	rt_pipe_each(p, l->reposted, ids, "ZMSCORE " KEY_REPOSTED, visitor);
}

static bool is_gone(const char *const *field)
{
	return !rt_u64(field[POST_USER_ID]) || !field[POST_BODY];
}

/* The post that an entry shows; 0: none. */
static uint64_t shown_by(const struct post_load *l, size_t i)
{
	uint64_t of = rt_u64(l->field[i][POST_REPOST_OF]);

	if (is_gone(l->field[i]))
		return 0;
	return of ? of : l->ids.v[i];
}

static bool is_shown_before(const struct post_load *l, size_t i)
{
	for (size_t before = 0; before < i; before++)
		if (shown_by(l, before) == shown_by(l, i))
			return true;
	return false;
}

size_t posts_gone(const struct post_load *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->ids.n; i++)
		n += !shown_by(l, i) || is_shown_before(l, i);
	return n;
}

/* ---- what only a second look tells ------------------------------------- */

/* PHP Retwis writes no `username`: then the author's hash tells it. */
static void ask_names(struct rt_pipe *p, struct post_load *l)
{
	for (size_t i = 0; i < l->ids.n; i++) {
		const char **field = l->field[i];

		if (!is_gone(field) && !field[POST_USERNAME])
			rt_pipe_str(p, &field[POST_USERNAME],
				    "HGET " KEY_USER " username",
				    rt_u64(field[POST_USER_ID]));
	}
}

static bool has_originals(const struct post_load *l)
{
	for (size_t i = 0; i < l->ids.n; i++) {
		uint64_t of = rt_u64(l->field[i][POST_REPOST_OF]);

		if (of && !ids_have(l->originals->ids, of))
			return false;
	}
	return true;
}

static void ask_originals(struct rt_pipe *p, struct post_load *l)
{
	struct rt_ids ids = { .v = arena_alloc(p->a,
					       l->ids.n * sizeof *ids.v) };

	for (size_t i = 0; i < l->ids.n; i++) {
		uint64_t of = rt_u64(l->field[i][POST_REPOST_OF]);

		if (of && !ids_have(ids, of))
			ids.v[ids.n++] = of;
	}
	posts_ask_originals(p, l, ids);
}

void posts_ask_originals(struct rt_pipe *p, struct post_load *l,
			 struct rt_ids ids)
{
	l->originals = arena_alloc(p->a, sizeof *l->originals);
	posts_ask(p, l->originals, l->visitor, ids);
}

void posts_ask_rest(struct rt_pipe *p, struct post_load *l)
{
	l->whole = true;
	ask_names(p, l);
	if (!l->originals || !has_originals(l))
		ask_originals(p, l);
}

/* ---- taking them ------------------------------------------------------- */

/* 0 for what no calendar has: the year 10000, and what is no number at all. */
static time_t time_of(const char *field)
{
	uint64_t seconds = rt_u64(field);

	return seconds < 253402300800 ? (time_t)seconds : 0;
}

static struct rt_post make_post(struct arena *a, const struct post_load *l,
				size_t i)
{
	const char *const *field = l->field[i];

	return (struct rt_post){
		.id = l->ids.v[i],
		.user_id = rt_u64(field[POST_USER_ID]),
		.time = time_of(field[POST_TIME]),
		.name = field[POST_USERNAME],
		.body = rt_text_clean(a, field[POST_BODY]),
		.mentions = field[POST_MENTIONS],
		.replies = rt_u64(field[POST_REPLIES]),
		.reply_to = rt_u64(field[POST_REPLY_TO]),
		.reply_name = field[POST_REPLY_NAME],
		.likes = rt_u64(field[POST_LIKES]),
		.reposts = rt_u64(field[POST_REPOSTS]),
		.liked = l->liked && l->liked[i],
		.reposted = l->reposted && l->reposted[i],
	};
}

/* The post that a repost shows.  Its hash names the author, too. */
static bool make_original(struct arena *a, const struct post_load *l, size_t i,
			  struct rt_post *post)
{
	const struct post_load *o = l->originals;
	const char *const *field = l->field[i];
	uint64_t of = rt_u64(field[POST_REPOST_OF]);
	size_t at = 0;

	while (at < o->ids.n && o->ids.v[at] != of)
		at++;
	if (at == o->ids.n || is_gone(o->field[at]))
		return false;
	*post = make_post(a, o, at);
	if (!post->name)
		post->name = field[POST_REPOST_NAME];
	post->reposter = field[POST_USERNAME];
	return true;
}

static bool is_there(const struct rt_posts *posts, uint64_t id)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].id == id)
			return true;
	return false;
}

size_t posts_pick(struct arena *a, const struct post_load *l, size_t max,
		  struct rt_posts *out)
{
	size_t i = 0;

	for (; i < l->ids.n && out->n < max; i++) {
		const char *const *field = l->field[i];
		struct rt_post *post = &out->v[out->n];

		if (is_gone(field))
			continue;
		if (!l->whole &&
		    (field[POST_REPOST_OF] || !field[POST_USERNAME]))
			break;
		if (!field[POST_REPOST_OF])
			*post = make_post(a, l, i);
		else if (!make_original(a, l, i, post))
			continue;
		if (post->name && !is_there(out, post->id))
			out->n++;
	}
	return i;
}

void posts_pick_all(struct arena *a, const struct post_load *l,
		    struct rt_posts *out)
{
	*out = (struct rt_posts){ .v = arena_alloc(
					  a, l->ids.n * sizeof *out->v) };
	posts_pick(a, l, l->ids.n, out);
}

enum rt_err posts_take(struct rt *rt, struct arena *a, struct post_load *l,
		       struct rt_posts *out)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	posts_ask_rest(&p, l);
	if (!(err = rt_pipe_end(&p)))
		posts_pick_all(a, l, out);
	return err;
}

enum rt_err posts_load(struct rt *rt, struct arena *a, struct rt_ids ids,
		       struct rt_posts *out)
{
	struct post_load l;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	posts_ask(&p, &l, 0, ids);
	err = rt_pipe_end(&p);
	return err ? err : posts_take(rt, a, &l, out);
}

enum rt_err posts_authors(struct rt *rt, struct arena *a, struct rt_ids ids,
			  uint64_t **author)
{
	uint64_t *found = arena_alloc(a, ids.n * sizeof *found);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe_u64(&p, &found[i], "HGET " KEY_POST " user_id",
			    ids.v[i]);
	if (!(err = rt_pipe_end(&p)))
		*author = found;
	return err;
}
