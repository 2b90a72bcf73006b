/*
 * A member's notices: somebody mentioned, answered or followed the member, or
 * liked or reposted one of the member's posts.  Part of retwis.h.
 */
#ifndef NOTICES_H
#define NOTICES_H

#include "libretwis/reports.h"
#include "libretwis/writing.h"

enum rt_notice_kind {
	/* What another member did, as a member. */
	RT_NOTICE_MENTION,
	RT_NOTICE_REPLY,
	RT_NOTICE_CONVERSATION, /* a reply in one that the member began */
	RT_NOTICE_LIKE,
	RT_NOTICE_REPOST,
	RT_NOTICE_FOLLOW,

	/* What the site tells the member. */
	RT_NOTICE_ASK,      /* a newcomer asks for approval; for hosts */
	RT_NOTICE_RESET,    /* a host made a password reset link */
	RT_NOTICE_ENTER,    /* a sign-in from a new device or place */
	RT_NOTICE_NAME,     /* an import had to change the member's name */
	RT_NOTICE_CODE,     /* two-step sign-in was switched off */
	RT_NOTICE_REMOVED,  /* a moderator has removed a post of the member */
	RT_NOTICE_RESTORED, /* and has restored it */
	RT_NOTICE_NOTE,     /* a moderator writes to the member about a case */
	RT_NOTICE_HANDLED,  /* a case is closed that the member reported */

	/* What the site tells the member about a question or a date. */
	RT_NOTICE_ENDED,     /* a question that the member asked or answered */
	RT_NOTICE_REMIND,    /* one that the member has not answered yet */
	RT_NOTICE_CHANGED,   /* a date that the member said Yes or Maybe to */
	RT_NOTICE_CANCELLED, /* another one, which is cancelled */
	/* An announcement that runs; it is not among the member's notices. */
	RT_NOTICE_ANNOUNCED,
};

#define RT_NOTICE_NAMES 3 /* shown of those who did the same */

struct rt_notice {
	enum rt_notice_kind kind;
	bool is_new;         /* not yet read */
	time_t time;         /* of the latest */
	struct rt_post post; /* id 0: not about a post */
	bool has_left;       /* the member, the post's conversation */
	uint64_t n;          /* how many members did so */
	uint64_t by;         /* the latest of them */
	size_t names; /* how many are in `who`; 0: the site itself did it */
	struct rt_names who[RT_NOTICE_NAMES];
	const char *reason; /* for which the post was removed; the note */
	enum rt_case_outcome outcome; /* of the case that was closed */
};

/*
 * The newest first, made from at most 200 entries and the announcements that
 * run.  All likes of one post are
 * one notice, and so are its reposts.  All new followers are one notice, and
 * all earlier ones another.  Two round trips; none for a visitor without a
 * session.  One more for a secret that PHP made, one for posts that PHP wrote,
 * and one for posts that ask a question.
 */
struct rt_notices {
	struct rt_user me;
	struct rt_notice *v;
	size_t n;

	/*
	 * For rt_notices_seen(): how far the mark has to be moved, and entries
	 * to delete.
	 */
	uint64_t newest; /* 0: the mark is there already */
	bool is_unmarked;
	const char **gone;
	size_t gone_n;
};

enum rt_err rt_notices(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_notices *notices);

/*
 * Marks all of these as read, but nothing that came since; deletes notices
 * about posts and members that are gone, and sets `me.unread` to 0.  One round
 * trip; none if there is nothing to do.  One more for a member who had no
 * notices and is removed at this moment.
 */
enum rt_err rt_notices_seen(struct rt *rt, struct arena *a,
			    struct rt_notices *notices);

#endif
