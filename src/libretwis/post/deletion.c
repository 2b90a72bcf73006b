#include "libretwis/post/deletion.h"

#include <string.h>

#include "base/clock.h"
#include "base/prefix.h"
#include "libretwis/post/erasure.h"
#include "libretwis/post/delivery_job.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define JOB "erase "

static struct erasure deletion_noted(struct arena *a, uint64_t id,
				     enum erasure_crowd crowd, int64_t date_ms)
{
	return (struct erasure){ .id = id,
				 .entry = arena_printf(a, ID, id),
				 .found = FOUND_ALONE,
				 .crowd = crowd,
				 .date_ms = date_ms };
}

/* Finds the author also if the post is closed, to finish what was cut off. */
static enum rt_err deletion_author(struct rt *rt, struct arena *a, uint64_t id,
				   uint64_t *author)
{
	union post_fields fields;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	post_fields_queue(&p, &fields, id, POST_USER_ID | POST_WAS_USER_ID);
	if (!(err = rt_pipe_end(&p)))
		*author = rt_u64(fields.user_id ? fields.user_id
						: fields.was_user_id);
	return err;
}

/* The part of a page.  `e` then says how large a crowd is left. */
static enum rt_err deletion_close(struct rt *rt, struct arena *a, uint64_t id,
				  uint64_t by, struct erasure *e)
{
	uint64_t author = 0;
	enum rt_err err;

	if ((err = deletion_author(rt, a, id, &author)))
		return err;
	if (!author)
		return RT_NOT_FOUND;
	if (by && by != author)
		return RT_DENIED;
	*e = deletion_noted(a, id, CROWD_LEFT, clock_date_ms());
	if ((err = erase_begin(rt, a, e, 1)))
		return err;
	return erase_rest(rt, a, e, 1);
}

/*
 * An error of the bus is ignored: the sweep finds the note, and pushes a job.
 */
enum rt_err deletion_begin(struct rt *rt, struct arena *a, uint64_t id,
			   uint64_t by)
{
	struct erasure e;
	enum rt_err err = deletion_close(rt, a, id, by, &e);

	if (!err && erasure_has_crowd(&e))
		queue_push(rt, a, DELIVER_QUEUE, deletion_job(a, id));
	return err;
}

enum rt_err deletion_undo_lists(struct rt *rt, struct arena *a, uint64_t id,
				uint64_t author,
				const union post_fields *fields)
{
	struct erasure e = deletion_noted(a, id, CROWD_LEFT, clock_date_ms());
	enum rt_err err = erase_begin(rt, a, &e, 1);

	if (err)
		return err;
	e.author = author;
	e.fields = *fields;
	return erase_rest(rt, a, &e, 1);
}

/*
 * Erases some of the crowd, or all the rest if nobody is left.  The new date
 * of the note makes the sweep leave it alone.
 */
static enum rt_err deletion_continue(struct rt *rt, struct arena *a,
				     uint64_t id, uint64_t *done, bool *ended)
{
	struct erasure e =
		deletion_noted(a, id, CROWD_ERASED, outbox_ahead_ms());
	enum rt_err err = erase_begin(rt, a, &e, 1);

	if (err)
		return err;
	*done += e.likers.n + e.answerers.n + e.reposts.n;
	*ended = !erasure_has_crowd(&e);
	if (!*ended)
		return erase_some(rt, a, &e);
	if (erasure_is_closed(&e))
		return erase_rest(rt, a, &e, 1);
	return rt_do(rt, a, "ZREM " KEY_ERASING " " ID, id);
}

enum rt_err deletion_whole(struct rt *rt, uint64_t id,
			   void (*progress)(uint64_t done, uint64_t total))
{
	struct arena part = { 0 };
	uint64_t done = 0, total;
	struct erasure e;
	enum rt_err err = deletion_close(rt, &part, id, 0, &e);
	bool ended = err || !erasure_has_crowd(&e);

	total = err ? 0 : e.liked + e.answered + e.reposted;
	while (!err && !ended) {
		arena_reset(&part);
		err = deletion_continue(rt, &part, id, &done, &ended);
		if (!err && progress)
			progress(done, total);
	}
	arena_free(&part);
	return err;
}

enum rt_err deletion_finish(struct rt *rt, uint64_t id,
			    void (*progress)(uint64_t done, uint64_t total))
{
	struct arena part = { 0 };
	union post_fields fields;
	struct rt_pipe p;
	enum rt_err err;
	bool is_closed;

	rt_pipe_begin(&p, rt, &part);
	post_fields_queue(&p, &fields, id, POST_USER_ID | POST_WAS_USER_ID);
	err = rt_pipe_end(&p);
	is_closed = fields.was_user_id;
	if (!err && !is_closed && !fields.user_id)
		err = rt_do(rt, &part, "ZREM " KEY_ERASING " " ID, id);
	arena_free(&part);
	if (err)
		return err;
	return is_closed ? deletion_whole(rt, id, progress) : RT_NOT_FOUND;
}

/* ---- jobs ----------------------------------------------------------- */

const char *deletion_job(struct arena *a, uint64_t id)
{
	return arena_printf(a, JOB ID, id);
}

bool deletion_is_job(const struct job *job)
{
	return text_after(job->payload, JOB);
}

/*
 * Removes the note of a post that makes no sense, or the sweep would push one
 * job after another, and each would fail.  The failed job remains for the
 * host.
 */
static enum rt_err deletion_failed(struct rt *rt, struct arena *a, uint64_t id,
				   enum rt_err err)
{
	if (err == RT_BROKEN)
		rt_do(rt, a, "ZREM " KEY_ERASING " " ID, id);
	return err;
}

/* If another worker has got the job, that worker finishes it. */
enum rt_err deletion_chunk(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job)
{
	const char *digits = text_after(job->payload, JOB);
	uint64_t id = rt_u64(digits), done = 0;
	bool ended = false;
	enum rt_err err;

	if (!id || strcmp(job->payload, deletion_job(a, id)) != 0)
		return RT_BROKEN;
	if ((err = deletion_continue(rt, a, id, &done, &ended)))
		return deletion_failed(rt, a, id, err);
	if ((err = wait_replicas_data(rt, a)))
		return err;
	err = ended ? worker_done(rt, a, w, job)
		    : worker_replace(rt, a, w, job, job->payload);
	return err == RT_TAKEN ? RT_OK : err;
}
