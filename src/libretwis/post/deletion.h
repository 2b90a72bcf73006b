/*
 * Deleting one post; private to libretwis, its worker and its hosts.
 *
 * A page that deletes a post notes it in `erasing` and closes it: from then on
 * nobody sees it.  The page also takes the post out of the lists of its
 * author, its thread and its tags, which is the same work for every post.  The
 * members who like it or have reposted it may be a crowd, so they are left to
 * a worker.  If there are none, the page finishes the deletion.  Otherwise it
 * pushes a job to the queue "fanout":
 *
 *	erase ID
 *
 * The worker takes back a hundred reposts and a hundred likes, and then puts
 * the job at the end of the queue.  Once nobody is left it deletes the hash,
 * and leaves a mark.  A page or a worker may die after any command:
 *
 *  - The page dies after the note: the sweep (sweep.c) finds the note, and
 *    pushes a job.
 *  - The worker dies in the middle of its hundred: the job comes back.  Each
 *    repost is erased in an order in which it is found again, and taking a
 *    like back twice has no further effect.
 *  - There are two jobs for one post: both do some of the work, and the one
 *    that finds it finished removes the note.
 *  - Redis comes back without the job: the note still has a date, and the
 *    sweep finds it when no worker has renewed that for most of a minute.
 */
#ifndef DELETION_H
#define DELETION_H

#include "libretwis/retwis.h"
#include "libretwis/post/post_fields.h"
#include "patterns/worker.h"

/*
 * For a page: deletes a post of the member `by`, or anybody's if that is 0, and
 * finishes a deletion that was cut off.  RT_NOT_FOUND if the post is gone,
 * RT_DENIED if it is somebody else's.  Four round trips; one more for a reply
 * or a repost, and one for a post with a crowd.
 */
enum rt_err deletion_begin(struct rt *rt, struct arena *a, uint64_t id,
			   uint64_t by);

/*
 * For a host: deletes anybody's post, and does all the work itself.  It
 * reports how many likes and reposts have been taken back.  RT_NOT_FOUND if
 * the post is gone.
 */
enum rt_err deletion_whole(struct rt *rt, uint64_t id,
			   void (*progress)(uint64_t done, uint64_t total));

/*
 * The same for a post whose deletion was cut off.  RT_NOT_FOUND for every
 * other post, which is left unchanged; but a note without a post is removed.
 */
enum rt_err deletion_finish(struct rt *rt, uint64_t id,
			    void (*progress)(uint64_t done, uint64_t total));

/*
 * For a page that was too slow and has added a post to its lists after it was
 * deleted: takes it out again.  `fields` are those that its hash would have.
 * A crowd that waits for a worker still does so afterwards.  Five round trips.
 */
enum rt_err deletion_undo_lists(struct rt *rt, struct arena *a, uint64_t id,
				uint64_t author,
				const union post_fields *fields);

/* ---- the worker's part ---------------------------------------------- */

/* The job that continues a deletion. */
const char *deletion_job(struct arena *a, uint64_t id);

/* Whether a job is one of these. */
bool deletion_is_job(const struct job *job);

/*
 * Does a hundred of a job, and then ends the job or puts it at the end of the
 * queue.  A dozen round trips.  The errors are those of deliver_chunk().
 */
enum rt_err deletion_chunk(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job);

#endif
