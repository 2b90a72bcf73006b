#include "libretwis/post/erase.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/base/prefix.h"
#include "libretwis/post/erasure.h"
#include "libretwis/post/outbox.h"
#include "libretwis/redis/promise.h"

#define JOB "erase "

/*
 * One step for all `n` posts: one round trip, or one a part on many servers.  A
 * list of another type keeps nobody from taking words back.
 */
static enum rt_err erase_step(struct rt *rt, struct arena *a,
			      struct erasure *e, size_t n,
			      erasing *const *part)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	for (; *part; part++) {
		promise_then(&p);
		for (size_t i = 0; i < n; i++)
			(*part)(&p, &e[i]);
	}
	return rt_pipe_end(&p);
}

/* All but the crowd.  Without a crowd that waits, the posts are gone then. */
static enum rt_err erase_rest(struct rt *rt, struct arena *a,
			      struct erasure *e, size_t n)
{
	struct counted *count = arena_alloc(a, n * sizeof *count);
	enum rt_err err;

	for (size_t i = 0; i < n; i++)
		e[i].count = &count[i];
	if ((err = erase_step(rt, a, e, n, erasure_leave)) ||
	    (err = counts_copy(rt, a, count, n)) ||
	    (err = erase_step(rt, a, e, n, erasure_forget)))
		return err;
	/* Full memory, which refuses this, is no error. */
	erase_step(rt, a, e, n, erasure_reuse_tags);
	return RT_OK;
}

/* ---- the crowd ---------------------------------------------------------- */

/*
 * No page lets anybody like or repost a repost.  If somebody seems to, then
 * another program has written that, or Redis lies, perhaps without end: so we
 * take one hundred back and go on, and `check` finds what is left.
 */
static enum rt_err erase_reposts(struct rt *rt, struct arena *a,
				 struct erasure *e, size_t n)
{
	enum rt_err err;

	if ((err = erase_step(rt, a, e, n, erasure_look)) ||
	    (err = erase_step(rt, a, e, n, erasure_leave_crowd)))
		return err;
	return erase_rest(rt, a, e, n);
}

/*
 * Those of the crowd that were read.  A repost shows nothing without its post,
 * so both go.
 */
static enum rt_err erase_some(struct rt *rt, struct arena *a,
			      struct erasure *e)
{
	struct erasure *repost = arena_alloc(a, e->reposts.n * sizeof *repost);
	enum rt_err err;
	size_t n = 0;

	for (size_t i = 0; i < e->reposts.n; i++) {
		const char *entry = e->reposts.v[i];
		uint64_t id = rt_u64(entry);

		if (id && id != e->id)
			repost[n++] = (struct erasure){
				.id = id,
				.entry = entry,
				.found = FOUND_WITH_POST,
			};
	}
	if (n && (err = erase_reposts(rt, a, repost, n)))
		return err;
	return erase_step(rt, a, e, 1, erasure_leave_crowd);
}

static bool erase_is_over(int64_t end_ms)
{
	return end_ms && clock_ms() >= end_ms;
}

/*
 * A hundred after the other, in memory of its own: there may be very many.  Only
 * a host waits until nobody is left; a worker comes back.
 */
static enum rt_err erase_crowd(struct rt *rt, struct erasure *e,
			       int64_t end_ms)
{
	struct arena part = { 0 };
	enum rt_err err = RT_OK;

	while (!err && erasure_has_crowd(e)) {
		if ((err = erase_some(rt, &part, e)))
			break;
		arena_reset(&part);
		err = erase_step(rt, &part, e, 1, erasure_ask_crowd);
		if (erase_is_over(end_ms))
			break;
	}
	arena_free(&part);
	return err;
}

/* The first crowd loses a hundred however late it is, so each run gets on. */
static enum rt_err erase_all(struct rt *rt, struct arena *a, struct erasure *e,
			     size_t n, int64_t end_ms)
{
	enum rt_err err = erase_step(rt, a, e, n, erasure_look);
	bool is_over = false;
	size_t rest = 0;

	for (size_t i = 0; !err && i < n; i++) {
		if (erasure_has_crowd(&e[i]) && !is_over) {
			err = erase_crowd(rt, &e[i], end_ms);
			is_over = erase_is_over(end_ms);
		}
		if (!erasure_has_crowd(&e[i]))
			e[rest++] = e[i];
	}
	return err || !rest ? err : erase_rest(rt, a, e, rest);
}

enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n, int64_t end_ms)
{
	struct erasure *e = arena_alloc(a, n * sizeof *e);

	for (size_t i = 0; i < n; i++)
		e[i] = (struct erasure){ .id = rt_u64(entry[i]),
					 .author = author,
					 .entry = entry[i],
					 .found = FOUND_WITH_AUTHOR };
	return erase_all(rt, a, e, n, end_ms);
}

enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id)
{
	struct erasure e = { .id = id,
			     .author = author,
			     .original = original,
			     .owner = owner,
			     .entry = arena_printf(a, ID, id),
			     .found = FOUND_WITH_AUTHOR };

	return erase_reposts(rt, a, &e, 1);
}

/* ---- one post, noted ----------------------------------------------------- */

static struct erasure erase_noted(struct arena *a, uint64_t id,
				  enum erasure_crowd crowd, int64_t date_ms)
{
	return (struct erasure){ .id = id,
				 .entry = arena_printf(a, ID, id),
				 .found = FOUND_ALONE,
				 .crowd = crowd,
				 .date_ms = date_ms };
}

/* A deletion that was cut off is finished, if its author asks once more. */
static enum rt_err erase_author(struct rt *rt, struct arena *a, uint64_t id,
				uint64_t *author)
{
	const char *field[2] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_POST " user_id was_user_id",
		     id);
	if (!(err = rt_pipe_end(&p)))
		*author = rt_u64(field[0] ? field[0] : field[1]);
	return err;
}

/* What a page does; `e` tells how large a crowd it has left. */
static enum rt_err erase_close(struct rt *rt, struct arena *a, uint64_t id,
			       uint64_t by, struct erasure *e)
{
	uint64_t author = 0;
	enum rt_err err;

	if ((err = erase_author(rt, a, id, &author)))
		return err;
	if (!author)
		return RT_NOT_FOUND;
	if (by && by != author)
		return RT_DENIED;
	*e = erase_noted(a, id, CROWD_WAITS, clock_date_ms());
	if ((err = erase_step(rt, a, e, 1, erasure_look)))
		return err;
	return erase_rest(rt, a, e, 1);
}

/* The bus may lose the job, so we look at no error: the note is there. */
enum rt_err erase_post(struct rt *rt, struct arena *a, uint64_t id,
		       uint64_t by)
{
	struct erasure e;
	enum rt_err err = erase_close(rt, a, id, by, &e);

	if (!err && erasure_has_crowd(&e))
		queue_push(rt, a, DELIVER_QUEUE, erase_job(a, id));
	return err;
}

enum rt_err erase_late(struct rt *rt, struct arena *a, uint64_t id,
		       uint64_t author, const char *const *field)
{
	struct erasure e = erase_noted(a, id, CROWD_GOES, 0);

	e.author = author;
	for (size_t i = 0; i < ERASURE_FIELDS; i++)
		e.field[i] = field[i];
	return erase_rest(rt, a, &e, 1);
}

/*
 * Some of the crowd, or all the rest.  Its date says to the sweep that somebody
 * is at it.
 */
static enum rt_err erase_go_on(struct rt *rt, struct arena *a, uint64_t id,
			       uint64_t *done, bool *ended)
{
	struct erasure e = erase_noted(a, id, CROWD_GOES, outbox_ahead_ms());
	enum rt_err err = erase_step(rt, a, &e, 1, erasure_look);

	if (err)
		return err;
	*done += e.likers.n + e.reposts.n;
	*ended = !erasure_has_crowd(&e);
	if (!*ended)
		return erase_some(rt, a, &e);
	if (erasure_is_closed(&e))
		return erase_rest(rt, a, &e, 1);
	return rt_do(rt, a, "ZREM " KEY_ERASING " " ID, id);
}

enum rt_err erase_whole(struct rt *rt, uint64_t id,
			void (*tell)(uint64_t done, uint64_t total))
{
	struct arena part = { 0 };
	uint64_t done = 0, total;
	struct erasure e;
	enum rt_err err = erase_close(rt, &part, id, 0, &e);
	bool ended = err || !erasure_has_crowd(&e);

	total = err ? 0 : e.liked + e.reposted;
	while (!err && !ended) {
		arena_reset(&part);
		err = erase_go_on(rt, &part, id, &done, &ended);
		if (!err && tell)
			tell(done, total);
	}
	arena_free(&part);
	return err;
}

enum rt_err erase_finish(struct rt *rt, uint64_t id,
			 void (*tell)(uint64_t done, uint64_t total))
{
	struct arena part = { 0 };
	const char *field[2] = { NULL };
	enum rt_err err =
		rt_ask_strs(rt, &part, field, 2,
			    "HMGET " KEY_POST " was_user_id user_id", id);
	bool is_closed = field[0];

	if (!err && !is_closed && !field[1])
		err = rt_do(rt, &part, "ZREM " KEY_ERASING " " ID, id);
	arena_free(&part);
	if (err)
		return err;
	return is_closed ? erase_whole(rt, id, tell) : RT_NOT_FOUND;
}

/* ---- jobs ---------------------------------------------------------------- */

const char *erase_job(struct arena *a, uint64_t id)
{
	return arena_printf(a, JOB ID, id);
}

bool erase_is_job(const struct job *job)
{
	return text_after(job->payload, JOB);
}

/*
 * A post that makes no sense loses its note: the sweep would push a job after
 * the other, each of which fails.  The one that is there waits for the host.
 */
static enum rt_err erase_failed(struct rt *rt, struct arena *a, uint64_t id,
				enum rt_err err)
{
	if (err == RT_BROKEN)
		rt_do(rt, a, "ZREM " KEY_ERASING " " ID, id);
	return err;
}

/* RT_TAKEN: another worker has got the job, and will finish it. */
enum rt_err erase_chunk(struct rt *rt, struct arena *a, struct worker *w,
			const struct job *job)
{
	const char *digits = text_after(job->payload, JOB);
	uint64_t id = rt_u64(digits), done = 0;
	bool ended = false;
	enum rt_err err;

	if (!id || strcmp(job->payload, erase_job(a, id)) != 0)
		return RT_BROKEN;
	if ((err = erase_go_on(rt, a, id, &done, &ended)))
		return erase_failed(rt, a, id, err);
	if ((err = promise_data(rt, a)))
		return err;
	err = ended ? worker_done(rt, a, w, job)
		    : worker_replace(rt, a, w, job, job->payload);
	return err == RT_TAKEN ? RT_OK : err;
}
