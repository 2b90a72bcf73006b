/*
 * On which day a member was last here; private to libretwis.
 *
 * Only the day is kept, in `user:ID last`, as "2026-11-21" in the host's time
 * zone: of the hour nothing can be told, since nobody knows it.  "off" there
 * says that the member does not want it.
 *
 * A page does not write that itself.  It notes "ID DAY" in a delayed queue,
 * where the same note counts once however many pages are opened, and ten
 * seconds later a worker writes the day.  A page that finds the day there
 * notes nothing, so all this costs a member's first seconds of a day, and
 * there is one write a day.  The
 * queue lies with the data, not on the bus, so that a note rides in a page's
 * own pipeline: one plain ZADD NX.
 */
#ifndef LAST_H
#define LAST_H

#include "libretwis/member/session.h"

#define SEEN_OFF "off"

/*
 * Behind the other commands of a pipeline after the one with session_check():
 * what a stranger claims to be is noted by nobody.  Alone it does nothing, as
 * it is not worth a round trip.
 */
void last_note(struct rt_pipe *p, const struct session *s);

/* What is stored; nothing where the host does not want it. */
void last_ask(struct rt_pipe *p, uint64_t id, const char **last);

/* Noon of a stored day; 0 for "off", for NULL and for what is no day. */
time_t last_day(const char *last);

#endif
