#include "libretwis/post/erase.h"

#include "libretwis/member/notice.h"
#include "libretwis/post/count.h"
#include "libretwis/post/tag.h"
#include "libretwis/post/told.h"

/* So many who like or repost a post are asked for at once. */
#define SOME 100

enum {
	USER_ID,
	BODY,
	REPLY_TO,
	REPLY_NAME,
	MENTIONS,
	TIME,
	REPOST_OF,
	FIELDS
};

/* Where a post was found, which decides what goes last. */
enum found {
	WITH_AUTHOR, /* in own:, or by its claim in reposted: */
	WITH_POST,   /* a repost, in reposts: of the post that it shows */
	ALONE,       /* by its hash; and its form may be sent again */
};

struct erasure {
	uint64_t id, author;
	uint64_t original,
		owner;     /* of a repost: its post, and whose that is */
	const char *entry; /* in own: of the author */
	const char *field[FIELDS]; /* NULL: gone */
	struct rt_ids likers, reposted;
	struct tags *tags;
	struct told told;      /* who heard of it */
	struct counted *count; /* of the post that it answers, or shows */
	enum found found;
};

/*
 * First of all: from now on who likes, reposts or answers it finds out, and
 * takes that back.
 */
#define CLOSE                                                                 \
	RT_SCRIPT_FREES                                                       \
	"if redis.call('HEXISTS', KEYS[1], 'user_id') == 1 then "             \
	"redis.call('HSET', KEYS[1], 'gone', 1) end"

/*
 * For as long as its form can be sent again, a mark stays where the post was,
 * or that form would bring it back.
 */
#define FORGET                                                                \
	RT_SCRIPT_FREES                                                       \
	"redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], 'gone', 1) "  \
	"redis.call('EXPIRE', KEYS[1], 600)"

static void ask_likers(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe_ids(p, &e->likers, "ZRANGE " KEY_LIKES " 0 %d", e->id,
		    SOME - 1);
}

static void ask_reposted(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe_ids(p, &e->reposted, "ZRANGE " KEY_REPOSTS " 0 %d", e->id,
		    SOME - 1);
}

static void look(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "EVAL %s 1 " KEY_POST, CLOSE, e->id);
	rt_pipe_strs(p, e->field, FIELDS,
		     "HMGET " KEY_POST " user_id body reply_to reply_name"
		     " mentions time repost_of",
		     e->id);
	ask_likers(p, e);
	if (e->found != WITH_POST)
		ask_reposted(p, e);
}

/* ---- what others did with it ------------------------------------------- */

static void leave_likers(struct rt_pipe *p, struct erasure *e)
{
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKED " " ID, e->likers.v[i], e->id);
}

/* And these go, so that the next ones are told. */
static void next_likers(struct rt_pipe *p, struct erasure *e)
{
	if (e->likers.n < SOME)
		return;
	leave_likers(p, e);
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKES " " ID, e->id, e->likers.v[i]);
	ask_likers(p, e);
}

static bool more_likers(const struct erasure *e, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (e[i].likers.n == SOME)
			return true;
	return false;
}

/* ---- what it is in ----------------------------------------------------- */

static void leave_thread(struct rt_pipe *p, struct erasure *e)
{
	struct counted *c = e->count;

	c->what = COUNT_REPLIES;
	c->post = rt_u64(e->field[REPLY_TO]);
	rt_pipe(p, "LREM " KEY_REPLIES " 0 %s", c->post, e->entry);
	count_ask(p, c->what, c->post, &c->n);
}

static void leave_original(struct rt_pipe *p, struct erasure *e)
{
	struct counted *c = e->count;

	c->what = COUNT_REPOSTS;
	c->post = e->original;
	rt_pipe(p, "ZREM " KEY_REPOSTS " " ID, c->post, e->id);
	count_ask(p, c->what, c->post, &c->n);
	if (!e->owner)
		rt_pipe_u64(p, &e->owner, "HGET " KEY_POST " user_id",
			    c->post);
}

static void leave_lists(struct rt_pipe *p, struct erasure *e)
{
	if (!e->author)
		e->author = rt_u64(e->field[USER_ID]);
	if (!e->original)
		e->original = rt_u64(e->field[REPOST_OF]);
	rt_pipe(p, "LREM " KEY_TIMELINE " 0 %s", e->entry);
	e->tags = arena_alloc(p->a, sizeof *e->tags);
	if (e->field[BODY] && !e->original)
		tags_drop(p, e->tags, e->field[BODY],
			  (struct trend_post){ e->id, e->author,
					       rt_u64(e->field[TIME]) });
	told_look(p, &e->told, e->field[REPLY_NAME], e->field[MENTIONS]);
	leave_likers(p, e);
	if (e->field[REPLY_TO])
		leave_thread(p, e);
	else if (e->original && e->found != WITH_POST)
		leave_original(p, e);
}

/* The claim of no other repost of the same post, be it a later one. */
static void leave_author(struct rt_pipe *p, const struct erasure *e)
{
	rt_pipe(p, "LREM " KEY_OWN " 0 %s", e->author, e->entry);
	rt_pipe(p, "ZREMRANGEBYSCORE " KEY_REPOSTED " " ID " " ID, e->author,
		e->id, e->id);
}

/*
 * What the same again would look for goes last: what the author has, or the
 * hash, where nothing else tells the author.
 */
static void forget(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "UNLINK " KEY_REPLIES, e->id);
	rt_pipe(p, "UNLINK " KEY_LIKES, e->id);
	rt_pipe(p, "UNLINK " KEY_REPOSTS, e->id);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, e->id);
	tags_disuse(p, e->tags);
	told_drop(p, &e->told, e->id, e->author);
	notice_drop(p, e->owner, RT_NOTICE_REPOST, e->original, e->author);
	if (e->found == ALONE)
		notice_drop_post(p, e->author, e->id);
	if (e->found != WITH_AUTHOR)
		leave_author(p, e);
	if (e->found == ALONE)
		rt_pipe(p, "EVAL %s 1 " KEY_POST, FORGET, e->id);
	else
		rt_pipe(p, "UNLINK " KEY_POST, e->id);
	if (e->found == WITH_AUTHOR)
		leave_author(p, e);
}

static void leave_tags(struct rt_pipe *p, struct erasure *e)
{
	tags_reuse(p, e->tags);
}

static enum rt_err do_all(struct rt *rt, struct arena *a, struct erasure *e,
			  size_t n,
			  void (*step)(struct rt_pipe *, struct erasure *))
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		step(&p, &e[i]);
	return rt_pipe_end(&p);
}

static enum rt_err erase(struct rt *rt, struct arena *a, struct erasure *e,
			 size_t n);

/* Now they may leave the set that they were found in.  Asks for more. */
static enum rt_err next_reposts(struct rt *rt, struct arena *a,
				struct erasure *e)
{
	struct rt_ids ids = e->reposted;
	struct rt_pipe p;

	e->reposted = (struct rt_ids){ 0 };
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe(&p, "ZREM " KEY_REPOSTS " " ID, e->id, ids.v[i]);
	if (ids.n == SOME)
		ask_reposted(&p, e);
	return rt_pipe_end(&p);
}

/* Reposts show nothing without their post.  There are no reposts of them. */
static enum rt_err erase_reposts(struct rt *rt, struct arena *a,
				 struct erasure *e)
{
	enum rt_err err = RT_OK;

	while (!err && e->reposted.n) {
		size_t n = e->reposted.n;
		struct erasure *repost = arena_alloc(a, n * sizeof *repost);

		for (size_t i = 0; i < n; i++) {
			uint64_t id = e->reposted.v[i];

			repost[i].id = id;
			repost[i].entry = arena_printf(a, ID, id);
			repost[i].found = WITH_POST;
		}
		if (!(err = erase(rt, a, repost, n)))
			err = next_reposts(rt, a, e);
	}
	return err;
}

static enum rt_err erase(struct rt *rt, struct arena *a, struct erasure *e,
			 size_t n)
{
	struct counted *count = arena_alloc(a, n * sizeof *count);
	enum rt_err err;

	for (size_t i = 0; i < n; i++)
		e[i].count = &count[i];
	err = do_all(rt, a, e, n, look);
	for (size_t i = 0; !err && i < n; i++)
		err = erase_reposts(rt, a, &e[i]);
	while (!err && more_likers(e, n))
		err = do_all(rt, a, e, n, next_likers);
	if (err || (err = do_all(rt, a, e, n, leave_lists)) ||
	    (err = counts_copy(rt, a, count, n)) ||
	    (err = do_all(rt, a, e, n, forget)))
		return err;
	/* It has all gone, also where there is no room for this. */
	do_all(rt, a, e, n, leave_tags);
	return RT_OK;
}

enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n)
{
	struct erasure *e = arena_alloc(a, n * sizeof *e);

	for (size_t i = 0; i < n; i++)
		e[i] = (struct erasure){ .id = rt_u64(entry[i]),
					 .author = author,
					 .entry = entry[i] };
	return erase(rt, a, e, n);
}

enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id)
{
	struct erasure e = { .id = id,
			     .author = author,
			     .original = original,
			     .owner = owner,
			     .entry = arena_printf(a, ID, id) };

	return erase(rt, a, &e, 1);
}

enum rt_err erase_post(struct rt *rt, struct arena *a, uint64_t id,
		       uint64_t by)
{
	struct erasure e = { .id = id,
			     .entry = arena_printf(a, ID, id),
			     .found = ALONE };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &e.author, "HGET " KEY_POST " user_id", id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!e.author)
		return RT_NOT_FOUND;
	if (by && by != e.author)
		return RT_DENIED;
	return erase(rt, a, &e, 1);
}
