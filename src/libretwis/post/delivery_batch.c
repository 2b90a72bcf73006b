#include "libretwis/post/delivery_batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/delivery_job.h"
#include "libretwis/post/push.h"
#include "libretwis/site/layout.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/* One post for one follower. */
struct batch_push {
	uint64_t fan, post, author;
};

/* Everything that one command pushes to one follower's timeline. */
struct batch_home {
	const struct batch_push *push;
	struct rt_ids posts;
	uint64_t length; /* after the push; 0: there is no timeline */
};

struct batch_job {
	struct job job;
	struct delivery_job delivery;
	const char *claimed, *writer;
	const struct rt_ids *fans; /* shared by all jobs of the same author */
	bool is_long; /* has more fans than a chunk, so it is left alone */
	uint64_t ended;
};

struct delivery_batch {
	struct arena *a; /* for everything here */
	struct batch_job job[WORKER_JOBS];
	size_t n;
	const char *layout;
	bool adopted; /* timelines are trimmed, and none is begun */
	struct batch_push *push;
	size_t pushes, room;
	struct batch_home *home;
	size_t homes;
};

/* ---- which jobs ----------------------------------------------------- */

/* Only jobs that nobody can have started. */
static bool batch_fits(struct arena *a, const struct job *job,
		       struct delivery_job *delivery)
{
	return job->tries == 0 && !delivery_job_is_late(job) &&
	       delivery_job_read(a, job, delivery) && !delivery->score;
}

static void batch_pick(struct delivery_batch *b, const struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->n && b->n < WORKER_JOBS; i++) {
		struct batch_job *j = &b->job[b->n];

		j->job = jobs->v[i];
		b->n += batch_fits(b->a, &j->job, &j->delivery);
	}
}

static void batch_queue_fans(struct rt_pipe *p, struct delivery_batch *b,
			     struct batch_job *j)
{
	uint64_t author = j->delivery.author;
	struct rt_ids *fans;

	for (const struct batch_job *other = b->job; other < j; other++)
		if (other->delivery.author == author) {
			j->fans = other->fans;
			return;
		}
	j->fans = fans = arena_alloc(b->a, sizeof *fans);
	rt_pipe_ids(p, fans, DELIVER_CHUNK + 1,
		    "ZRANGE " KEY_FOLLOWERS " 0 %d", author, DELIVER_CHUNK);
}

static enum rt_err batch_read(struct rt *rt, struct delivery_batch *b)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, b->a);
	for (struct batch_job *j = b->job; j < b->job + b->n; j++) {
		delivery_job_claim(&p, &j->delivery, &j->claimed);
		rt_pipe_str(&p, &j->writer, "HGET " KEY_POST " user_id",
			    j->delivery.post);
		rt_pipe_lenient(&p);
		batch_queue_fans(&p, b, j);
	}
	layout_queue(&p, &b->layout);
	if ((err = rt_pipe_end(&p)))
		return err;
	b->adopted = layout_adopted(rt, b->layout);
	for (struct batch_job *j = b->job; j < b->job + b->n; j++)
		j->is_long = j->fans->n > DELIVER_CHUNK;
	return RT_OK;
}

/* ---- what goes where ------------------------------------------------ */

/* False if the post has been deleted, or another job delivers it. */
static bool batch_delivers(const struct batch_job *j)
{
	return !j->is_long && j->writer &&
	       delivery_job_is_mine(&j->delivery, j->claimed);
}

/*
 * Doubles the array, since nobody knows in advance how many pushes there are.
 */
static void batch_make_room(struct delivery_batch *b, size_t n)
{
	struct batch_push *before = b->push;

	if (b->pushes + n <= b->room)
		return;
	b->room = 2 * (b->pushes + n);
	b->push = arena_alloc(b->a, b->room * sizeof *b->push);
	if (b->pushes)
		memcpy(b->push, before, b->pushes * sizeof *before);
}

/* Authors have their own posts already, even if they follow themselves. */
static void batch_add(struct delivery_batch *b, const struct batch_job *j)
{
	const struct rt_ids *fans = j->fans;

	batch_make_room(b, fans->n);
	for (size_t i = 0; i < fans->n; i++)
		if (fans->v[i] != j->delivery.author)
			b->push[b->pushes++] = (struct batch_push){
				.fan = fans->v[i],
				.post = j->delivery.post,
				.author = j->delivery.author,
			};
}

/* By follower, and the oldest post of each first. */
static int batch_order(const void *one, const void *other)
{
	const struct batch_push *a = one, *b = other;

	if (a->fan != b->fan)
		return a->fan < b->fan ? -1 : 1;
	return (a->post > b->post) - (a->post < b->post);
}

static void batch_group_by_fan(struct delivery_batch *b)
{
	uint64_t *post = arena_alloc(b->a, b->pushes * sizeof *post);
	struct batch_home *h = NULL;

	if (b->pushes)
		qsort(b->push, b->pushes, sizeof *b->push, batch_order);
	b->home = arena_alloc(b->a, b->pushes * sizeof *b->home);
	for (size_t i = 0; i < b->pushes; i++) {
		post[i] = b->push[i].post;
		if (!h || h->push->fan != b->push[i].fan) {
			h = &b->home[b->homes++];
			*h = (struct batch_home){ .push = &b->push[i],
						  .posts.v = &post[i] };
		}
		h->posts.n++;
	}
}

/* ---- pushing -------------------------------------------------------- */

/* The homes that one round trip serves: a thousand at most. */
struct batch_part {
	struct batch_home *home;
	size_t n;
};

static struct batch_part batch_part(const struct delivery_batch *b,
				    size_t from)
{
	size_t n = b->homes - from < DELIVER_CHUNK ? b->homes - from
						   : DELIVER_CHUNK;

	return (struct batch_part){ .home = b->home + from, .n = n };
}

static enum rt_err batch_push(struct rt *rt, const struct delivery_batch *b,
			      struct batch_part *part)
{
	const char *push = b->adopted ? "LPUSHX" : "LPUSH";
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, b->a);
	for (struct batch_home *h = part->home; h < part->home + part->n; h++)
		rt_pipe_u64_with(&p, &h->length, h->posts, "%s " KEY_POSTS,
				 push, h->push->fan);
	return rt_pipe_end(&p);
}

/* Trims the timelines that have become too long. */
static enum rt_err batch_trim(struct rt *rt, const struct delivery_batch *b,
			      const struct batch_part *part)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, b->a);
	for (size_t i = 0; b->adopted && i < part->n; i++)
		push_trim(&p, part->home[i].push->fan, part->home[i].length);
	return rt_pipe_end(&p);
}

/*
 * RT_TAKEN: the clock has passed `sure_until`, so another worker may be doing
 * the same work by now.
 */
static enum rt_err batch_push_all(struct rt *rt, struct delivery_batch *b,
				  int64_t sure_until)
{
	enum rt_err err = RT_OK;

	for (size_t at = 0; !err && at < b->homes; at += DELIVER_CHUNK) {
		struct batch_part part = batch_part(b, at);

		if (clock_ms() >= sure_until)
			return RT_TAKEN;
		if (!(err = batch_push(rt, b, &part)))
			err = batch_trim(rt, b, &part);
	}
	return err;
}

static enum rt_err batch_serve(struct rt *rt, struct delivery_batch *b,
			       int64_t sure_until)
{
	for (const struct batch_job *j = b->job; j < b->job + b->n; j++)
		if (batch_delivers(j))
			batch_add(b, j);
	batch_group_by_fan(b);
	return batch_push_all(rt, b, sure_until);
}

/* ---- who has unfollowed --------------------------------------------- */

static bool batch_has_checked(const struct unfollowed *left, size_t n,
			      uint64_t author)
{
	for (size_t i = 0; i < n; i++)
		if (left[i].author == author)
			return true;
	return false;
}

/* Checks each author's followers once, however many posts the author wrote. */
static enum rt_err batch_drop_unfollowed(struct rt *rt,
					 const struct delivery_batch *b)
{
	struct unfollowed left[WORKER_JOBS] = { 0 };
	struct rt_pipe p;
	size_t n = 0;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, b->a);
	for (const struct batch_job *j = b->job; j < b->job + b->n; j++) {
		uint64_t author = j->delivery.author;

		if (!batch_delivers(j) || !j->fans->n ||
		    batch_has_checked(left, n, author))
			continue;
		left[n].author = author;
		left[n].fans = *j->fans;
		unfollowed_queue(&p, &left[n++], "-inf", "+inf");
	}
	err = rt_pipe_end(&p);
	return err ? err : unfollowed_drop(rt, b->a, left, n);
}

/* ---- ending --------------------------------------------------------- */

/* Notifies the followers who have the posts now, a thousand per message. */
static void batch_notify(struct rt_pipe *bus, const struct delivery_batch *b)
{
	struct rt_ids fans = { 0 };

	fans.v = arena_alloc(b->a, DELIVER_CHUNK * sizeof *fans.v);
	for (size_t i = 0; i < b->homes; i++) {
		if (b->home[i].length)
			fans.v[fans.n++] = b->home[i].push->fan;
		if (fans.n < DELIVER_CHUNK && i + 1 < b->homes)
			continue;
		notify_members(bus, fans);
		fans.n = 0;
	}
}

/* If another worker has got one of the jobs, that worker finishes it. */
static enum rt_err batch_finish(struct rt *rt, struct delivery_batch *b,
				struct worker *w)
{
	struct rt_pipe bus;
	enum rt_err err = wait_replicas_data(rt, b->a);

	if (err)
		return err;
	rt_pipe_begin(&bus, rt_bus(rt), b->a);
	batch_notify(&bus, b);
	for (struct batch_job *j = b->job; j < b->job + b->n; j++)
		if (!j->is_long)
			worker_end(&bus, w, &j->job, &j->ended);
	err = rt_pipe_end(&bus);
	for (const struct batch_job *j = b->job; j < b->job + b->n; j++)
		if (!j->is_long)
			worker_ended(w, err, j->ended);
	return err;
}

/* How many posts came into timelines. */
static size_t batch_served(const struct delivery_batch *b)
{
	size_t served = 0;

	for (size_t i = 0; i < b->homes; i++)
		served += b->home[i].length ? b->home[i].posts.n : 0;
	return served;
}

static bool batch_has(const struct delivery_batch *b, const struct job *job)
{
	for (const struct batch_job *j = b->job; j < b->job + b->n; j++)
		if (!j->is_long && j->job.text == job->text)
			return true;
	return false;
}

/* Takes the jobs that are done out of `jobs`. */
static void batch_remove_done(const struct delivery_batch *b,
			      struct jobs *jobs)
{
	size_t left = 0;

	for (size_t i = 0; i < jobs->n; i++)
		if (!batch_has(b, &jobs->v[i]))
			jobs->v[left++] = jobs->v[i];
	jobs->n = left;
}

enum rt_err delivery_batch_deliver(struct rt *rt, struct arena *a,
				   struct worker *w, struct jobs *jobs,
				   int64_t sure_until, struct delivery *d)
{
	struct delivery_batch *b = arena_alloc(a, sizeof *b);
	enum rt_err err;

	b->a = a;
	batch_pick(b, jobs);
	if (!b->n)
		return RT_OK;
	if ((err = batch_read(rt, b)))
		return err;
	if ((err = batch_serve(rt, b, sure_until)) ||
	    (b->adopted && (err = batch_drop_unfollowed(rt, b))) ||
	    (err = batch_finish(rt, b, w)))
		return err;
	d->served += batch_served(b);
	batch_remove_done(b, jobs);
	return RT_OK;
}
