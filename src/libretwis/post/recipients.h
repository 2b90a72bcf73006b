/*
 * The members whom a post tells of itself; private to libretwis.
 *
 * They are those whom it mentions, and the author of the post that it answers.
 * That author hears of the reply alone, also if the reply mentions the author.
 */
#ifndef RECIPIENTS_H
#define RECIPIENTS_H

#include "libretwis/post/mention.h"

/*
 * Queues their notices.  `m` is what mentions_parse() left, and `answered` the
 * author of the parent, or 0.
 */
void recipients_notice(struct rt_pipe *p, const struct mentions *m,
		       uint64_t answered, uint64_t post, uint64_t by);

/* The same members, found again by the names in the post's hash. */
struct recipients {
	uint64_t answered;
	uint64_t mentioned[MENTIONS_MAX + 1]; /* the author, too */
};

/*
 * Asks whose the names are.  Either may be NULL; `mentions` has a space
 * between two names.
 */
void recipients_queue(struct rt_pipe *p, struct recipients *t,
		      const char *reply_name, const char *mentions);

/* In a later pipeline: takes back the notices, and the post out of the lists. */
void recipients_drop(struct rt_pipe *p, const struct recipients *t,
		     uint64_t post, uint64_t by);

/*
 * Queues hints for the members whom recipients_notice() told, and for all who
 * have the public timeline open.
 */
void recipients_notify(struct rt_pipe *bus, const struct mentions *m,
		       uint64_t answered);

#endif
