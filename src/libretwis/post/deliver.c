#include "libretwis/post/deliver.h"

#include "base/clock.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/deliver_next.lua.h"
#include "libretwis/post/delivery_job.h"
#include "libretwis/post/push.h"
#include "libretwis/site/layout.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/* ---- who has unfollowed --------------------------------------------- */

/*
 * Where very many followers share a score, this many are read, and those who
 * are missing then are checked one by one.
 */
#define STILL_MAX (2 * DELIVER_CHUNK)

/* A follower whom we pushed to, and have not found again. */
struct missing_fan {
	uint64_t author, fan;
	const char *follows;
};

/*
 * ZMSCORE could check exactly these fans, but takes Redis five times as long,
 * because it formats a score for each.
 */
void unfollowed_queue(struct rt_pipe *p, struct unfollowed *u,
		      const char *from, const char *to)
{
	rt_pipe_ids(p, &u->still, STILL_MAX,
		    "ZRANGEBYSCORE " KEY_FOLLOWERS " %s %s LIMIT 0 %d",
		    u->author, from, to, STILL_MAX);
}

/* Both lists have the same order, so it is nearly always the next entry. */
static bool unfollowed_still_follows(struct rt_ids ids, size_t *next,
				     uint64_t id)
{
	for (size_t i = *next; i < ids.n; i++)
		if (ids.v[i] == id) {
			*next = i + 1;
			return true;
		}
	return false;
}

static size_t unfollowed_find_missing(const struct unfollowed *u,
				      struct missing_fan *missing)
{
	size_t n = 0, next = 0;

	for (size_t i = 0; i < u->fans.n; i++)
		if (!unfollowed_still_follows(u->still, &next, u->fans.v[i]))
			missing[n++] =
				(struct missing_fan){ .author = u->author,
						      .fan = u->fans.v[i] };
	return n;
}

static enum rt_err unfollowed_drop_missing(struct rt *rt, struct arena *a,
					   struct missing_fan *missing,
					   size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (struct missing_fan *m = missing; m < missing + n; m++)
		rt_pipe_str(&p, &m->follows, "ZSCORE " KEY_FOLLOWERS " " ID,
			    m->author, m->fan);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (const struct missing_fan *m = missing; m < missing + n; m++)
		if (!m->follows)
			rt_pipe(&p, "UNLINK " KEY_POSTS, m->fan);
	return rt_pipe_end(&p);
}

enum rt_err unfollowed_drop(struct rt *rt, struct arena *a,
			    const struct unfollowed *u, size_t n)
{
	struct missing_fan *missing;
	size_t most = 0, found = 0;

	for (size_t i = 0; i < n; i++)
		most += u[i].fans.n;
	missing = arena_alloc(a, most * sizeof *missing);
	for (size_t i = 0; i < n; i++)
		found += unfollowed_find_missing(&u[i], missing + found);
	return unfollowed_drop_missing(rt, a, missing, found);
}

/* ---- a chunk -------------------------------------------------------- */

/* A chunk of a delivery: up to a thousand followers. */
struct chunk {
	const struct job *job;
	struct delivery_job delivery;

	const char *claimed, *writer, *layout;
	const char *found[DELIVER_CHUNK + 1]; /* `n` followers and a score */
	size_t n;
	struct rt_ids fans;     /* without the author, who has the post */
	uint64_t *length;       /* of each timeline; NULL: not pushed yet */
	struct unfollowed left; /* those of the fans who have unfollowed */
	bool adopted;
	bool checks; /* looks into each timeline before it pushes */
};

/* ---- whom to serve -------------------------------------------------- */

static void deliver_queue_fans(struct rt_pipe *p, struct chunk *c)
{
	if (c->delivery.score)
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d %s %s",
			     DELIVER_NEXT_LUA, c->delivery.author,
			     DELIVER_CHUNK, c->delivery.score,
			     c->delivery.member);
	else
		rt_pipe_strs(p, c->found, DELIVER_CHUNK + 1,
			     "EVAL %s 1 " KEY_FOLLOWERS " %d",
			     DELIVER_NEXT_LUA, c->delivery.author,
			     DELIVER_CHUNK);
}

static enum rt_err deliver_read(struct rt *rt, struct arena *a,
				struct chunk *c)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (!c->delivery.score)
		delivery_job_claim(&p, &c->delivery, &c->claimed);
	rt_pipe_str(&p, &c->writer, "HGET " KEY_POST " user_id",
		    c->delivery.post);
	rt_pipe_lenient(&p);
	layout_queue(&p, &c->layout);
	deliver_queue_fans(&p, c);
	if ((err = rt_pipe_end(&p)))
		return err;
	c->adopted = layout_adopted(rt, c->layout);
	c->fans.v = arena_alloc(a, DELIVER_CHUNK * sizeof *c->fans.v);
	for (; c->n < DELIVER_CHUNK && c->found[c->n + 1]; c->n++)
		if (rt_u64(c->found[c->n]) != c->delivery.author)
			c->fans.v[c->fans.n++] = rt_u64(c->found[c->n]);
	return RT_OK;
}

/* True if the post has been deleted, or another job delivers it. */
static bool deliver_is_over(const struct chunk *c)
{
	return !c->writer || !delivery_job_is_mine(&c->delivery, c->claimed);
}

/* ---- serving -------------------------------------------------------- */

static void deliver_queue_push(struct rt_pipe *p, const struct chunk *c,
			       size_t i)
{
	uint64_t fan = c->fans.v[i];

	if (!c->checks)
		rt_pipe_u64(p, &c->length[i], "%s " KEY_POSTS " " ID,
			    c->adopted ? "LPUSHX" : "LPUSH", fan,
			    c->delivery.post);
	else
		push_home(p, fan, c->delivery.post, c->adopted);
}

/* The score of the last follower comes after the followers. */
static void deliver_queue_unfollowed(struct rt_pipe *p, struct chunk *c)
{
	const char *from = c->delivery.score ? c->delivery.score : "-inf";

	c->left.author = c->delivery.author;
	c->left.fans = c->fans;
	rt_pipe_then(p);
	unfollowed_queue(p, &c->left, from, c->found[c->n]);
}

static enum rt_err deliver_push(struct rt *rt, struct arena *a,
				struct chunk *c)
{
	struct rt_pipe p;

	c->length = arena_alloc(a, c->fans.n * sizeof *c->length);
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < c->fans.n; i++)
		deliver_queue_push(&p, c, i);
	if (c->adopted && c->fans.n)
		deliver_queue_unfollowed(&p, c);
	return rt_pipe_end(&p);
}

/* Trims timelines that are too long, and drops those of unfollowers. */
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

/* Notifies the followers who have the post now, since a page may be open. */
static void deliver_notify(struct rt_pipe *bus, const struct chunk *c)
{
	struct rt_ids fans = { .v = arena_alloc(bus->a,
						c->fans.n * sizeof *fans.v) };

	for (size_t i = 0; i < c->fans.n; i++)
		if (c->checks || c->length[i])
			fans.v[fans.n++] = c->fans.v[i];
	notify_members(bus, fans);
}

/* If another worker has got the job, that worker finishes it. */
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
			    delivery_job_rest(a, &c->delivery, c->found[c->n],
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
	if (!delivery_job_read(a, job, &c->delivery))
		return RT_BROKEN;
	if ((err = deliver_read(rt, a, c)))
		return err;
	if (deliver_is_over(c))
		return deliver_finish(rt, a, w, c);
	c->checks = job->tries > 0 || clock_ms() >= sure_until ||
		    delivery_job_is_late(job);
	if ((err = deliver_push(rt, a, c)) ||
	    (err = deliver_tidy(rt, a, c, d)))
		return err;
	return deliver_finish(rt, a, w, c);
}
