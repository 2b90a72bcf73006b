#include "libretwis/post/batch.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/member/hint.h"
#include "libretwis/post/doubt.h"
#include "libretwis/post/parcel.h"
#include "libretwis/post/push.h"
#include "libretwis/redis/layout.h"

/* A job of the batch. */
struct batch_job {
	struct job job;
	struct parcel parcel;
	const char *claimed, *writer;
	const struct rt_ids *fans; /* of its author, as all jobs of that one */
	bool is_long;              /* more fans than a chunk: not here */
	uint64_t ended;
};

/* A post on its way to a follower. */
struct batch_push {
	uint64_t fan, post, author;
};

/* What goes to one follower's timeline, by one command. */
struct batch_home {
	const struct batch_push *push;
	struct rt_ids posts;
	uint64_t length; /* afterwards; 0: there is no timeline */
};

struct batch {
	struct arena *a;
	struct batch_job job[WORKER_JOBS];
	size_t n;
	const char *layout;
	bool adopted;
	struct batch_push *push;
	size_t pushes;
	struct batch_home *home;
	size_t homes;
};

/* ---- which jobs -------------------------------------------------------- */

/* Those that nobody can have begun. */
static bool batch_fits(struct arena *a, const struct job *job,
		       struct parcel *parcel)
{
	return job->tries == 0 && !parcel_is_late(job) &&
	       parcel_read(a, job, parcel) && !parcel->score;
}

static void batch_pick(struct batch *b, const struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->n && b->n < WORKER_JOBS; i++) {
		struct batch_job *j = &b->job[b->n];

		j->job = jobs->v[i];
		b->n += batch_fits(b->a, &j->job, &j->parcel);
	}
}

static void batch_ask_fans(struct rt_pipe *p, struct batch *b,
			   struct batch_job *j)
{
	uint64_t author = j->parcel.author;
	struct rt_ids *fans;

	for (const struct batch_job *other = b->job; other < j; other++)
		if (other->parcel.author == author) {
			j->fans = other->fans;
			return;
		}
	j->fans = fans = arena_alloc(b->a, sizeof *fans);
	rt_pipe_ids(p, fans, DELIVER_CHUNK + 1,
		    "ZRANGE " KEY_FOLLOWERS " 0 %d", author, DELIVER_CHUNK);
}

static enum rt_err batch_look(struct rt *rt, struct batch *b)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, b->a);
	for (struct batch_job *j = b->job; j < b->job + b->n; j++) {
		parcel_claim(&p, &j->parcel, &j->claimed);
		rt_pipe_str(&p, &j->writer, "HGET " KEY_POST " user_id",
			    j->parcel.post);
		rt_pipe_lenient(&p);
		batch_ask_fans(&p, b, j);
	}
	layout_ask(&p, &b->layout);
	if ((err = rt_pipe_end(&p)))
		return err;
	b->adopted = layout_adopted(rt, b->layout);
	for (struct batch_job *j = b->job; j < b->job + b->n; j++)
		j->is_long = j->fans->n > DELIVER_CHUNK;
	return RT_OK;
}

/* ---- what goes where --------------------------------------------------- */

/* Not if the post has been deleted, or another job delivers it. */
static bool batch_delivers(const struct batch_job *j)
{
	return !j->is_long && j->writer &&
	       parcel_is_mine(&j->parcel, j->claimed);
}

static int batch_order(const void *one, const void *other)
{
	const struct batch_push *a = one, *b = other;

	if (a->fan != b->fan)
		return a->fan < b->fan ? -1 : 1;
	return (a->post > b->post) - (a->post < b->post);
}

/* For each follower the oldest post first, as they were written. */
static void batch_sort(struct batch *b)
{
	size_t most = 0;

	for (const struct batch_job *j = b->job; j < b->job + b->n; j++)
		most += batch_delivers(j) ? j->fans->n : 0;
	b->push = arena_alloc(b->a, most * sizeof *b->push);
	for (const struct batch_job *j = b->job; j < b->job + b->n; j++)
		for (size_t i = 0; batch_delivers(j) && i < j->fans->n; i++)
			if (j->fans->v[i] != j->parcel.author)
				b->push[b->pushes++] = (struct batch_push){
					.fan = j->fans->v[i],
					.post = j->parcel.post,
					.author = j->parcel.author,
				};
	if (b->pushes)
		qsort(b->push, b->pushes, sizeof *b->push, batch_order);
}

static void batch_group(struct batch *b)
{
	uint64_t *post = arena_alloc(b->a, b->pushes * sizeof *post);
	struct batch_home *h = NULL;

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

/* ---- pushing ----------------------------------------------------------- */

/* A part of the batch: a thousand followers at most. */
struct batch_part {
	struct batch_home *home;
	size_t n;
	struct rt_ids fans;
	const char **rebuilt; /* each one's score; NULL: none */
};

static struct batch_part batch_part(struct batch *b, size_t from)
{
	size_t n = b->homes - from < DELIVER_CHUNK ? b->homes - from
						   : DELIVER_CHUNK;
	struct batch_part part = { .home = b->home + from, .n = n };

	part.fans.v = arena_alloc(b->a, n * sizeof *part.fans.v);
	part.rebuilt = arena_alloc(b->a, n * sizeof *part.rebuilt);
	for (; part.fans.n < n; part.fans.n++)
		part.fans.v[part.fans.n] = part.home[part.fans.n].push->fan;
	return part;
}

static enum rt_err batch_push(struct rt *rt, const struct batch *b,
			      struct batch_part *part)
{
	const char *push = b->adopted ? "LPUSHX" : "LPUSH";
	struct rt_pipe p;

	rt_pipe_look(&p, rt, b->a);
	for (struct batch_home *h = part->home; h < part->home + part->n;
	     h++) {
		rt_pipe_u64_with(&p, &h->length, h->posts, "%s " KEY_POSTS,
				 push, h->push->fan);
		push_flush(&p);
	}
	doubt_ask(&p, part->rebuilt, part->fans);
	return rt_pipe_end(&p);
}

/* Trims timelines that are too long, and looks after those just rebuilt. */
static enum rt_err batch_tidy(struct rt *rt, const struct batch *b,
			      const struct batch_part *part)
{
	struct doubts doubts = { 0 };
	struct rt_pipe p;
	size_t most = 0;
	enum rt_err err;

	rt_pipe_begin(&p, rt, b->a);
	for (size_t i = 0; i < part->n; i++) {
		most += part->home[i].posts.n;
		if (b->adopted)
			push_trim(&p, part->fans.v[i], part->home[i].length);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	doubts.v = arena_alloc(b->a, most * sizeof *doubts.v);
	for (size_t i = 0; i < part->n; i++)
		for (size_t at = 0; at < part->home[i].posts.n; at++) {
			const struct batch_push *one = &part->home[i].push[at];

			doubt_add(&doubts, part->rebuilt[i],
				  (struct doubt){ .fan = one->fan,
						  .author = one->author,
						  .post = one->post });
		}
	return doubt_settle(rt, b->a, &doubts);
}

static enum rt_err batch_serve(struct rt *rt, struct batch *b,
			       int64_t sure_until)
{
	enum rt_err err = RT_OK;

	for (size_t at = 0; !err && at < b->homes; at += DELIVER_CHUNK) {
		struct batch_part part = batch_part(b, at);

		if (clock_ms() >= sure_until)
			return RT_TAKEN;
		if (!(err = batch_push(rt, b, &part)))
			err = batch_tidy(rt, b, &part);
	}
	return err;
}

/* ---- ending ------------------------------------------------------------ */

/* Hints to the followers who have the posts now, a thousand in each. */
static void batch_tell(struct rt_pipe *bus, const struct batch *b)
{
	struct rt_ids told = { 0 };

	told.v = arena_alloc(b->a, DELIVER_CHUNK * sizeof *told.v);
	for (size_t i = 0; i < b->homes; i++) {
		if (b->home[i].length)
			told.v[told.n++] = b->home[i].push->fan;
		if (told.n < DELIVER_CHUNK && i + 1 < b->homes)
			continue;
		hint_members(bus, told);
		told.n = 0;
	}
}

/* A job that another worker has got is finished by that one. */
static enum rt_err batch_end(struct rt *rt, struct batch *b, struct worker *w)
{
	struct rt_pipe bus;
	enum rt_err err;

	rt_pipe_begin(&bus, rt_bus(rt), b->a);
	batch_tell(&bus, b);
	for (struct batch_job *j = b->job; j < b->job + b->n; j++)
		if (!j->is_long)
			worker_end(&bus, w, &j->job, &j->ended);
	err = rt_pipe_end(&bus);
	for (const struct batch_job *j = b->job; j < b->job + b->n; j++)
		if (!j->is_long)
			worker_ended(w, err, j->ended);
	return err;
}

static bool batch_has(const struct batch *b, const struct job *job)
{
	for (const struct batch_job *j = b->job; j < b->job + b->n; j++)
		if (!j->is_long && j->job.text == job->text)
			return true;
	return false;
}

static void batch_leave(const struct batch *b, struct jobs *jobs)
{
	size_t left = 0;

	for (size_t i = 0; i < jobs->n; i++)
		if (!batch_has(b, &jobs->v[i]))
			jobs->v[left++] = jobs->v[i];
	jobs->n = left;
}

enum rt_err batch_deliver(struct rt *rt, struct arena *a, struct worker *w,
			  struct jobs *jobs, int64_t sure_until,
			  struct delivery *d)
{
	struct batch *b = arena_alloc(a, sizeof *b);
	enum rt_err err;

	b->a = a;
	batch_pick(b, jobs);
	if (!b->n)
		return RT_OK;
	if ((err = batch_look(rt, b)))
		return err;
	batch_sort(b);
	batch_group(b);
	if ((err = batch_serve(rt, b, sure_until)) ||
	    (err = batch_end(rt, b, w)))
		return err;
	for (size_t i = 0; i < b->homes; i++)
		d->served += b->home[i].length ? b->home[i].posts.n : 0;
	batch_leave(b, jobs);
	return RT_OK;
}
