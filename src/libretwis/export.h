/*
 * What a member takes along, a little at a time; a part of retwis.h.
 *
 *	rt_export_begin(rt, a, me, &e);
 *	for each part:
 *		rt_export_part(e, part);
 *		do
 *			rt_export_next(e, chunk, &some);
 *		while (some.goes_on);
 *	rt_export_end(e, a);
 *
 * Nothing stands still for it.  All that is written or deleted while it goes on
 * may be in it or not.  All else is in it, once.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "libretwis/shown.h"

enum rt_export_part {
	RT_EXPORT_POSTS,   /* that answer nobody */
	RT_EXPORT_REPLIES, /* that do */
	RT_EXPORT_WRITTEN, /* both, in their order */
	RT_EXPORT_REPOSTS,
	RT_EXPORT_ARCHIVE,
	RT_EXPORT_LIKES,
	RT_EXPORT_FOLLOWING,
	RT_EXPORT_FOLLOWERS,
	RT_EXPORT_NOTICES
};

/* What was done, to which post or to whom; and nothing of their texts. */
struct rt_export_mark {
	const char *kind; /* of a notice */
	uint64_t post;    /* 0: about none */
	const char *name; /* of its author, or of who did it */
	time_t time;
};

/* A hundred at the most, oldest first: posts, or marks. */
struct rt_export_some {
	struct rt_posts posts;
	struct rt_export_mark *mark;
	size_t marks;
	bool goes_on; /* there may be more, even where there is nothing here */
};

struct rt_export_profile {
	const char *origin; /* of this site, see data.md */
	uint64_t id;
	const char *name;
	const char *title; /* the display name; "" if there is none */
	const char *bio;   /* "" if there is none */
	time_t since;      /* 0: not known */
};

/* So long a member waits where a program has died in the middle of it. */
#define RT_EXPORT_SECONDS 60

struct rt_export;

/*
 * RT_LIMITED while another one of the same member goes on: not in all cases,
 * for one that took nothing for a minute does not count any more.  Two round
 * trips.
 */
enum rt_err rt_export_begin(struct rt *rt, struct arena *a,
			    const struct rt_user *me, struct rt_export **e,
			    struct rt_export_profile *profile);

void rt_export_part(struct rt_export *e, enum rt_export_part part);

/*
 * Two round trips, and a third one every ten seconds.  All that it returns, and
 * needs, is in `chunk`, which may be emptied before the next call.
 */
enum rt_err rt_export_next(struct rt_export *e, struct arena *chunk,
			   struct rt_export_some *some);

/* However it went.  One round trip. */
void rt_export_end(struct rt_export *e, struct arena *a);

#endif
