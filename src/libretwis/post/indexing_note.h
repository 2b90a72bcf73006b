/*
 * The notes of posts whose index of words has still to follow their text, or
 * whatever else follows from it; private to libretwis.  A worker takes them
 * (indexing.h).
 */
#ifndef INDEXING_NOTE_H
#define INDEXING_NOTE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * For how long nobody takes a note that a worker has taken.  Whoever is about
 * to correct a post notes it with this delay, and again when that is done.
 */
#define INDEXING_LEASE_MS 10000

/* Queues a note, which is due after `delay_ms`. */
void indexing_note(struct rt_pipe *p, uint64_t post, int64_t delay_ms);

/* The same for a new post: nothing if the site searches for names only. */
void indexing_note_new(struct rt_pipe *p, uint64_t post);

#endif
