/*
 * Notices to members about what others did; private to libretwis.
 *
 * There is one notice of each thing, however often somebody does it or submits
 * the form, and none of a member's own actions.  The number of unread notices
 * is the rank of a mark among them.  So there is no counter that could be
 * wrong, and when something is taken back the rank changes with it.
 */
#ifndef NOTICE_H
#define NOTICE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* One entry of notices:ID. */
struct notice {
	enum rt_notice_kind kind;
	uint64_t post; /* 0: not about a post */
	uint64_t by;   /* the member; of notice_is_on_case() the case */
};

/*
 * Each queues one command: adds the notice to `to` that `by` did this, or
 * deletes it since it is no longer so.  Nothing if `to` is 0 or is `by`.
 */
void notice_add(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		uint64_t post, uint64_t by);
void notice_drop(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by);

/*
 * Queues a notice of a post that was corrected, unless `to` has had one of that
 * post, whatever it was for.
 */
void notice_add_once(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		     uint64_t post, uint64_t by);

/* The same as notice_drop(), unless `to` has read it. */
void notice_retract(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		    uint64_t post, uint64_t by);

/*
 * Adds a notice that is not about a post for several members.  One round trip.
 */
enum rt_err notice_add_each(struct rt *rt, struct arena *a, struct rt_ids to,
			    enum rt_notice_kind kind, uint64_t by);

/*
 * Adds a notice of what was done with the member's own account, such as a
 * sign-in from a new place.  One round trip.
 */
enum rt_err notice_add_own(struct rt *rt, struct arena *a, uint64_t to,
			   enum rt_notice_kind kind);

/*
 * Queues a notice that an import had to change the member's name, which was
 * taken here.
 */
void notice_add_name(struct rt_pipe *p, uint64_t to);

/*
 * Whether such a notice is about a case, whose id is in place of a member's:
 * nobody is named who did it.  The first of the others queues such a notice,
 * and the second moves it to the top if it is already there.  If Redis is full
 * there is none.
 */
bool notice_is_on_case(enum rt_notice_kind kind);
void notice_add_on_case(struct rt_pipe *p, uint64_t to,
			enum rt_notice_kind kind, uint64_t id);
void notice_renew_on_case(struct rt_pipe *p, uint64_t to,
			  enum rt_notice_kind kind, uint64_t id);

/*
 * What a worker tells many members about a question or a date: nobody is named.
 * notice_add() tells it once, with 0 for `by`.  The second of these moves a
 * notice to the top if it is already there.  The first queues a read of when
 * there was one, in microseconds; 0: there is none.
 */
bool notice_is_of_board(enum rt_notice_kind kind);
void notice_queue_told(struct rt_pipe *p, uint64_t *when, uint64_t to,
		       enum rt_notice_kind kind, uint64_t post);
void notice_renew_of_board(struct rt_pipe *p, uint64_t to,
			   enum rt_notice_kind kind, uint64_t post);

/* Queues that all notices about a post are deleted. */
void notice_drop_post(struct rt_pipe *p, uint64_t to, uint64_t post);

/* Queues that all notices of a kind are deleted. */
void notice_drop_kind(struct rt_pipe *p, uint64_t to,
		      enum rt_notice_kind kind);

/*
 * Whether it is about what another member did, so that nothing is said of those
 * whom the reader has muted.  All others are from the site itself, even those
 * of what a host did, such as a link for a new password.
 */
bool notice_is_by_member(enum rt_notice_kind kind);

/* Queues that all notices of what `by` did are deleted, except the site's. */
void notice_drop_by(struct rt_pipe *p, uint64_t to, uint64_t by);

/* The word for this kind in an entry. */
const char *notice_word(enum rt_notice_kind kind);

/*
 * Parses an entry.  False for the mark of what was read, and for anything else
 * that isn't one.
 */
bool notice_parse(const char *entry, struct notice *n);

#endif
