/*
 * What the pages show; a part of retwis.h.
 *
 * Each function takes the secret of the visitor's cookie (NULL without one)
 * and says in `me` who that is, so that finding out costs no round trip of its
 * own.
 *
 * Home and the public timeline take two round trips; so do a profile, its
 * mentions and a list of followers, if this process remembers who has that name, or else three.  It
 * is one more
 *
 *  - on home and timeline, if a repost shows a post that is not loaded yet, and
 *    on a profile that takes two;
 *  - on each, for the names of authors whose posts this process has not loaded
 *    lately; but the two go together, except where an earlier Retwis wrote the
 *    repost, or a profile has loaded what it shows already;
 *  - on a profile and a list, for a name in other letters; and two more, which
 *    make four, where the process remembers which followers you know, and their
 *    number or yours has changed in that minute;
 *  - on the timeline once a minute, when tags are counted;
 *  - on home for a secret that PHP made.
 *
 * At the first look in 30 days home makes its timeline: that is nine more.  A
 * home page with nothing to show takes one more, once a day two, for whom to
 * follow.
 *
 * Some entries show nothing: a post is gone, or it stands above already, as
 * somebody's repost.  Others take their place, so that a page is full while
 * there are more.  For 20 entries that costs one round trip, or two; and eight
 * at most for as far as we look, which is 1120 entries further than the page
 * goes.  Home, the timeline and tags have only 1000.  Where a member has
 * deleted more than that at once, a page may be short until a worker has taken
 * them out of the list, and `older` leads on.  A list of people and a search
 * look at as many again, or at twice as many, for one round trip.
 */
#ifndef SHOWN_H
#define SHOWN_H

#include "libretwis/writing.h"

#define RT_PAGE     10              /* posts on a home or profile page */
#define RT_TIMELINE 50              /* posts on the public timeline */
#define RT_LIKERS   10              /* names of those who like a post */
#define RT_REPLIES  50              /* replies below a post */
#define RT_NEWEST   10              /* new members beside the timeline */
#define RT_TRENDING 10              /* tags beside the timeline */
#define RT_PEOPLE   15              /* members on a page of followers */
#define RT_FEED     50              /* posts in a feed */
#define RT_KNOWN    3               /* names of followers you know */
#define RT_FACES    5               /* members whom a newcomer may follow */
#define RT_BESIDE   3               /* new members beside home */
#define RT_NO_START (INT64_MAX / 2) /* a page beyond every end */

/*
 * Where a page of a list begins: at the entry `start`; or near it, right
 * behind the post `after`.  So a page stays put while others write and delete
 * posts.  For a place called `older`, a `start` of 0 says that there is no
 * older page.
 */
struct rt_place {
	int64_t start; /* 0 is the newest */
	uint64_t after;
	size_t n; /* how many posts from there; 0: RT_PAGE */
};

#define RT_NO_PLACE ((struct rt_place){ 0 })

struct rt_sidebar {
	struct rt_people_list people; /* the newest, whom you may follow */
	const char **trending;        /* as on the public timeline */
};

struct rt_home {
	struct rt_user me;
	uint64_t followers, following;
	struct rt_posts posts;
	struct rt_place here, older;
	struct rt_people_list faces; /* to follow, where no posts are */
	struct rt_sidebar beside;
	uint64_t newest; /* the id at the head of the list, shown or not */
	uint64_t fresh;  /* posts by others since the last visit */
	bool fresher;    /* there may be more of these than we counted */
};

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home);

struct rt_public {
	struct rt_user me;
	struct rt_display_name
		*newest;       /* RT_NEWEST, or fewer and then NULLs */
	const char **trending; /* RT_TRENDING tags of the last day; the same */
	struct rt_posts posts;
	uint64_t newest_post; /* the id at the head of the list */
};

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_public *public);

/*
 * What stands above a member's pages.
 *
 * Only visitors who are signed in learn how they stand to the member, and on
 * which day the member was last here: the members of a site are among friends,
 * and the rest of the world is not.
 *
 * `known` counts the members whom the visitor follows and who follow this one,
 * among the hundred that the visitor has followed last.  It is 0 for a visitor
 * whose secret PHP made.
 */
struct rt_member {
	uint64_t id; /* 0: there is no such member, and all is empty */
	const char *name, *display;
	enum rt_standing standing;
	const char *bio; /* NULL: none */
	uint64_t followers, following;
	time_t since;     /* 0: not known */
	time_t last_seen; /* noon of that day; 0: not known, or not shown */
	bool followed;    /* by the visitor */
	bool follows_me;  /* the visitor */
	uint64_t known;
	struct rt_display_name
		known_who[RT_KNOWN]; /* NULL where there is none */
};

/*
 * Posts that a member brought along from another Retwis.  Their ids are those
 * that they had there, and they answer nothing that is here.
 */
struct rt_archive {
	struct rt_posts posts;
	int64_t start, older; /* `older`: the next page, or 0 */
};

/*
 * An unknown member is no error: `member.id` is 0, and the page that says so
 * still knows `me`.  In a database that is not adopted we pick the member's
 * own posts out of 300 entries of the home timeline for each page.  Then
 * `older` counts in that list, and there is a fourth round trip.
 */
struct rt_profile {
	struct rt_user me;
	struct rt_member member;
	struct rt_posts posts;
	struct rt_place here, older;
	struct rt_archive archive; /* on the last page, and behind it */
};

enum rt_err rt_profile(struct rt *rt, struct arena *a, const char *secret,
		       const char *name, struct rt_place place,
		       struct rt_profile *profile);

/* The archive alone, from the entry `start` on. */
enum rt_err rt_profile_archive(struct rt *rt, struct arena *a,
			       const char *secret, const char *name,
			       int64_t start, struct rt_profile *profile);

/*
 * The posts that mention a member, the newest first, as far as the list goes.
 * What was written before Retwis kept these lists is there once the host has run
 * `retwis-admin adopt`.
 */
struct rt_mentions {
	struct rt_user me;
	struct rt_member member; /* as in a profile */
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_mentions(struct rt *rt, struct arena *a, const char *secret,
			const char *name, struct rt_place place,
			struct rt_mentions *mentions);

enum rt_side { RT_FOLLOWERS, RT_FOLLOWING };

/*
 * The newest first.  A member whose hash is gone is not shown.  Four round
 * trips if there are such entries.
 */
struct rt_people {
	struct rt_user me;
	struct rt_member member; /* as in a profile */
	struct rt_people_list list;
	int64_t older;
};

enum rt_err rt_people(struct rt *rt, struct arena *a, const char *secret,
		      const char *name, enum rt_side side, int64_t start,
		      struct rt_people *people);

#define RT_FOUND     8    /* members that a search shows, and tags */
#define RT_TAG_POSTS 1000 /* posts that a tag keeps */

/*
 * Finds members and tags that begin with `q`, in the order of their small
 * letters; and members with a word of the display name that does.  Spaces
 * around `q` do not count.  "@al" finds only members, and
 * "#al" only tags.  If `q` is NULL or blank we look for nothing; and if it is
 * no UTF-8 text or longer than 160 bytes, we find no member.  Two round trips;
 * one more where entries are found whose members, or posts, are gone.
 */
struct rt_found_tag {
	const char *tag;
	uint64_t posts; /* at most RT_TAG_POSTS */
};

struct rt_search {
	struct rt_user me;
	bool asked;                 /* q was not blank */
	bool for_members, for_tags; /* what was asked for */
	bool more, more_tags;       /* there are more than 20 */
	struct rt_people_list found;
	struct rt_found_tag *tag;
	size_t tags;
};

enum rt_err rt_search(struct rt *rt, struct arena *a, const char *secret,
		      const char *q, struct rt_search *search);

/*
 * One post with its thread.  If there is no such post, `post.id` is 0; so is
 * `parent.id` without a parent, and `post.reply_to` says whether there was
 * one.  Two round trips, one more for authors as above.
 */
struct rt_status {
	struct rt_user me;
	struct rt_post post, parent;
	struct rt_display_name
		liker[RT_LIKERS]; /* the latest first; or NULL */
	struct rt_posts replies;  /* oldest first */
	int64_t start, later;     /* `later`: the next page of replies, or 0 */
};

enum rt_err rt_status(struct rt *rt, struct arena *a, const char *secret,
		      uint64_t id, int64_t start, struct rt_status *status);

/*
 * The posts that the visitor likes, the latest like first; none for a
 * stranger.  Three round trips, and one more for authors as above.
 */
struct rt_likes {
	struct rt_user me;
	struct rt_posts posts;
	int64_t older;
};

enum rt_err rt_likes(struct rt *rt, struct arena *a, const char *secret,
		     int64_t start, struct rt_likes *likes);

/*
 * The newest posts of a tag, in capitals or not.  Two round trips, and one more
 * for authors as above.
 */
struct rt_tagged {
	struct rt_user me;
	const char *tag; /* in small letters */
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_tagged(struct rt *rt, struct arena *a, const char *secret,
		      const char *tag, struct rt_place place,
		      struct rt_tagged *tagged);

/* ---- private feeds ------------------------------------------------------ */

/*
 * What a member sees at home, for a program that cannot sign in.  It knows a
 * secret of its own, which opens nothing else.  Redis has its digest, so nobody
 * can be told the secret again.  A new one revokes the old one; RT_DENIED if
 * the session of `me` has ended in the meantime.  One round trip each.
 */
enum rt_err rt_has_feed(struct rt *rt, struct arena *a, uint64_t id,
			bool *has_feed);
enum rt_err rt_feed_renew(struct rt *rt, struct arena *a,
			  const struct rt_user *me, const char **secret);
enum rt_err rt_feed_revoke(struct rt *rt, struct arena *a, uint64_t id);

struct rt_feed {
	const char *name, *display; /* of the member */
	struct rt_posts posts;
};

/*
 * RT_NOT_FOUND if nobody who belongs here has this secret.  Two round trips;
 * one more if there are reposts among the posts, or for authors as above.
 */
enum rt_err rt_feed(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_feed *feed);

#endif
