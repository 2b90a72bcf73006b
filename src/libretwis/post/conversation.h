/*
 * The conversation that a reply belongs to; private to libretwis.
 *
 * A conversation is a post that answers nothing, which is its beginning, with
 * all replies to it, the replies to those, and so on.  Each reply has the id of
 * the beginning in its field `root`.  conversation:ROOT has an entry
 * "ID PARENT" for each reply, scored by its id; the beginning itself has
 * neither.
 *
 * A deleted reply that others answer keeps its entry, which is then
 * "ID PARENT gone", or those others would have nothing to hang on.
 */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <stdbool.h>
#include <stdint.h>

#include "libretwis/post/post_fields.h"

/* Where a reply belongs. */
struct joined {
	uint64_t root; /* 0: to no conversation, and the rest means nothing */
	uint64_t parent;  /* the post that it answers */
	uint64_t starter; /* who began the conversation; 0: not known */
};

/*
 * With which post the conversation of a stored post began: with itself, if it
 * answers nothing.  0: it is a repost, or a reply by an older Retwis that
 * `retwis-admin adopt` has yet to give its `root`.  It needs these fields.
 */
uint64_t conversation_root(uint64_t id, const union post_fields *post);
#define CONVERSATION_FIELDS (POST_REPLY_TO | POST_REPOST_OF | POST_ROOT)

/* Of a post that is stored: where it belongs, if it is a reply. */
struct joined conversation_of(const union post_fields *post);

/* An entry of conversation:ROOT. */
struct conversation_entry {
	uint64_t id, parent;
	bool gone; /* it was deleted, and others answer it */
};

/* False for what is neither "ID PARENT" nor "ID PARENT gone". */
bool conversation_read_entry(const char *text, struct conversation_entry *e);

/*
 * Queues the command that adds a reply.  It changes nothing if the reply is
 * there already, or if the conversation has CONVERSATION_CAP replies: nothing
 * is evicted, so a script cannot push out what others have written.
 */
void conversation_add(struct rt_pipe *p, struct joined to, uint64_t id);

/* Queues the read of when that member left the conversation; NULL: never. */
void conversation_queue_left(struct rt_pipe *p, uint64_t member, uint64_t root,
			     const char **since);

/*
 * Queues the command that takes out a reply which is being deleted, also while
 * memory is full.  An entry that others need is kept as "gone", and leaves with
 * the last of them; so the key vanishes with the last reply.
 */
void conversation_drop(struct rt_pipe *p, uint64_t root, uint64_t id);

#endif
