/*
 * libretwis: users, sessions, posts, follows and timelines, kept in Redis.
 *
 * The one public header of the data layer.  Three things hold everywhere:
 *
 *  - Strings that come out live in the caller's arena.  Nobody frees them.
 *  - An output is untouched unless the function returns RT_OK.
 *  - A number of round trips stands beside each function.  It never depends
 *    on how many posts, followers or members there are.
 */
#ifndef RETWIS_H
#define RETWIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "libretwis/arena.h"

enum rt_err {
	RT_OK,
	RT_NOT_FOUND, /* no such member or post */
	RT_TAKEN,     /* the name is in use */
	RT_DENIED,    /* wrong name or password */
	RT_FULL,      /* Redis reads but does not write: memory, disk */
	RT_DOWN,      /* Redis does not answer */
	RT_BROKEN,    /* a reply that makes no sense; a bug or a stranger */
};

/* A sentence for a log or a terminal. */
const char *rt_strerror(enum rt_err err);

/* ---- configuration and connection -------------------------------------- */

struct rt_config {
	const char *redis;   /* users, posts, timelines */
	const char *bus;     /* queues and messages; the same by default */
	unsigned timeout_ms; /* for connecting and for each answer */
	unsigned post_max;   /* code points in a post */
	bool signup_open;
};

/*
 * Reads RETWIS_* from the environment (README lists them).  Returns NULL, or
 * a sentence that says what is wrong; it lives in `a`, as the strings do.
 */
const char *rt_config_load(struct arena *a, struct rt_config *conf);

struct rt;

/* Connects when first needed, and again whenever needed; never fails. */
struct rt *rt_open(const struct rt_config *conf);
void rt_close(struct rt *rt);

/*
 * Between two requests: Redis may restart before the next one, which then
 * notices and connects again instead of failing.
 */
void rt_rest(struct rt *rt);

/* ---- members ----------------------------------------------------------- */

struct rt_user {
	uint64_t id; /* 0: nobody */
	const char *name;
	const char *secret; /* of the session */
	uint64_t unread;    /* notices, for who was found by a session */
};

/* What forms may hold; NULL if good, else a sentence for the member. */
const char *rt_name_problem(const char *name);
const char *rt_password_problem(const char *password);

/* The name with A to Z as small letters, as new names and sign-in have it. */
char *rt_name_fold(struct arena *a, const char *name);

/*
 * Claims a name that rt_name_problem() lets pass.  RT_TAKEN, also when two
 * hundred try at once.  Five round trips, one hash unless the name is taken.
 */
enum rt_err rt_register(struct rt *rt, struct arena *a, const char *name,
			const char *password, struct rt_user *user);

/*
 * RT_DENIED for an unknown name and for a wrong password alike, after the
 * same one hash.  Finishes a registration that was cut off, and replaces a
 * classic clear-text password by its hash.  Three or four round trips.
 */
enum rt_err rt_sign_in(struct rt *rt, struct arena *a, const char *name,
		       const char *password, struct rt_user *user);

/*
 * Whose session this is; nobody (id 0) is no error.  One round trip, two for
 * a secret that PHP Retwis made.
 */
enum rt_err rt_session(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_user *user);

/*
 * What a member's forms carry, so that no other site can send one: an
 * HMAC-SHA256 under the session's secret, as hex.
 */
const char *rt_csrf(struct arena *a, const struct rt_user *user);
bool rt_csrf_ok(struct arena *a, const struct rt_user *user,
		const char *given);

/* A new secret: the member is signed out everywhere.  Two round trips. */
enum rt_err rt_sign_out(struct rt *rt, struct arena *a,
			const struct rt_user *user);

/* Sets a new password and signs out everywhere.  Two round trips. */
enum rt_err rt_set_password(struct rt *rt, struct arena *a,
			    const struct rt_user *user, const char *password);

/*
 * By name: exactly as stored, else folded, else a folded legacy name; and
 * there must be a hash.  By id: the name must be claimed for it, so
 * that the remains of a lost race are never found.  Two round trips each.
 */
enum rt_err rt_user_by_name(struct rt *rt, struct arena *a, const char *name,
			    struct rt_user *user);
enum rt_err rt_user_by_id(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_user *user);

/*
 * A member's line about oneself.  Brings what a browser sends into the stored
 * form (no white space around it) and says what is wrong with it: NULL, or a
 * sentence.  "" is good, and means none.
 */
#define RT_BIO_MAX 160 /* code points */

const char *rt_bio_problem(struct arena *a, const char *text, char **normal);

/* As it may be shown; NULL for none.  One round trip each. */
enum rt_err rt_bio(struct rt *rt, struct arena *a, uint64_t id,
		   const char **bio);
enum rt_err rt_set_bio(struct rt *rt, struct arena *a, uint64_t id,
		       const char *bio);

/* ---- follows ----------------------------------------------------------- */

/* Following twice, or stopping without following, changes nothing. */
enum rt_err rt_follow(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom);
enum rt_err rt_unfollow(struct rt *rt, struct arena *a, uint64_t me,
			uint64_t whom);

/* ---- posts ------------------------------------------------------------- */

struct rt_post {
	uint64_t id, user_id;
	time_t time;
	const char *name;       /* of the author */
	const char *body;       /* always valid UTF-8 without controls */
	const char *mentions;   /* see rt_parts() */
	uint64_t replies;       /* how many there are */
	uint64_t reply_to;      /* the post that this one answers, or 0 */
	const char *reply_name; /* its author; NULL without */
	uint64_t likes, reposts;
	bool liked, reposted; /* by the visitor */
	const char *reposter; /* whose repost shows it here, or NULL */
};

struct rt_posts {
	struct rt_post *v;
	size_t n;
};

/*
 * Brings a text as a browser sends it into the stored form (LF for CRLF, no
 * white space at its end) and says what is wrong with it: NULL, or a sentence.
 */
const char *rt_text_problem(struct arena *a, const char *text, unsigned max,
			    char **normal);

/* The text with every byte that may not be shown replaced by U+FFFD. */
const char *rt_text_clean(struct arena *a, const char *text);

/*
 * How a text begins: its first `max` code points at most, no half word, and
 * an ellipsis where that is not all.  Never empty.
 */
const char *rt_first_words(struct arena *a, const char *text, size_t max);

/* Its first line that shows anything; "" without one. */
const char *rt_first_line(struct arena *a, const char *text);

/*
 * What a body is made of, one part after the other.  `mentions` are the names
 * that were members' when the post was made, a space between them, or NULL:
 * only these are mentions.  Names and tags are shown after their @ and #.
 */
enum rt_part_kind { RT_TEXT, RT_LINK, RT_MENTION, RT_TAG };

struct rt_part {
	enum rt_part_kind kind;
	const char *shown;
	const char *to; /* the address, the member's name, the tag */
	struct rt_part *next;
};

struct rt_part *rt_parts(struct arena *a, const char *body,
			 const char *mentions);

/* A number for a form that is to be taken once. */
const char *rt_nonce(struct arena *a);

/* A post to be. */
struct rt_draft {
	const char *nonce; /* of its form, or NULL */
	const char *body;  /* from rt_text_problem() */
	uint64_t reply_to; /* the post that it answers, or 0 */
};

/*
 * Stores and delivers a post.  The same nonce with the same text gives the
 * same post, and finishes its delivery if that was cut off.  RT_NOT_FOUND for
 * a reply to what is gone.  Four round trips, two more for a reply, and
 * one for every thousand followers.
 */
enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id);

/*
 * Takes a post of one's own back, with all reposts of it: RT_DENIED for
 * somebody else's, RT_NOT_FOUND for what is gone.  Four round trips, five for
 * a reply, and more for every hundred reposts or likes.
 */
enum rt_err rt_post_delete(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id);

/*
 * Liking twice, or taking back what is not there, changes nothing.
 * RT_NOT_FOUND for a post that is gone, and for a repost: what it shows is
 * liked instead.  Three round trips.
 */
enum rt_err rt_like(struct rt *rt, struct arena *a, uint64_t me,
		    uint64_t post);
enum rt_err rt_unlike(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t post);

/*
 * Shows a post to one's own followers: a post that holds no text and points to
 * the other one.  As with likes; but five round trips, and reposting takes
 * one more for every thousand followers.
 */
enum rt_err rt_repost(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post);
enum rt_err rt_unrepost(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post);

/* ---- what the pages show ----------------------------------------------- */

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
 * Where a page of a list begins: at `start`, or, if the post `after` is found
 * there, behind that one, so that what was written meanwhile moves no page.
 * A `start` of 0 says of an older page that there is none.
 */
struct rt_place {
	int64_t start; /* 0 is the newest */
	uint64_t after;
	size_t n; /* how many posts from there; 0: RT_PAGE */
};

#define RT_NO_PLACE ((struct rt_place){ 0 })

/*
 * Each takes the secret of the visitor's cookie (NULL without) and tells in
 * `me` who that is, so that knowing it costs no round trip of its own.
 * Home and timeline take two round trips, a profile and a list of followers
 * three; one more on home where posts are gone and others take their place,
 * once a minute on the timeline, where posts without a `username` of their
 * own, written by PHP, need their authors' hashes, and on home for a secret
 * that PHP made.
 */
struct rt_home {
	struct rt_user me;
	uint64_t followers, following;
	struct rt_posts posts;
	struct rt_place here, older;
	uint64_t fresh; /* entries since the last visit, not one's own */
	bool fresher;   /* and there may be more of them */
};

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home);

struct rt_public {
	struct rt_user me;
	const char **newest;   /* names; NULL where there is none */
	const char **trending; /* tags of the last day; the same */
	struct rt_posts posts;
};

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_public *public);

/*
 * What stands above a member's pages.  How the visitor stands to the member
 * is told to who is signed in: `known` are those whom the visitor follows
 * and who follow the member, of the newest thousand; a visitor whose secret
 * PHP made hears of none.
 */
struct rt_member {
	uint64_t id; /* 0: there is no such member, and nothing else */
	const char *name;
	const char *bio; /* NULL: none */
	uint64_t followers, following;
	time_t since;    /* 0: not known */
	bool followed;   /* by the visitor */
	bool follows_me; /* the visitor */
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
 * One post with its thread: two round trips, up to two more where PHP wrote
 * posts.  `post.id` is 0 if there is none, `parent.id` too: `post.reply_to`
 * tells whether there was a parent.
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

/* What the visitor likes, the latest like first.  Three round trips. */
struct rt_likes {
	struct rt_user me;
	struct rt_posts posts;
	int64_t older;
};

enum rt_err rt_likes(struct rt *rt, struct arena *a, const char *secret,
		     int64_t start, struct rt_likes *likes);

/* The newest posts of a tag, given in any case.  Two round trips. */
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

/* ---- for hosts --------------------------------------------------------- */

/*
 * Long work: here, and only here, the round trips depend on how much there
 * is, one or two for every thousand entries.  What is cut off is finished by
 * doing it again.  `tell`, unless it is NULL, hears how far the work has come.
 */
struct rt_adopted {
	uint64_t members;      /* looked through */
	uint64_t posts, names; /* added */
};

/*
 * Adopts a classic database, or what PHP Retwis wrote since: fills own:,
 * `names` and `members`, and sets `layout`.  Never takes anything away.
 */
enum rt_err rt_adopt(struct rt *rt,
		     void (*tell)(uint64_t done, uint64_t total),
		     struct rt_adopted *adopted);

struct rt_removal {
	struct rt_user user;
	uint64_t posts, followers, following, likes;
	bool adopted; /* the database: else posts are not known */
};

/*
 * What goes with a member: two round trips.  Finds by name as
 * rt_user_by_name() does, and by the exact name what a removal that was cut
 * off has left.
 */
enum rt_err rt_removal(struct rt *rt, struct arena *a, const char *name,
		       struct rt_removal *removal);

/* Only in an adopted database. */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total));

/* Anybody's, as rt_post_delete() does it. */
enum rt_err rt_remove_post(struct rt *rt, struct arena *a, uint64_t id);

#endif
