/*
 * libretwis: users, sessions, posts, follows and timelines, kept in Redis.
 *
 * The one public header of the data layer.  It includes its other parts at its
 * end: shown.h for what the pages show, later.h for what happens later, host.h
 * for what hosts do, and live_state.h for live updates.  Three things hold
 * everywhere:
 *
 *  - Strings that come out live in the caller's arena.  Nobody frees them.
 *  - An output is untouched unless the function returns RT_OK.
 *  - Each function says how many round trips it takes.  That never depends on
 *    how many posts, followers or members there are; only host.h is different.
 */
#ifndef RETWIS_H
#define RETWIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "libretwis/base/arena.h"
#include "libretwis/visitor.h"

enum rt_err {
	RT_OK,
	RT_NOT_FOUND, /* no such member or post */
	RT_TAKEN,     /* the name is in use */
	RT_DENIED,    /* wrong name or password */
	RT_LIMITED,   /* too often; rt_wait() says when again */
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
	unsigned patience_s; /* until we take a silent worker for dead */
	unsigned post_max;   /* code points in a post */
	unsigned live_max;   /* connections of the live gateway */
	bool signup_open;
	bool last_seen; /* we note on which day members were here */
	struct rt_rate rate[RT_RATES]; /* how often visitors may do what */
	const char *proxies;           /* that we trust, see rt_client() */
};

/*
 * Reads RETWIS_* from the environment (docs/settings.md lists them).  Returns
 * NULL, or a sentence that says what is wrong.  It lives in `a`, and so do the
 * strings in `conf`.
 */
const char *rt_config_load(struct arena *a, struct rt_config *conf);

struct rt;

/* Connects when first needed, and again whenever needed; never fails. */
struct rt *rt_open(const struct rt_config *conf);
void rt_close(struct rt *rt);

/*
 * Call it between two requests.  If Redis restarts before the next one, that
 * request notices it and connects again, instead of failing.
 */
void rt_rest(struct rt *rt);

/* ---- members ----------------------------------------------------------- */

struct rt_user {
	uint64_t id; /* 0: nobody */
	const char *name;
	const char *secret; /* of the session */
	uint64_t unread; /* notices; known where a session found the member */
	bool unseen;     /* the same: "do not show when I was last here" */
};

/* What forms may hold; NULL if good, else a sentence for the member. */
const char *rt_name_problem(const char *name);
const char *rt_password_problem(const char *password);

/* The name with A to Z as small letters, as new names and sign-in have it. */
char *rt_name_fold(struct arena *a, const char *name);

/*
 * Registers a member, with a name that rt_name_problem() lets pass.  RT_TAKEN
 * if somebody has it: when two hundred try at once, one of them gets it.
 * RT_LIMITED by address.  Five round trips, and one hash unless the name is
 * taken.
 */
enum rt_err rt_register(struct rt *rt, struct arena *a, const char *name,
			const char *password, struct rt_user *user);

/*
 * Signs a member in.  RT_DENIED for an unknown name and for a wrong password
 * alike: both cost one hash, so nobody can tell which it was.  RT_LIMITED
 * after too many wrong passwords, before any hash (see attempt.h).  Finishes a
 * registration that was cut off, and replaces a classic clear-text password by
 * its hash.  Four or five round trips.
 */
enum rt_err rt_sign_in(struct rt *rt, struct arena *a, const char *name,
		       const char *password, struct rt_user *user);

/*
 * Finds the member whose session this is.  Nobody (id 0) is no error.  One
 * round trip; two for a secret that PHP Retwis made.
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
 * RT_NOT_FOUND if there is no such member.  By name: exactly as you wrote it,
 * else in small letters, else the small letters of an older name.  By id: only
 * if the id's name is claimed for it, so that you never find the remains of a
 * lost race for a name.  Two round trips each.
 */
enum rt_err rt_user_by_name(struct rt *rt, struct arena *a, const char *name,
			    struct rt_user *user);
enum rt_err rt_user_by_id(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_user *user);

/*
 * The line that members write about themselves.  Brings what a browser sends
 * into the stored form, without white space around it.  Returns NULL if it is
 * good, else a sentence for the member.  "" is good, and means no line.
 */
#define RT_BIO_MAX 160 /* code points */

const char *rt_bio_problem(struct arena *a, const char *text, char **normal);

/* As a page may show it; NULL if there is none.  One round trip each. */
enum rt_err rt_bio(struct rt *rt, struct arena *a, uint64_t id,
		   const char **bio);
enum rt_err rt_set_bio(struct rt *rt, struct arena *a, uint64_t id,
		       const char *bio);

/* ---- follows ----------------------------------------------------------- */

/*
 * Following twice, or stopping without following, changes nothing.  Following
 * may be RT_LIMITED.  If `me` has a home timeline, it is made again.  Three
 * round trips, and ten more to make the timeline.
 */
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
	const char *reply_name; /* the author of that post; NULL without */
	uint64_t likes, reposts;
	bool liked, reposted; /* by the visitor */
	const char *reposter; /* the member whose repost shows it, or NULL */
};

struct rt_posts {
	struct rt_post *v;
	size_t n;
};

/*
 * Brings a text that a browser has sent into the form that we store: LF for
 * CRLF, and no white space at its end.  Returns NULL, or a sentence for the
 * member that says what is wrong with the text.  `max` is in code points.
 */
const char *rt_text_problem(struct arena *a, const char *text, unsigned max,
			    char **normal);

/* The text, with U+FFFD for every byte that may not be shown. */
const char *rt_text_clean(struct arena *a, const char *text);

/*
 * How a text begins: at most its first `max` code points, without half a word
 * at the end, and with an ellipsis if that is not the whole text.  Never
 * empty.
 */
const char *rt_first_words(struct arena *a, const char *text, size_t max);

/* The first line of a text that shows anything; "" if none does. */
const char *rt_first_line(struct arena *a, const char *text);

/*
 * The parts of a body, one after the other.  `mentions` holds the names of the
 * members whom the post mentions, a space between them, or is NULL: the post
 * got it when it was written, and no other name in the body is a mention.  The
 * @ before a name and the # before a tag are the end of the text before it.
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

/*
 * A random text that a form carries in a hidden field, so that a form which is
 * sent twice makes one post.
 */
const char *rt_nonce(struct arena *a);

/* A post that a member is about to write. */
struct rt_draft {
	const char *nonce; /* of its form, or NULL */
	const char *body;  /* from rt_text_problem() */
	uint64_t reply_to; /* the post that it answers, or 0 */
	bool scheduled;    /* we know the nonce for more than a year */
};

/*
 * Stores a post and publishes it; a worker delivers it to the followers.
 * Tells its id.  The same nonce with the same text gives the same post, and
 * finishes it if it was cut off.  RT_NOT_FOUND for a reply to a post that is
 * gone; RT_LIMITED.  Five round trips, two more for a reply.
 */
enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id);

/*
 * Deletes a post of the member `me`, with all reposts of it.  RT_DENIED for
 * somebody else's post, RT_NOT_FOUND if it is gone.  Four round trips, five
 * for a reply, and more for every hundred reposts or likes.
 */
enum rt_err rt_post_delete(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id);

/*
 * Likes a post, or takes that back.  Doing either twice changes nothing.
 * RT_NOT_FOUND for a post that is gone, and for a repost: a member likes the
 * post that it shows.  Liking may be RT_LIMITED.  Three round trips.
 */
enum rt_err rt_like(struct rt *rt, struct arena *a, uint64_t me,
		    uint64_t post);
enum rt_err rt_unlike(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t post);

/*
 * Shows a post to the followers of `me`, or takes that back.  A repost is a
 * post of its own, which points to the other one, and counts against the same
 * limit.  RT_NOT_FOUND as for likes, and if there is no repost to take back.
 * Six round trips, and five to take it back.
 */
enum rt_err rt_repost(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post);
enum rt_err rt_unrepost(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post);

#include "libretwis/host.h"
#include "libretwis/later.h"
#include "libretwis/live_state.h"
#include "libretwis/shown.h"

#endif
