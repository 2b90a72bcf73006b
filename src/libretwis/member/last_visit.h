/*
 * The field `last` of `user:ID`: the day on which a member was last here;
 * private to libretwis.
 *
 * It holds only the day, as in day.h.  Nobody can find out the hour, since
 * nobody knows it.  "off" instead of a day says that the member does not want
 * this.
 *
 * A page does not write the day itself.  It notes "ID DAY" in a delayed queue,
 * where the same note counts once, however many pages you open; ten seconds
 * later a worker writes the day.  A page that finds the day written notes
 * nothing.  So a member costs a few notes in the first seconds of a day, and
 * one write.  The queue lies with the data, not on the bus, so that a note
 * rides in the page's own pipeline: one plain ZADD NX.
 */
#ifndef LAST_VISIT_H
#define LAST_VISIT_H

#include "libretwis/member/session.h"

#define LAST_OFF "off"

/*
 * Queues the note, behind the other commands of a pipeline: alone it does
 * nothing, for it is not worth a round trip.  Only after the pipeline with
 * session_check(), so that a stranger with a wrong secret notes nothing.  False
 * if there was nothing to note.
 */
bool last_visit_note(struct rt_pipe *p, const struct session *s);

#endif
