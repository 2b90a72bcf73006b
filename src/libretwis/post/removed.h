/*
 * Posts that a moderator has removed; private to libretwis.
 *
 * Such a post has no `body`, so that it counts as gone for everybody, and the
 * field `removed`: "TOKEN BY REASON", by whom and why, where the token is that
 * of the act (site/act_log.h).  Its words are in `removed:ID` under that token.
 * They are written there first, and a script removes the post only if its
 * words are still those.  So whoever removes or restores a post at the same
 * moment, there is always a copy of what it said.
 *
 * The delayed queue "removed" has the ids of these posts.  An entry is due
 * soon while a post is being removed, in case the request dies, and then
 * on the day when the post is deleted (remove.c).
 */
#ifndef REMOVED_H
#define REMOVED_H

#include "libretwis/acts.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/site/act_log.h"

/* False for a post that has not been removed.  It may be gone since. */
bool removed_parse(struct arena *a, const union post_fields *post,
		   struct act_mark *removed);

/* The words, in the order in which remove.lua takes them; "" for none. */
enum { WORD_BODY, WORD_MENTIONS, WORD_BEFORE, WORD_BEFORE_MENTIONS, WORDS };

struct removed_words {
	const char *of[WORDS];
};

struct removed_words removed_words_of(const union post_fields *post);

/* In one text, as removed:ID has them. */
const char *removed_words_join(struct arena *a, const struct removed_words *w);
struct removed_words removed_words_split(struct arena *a, const char *text);

/*
 * Queues a read of the words of a removed post, if it is one; after that,
 * removed_take_words() puts them into its fields.
 */
void removed_queue_words(struct rt_pipe *p, uint64_t id,
			 const union post_fields *post, const char **words);
void removed_take_words(struct arena *a, const char *words,
			union post_fields *post);

/*
 * Queues the notice for the author of a post that was removed, or restored.  If
 * Redis is full there is none.
 */
void removed_tell(struct rt_pipe *p, uint64_t author, uint64_t id,
		  enum rt_act what);

#endif
