/*
 * What a visit leaves in `user:ID`: the day in the field `last`, and the
 * newest post in the field `seen`; private to libretwis.
 *
 * `last` has only the day, as in day.h.  Nobody can find out the hour, since
 * it is not stored.  "off" instead of a day says that the member does not want
 * this.
 *
 * A page does not write the day itself.  It adds the note "ID DAY" to a
 * delayed queue, where equal notes are one, however many pages a member opens.
 * Ten seconds later a worker writes the day, and pages that read today's day
 * add no more notes.  So a member costs a few notes in the first seconds of a
 * day, and one write.  The queue is with the data and not on the bus, so that
 * a note is part of the page's own pipeline, as a plain ZADD NX.
 */
#ifndef LAST_VISIT_H
#define LAST_VISIT_H

#include "libretwis/member/session.h"

#define LAST_OFF "off"

/*
 * Queues the note after other commands of a pipeline; it doesn't begin one,
 * since it isn't worth a round trip.  Call it only after the pipeline of
 * session_check(), so that a visitor with a wrong secret adds no note.  False
 * if there was nothing to add.
 */
bool last_visit_note(struct rt_pipe *p, const struct session *s);

/* ---- the newest post seen ---------------------------------------------- */

/*
 * `seen` is the newest post that the member has seen at home.
 *
 * It shows how many posts have come into the home timeline since the last
 * visit.  It is written only if there is a newer post.  While Redis is full it
 * is left unchanged, and the page is shown all the same.
 */

/*
 * The field as read by session_check() in an earlier pipeline; 0 if its owner
 * has never been at home.
 */
uint64_t last_visit_newest_post(const struct session *visitor);

/*
 * Queues a write of the field, for the first entries of the visitor's
 * timeline, newest first.  False if there is nothing to write.
 */
bool last_visit_note_post(struct rt_pipe *p, const struct session *visitor,
			  struct rt_ids ids);

#endif
