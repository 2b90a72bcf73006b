/*
 * Which conversation an older post belongs to.
 *
 * All ids are visited in ascending order, so that what a post answers has been
 * decided before it.  The conversation of a reply is that of its parent.  If
 * the parent is gone, and nobody knows its conversation, the reply joins one
 * that began with the parent: those who answered the same deleted post stay
 * together.
 */
#include "libretwis/host/adopt_conversations.h"

#include "libretwis/host/adopt_root.lua.h"
#include "libretwis/post/conversation.h"
#include "schema/key.h"

#define CHUNK 100

struct old_reply {
	uint64_t id;
	union post_fields is, parent;
	struct joined joins; /* a `root` without `parent`: it begins one */
	uint64_t is_new;     /* its hash did not have it until now */
	uint64_t is_there;   /* it was not deleted meanwhile */
};

static bool reply_is_post(const struct old_reply *r)
{
	return r->is.user_id && !r->is.repost_of;
}

/* An answer to itself or to a later post, which no program of ours writes. */
static bool reply_is_odd(const struct old_reply *r)
{
	return r->is.reply_to &&
	       (!rt_u64(r->is.reply_to) || rt_u64(r->is.reply_to) >= r->id);
}

/* ---- deciding ----------------------------------------------------------- */

/* The parent may be in this chunk, where its hash does not have it yet. */
static const struct old_reply *reply_in_chunk(const struct old_reply *first,
					      const struct old_reply *r)
{
	uint64_t parent = rt_u64(r->is.reply_to);

	return parent >= first->id ? &first[parent - first->id] : NULL;
}

static struct joined reply_joins_parent(const struct old_reply *first,
					const struct old_reply *r)
{
	const struct old_reply *near = reply_in_chunk(first, r);
	const union post_fields *up = near ? &near->is : &r->parent;
	uint64_t parent = rt_u64(r->is.reply_to);
	struct joined to = { .root = near ? near->joins.root
					  : conversation_root(parent, up),
			     .parent = parent,
			     .starter = near ? near->joins.starter
					     : rt_u64(up->root_user_id) };

	if (to.root == to.parent)
		to.starter = rt_u64(up->user_id);
	if (!to.root && !up->user_id)
		to.root = to.parent;
	return to;
}

/* What is stored already counts, also in a post that is being deleted. */
static void reply_decide(const struct old_reply *first, struct old_reply *r)
{
	if (r->is.root && r->is.reply_to)
		r->joins = conversation_of(&r->is);
	else if (!reply_is_post(r) || reply_is_odd(r))
		return;
	else if (r->is.reply_to)
		r->joins = reply_joins_parent(first, r);
	else
		r->joins.root = r->id;
}

/* ---- reading ------------------------------------------------------------ */

static enum rt_err replies_read(struct rt *rt, struct arena *a,
				struct old_reply *r, size_t n, uint64_t *last)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		post_fields_queue(&p, &r[i].is, r[i].id,
				  POST_USER_ID | CONVERSATION_FIELDS |
					  POST_ROOT_USER_ID);
	rt_pipe_u64(&p, last, "GET " KEY_NEXT_POST);
	return rt_pipe_end(&p);
}

/* A parent that is being deleted may still have its root. */
static enum rt_err replies_read_parents(struct rt *rt, struct arena *a,
					struct old_reply *r, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (r[i].is.reply_to && !r[i].is.root && !reply_is_odd(&r[i]))
			post_fields_queue(&p, &r[i].parent,
					  rt_u64(r[i].is.reply_to),
					  POST_USER_ID | CONVERSATION_FIELDS |
						  POST_ROOT_USER_ID);
	return rt_pipe_end(&p);
}

/* ---- writing ------------------------------------------------------------ */

static const char *reply_starter(struct arena *a, struct joined to)
{
	return to.starter ? arena_printf(a, ID, to.starter) : "";
}

static enum rt_err replies_store(struct rt *rt, struct arena *a,
				 struct old_reply *r, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (r[i].joins.parent && r[i].joins.root && !r[i].is.root)
			rt_pipe_u64(&p, &r[i].is_new,
				    "EVAL %s 1 " KEY_POST " " ID " %s",
				    ADOPT_ROOT_LUA, r[i].id, r[i].joins.root,
				    reply_starter(a, r[i].joins));
	return rt_pipe_end(&p);
}

/* An earlier run may have died between the two, so an old root is no proof. */
static bool reply_is_added(const struct old_reply *r)
{
	return reply_is_post(r) && r->joins.parent && r->joins.root &&
	       (r->is.root || r->is_new);
}

static enum rt_err replies_add(struct rt *rt, struct arena *a,
			       struct old_reply *r, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (reply_is_added(&r[i]))
			conversation_add(&p, r[i].joins, r[i].id);
	rt_pipe_then(&p);
	for (size_t i = 0; i < n; i++)
		if (reply_is_added(&r[i]))
			rt_pipe_u64(&p, &r[i].is_there,
				    "HEXISTS " KEY_POST " user_id", r[i].id);
	return rt_pipe_end(&p);
}

/* Whoever deleted it meanwhile may have looked for its entry too early. */
static enum rt_err replies_take_back(struct rt *rt, struct arena *a,
				     const struct old_reply *r, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (reply_is_added(&r[i]) && !r[i].is_there)
			conversation_drop(&p, r[i].joins.root, r[i].id);
	return rt_pipe_end(&p);
}

/* ---- all of them -------------------------------------------------------- */

/* Of `n` ids, from `first` on. */
static enum rt_err adopt_some(struct rt *rt, struct arena *a, uint64_t first,
			      size_t n, uint64_t *last)
{
	struct old_reply *r = arena_alloc(a, n * sizeof *r);
	enum rt_err err;

	for (size_t i = 0; i < n; i++)
		r[i].id = first + i;
	if ((err = replies_read(rt, a, r, n, last)) ||
	    (err = replies_read_parents(rt, a, r, n)))
		return err;
	for (size_t i = 0; i < n; i++)
		reply_decide(r, &r[i]);
	if ((err = replies_store(rt, a, r, n)) ||
	    (err = replies_add(rt, a, r, n)))
		return err;
	return replies_take_back(rt, a, r, n);
}

/* New posts are written meanwhile, maybe in reply to one without a root. */
enum rt_err adopt_conversations(struct rt *rt,
				void (*tell)(uint64_t done, uint64_t total))
{
	struct arena chunk = { 0 };
	uint64_t last = 0, id, n;
	enum rt_err err = rt_read_u64(rt, &chunk, &last, "GET " KEY_NEXT_POST);

	for (id = 1; !err && id <= last; id += n) {
		arena_reset(&chunk);
		n = last - id < CHUNK ? last - id + 1 : CHUNK;
		err = adopt_some(rt, &chunk, id, n, &last);
		if (!err && tell)
			tell(id + n - 1, last);
	}
	arena_free(&chunk);
	return err;
}
