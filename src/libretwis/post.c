/* Posts: storing one, and loading many. */
#include "libretwis/post.h"

#include "libretwis/ids.h"
#include "libretwis/secret.h"
#include "libretwis/session.h"

#define ONCE_SECONDS 600

/* ---- storing ----------------------------------------------------------- */

/* A post on its way into Redis. */
struct draft {
	const struct rt_user *author;
	const char *body;
	uint64_t id;
	bool again; /* the id was taken by the same form before */
	uint64_t followers;
	int home_cap; /* of home timelines; 0: not adopted */
};

const char *rt_nonce(struct arena *a)
{
	return secret_new(a);
}

/*
 * What makes a form the same is its nonce and its text, so that going back
 * and writing something else makes a second post, never changes the first.
 */
static const char *once_name(struct arena *a, const struct draft *d,
			     const char *nonce)
{
	if (!nonce || !*nonce)
		return secret_new(a);
	return secret_digest(a, arena_printf(a, ID " %s %s", d->author->id,
					     nonce, d->body));
}

static enum rt_err take_id(struct rt *rt, struct arena *a, struct draft *d,
			   const char *nonce)
{
	const char *once = once_name(a, d, nonce), *layout = NULL;
	uint64_t fresh = 0, kept = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &fresh, "INCR " KEY_NEXT_POST);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "SET " KEY_ONCE " " ID " NX EX %d", once, fresh,
		ONCE_SECONDS);
	rt_pipe_u64(&p, &kept, "GET " KEY_ONCE, once);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	rt_pipe_u64(&p, &d->followers, "ZCARD " KEY_FOLLOWERS, d->author->id);
	if ((err = rt_pipe_end(&p)))
		return err;
	d->again = kept && kept != fresh;
	d->id = d->again ? kept : fresh;
	d->home_cap = layout ? TIMELINE_CAP : 0;
	return RT_OK;
}

/* The hash is complete before any list points to it. */
static enum rt_err store(struct rt *rt, struct arena *a, const struct draft *d)
{
	uint64_t stored = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (d->again) {
		rt_pipe_begin(&p, rt, a);
		rt_pipe_u64(&p, &stored, "EXISTS " KEY_POST, d->id);
		if ((err = rt_pipe_end(&p)) || stored)
			return err;
	}
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p,
		"HSET " KEY_POST " user_id " ID " time %lld body %s"
		" username %s",
		d->id, d->author->id, (long long)time(NULL), d->body,
		d->author->name);
	return rt_pipe_end(&p);
}

static enum rt_err publish(struct rt *rt, struct arena *a,
			   const struct draft *d)
{
	uint64_t me = d->author->id;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_OWN " " ID " 0", PUSH_ONCE, me, d->id);
	rt_pipe(&p, "EVAL %s 1 " KEY_POSTS " " ID " %d", PUSH_ONCE, me, d->id,
		d->home_cap);
	rt_pipe(&p, "EVAL %s 1 " KEY_TIMELINE " " ID " %d", PUSH_ONCE, d->id,
		TIMELINE_CAP);
	return rt_pipe_end(&p);
}

enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me, const char *nonce,
			   const char *body, uint64_t *id)
{
	struct draft d = { .author = me, .body = body };
	enum rt_err err;

	if ((err = take_id(rt, a, &d, nonce)) || (err = store(rt, a, &d)) ||
	    (err = publish(rt, a, &d)) ||
	    (err = fanout(rt, me->id, d.id, d.followers, d.home_cap)))
		return err;
	*id = d.id;
	return RT_OK;
}

/* ---- loading ----------------------------------------------------------- */

void posts_ask(struct rt_pipe *p, struct post_load *l, struct rt_ids ids)
{
	l->ids = ids;
	l->field = arena_alloc(p->a, ids.n * sizeof *l->field);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe_strs(p, l->field[i], POST_FIELDS,
			     "HMGET " KEY_POST " user_id time body username",
			     ids.v[i]);
}

static bool is_gone(const char *const *field)
{
	return !rt_u64(field[POST_USER_ID]) || !field[POST_BODY];
}

/* PHP Retwis writes no `username`: then the author's hash tells it. */
static enum rt_err find_names(struct rt *rt, struct arena *a,
			      struct post_load *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < l->ids.n; i++) {
		const char **field = l->field[i];

		if (!is_gone(field) && !field[POST_USERNAME])
			rt_pipe_str(&p, &field[POST_USERNAME],
				    "HGET " KEY_USER " username",
				    rt_u64(field[POST_USER_ID]));
	}
	return rt_pipe_end(&p);
}

enum rt_err posts_take(struct rt *rt, struct arena *a, struct post_load *l,
		       struct rt_posts *out)
{
	struct rt_posts posts = { 0 };
	enum rt_err err;

	if ((err = find_names(rt, a, l)))
		return err;
	posts.v = arena_alloc(a, l->ids.n * sizeof *posts.v);
	for (size_t i = 0; i < l->ids.n; i++) {
		const char **field = l->field[i];

		if (is_gone(field) || !field[POST_USERNAME])
			continue;
		posts.v[posts.n++] = (struct rt_post){
			.id = l->ids.v[i],
			.user_id = rt_u64(field[POST_USER_ID]),
			.time = (time_t)rt_u64(field[POST_TIME]),
			.name = field[POST_USERNAME],
			.body = rt_text_clean(a, field[POST_BODY]),
		};
	}
	*out = posts;
	return RT_OK;
}

enum rt_err posts_load(struct rt *rt, struct arena *a, struct rt_ids ids,
		       struct rt_posts *out)
{
	struct post_load l;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	posts_ask(&p, &l, ids);
	err = rt_pipe_end(&p);
	return err ? err : posts_take(rt, a, &l, out);
}

int64_t posts_page_cut(struct rt_ids *ids, int64_t start)
{
	return ids_page_cut(ids, start, RT_PAGE);
}

enum rt_err rt_status(struct rt *rt, struct arena *a, const char *secret,
		      uint64_t id, struct rt_status *status)
{
	struct rt_ids ids = { .v = &id, .n = 1 };
	struct rt_posts posts;
	struct post_load l;
	struct session s;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &s, secret);
	posts_ask(&p, &l, ids);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	session_check(&p, &s);
	if ((err = rt_pipe_end(&p)) || (err = posts_take(rt, a, &l, &posts)))
		return err;
	*status = (struct rt_status){ .me = session_user(&s) };
	if (posts.n)
		status->post = posts.v[0];
	return RT_OK;
}
