#include "libretwis/post/delivery_batch.h"

#include "libretwis/post/delivery_job.h"
#include "libretwis/post/delivery_round.h"
#include "libretwis/post/unfollowed.h"
#include "libretwis/site/layout.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/* A job of the batch. */
struct delivery_batch_job {
	struct job job;
	struct delivery_job parcel;
	const char *claimed, *writer;
	const struct rt_ids *fans; /* of its author, as all jobs of that one */
	bool is_long;              /* more fans than a chunk: not here */
	uint64_t ended;
};

struct delivery_batch {
	struct arena *a;
	struct delivery_batch_job job[WORKER_JOBS];
	size_t n;
	const char *layout;
	struct round round;
};

/* ---- which jobs -------------------------------------------------------- */

/* Those that nobody can have begun. */
static bool delivery_batch_fits(struct arena *a, const struct job *job,
				struct delivery_job *parcel)
{
	return job->tries == 0 && !delivery_job_is_late(job) &&
	       delivery_job_read(a, job, parcel) && !parcel->score;
}

static void delivery_batch_pick(struct delivery_batch *b,
				const struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->n && b->n < WORKER_JOBS; i++) {
		struct delivery_batch_job *j = &b->job[b->n];

		j->job = jobs->v[i];
		b->n += delivery_batch_fits(b->a, &j->job, &j->parcel);
	}
}

static void delivery_batch_queue_fans(struct rt_pipe *p,
				      struct delivery_batch *b,
				      struct delivery_batch_job *j)
{
	uint64_t author = j->parcel.author;
	struct rt_ids *fans;

	for (const struct delivery_batch_job *other = b->job; other < j;
	     other++)
		if (other->parcel.author == author) {
			j->fans = other->fans;
			return;
		}
	j->fans = fans = arena_alloc(b->a, sizeof *fans);
	rt_pipe_ids(p, fans, DELIVER_CHUNK + 1,
		    "ZRANGE " KEY_FOLLOWERS " 0 %d", author, DELIVER_CHUNK);
}

static enum rt_err delivery_batch_read(struct rt *rt, struct delivery_batch *b)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, b->a);
	for (struct delivery_batch_job *j = b->job; j < b->job + b->n; j++) {
		delivery_job_claim(&p, &j->parcel, &j->claimed);
		rt_pipe_str(&p, &j->writer, "HGET " KEY_POST " user_id",
			    j->parcel.post);
		rt_pipe_lenient(&p);
		delivery_batch_queue_fans(&p, b, j);
	}
	layout_queue(&p, &b->layout);
	if ((err = rt_pipe_end(&p)))
		return err;
	b->round.adopted = layout_adopted(rt, b->layout);
	for (struct delivery_batch_job *j = b->job; j < b->job + b->n; j++)
		j->is_long = j->fans->n > DELIVER_CHUNK;
	return RT_OK;
}

/* ---- delivering -------------------------------------------------------- */

/* Not if the post has been deleted, or another job delivers it. */
static bool delivery_batch_delivers(const struct delivery_batch_job *j)
{
	return !j->is_long && j->writer &&
	       delivery_job_is_mine(&j->parcel, j->claimed);
}

static enum rt_err delivery_batch_serve(struct rt *rt,
					struct delivery_batch *b,
					int64_t sure_until)
{
	for (const struct delivery_batch_job *j = b->job; j < b->job + b->n;
	     j++)
		if (delivery_batch_delivers(j))
			round_add(&b->round, j->parcel.post, j->parcel.author,
				  *j->fans);
	round_plan(&b->round);
	return round_walk(rt, &b->round, sure_until);
}

static bool delivery_batch_has_asked(const struct unfollowed *left, size_t n,
				     uint64_t author)
{
	for (size_t i = 0; i < n; i++)
		if (left[i].author == author)
			return true;
	return false;
}

/* Once for each author. */
static enum rt_err delivery_batch_drop_unfollowed(
	struct rt *rt, const struct delivery_batch *b)
{
	struct unfollowed left[WORKER_JOBS] = { 0 };
	struct rt_pipe p;
	size_t n = 0;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, b->a);
	for (const struct delivery_batch_job *j = b->job; j < b->job + b->n;
	     j++) {
		uint64_t author = j->parcel.author;

		if (!delivery_batch_delivers(j) || !j->fans->n ||
		    delivery_batch_has_asked(left, n, author))
			continue;
		left[n].author = author;
		left[n].fans = *j->fans;
		unfollowed_ask(&p, &left[n++], "-inf", "+inf");
	}
	err = rt_pipe_end(&p);
	return err ? err : unfollowed_drop(rt, b->a, left, n);
}

/* ---- ending ------------------------------------------------------------ */

/* A job that another worker has got is finished by that one. */
static enum rt_err delivery_batch_end(struct rt *rt, struct delivery_batch *b,
				      struct worker *w)
{
	struct rt_pipe bus;
	enum rt_err err = wait_replicas_data(rt, b->a);

	if (err)
		return err;
	rt_pipe_begin(&bus, rt_bus(rt), b->a);
	round_notify(&bus, &b->round);
	for (struct delivery_batch_job *j = b->job; j < b->job + b->n; j++)
		if (!j->is_long)
			worker_end(&bus, w, &j->job, &j->ended);
	err = rt_pipe_end(&bus);
	for (const struct delivery_batch_job *j = b->job; j < b->job + b->n;
	     j++)
		if (!j->is_long)
			worker_ended(w, err, j->ended);
	return err;
}

static bool delivery_batch_has(const struct delivery_batch *b,
			       const struct job *job)
{
	for (const struct delivery_batch_job *j = b->job; j < b->job + b->n;
	     j++)
		if (!j->is_long && j->job.text == job->text)
			return true;
	return false;
}

static void delivery_batch_leave(const struct delivery_batch *b,
				 struct jobs *jobs)
{
	size_t left = 0;

	for (size_t i = 0; i < jobs->n; i++)
		if (!delivery_batch_has(b, &jobs->v[i]))
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
	b->round = (struct round){ .a = a };
	delivery_batch_pick(b, jobs);
	if (!b->n)
		return RT_OK;
	if ((err = delivery_batch_read(rt, b)))
		return err;
	if ((err = delivery_batch_serve(rt, b, sure_until)) ||
	    (b->round.adopted &&
	     (err = delivery_batch_drop_unfollowed(rt, b))) ||
	    (err = delivery_batch_end(rt, b, w)))
		return err;
	d->served += round_served(&b->round);
	delivery_batch_leave(b, jobs);
	return RT_OK;
}
