/*
 * What the pages show: a part of retwis.h, which includes it.
 *
 * Each function takes the secret of the visitor's cookie (NULL without) and
 * tells in `me` who that is, so that knowing it costs no round trip of its own.
 * Home and timeline take two round trips, a profile and a list of followers
 * three.  One more is taken on home where posts are gone and others take their
 * place; on home and timeline where reposts show what was not loaded yet, and
 * on all where PHP wrote posts without a `username`; once a minute on the
 * timeline; and on home for a secret that PHP made.  Home takes nine more
 * where the timeline is to be made, at the first look in 30 days.
 */
#ifndef SHOWN_H
#define SHOWN_H

#include "libretwis/retwis.h"

#define RT_PAGE     10              /* posts on a home or profile page */
#define RT_TIMELINE 50              /* posts on the public timeline */
#define RT_LIKERS   10              /* names of those who like a post */
#define RT_REPLIES  50              /* replies below a post */
#define RT_NEWEST   10              /* members beside it */
#define RT_TRENDING 10              /* tags there */
#define RT_PEOPLE   (5 * RT_PAGE)   /* members on a page of followers */
#define RT_FEED     50              /* posts in a feed */
#define RT_KNOWN    3               /* names of those one knows */
#define RT_NO_START (INT64_MAX / 2) /* a page beyond every end */

/*
 * Where a page of a list begins: at `start`, or, near it, behind the post
 * `after`, so that what was written or deleted meanwhile moves no page.
 * A `start` of 0 says of an older page that there is none.
 */
struct rt_place {
	int64_t start; /* 0 is the newest */
	uint64_t after;
	size_t n; /* how many posts from there; 0: RT_PAGE */
};

#define RT_NO_PLACE ((struct rt_place){ 0 })

struct rt_home {
	struct rt_user me;
	uint64_t followers, following;
	struct rt_posts posts;
	struct rt_place here, older;
	uint64_t newest; /* the id at the head of the list, shown or not */
	uint64_t fresh;  /* entries since the last visit, not one's own */
	bool fresher;    /* and there may be more of them */
};

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home);

struct rt_public {
	struct rt_user me;
	const char **newest;   /* names; NULL where there is none */
	const char **trending; /* tags of the last day; the same */
	struct rt_posts posts;
	uint64_t newest_post; /* the id at the head of the list */
};

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_public *public);

/*
 * What stands above a member's pages.  How the visitor stands to the member
 * is told to who is signed in: `known` are those whom the visitor follows
 * and who follow the member, of the newest thousand; a visitor whose secret
 * PHP made hears of none.  So is on which day the member was here last: the
 * members of a site are its company, and the rest of the world is not.
 */
struct rt_member {
	uint64_t id; /* 0: there is no such member, and nothing else */
	const char *name;
	const char *bio; /* NULL: none */
	uint64_t followers, following;
	time_t since;     /* 0: not known */
	time_t last_seen; /* noon of that day; 0: not known, or not told */
	bool followed;    /* by the visitor */
	bool follows_me;  /* the visitor */
	uint64_t known;
	const char *known_name[RT_KNOWN]; /* NULL where there is none */
};

/*
 * An unknown member is no error: `member.id` is 0, and `me` is still told,
 * for the page that says so.  In a database that is not adopted the own
 * posts are picked from 300 of the classic list a page; `older` counts that
 * list then, and there is a fourth round trip.
 */
struct rt_profile {
	struct rt_user me;
	struct rt_member member;
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_profile(struct rt *rt, struct arena *a, const char *secret,
		       const char *name, struct rt_place place,
		       struct rt_profile *profile);

enum rt_side { RT_FOLLOWERS, RT_FOLLOWING };

struct rt_person {
	const char *name;
	const char *bio; /* NULL: none */
};

/* The newest first; those whose hash is gone are counted and not shown. */
struct rt_people {
	struct rt_user me;
	struct rt_member member; /* as in a profile */
	struct rt_person *v;
	size_t n;
	int64_t older;
};

enum rt_err rt_people(struct rt *rt, struct arena *a, const char *secret,
		      const char *name, enum rt_side side, int64_t start,
		      struct rt_people *people);

#define RT_FOUND     20   /* members that one search shows, and tags */
#define RT_TAG_POSTS 1000 /* posts that a tag keeps */

/*
 * Members whose names begin with `q`, and tags that do, in the order of their
 * small letters; spaces around it do not count.  With an @ before it these
 * are only members, with a # only tags.  Without q or with a blank one nobody
 * is looked for, and nobody is called what is no UTF-8 text or longer than
 * 100 bytes.  Two round trips.
 */
struct rt_found_tag {
	const char *tag;
	uint64_t posts; /* at most RT_TAG_POSTS */
};

struct rt_search {
	struct rt_user me;
	bool asked;                 /* q was not blank */
	bool for_members, for_tags; /* what was asked for */
	bool more, more_tags;       /* 20 are not all */
	const char **found;         /* names */
	struct rt_found_tag *tag;
	size_t n, tags;
};

enum rt_err rt_search(struct rt *rt, struct arena *a, const char *secret,
		      const char *q, struct rt_search *search);

/*
 * One post with its thread.  If there is no such post, `post.id` is 0; so is
 * `parent.id` without a parent, and `post.reply_to` says whether there was
 * one.  Two round trips, up to two more if PHP wrote posts.
 */
struct rt_status {
	struct rt_user me;
	struct rt_post post, parent;
	const char *liker[RT_LIKERS]; /* names, the latest first; or NULL */
	struct rt_posts replies;      /* oldest first */
	int64_t start, later; /* `later`: the next page of replies, or 0 */
};

enum rt_err rt_status(struct rt *rt, struct arena *a, const char *secret,
		      uint64_t id, int64_t start, struct rt_status *status);

/*
 * The posts that the visitor likes, the latest like first; none for a
 * stranger.  Three round trips.
 */
struct rt_likes {
	struct rt_user me;
	struct rt_posts posts;
	int64_t older;
};

enum rt_err rt_likes(struct rt *rt, struct arena *a, const char *secret,
		     int64_t start, struct rt_likes *likes);

/* The newest posts of a tag, in capitals or not.  Two round trips. */
struct rt_tagged {
	struct rt_user me;
	const char *tag; /* in small letters */
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_tagged(struct rt *rt, struct arena *a, const char *secret,
		      const char *tag, struct rt_place place,
		      struct rt_tagged *tagged);

/*
 * What a member is told of: who mentioned, replied to or followed the member,
 * who liked or reposted what the member wrote.
 */
enum rt_notice_kind {
	RT_NOTICE_MENTION,
	RT_NOTICE_REPLY,
	RT_NOTICE_LIKE,
	RT_NOTICE_REPOST,
	RT_NOTICE_FOLLOW,
};

#define RT_NOTICE_NAMES 3 /* of those who like the same post */

struct rt_notice {
	enum rt_notice_kind kind;
	bool is_new;         /* nobody has looked at it */
	time_t time;         /* of the newest, as all of this */
	struct rt_post post; /* id 0: a follow is about none */
	uint64_t n;          /* how many members did so; their names */
	const char *name[RT_NOTICE_NAMES];
};

/*
 * The newest first, at most 200; likes of one post are one notice, and so are
 * reposts.  Two round trips, none for a stranger.  One more for a secret that
 * PHP made, and for posts that PHP wrote.
 */
struct rt_notices {
	struct rt_user me;
	struct rt_notice *v;
	size_t n;

	/* For rt_notices_seen(): when the newest came, and what is gone. */
	const char *newest, **gone;
	size_t gone_n;
};

enum rt_err rt_notices(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_notices *notices);

/*
 * Now all of these are read, but not what came meanwhile; what was about
 * posts and members that are gone is forgotten.  `me.unread` becomes 0.  One
 * round trip, none if there is nothing to do.
 */
enum rt_err rt_notices_seen(struct rt *rt, struct arena *a,
			    struct rt_notices *notices);

/* ---- private feeds ------------------------------------------------------ */

/*
 * What a member sees at home, for a program that cannot sign in: it knows a
 * secret of its own, which opens nothing else.  NULL: there is none.  A new
 * one revokes the old.  One round trip each.
 */
enum rt_err rt_feed_secret(struct rt *rt, struct arena *a, uint64_t id,
			   const char **secret);
enum rt_err rt_feed_renew(struct rt *rt, struct arena *a, uint64_t id);
enum rt_err rt_feed_revoke(struct rt *rt, struct arena *a, uint64_t id);

struct rt_feed {
	const char *name; /* of the member */
	struct rt_posts posts;
};

/*
 * RT_NOT_FOUND for a secret that is nobody's.  Two round trips, one more where
 * posts are reposts or PHP wrote them.
 */
enum rt_err rt_feed(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_feed *feed);

#endif
