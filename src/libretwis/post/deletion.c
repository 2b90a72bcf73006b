#include "libretwis/post/deletion.h"

#include <string.h>

#include "base/clock.h"
#include "base/prefix.h"
#include "libretwis/post/erase.h"
#include "libretwis/post/outbox.h"
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

/* A deletion that was cut off is finished, if its author asks once more. */
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

/* What a page does; `e` tells how large a crowd it has left. */
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
	*e = deletion_noted(a, id, CROWD_WAITS, clock_date_ms());
	if ((err = erase_step(rt, a, e, 1, erasure_look)))
		return err;
	return erase_rest(rt, a, e, 1);
}

/* The bus may lose the job, so we look at no error: the note is there. */
enum rt_err deletion_begin(struct rt *rt, struct arena *a, uint64_t id,
			   uint64_t by)
{
	struct erasure e;
	enum rt_err err = deletion_close(rt, a, id, by, &e);

	if (!err && erasure_has_crowd(&e))
		queue_push(rt, a, DELIVER_QUEUE, deletion_job(a, id));
	return err;
}

enum rt_err deletion_late(struct rt *rt, struct arena *a, uint64_t id,
			  uint64_t author, const union post_fields *fields)
{
	struct erasure e = deletion_noted(a, id, CROWD_GOES, 0);

	e.author = author;
	e.fields = *fields;
	return erase_rest(rt, a, &e, 1);
}

/*
 * Some of the crowd, or all the rest.  Its date says to the sweep that somebody
 * is at it.
 */
static enum rt_err deletion_go_on(struct rt *rt, struct arena *a, uint64_t id,
				  uint64_t *done, bool *ended)
{
	struct erasure e =
		deletion_noted(a, id, CROWD_GOES, outbox_ahead_ms());
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

enum rt_err deletion_whole(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total))
{
	struct arena part = { 0 };
	uint64_t done = 0, total;
	struct erasure e;
	enum rt_err err = deletion_close(rt, &part, id, 0, &e);
	bool ended = err || !erasure_has_crowd(&e);

	total = err ? 0 : e.liked + e.reposted;
	while (!err && !ended) {
		arena_reset(&part);
		err = deletion_go_on(rt, &part, id, &done, &ended);
		if (!err && tell)
			tell(done, total);
	}
	arena_free(&part);
	return err;
}

enum rt_err deletion_finish(struct rt *rt, uint64_t id,
			    void (*tell)(uint64_t done, uint64_t total))
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
	return is_closed ? deletion_whole(rt, id, tell) : RT_NOT_FOUND;
}

/* ---- jobs ---------------------------------------------------------------- */

const char *deletion_job(struct arena *a, uint64_t id)
{
	return arena_printf(a, JOB ID, id);
}

bool deletion_is_job(const struct job *job)
{
	return text_after(job->payload, JOB);
}

/*
 * A post that makes no sense loses its note: the sweep would push a job after
 * the other, each of which fails.  The one that is there waits for the host.
 */
static enum rt_err deletion_failed(struct rt *rt, struct arena *a, uint64_t id,
				   enum rt_err err)
{
	if (err == RT_BROKEN)
		rt_do(rt, a, "ZREM " KEY_ERASING " " ID, id);
	return err;
}

/* RT_TAKEN: another worker has got the job, and will finish it. */
enum rt_err deletion_chunk(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job)
{
	const char *digits = text_after(job->payload, JOB);
	uint64_t id = rt_u64(digits), done = 0;
	bool ended = false;
	enum rt_err err;

	if (!id || strcmp(job->payload, deletion_job(a, id)) != 0)
		return RT_BROKEN;
	if ((err = deletion_go_on(rt, a, id, &done, &ended)))
		return deletion_failed(rt, a, id, err);
	if ((err = wait_replicas_data(rt, a)))
		return err;
	err = ended ? worker_done(rt, a, w, job)
		    : worker_replace(rt, a, w, job, job->payload);
	return err == RT_TAKEN ? RT_OK : err;
}
