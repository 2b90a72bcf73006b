/*
 * Under which keys a post is found by its words; private to libretwis.
 *
 * `word:DIGEST` is a sorted set of the ids of all posts with a word.  The
 * digest is an HMAC by the site's key, so that nobody can read what was deleted
 * from the names of keys.  The author is a word, too: "from:anna", which no
 * text can have, since a word has no colon.
 *
 * The index is a hint.  A search shows a post only if it is still there and has
 * the words.
 */
#ifndef WORD_INDEX_H
#define WORD_INDEX_H

#include "libretwis/post/before.h"
#include "libretwis/retwis.h"
#include "libretwis/text/words.h"
#include "redis/pipe.h"

#define WORD_INDEX_WORDS 64 /* of a post, and its author */

/* How many digests a post has at most, with those of its earlier texts. */
#define WORD_INDEX_MAX                                                        \
	(1 + WORD_SPELLINGS * WORD_INDEX_WORDS * (1 + BEFORE_MAX))

#define WORD_DIGITS 16 /* of a digest, in hex */

/* What `word:` has for a folded word, and for an author. */
const char *word_index_digest(const struct rt *rt, struct arena *a,
			      const char *word);
const char *word_index_author(const struct rt *rt, struct arena *a,
			      const char *name);

/*
 * Adds the digests of the first `most` words of a text to `digests`, which has
 * room for WORD_INDEX_MAX.  Some may be there twice.  No text: none.
 */
void word_index_add(const struct rt *rt, struct arena *a, const char *text,
		    size_t most, struct rt_texts *digests);

/* The same for each text in the field `before` of a post. */
void word_index_add_before(const struct rt *rt, struct arena *a,
			   const char *before, struct rt_texts *digests);

/*
 * Queues the removal of a post that is being deleted: `text` is what it said,
 * `before` what it said before it was corrected, `author` who wrote it.  Each
 * may be NULL.
 */
void word_index_drop(struct rt_pipe *p, uint64_t post, const char *text,
		     const char *before, const char *author);

#endif
