#include "libretwis/erase.h"

#include "libretwis/count.h"
#include "libretwis/notice.h"
#include "libretwis/tag.h"

#define CHUNK 1000

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

struct erasure {
	uint64_t id, author;
	const char *entry;         /* in own: of the author */
	const char *field[FIELDS]; /* NULL: gone */
	struct tags *tags;
	uint64_t parent, original; /* of a reply, of a repost; or 0 */
	uint64_t replies, reposts; /* how many those have left */
	struct rt_ids likers, reposted;
	struct told told; /* who heard of it */
	bool marked;
};

/*
 * For as long as its form can be sent again, a mark stays where the post was,
 * or that form would bring it back.
 */
#define FORGET                                                                \
	RT_SCRIPT_FREES                                                       \
	"redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], 'gone', 1) "  \
	"redis.call('EXPIRE', KEYS[1], 600)"

static void look(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe_strs(p, e->field, FIELDS,
		     "HMGET " KEY_POST " user_id body reply_to reply_name"
		     " mentions time repost_of",
		     e->id);
	rt_pipe_ids(p, &e->likers, "ZRANGE " KEY_LIKES " 0 %d", e->id,
		    CHUNK - 1);
	rt_pipe_ids(p, &e->reposted, "ZRANGE " KEY_REPOSTS " 0 %d", e->id,
		    CHUNK - 1);
}

static void leave_thread(struct rt_pipe *p, struct erasure *e)
{
	e->parent = rt_u64(e->field[REPLY_TO]);
	if (!e->parent)
		return;
	rt_pipe(p, "LREM " KEY_REPLIES " 0 %s", e->parent, e->entry);
	count_ask(p, COUNT_REPLIES, e->parent, &e->replies);
}

static void leave_original(struct rt_pipe *p, struct erasure *e)
{
	if (!e->original)
		e->original = rt_u64(e->field[REPOST_OF]);
	if (!e->original)
		return;
	rt_pipe(p, "ZREM " KEY_REPOSTS " %s", e->original, e->entry);
	count_ask(p, COUNT_REPOSTS, e->original, &e->reposts);
}

/*
 * Where more than a thousand like or repost a post, the others keep an id that
 * leads to nothing, which all who read it skip.
 */
static void leave_lists(struct rt_pipe *p, struct erasure *e)
{
	if (!e->author)
		e->author = rt_u64(e->field[USER_ID]);
	rt_pipe(p, "LREM " KEY_TIMELINE " 0 %s", e->entry);
	e->tags = arena_alloc(p->a, sizeof *e->tags);
	if (e->field[BODY])
		tags_drop(p, e->tags, e->field[BODY],
			  (struct trend_post){ e->id, e->author,
					       rt_u64(e->field[TIME]) });
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKED " %s", e->likers.v[i], e->entry);
	leave_thread(p, e);
	leave_original(p, e);
	told_look(p, &e->told, e->field[REPLY_NAME], e->field[MENTIONS]);
}

static void leave_own(struct rt_pipe *p, const struct erasure *e)
{
	rt_pipe(p, "LREM " KEY_OWN " 0 %s", e->author, e->entry);
}

/* What the same again would look for goes last: the hash, or own:. */
static void forget(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "UNLINK " KEY_REPLIES, e->id);
	rt_pipe(p, "UNLINK " KEY_LIKES, e->id);
	rt_pipe(p, "UNLINK " KEY_REPOSTS, e->id);
	tags_disuse(p, e->tags);
	if (e->parent)
		count_tell(p, COUNT_REPLIES, e->parent, e->replies, NULL);
	if (e->original)
		count_tell(p, COUNT_REPOSTS, e->original, e->reposts, NULL);
	told_drop(p, &e->told, e->id, e->author);
	if (e->marked) {
		notice_drop_post(p, e->author, e->id);
		leave_own(p, e);
		rt_pipe(p, "EVAL %s 1 " KEY_POST, FORGET, e->id);
	} else {
		rt_pipe(p, "UNLINK " KEY_POST, e->id);
		leave_own(p, e);
	}
	if (e->original)
		rt_pipe(p, "ZREM " KEY_REPOSTED " " ID, e->author,
			e->original);
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

/* Reposts show nothing without their post.  There are no reposts of them. */
static enum rt_err erase_reposts(struct rt *rt, struct arena *a,
				 const struct erasure *e)
{
	size_t n = e->reposted.n;
	struct erasure *repost = arena_alloc(a, n * sizeof *repost);

	for (size_t i = 0; i < n; i++) {
		uint64_t id = e->reposted.v[i];

		repost[i] =
			(struct erasure){ .id = id,
					  .original = e->id,
					  .entry = arena_printf(a, ID, id) };
	}
	return n ? erase(rt, a, repost, n) : RT_OK;
}

static enum rt_err erase(struct rt *rt, struct arena *a, struct erasure *e,
			 size_t n)
{
	enum rt_err err = do_all(rt, a, e, n, look);

	for (size_t i = 0; !err && i < n; i++)
		err = erase_reposts(rt, a, &e[i]);
	if (err || (err = do_all(rt, a, e, n, leave_lists)) ||
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

/* `by` is the author who may do so, or 0 for the host. */
static enum rt_err erase_post(struct rt *rt, struct arena *a, uint64_t id,
			      uint64_t by)
{
	struct erasure e = { .id = id,
			     .entry = arena_printf(a, ID, id),
			     .marked = true };
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

enum rt_err rt_remove_post(struct rt *rt, struct arena *a, uint64_t id)
{
	return erase_post(rt, a, id, 0);
}

enum rt_err rt_post_delete(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id)
{
	return erase_post(rt, a, id, me->id);
}
