/*
 * Keeping the index of words up to date; private to libretwis.
 *
 * Whoever publishes or corrects a post leaves a note in `indexing`, and a
 * worker puts the post under its words, and takes it from those that it no
 * longer has.  A deletion needs no note: it takes the post from its words
 * itself, while it still knows them (word_index_drop()).
 *
 * A post may be deleted or corrected while a worker has it in hand, and a
 * worker may die after any command.  So a worker
 *
 *  - takes the note, by giving it a date ten seconds ahead,
 *  - reads the post,
 *  - writes a second note, with the digests of all words that the post may be
 *    found under,
 *  - adds the post to its words, and removes it from the others,
 *  - settles the post, if its author has corrected it (settle.h),
 *  - reads the post again, and removes the notes only if its text is still the
 *    same, and if nobody has given them another date since.
 *
 * Otherwise the notes become due again.  Whoever takes the second one knows
 * what to remove, even if the post is gone.
 */
#ifndef INDEXING_H
#define INDEXING_H

#include "libretwis/post/indexing_note.h"

/*
 * Does at once for these posts what a worker does: for adopting a database.
 * It leaves notes, too, until it is done.  Seven round trips.
 */
enum rt_err indexing_posts(struct rt *rt, struct arena *a,
			   struct rt_ids posts);

#endif
