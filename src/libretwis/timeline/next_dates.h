/*
 * The next dates, next to home and to the public timeline; private to
 * libretwis.
 *
 * Which posts these are is the same for everybody.  So a process remembers
 * their ids for ten seconds, and each page reads the posts themselves, in the
 * round trips that it makes anyway: in its first pipeline if they are
 * remembered, and otherwise in its second.
 */
#ifndef NEXT_DATES_H
#define NEXT_DATES_H

#include "libretwis/member/member_names.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/retwis.h"

/* One more than are shown: the visitor may not see them all. */
#define NEXT_DATES (RT_NEXT_DATES + 1)

struct next_dates {
	struct member_names *names; /* of the page */
	struct rt_ids known, now;   /* that were remembered, or read */
	union post_fields known_post[NEXT_DATES], post[NEXT_DATES];
	bool reads;
};

/* In the first pipeline of the page, the second, and the third. */
void next_dates_queue(struct rt_pipe *p, struct next_dates *n,
		      struct member_names *names);
void next_dates_queue_rest(struct rt_pipe *p, struct next_dates *n);
void next_dates_queue_names(struct rt_pipe *p, const struct next_dates *n);

/*
 * After that: at most RT_NEXT_DATES posts, with the fields that rt_sidebar
 * names.  A page that has skipped the second and the third pipeline has none.
 */
void next_dates_parse(struct arena *a, const struct next_dates *n,
		      struct rt_posts *out);

#endif
