#include "libretwis/erase.h"

#include "libretwis/notice.h"
#include "libretwis/tag.h"
#include "libretwis/thread.h"

enum { USER_ID, BODY, REPLY_TO, REPLY_NAME, MENTIONS, FIELDS };

struct erasure {
	uint64_t id, author;
	const char *entry;         /* in own: of the author */
	const char *field[FIELDS]; /* NULL: gone */
	uint64_t replies;          /* how many its parent has left */
	struct told told;          /* who heard of it */
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
		     " mentions",
		     e->id);
}

static void leave_lists(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "LREM " KEY_TIMELINE " 0 %s", e->entry);
	if (e->field[BODY])
		tags_drop(p, e->field[BODY], e->id);
	if (e->field[REPLY_TO])
		thread_drop(p, rt_u64(e->field[REPLY_TO]), e->id, &e->replies);
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
	if (e->field[REPLY_TO])
		thread_tell(p, rt_u64(e->field[REPLY_TO]), e->replies);
	told_drop(p, &e->told, e->id, e->author);
	if (e->marked) {
		notice_drop_post(p, e->author, e->id);
		leave_own(p, e);
		rt_pipe(p, "EVAL %s 1 " KEY_POST, FORGET, e->id);
	} else {
		rt_pipe(p, "UNLINK " KEY_POST, e->id);
		leave_own(p, e);
	}
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
			 size_t n)
{
	enum rt_err err;

	if ((err = do_all(rt, a, e, n, look)) ||
	    (err = do_all(rt, a, e, n, leave_lists)))
		return err;
	return do_all(rt, a, e, n, forget);
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
