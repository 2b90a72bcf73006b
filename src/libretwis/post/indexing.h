/*
 * Keeping the index of words up to date; private to libretwis.
 *
 * Whoever publishes or corrects a post leaves a note in `indexing`, and a worker
 * puts the post under its words, and takes it from those that it no longer has.
 * A deletion needs no note: it takes the post from its words itself, while it
 * still knows them (word_index_drop()).
 *
 * A post may be deleted or corrected while a worker has it in hand, and a
 * worker may die after any command.  So a worker
 *
 *  - takes the note, by giving it a date ten seconds ahead,
 *  - reads the post,
 *  - writes a second note, with the digests of all words that the post may be
 *    found under,
 *  - adds the post to its words, and removes it from the others,
 *  - reads the post again, and removes the notes only if its text is still the
 *    same, and if nobody has given them another date since.
 *
 * Otherwise the notes become due again.  Whoever takes the second one knows
 * what to remove, even if the post is gone.
 */
#ifndef INDEXING_H
#define INDEXING_H

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
