#include "libretwis/post/deliver.h"

#include "base/clock.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/deliver_next.lua.h"
#include "libretwis/post/delivery_job.h"
#include "libretwis/post/push.h"
#include "libretwis/post/unfollowed.h"
#include "libretwis/site/layout.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/* One chunk of a delivery. */
struct chunk {
	const struct job *job;
	struct delivery_job parcel;

	const char *claimed, *writer, *layout;
	const char *found[DELIVER_CHUNK + 1]; /* `n` followers and a score */
	size_t n;
	struct rt_ids fans;     /* without the author, who has the post */
	uint64_t *length;       /* of each one's timeline; NULL: no push yet */
	struct unfollowed left; /* of the fans */
	bool adopted, look;
};

/* ---- whom to serve ----------------------------------------------------- */

static void deliver_queue_fans(struct rt_pipe *p, struct chunk *c)
{
	if (c->parcel.score)
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d %s %s",
			     DELIVER_NEXT_LUA, c->parcel.author, DELIVER_CHUNK,
			     c->parcel.score, c->parcel.member);
	else
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d",
			     DELIVER_NEXT_LUA, c->parcel.author,
			     DELIVER_CHUNK);
}

static enum rt_err deliver_read(struct rt *rt, struct arena *a,
				struct chunk *c)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (!c->parcel.score)
		delivery_job_claim(&p, &c->parcel, &c->claimed);
	rt_pipe_str(&p, &c->writer, "HGET " KEY_POST " user_id",
		    c->parcel.post);
	rt_pipe_lenient(&p);
	layout_queue(&p, &c->layout);
	deliver_queue_fans(&p, c);
	if ((err = rt_pipe_end(&p)))
		return err;
	c->adopted = layout_adopted(rt, c->layout);
	c->fans.v = arena_alloc(a, DELIVER_CHUNK * sizeof *c->fans.v);
	for (; c->n < DELIVER_CHUNK && c->found[c->n + 1]; c->n++)
		if (rt_u64(c->found[c->n]) != c->parcel.author)
			c->fans.v[c->fans.n++] = rt_u64(c->found[c->n]);
	return RT_OK;
}

/* The post has been deleted, or another job delivers it. */
static bool deliver_is_over(const struct chunk *c)
{
	return !c->writer || !delivery_job_is_mine(&c->parcel, c->claimed);
}

/* ---- serving ----------------------------------------------------------- */

static void deliver_push_to(struct rt_pipe *p, const struct chunk *c, size_t i)
{
	uint64_t fan = c->fans.v[i];

	if (!c->look)
		rt_pipe_u64(p, &c->length[i], "%s " KEY_POSTS " " ID,
			    c->adopted ? "LPUSHX" : "LPUSH", fan,
			    c->parcel.post);
	else
		push_home(p, fan, c->parcel.post, c->adopted);
}

/* The score of the last one stands behind them. */
static void deliver_ask_again(struct rt_pipe *p, struct chunk *c)
{
	const char *from = c->parcel.score ? c->parcel.score : "-inf";

	c->left.author = c->parcel.author;
	c->left.fans = c->fans;
	rt_pipe_then(p);
	unfollowed_ask(p, &c->left, from, c->found[c->n]);
}

static enum rt_err deliver_push(struct rt *rt, struct arena *a,
				struct chunk *c)
{
	struct rt_pipe p;

	c->length = arena_alloc(a, c->fans.n * sizeof *c->length);
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < c->fans.n; i++)
		deliver_push_to(&p, c, i);
	if (c->adopted && c->fans.n)
		deliver_ask_again(&p, c);
	return rt_pipe_end(&p);
}

/* Trims timelines that are too long, and drops those that are wrong now. */
static enum rt_err deliver_tidy(struct rt *rt, struct arena *a,
				struct chunk *c, struct delivery *d)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < c->fans.n; i++) {
		d->served += c->length[i] != 0;
		if (c->adopted)
			push_trim(&p, c->fans.v[i], c->length[i]);
	}
	err = rt_pipe_end(&p);
	return err ? err : unfollowed_drop(rt, a, &c->left, 1);
}

/* Hints to the followers who have the post now: they may have a page open. */
static void deliver_notify(struct rt_pipe *bus, const struct chunk *c)
{
	struct rt_ids told = { .v = arena_alloc(bus->a,
						c->fans.n * sizeof *told.v) };

	for (size_t i = 0; i < c->fans.n; i++)
		if (c->look || c->length[i])
			told.v[told.n++] = c->fans.v[i];
	notify_members(bus, told);
}

/* If another worker has got the job, that one finishes it. */
static enum rt_err deliver_finish(struct rt *rt, struct arena *a,
				  struct worker *w, const struct chunk *c)
{
	uint64_t ended = 0;
	struct rt_pipe bus;
	enum rt_err err = wait_replicas_data(rt, a);

	if (err)
		return err;
	rt_pipe_begin(&bus, rt_bus(rt), a);
	if (c->length)
		deliver_notify(&bus, c);
	if (c->length && c->n == DELIVER_CHUNK)
		worker_move(&bus, w, c->job,
			    delivery_job_rest(a, &c->parcel, c->found[c->n],
					      c->found[c->n - 1]),
			    &ended);
	else
		worker_end(&bus, w, c->job, &ended);
	err = rt_pipe_end(&bus);
	err = worker_ended(w, err, ended);
	return err == RT_TAKEN ? RT_OK : err;
}

enum rt_err deliver_chunk(struct rt *rt, struct arena *a, struct worker *w,
			  const struct job *job, int64_t sure_until,
			  struct delivery *d)
{
	struct chunk *c = arena_alloc(a, sizeof *c);
	enum rt_err err;

	*d = (struct delivery){ 0 };
	c->job = job;
	if (!delivery_job_read(a, job, &c->parcel))
		return RT_BROKEN;
	if ((err = deliver_read(rt, a, c)))
		return err;
	if (deliver_is_over(c))
		return deliver_finish(rt, a, w, c);
	c->look = job->tries > 0 || clock_ms() >= sure_until ||
		  delivery_job_is_late(job);
	if ((err = deliver_push(rt, a, c)) ||
	    (err = deliver_tidy(rt, a, c, d)))
		return err;
	return deliver_finish(rt, a, w, c);
}
