/*
 * Telling members what others did; private to libretwis.
 *
 * A member is told of each thing once, however often somebody does it or sends
 * the form, and never of the member's own doings.  How many notices are unread
 * is the rank of a mark among them: there is no counter that could go wrong,
 * and when something is taken back the rank is right by itself.
 */
#ifndef NOTICE_H
#define NOTICE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* One entry of notices:ID. */
struct notice {
	enum rt_notice_kind kind;
	uint64_t post; /* 0 for a follow, and for a name */
	uint64_t by;
};

/*
 * Each queues one command: tell `to` that `by` did this, or that it is no
 * longer so.  Nothing if `to` is 0 or is `by`.
 */
void notice_add(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		uint64_t post, uint64_t by);
void notice_drop(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by);

/* Tells several, of what is about no post.  One round trip. */
enum rt_err notice_add_each(struct rt *rt, struct arena *a, struct rt_ids to,
			    enum rt_notice_kind kind, uint64_t by);

/* Tells `to` of a sign-in from a new place.  One round trip. */
enum rt_err notice_add_enter(struct rt *rt, struct arena *a, uint64_t to);

/* Queues: tell `to` that the name which an import brought was taken here. */
void notice_add_name(struct rt_pipe *p, uint64_t to);

/* Queues that everything goes that `to` was told about a post. */
void notice_drop_post(struct rt_pipe *p, uint64_t to, uint64_t post);

/* The word for it in an entry. */
const char *notice_word(enum rt_notice_kind kind);

/* False for the mark, and for an entry that is not ours. */
bool notice_parse(const char *entry, struct notice *n);

#endif
