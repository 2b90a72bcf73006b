/* Writing a post. */
#include "libretwis/post.h"

#include "libretwis/live.h"
#include "libretwis/notice.h"
#include "libretwis/secret.h"
#include "libretwis/tag.h"
#include "libretwis/target.h"
#include "libretwis/thread.h"

#define ONCE_SECONDS 600

/* A post on its way into Redis. */
struct writing {
	const struct rt_user *author;
	const struct rt_draft *draft;
	uint64_t id;
	uint64_t time; /* when it was stored first; 0: and deleted since */
	struct mentions mentions;
	struct target parent;
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
	target_look(&p, &w->parent, w->draft->reply_to);
	if ((err = rt_pipe_end(&p)))
		return err;
	return target_is_gone(&w->parent) ? RT_NOT_FOUND : RT_OK;
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
	target_check(&p, &w->parent);
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
static enum rt_err store(struct rt *rt, struct arena *a, struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &w->time,
		    "EVAL %s 1 " KEY_POST " user_id " ID " time %lld body %s"
		    " username %s mentions %s reply_to %s reply_name %s",
		    STORE_ONCE, w->id, w->author->id, (long long)time(NULL),
		    w->draft->body, w->author->name,
		    mentions_names(a, &w->mentions),
		    w->parent.id ? arena_printf(a, ID, w->parent.id) : "",
		    w->parent.name ? w->parent.name : "");
	return rt_pipe_end(&p);
}

void post_publish(struct rt_pipe *p, uint64_t author, uint64_t post,
		  int home_cap)
{
	rt_pipe(p, "EVAL %s 1 " KEY_OWN " " ID " 0", PUSH_ONCE, author, post);
	rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " %d", PUSH_ONCE, author,
		post, home_cap);
	rt_pipe(p, "EVAL %s 1 " KEY_TIMELINE " " ID " %d", PUSH_ONCE, post,
		TIMELINE_CAP);
}

static enum rt_err publish(struct rt *rt, struct arena *a,
			   const struct writing *w)
{
	uint64_t me = w->author->id;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	post_publish(&p, me, w->id, w->home_cap);
	tags_push(&p, w->draft->body,
		  (struct trend_post){ w->id, me, w->time });
	notice_post(&p, &w->mentions, target_author(&w->parent), w->id, me);
	return rt_pipe_end(&p);
}

static void tell(struct rt *rt, struct arena *a, const struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	live_tell_post(&p, &w->mentions, target_author(&w->parent));
	rt_pipe_end(&p);
}

enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id)
{
	struct writing w = { .author = me, .draft = draft };
	enum rt_err err;

	if ((err = look(rt, a, &w)) || (err = take_id(rt, a, &w)) ||
	    (err = store(rt, a, &w)))
		return err;
	if (w.time &&
	    ((err = publish(rt, a, &w)) ||
	     (err = thread_add(rt, a, w.parent.id, w.id)) ||
	     (err = fanout(rt, me->id, w.id, w.followers, w.home_cap))))
		return err;
	tell(rt, a, &w);
	*id = w.id;
	return RT_OK;
}
