/* Writing a post. */
#include "libretwis/post.h"

#include "libretwis/notice.h"
#include "libretwis/secret.h"
#include "libretwis/tag.h"
#include "libretwis/thread.h"

#define ONCE_SECONDS 600

/*
 * Stores the fields of a post, those that are not empty, unless it is there
 * already; tells whether it is, and not deleted.
 */
#define STORE_ONCE                                                            \
	"local post = KEYS[1] "                                               \
	"if redis.call('HEXISTS', post, 'gone') == 1 then return 0 end "      \
	"if redis.call('HEXISTS', post, 'user_id') == 1 then return 1 end "   \
	"local set = {} "                                                     \
	"for i = 1, #ARGV, 2 do if ARGV[i + 1] ~= '' then "                   \
	"set[#set + 1] = ARGV[i] set[#set + 1] = ARGV[i + 1] end end "        \
	"redis.call('HSET', post, unpack(set)) return 1"

/* A post on its way into Redis. */
struct writing {
	const struct rt_user *author;
	const struct rt_draft *draft;
	uint64_t id;
	struct mentions mentions;
	struct parent parent;
	uint64_t followers;
	int home_cap; /* of home timelines; 0: not adopted */
};

const char *rt_nonce(struct arena *a)
{
	return secret_new(a);
}

/* ---- what is known before ---------------------------------------------- */

/*
 * What makes a form the same is its nonce and its text, so that going back
 * and writing something else makes a second post, never changes the first.
 */
static const char *once_name(struct arena *a, const struct writing *w)
{
	const char *nonce = w->draft->nonce;

	if (!nonce || !*nonce)
		return secret_new(a);
	return secret_digest(a, arena_printf(a, ID " %s %s", w->author->id,
					     nonce, w->draft->body));
}

static enum rt_err look(struct rt *rt, struct arena *a, struct writing *w)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &w->id, "INCR " KEY_NEXT_POST);
	mentions_look(&p, &w->mentions, w->draft->body);
	parent_look(&p, &w->parent, w->draft->reply_to);
	if ((err = rt_pipe_end(&p)))
		return err;
	return parent_is_gone(&w->parent) ? RT_NOT_FOUND : RT_OK;
}

/* The id that this form was given first, be it the one at hand. */
static enum rt_err take_id(struct rt *rt, struct arena *a, struct writing *w)
{
	const char *once = once_name(a, w), *layout = NULL;
	uint64_t kept = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "SET " KEY_ONCE " " ID " NX EX %d", once, w->id,
		ONCE_SECONDS);
	rt_pipe_u64(&p, &kept, "GET " KEY_ONCE, once);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	rt_pipe_u64(&p, &w->followers, "ZCARD " KEY_FOLLOWERS, w->author->id);
	mentions_check(&p, &w->mentions);
	parent_check(&p, &w->parent);
	if ((err = rt_pipe_end(&p)))
		return err;
	mentions_take(&w->mentions, w->author->id);
	w->id = kept ? kept : w->id;
	w->home_cap = layout ? TIMELINE_CAP : 0;
	return RT_OK;
}

/* ---- writing ----------------------------------------------------------- */

/*
 * The hash is complete before any list points to it.  Sent again, the form
 * finds it there, or finds that the post was deleted meanwhile.
 */
static enum rt_err store(struct rt *rt, struct arena *a,
			 const struct writing *w, bool *deleted)
{
	uint64_t kept = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &kept,
		    "EVAL %s 1 " KEY_POST " user_id " ID " time %lld body %s"
		    " username %s mentions %s reply_to %s reply_name %s",
		    STORE_ONCE, w->id, w->author->id, (long long)time(NULL),
		    w->draft->body, w->author->name,
		    mentions_names(a, &w->mentions),
		    w->parent.id ? arena_printf(a, ID, w->parent.id) : "",
		    w->parent.name ? w->parent.name : "");
	if (!(err = rt_pipe_end(&p)))
		*deleted = !kept;
	return err;
}

static enum rt_err publish(struct rt *rt, struct arena *a,
			   const struct writing *w)
{
	uint64_t me = w->author->id;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_OWN " " ID " 0", PUSH_ONCE, me, w->id);
	rt_pipe(&p, "EVAL %s 1 " KEY_POSTS " " ID " %d", PUSH_ONCE, me, w->id,
		w->home_cap);
	rt_pipe(&p, "EVAL %s 1 " KEY_TIMELINE " " ID " %d", PUSH_ONCE, w->id,
		TIMELINE_CAP);
	tags_push(&p, w->draft->body, w->id);
	notice_post(&p, &w->mentions, rt_u64(w->parent.field[0]), w->id, me);
	return rt_pipe_end(&p);
}

enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id)
{
	struct writing w = { .author = me, .draft = draft };
	bool deleted = false;
	enum rt_err err;

	if ((err = look(rt, a, &w)) || (err = take_id(rt, a, &w)) ||
	    (err = store(rt, a, &w, &deleted)))
		return err;
	if (!deleted &&
	    ((err = publish(rt, a, &w)) ||
	     (err = thread_add(rt, a, w.parent.id, w.id)) ||
	     (err = fanout(rt, me->id, w.id, w.followers, w.home_cap))))
		return err;
	*id = w.id;
	return RT_OK;
}
