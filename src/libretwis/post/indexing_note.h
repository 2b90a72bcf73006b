/*
 * The notes of posts whose index of words has still to follow their text, or
 * whatever else follows from it; private to libretwis.  A worker takes them
 * (indexing.h).
 */
#ifndef INDEXING_NOTE_H
#define INDEXING_NOTE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* For how long nobody takes a note that a worker has taken. */
#define INDEXING_LEASE_MS 10000

/* Queues a note, which is due at once. */
void indexing_note(struct rt_pipe *p, uint64_t post);

/*
 * For whoever is about to correct the post, under a new random `word`: queues a
 * note of its own, which is due after the lease, or at once when the correction
 * is done.  The note of the post would not do: others make that due, and then a
 * worker may have removed it before the post is corrected.
 */
void indexing_note_before(struct rt_pipe *p, uint64_t post, const char *word);
void indexing_note_done(struct rt_pipe *p, uint64_t post, const char *word);

/*
 * indexing_note() for a new post: nothing if the site searches for names only.
 * A key of a wrong type must not keep the post from its followers.
 */
void indexing_note_new(struct rt_pipe *p, uint64_t post);

#endif
