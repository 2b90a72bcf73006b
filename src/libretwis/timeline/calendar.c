/*
 * Private calendars, and the single dates that visitors add to their own.
 *
 * The list `dates` only says which posts have a date, and roughly in which
 * order.  Each post says itself when that is.
 */
#include "libretwis/calendar.h"

#include "base/day.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/posts.h"
#include "libretwis/site/origin.h"
#include "libretwis/timeline/private_address.h"
#include "schema/key.h"

struct calendar_load {
	struct origin origin;
	struct member_names names;
	struct rt_ids ids;
	struct post_load load;
	const char **refused; /* of each post, whether the member said No */
	struct rt_posts posts;
};

/* ---- reading ------------------------------------------------------------ */

static void calendar_queue_posts(struct rt_pipe *p, struct calendar_load *l)
{
	posts_queue(p, &l->load, 0, &l->names, l->ids);
	l->load.hides_nobody = true;
}

/* Queues nothing if the site has an id, as it does after its first calendar. */
static void calendar_queue_origin(struct rt_pipe *p, struct calendar_load *l)
{
	if (!origin_get(&l->origin))
		origin_claim(p, &l->origin);
}

/* What the posts refer to, if this process does not know it yet. */
static enum rt_err calendar_parse(struct rt *rt, struct arena *a,
				  struct calendar_load *l)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_rest(&p, &l->load);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_names(&p, &l->load);
	if ((err = rt_pipe_end(&p)))
		return err;
	l->posts.v = arena_alloc(a, l->ids.n * sizeof *l->posts.v);
	posts_pick(a, &l->load, l->ids.n, l->ids.n, &l->posts);
	return RT_OK;
}

static bool calendar_may_show(const struct calendar_load *l,
			      const struct rt_post *post)
{
	return post->attached.date &&
	       !member_names_leaves_out(&l->names, post->user_id);
}

/* ---- a private calendar ------------------------------------------------- */

static enum rt_err calendar_open(struct rt *rt, struct arena *a,
				 struct private_address *address,
				 struct calendar_load *l)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	private_address_queue(&p, address);
	quiet_queue(&p, &l->names.quiet, address->owner);
	rt_pipe_ids(&p, &l->ids, RT_CALENDAR,
		    "ZRANGEBYSCORE " KEY_DATES " %lld +inf LIMIT 0 %d",
		    (long long)day_after(time(NULL), 0), RT_CALENDAR);
	origin_queue(&p, &l->origin);
	if ((err = rt_pipe_end(&p)))
		return err;
	return private_address_opens(a, address) ? RT_OK : RT_NOT_FOUND;
}

/* Only a post knows whether it asks "Who comes?", so all are asked about. */
static enum rt_err calendar_read(struct rt *rt, struct arena *a,
				 uint64_t owner, struct calendar_load *l)
{
	struct rt_pipe p;
	enum rt_err err;

	l->refused = arena_alloc(a, l->ids.n * sizeof *l->refused);
	rt_pipe_begin_lenient(&p, rt, a);
	calendar_queue_posts(&p, l);
	for (size_t i = 0; i < l->ids.n; i++)
		answers_queue_given(&p, &l->refused[i], l->ids.v[i],
				    RT_COMES_NO, owner);
	calendar_queue_origin(&p, l);
	err = rt_pipe_end(&p);
	return err ? err : calendar_parse(rt, a, l);
}

static bool calendar_is_refused(const struct calendar_load *l,
				const struct rt_post *post)
{
	const struct rt_question *question = post->attached.question;

	if (!question || !question->comes)
		return false;
	for (size_t i = 0; i < l->ids.n; i++)
		if (l->ids.v[i] == post->id)
			return l->refused[i];
	return false;
}

/* An announcement is for all members, whomever they have muted. */
static bool calendar_has(const struct calendar_load *l,
			 const struct rt_post *post)
{
	return calendar_may_show(l, post) && !calendar_is_refused(l, post) &&
	       (post->attached.announced ||
		!quiet_has(&l->names.quiet, post->user_id));
}

static struct rt_posts calendar_pick(struct calendar_load *l)
{
	struct rt_posts kept = { .v = l->posts.v };

	for (size_t i = 0; i < l->posts.n; i++)
		if (calendar_has(l, &l->posts.v[i]))
			kept.v[kept.n++] = l->posts.v[i];
	return kept;
}

enum rt_err rt_calendar(struct rt *rt, struct arena *a, const char *secret,
			struct rt_calendar *calendar)
{
	struct calendar_load l = { .names = { .visitor = NULL } };
	struct private_address address;
	enum rt_err err;

	if (!private_address_begin(&address, RT_PRIVATE_CALENDAR, secret))
		return RT_NOT_FOUND;
	if ((err = calendar_open(rt, a, &address, &l)) ||
	    (err = calendar_read(rt, a, address.owner, &l)))
		return err;
	*calendar = (struct rt_calendar){
		.name = address.fields.username,
		.display = address.fields.display,
		.origin = origin_get(&l.origin),
		.posts = calendar_pick(&l),
	};
	return RT_OK;
}

/* ---- one post ----------------------------------------------------------- */

static enum rt_err calendar_name(struct rt *rt, struct arena *a,
				 struct calendar_load *l, struct rt_dated *d)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	calendar_queue_origin(&p, l);
	if (!(err = rt_pipe_end(&p)))
		d->origin = origin_get(&l->origin);
	return err;
}

enum rt_err rt_dated(struct rt *rt, struct arena *a, const char *secret,
		     uint64_t id, struct rt_dated *dated)
{
	struct calendar_load l = { .ids = { .v = &id, .n = 1 } };
	struct session visitor = { .secret = NULL };
	struct rt_dated d = { .origin = NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &visitor, secret);
	session_check(&p, &visitor);
	calendar_queue_posts(&p, &l);
	origin_queue(&p, &l.origin);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &visitor);
	if ((err = rt_pipe_end(&p)) || (err = calendar_parse(rt, a, &l)))
		return err;
	d.me = session_user(&visitor);
	if (l.posts.n && calendar_may_show(&l, &l.posts.v[0])) {
		d.post = l.posts.v[0];
		err = calendar_name(rt, a, &l, &d);
	}
	if (!err)
		*dated = d;
	return err;
}
