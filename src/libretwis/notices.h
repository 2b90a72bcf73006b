/*
 * What a member is told: somebody mentioned, answered or followed the member,
 * or liked or reposted one of the member's posts; a part of retwis.h.
 */
#ifndef NOTICES_H
#define NOTICES_H

#include "libretwis/writing.h"

enum rt_notice_kind {
	RT_NOTICE_MENTION,
	RT_NOTICE_REPLY,
	RT_NOTICE_LIKE,
	RT_NOTICE_REPOST,
	RT_NOTICE_FOLLOW,
	RT_NOTICE_ASK,   /* somebody asked to join; hosts are told */
	RT_NOTICE_RESET, /* a host made a link for a new password */
	RT_NOTICE_ENTER, /* the member signed in where nobody expected it */
	RT_NOTICE_NAME,  /* the member's own has changed: an import had to */
};

#define RT_NOTICE_NAMES 3 /* of members who did the same */

struct rt_notice {
	enum rt_notice_kind kind;
	bool is_new;         /* the member has not looked at it */
	time_t time;         /* when the latest of them did so */
	struct rt_post post; /* id 0: a follow or name is about no post */
	uint64_t n;          /* how many members did so */
	uint64_t by;         /* the latest of them */
	size_t names;        /* of the latest, one at least */
	struct rt_display_name who[RT_NOTICE_NAMES];
};

/*
 * The newest first, of at most 200 entries.  Likes of one post are one notice,
 * and so are its reposts; all new followers are one, and so are the earlier
 * ones.  Two round trips, none for a stranger.  One more for a secret that PHP
 * made, and one for posts that PHP wrote.
 */
struct rt_notices {
	struct rt_user me;
	struct rt_notice *v;
	size_t n;

	/* For rt_notices_seen(): the newest score, and entries to forget. */
	const char *newest, **gone;
	size_t gone_n;
};

enum rt_err rt_notices(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_notices *notices);

/*
 * Notes that the member has read all of these, but nothing that came since;
 * and forgets notices about posts and members that are gone.  Sets `me.unread`
 * to 0.  One round trip; none if there is nothing to do.
 */
enum rt_err rt_notices_seen(struct rt *rt, struct arena *a,
			    struct rt_notices *notices);

#endif
