/* Those whom a post tells of itself; private to libretwis. */
#ifndef TOLD_H
#define TOLD_H

#include "libretwis/post/mention.h"

/*
 * Those whom it mentions, once they are known to be members, and the author
 * of the post that it answers (0: it answers none), who hears of that alone.
 */
void told_notice(struct rt_pipe *p, const struct mentions *m,
		 uint64_t answered, uint64_t post, uint64_t by);

/* The same people, found again by what the post's hash holds of them. */
struct told {
	uint64_t answered;
	uint64_t mentioned[MENTIONS_MAX + 1]; /* the author, too */
};

/* In one pipeline; the names, with a space between them, may be NULL. */
void told_look(struct rt_pipe *p, struct told *t, const char *reply_name,
	       const char *mentions);

/* In a later one. */
void told_drop(struct rt_pipe *p, const struct told *t, uint64_t post,
	       uint64_t by);

/* Tells those of whom told_notice() told, and the readers of the timeline. */
void told_hint(struct rt_pipe *bus, const struct mentions *m,
	       uint64_t answered);

#endif
