/*
 * Members: who they are, how they sign in, and whom they follow; a part of
 * retwis.h.
 */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "libretwis/config.h"
#include "libretwis/standing.h"

/*
 * What a member is called: by the name, which is the member's alone, and by a
 * display name, which others may have, too; NULL: none.
 */
struct rt_display_name {
	union {
		struct {
			const char *name, *display;
		};
		const char *field[2]; /* as Redis answers */
	};
};

#define RT_UNASKED UINT64_MAX

struct rt_user {
	uint64_t id; /* 0: nobody */
	const char *name;
	const char *display; /* NULL: none, or no session found the member */
	const char *secret;  /* of the session */
	const char *device;  /* its entry, see device.h; NULL: all share it */
	uint64_t generation; /* of the member's sessions */
	enum rt_standing standing; /* known where a session found the member */
	uint64_t unread;           /* notices; known there, or RT_UNASKED */
	bool unseen;  /* the same: "do not show when I was last here" */
	bool renamed; /* by an import, and signs in for the first time */
};

/*
 * What forms may hold; NULL if good, else a sentence for the member.  A new
 * password for a member of that name, at a site of that name.
 */
const char *rt_name_problem(const char *name);
const char *rt_password_problem(const char *password, const char *name,
				const char *site);

/* The name with A to Z as small letters, as new names and sign-in have it. */
char *rt_name_fold(struct arena *a, const char *name);

/*
 * Signs a member in.  RT_DENIED for an unknown name and for a wrong password
 * alike: both cost one hash, so nobody can tell which it was.  RT_LIMITED
 * after too many wrong passwords, before any hash (see attempt.h).  Finishes a
 * registration that was cut off, and replaces a classic clear-text password by
 * its hash.  RT_DENIED, too, if the password changes or the member is removed
 * while this looks at it.  Six round trips; one more from an address or with a
 * browser that is new, of which the member gets a notice.
 */
enum rt_err rt_sign_in(struct rt *rt, struct arena *a, const char *name,
		       const char *password, struct rt_user *user);

/*
 * How many milliseconds the last hash of a password took in this process, with
 * all that kept the machine busy at the same time; 0 before the first one.
 */
int64_t rt_hash_ms(void);

/*
 * A hash whose turn comes after `soon` and that would end after `end`, by the
 * time that the last one took, is not begun: signing in and registering then
 * return RT_LATE, and have counted and stored nothing.  Both are of clock_ms().
 */
void rt_hash_by(struct rt *rt, int64_t soon, int64_t end);

/*
 * Sets a new password, signs out everywhere and takes the address of the
 * private feed away.  RT_NOT_FOUND if the member is gone.  Two round trips,
 * and one on the bus, which ends the live streams.
 */
enum rt_err rt_set_password(struct rt *rt, struct arena *a,
			    const struct rt_user *user, const char *password);

/* A member's wish for a new password. */
struct rt_renewal {
	const char *old, *password; /* in */
	const char *problem;        /* out: NULL, or what is wrong with it */
};

/*
 * The same for the member who is signed in and knows the old one, and gives
 * `me` a new session.  RT_DENIED for a wrong old password; and for a new one
 * that is not good enough, and then `problem` says why.  Both count as attempts
 * to sign in, so it may be RT_LIMITED; and RT_LATE, as signing in.  Six round
 * trips, one on the bus, and two hashes.
 */
enum rt_err rt_change_password(struct rt *rt, struct arena *a,
			       struct rt_renewal *r, struct rt_user *me);

/*
 * Whether that is the password of the member who is signed in: RT_OK or
 * RT_DENIED.  It counts as an attempt to sign in, so it may be RT_LIMITED; and
 * RT_LATE, as signing in.  Three round trips, and a hash.
 */
enum rt_err rt_prove_password(struct rt *rt, struct arena *a,
			      const struct rt_user *me, const char *password);

/*
 * Closes the account of the member who is signed in: from now on nobody is that
 * member, or finds the member.  A worker takes away all that there was.  Only
 * in an adopted database.  RT_DENIED for the only host, and then nothing was
 * changed.  Works while Redis is full.  Seven round trips, one more for a name
 * from before, and one on the bus.
 */
enum rt_err rt_leave(struct rt *rt, struct arena *a, const struct rt_user *me);

#define RT_RESET_SECONDS 86400 /* a link for a new password works */

/*
 * A token for a link by which the member sets a new password without the old
 * one: once, within a day, and until there is another such link or a new
 * password.  RT_NOT_FOUND if the member is gone.  One round trip.  If a host on
 * the pages makes it, `by`, the member gets a notice, in one more; else 0.
 */
enum rt_err rt_reset_begin(struct rt *rt, struct arena *a,
			   const struct rt_user *user, uint64_t by,
			   const char **token);

/* Whose link it is; RT_NOT_FOUND if it does not work.  One round trip. */
enum rt_err rt_reset_find(struct rt *rt, struct arena *a, const char *token,
			  struct rt_user *user);

/*
 * Sets the new password of `user`, whom rt_reset_find() has found.  That ends
 * the link, all sessions and the private feed.  Signs in; or leaves that to the
 * member (id 0) if Redis is too full.  RT_NOT_FOUND as above, RT_DENIED with a
 * `problem`, RT_LATE as signing in.  Three round trips, one on the bus, and a
 * hash.
 */
enum rt_err rt_reset(struct rt *rt, struct arena *a, const char *token,
		     struct rt_renewal *r, struct rt_user *user);

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

/*
 * The display name.  Brings what a browser sends into the stored form: each run
 * of blanks is one space, and none is around it.  Returns NULL if it is good,
 * else a sentence for the member.  "" is good, and means none.
 */
#define RT_DISPLAY_MAX   40 /* code points */
#define RT_DISPLAY_BYTES (4 * RT_DISPLAY_MAX)

const char *rt_display_problem(struct arena *a, const char *text,
			       char **normal);

/*
 * Gives the member that display name; "" takes it away.  Within ten seconds all
 * pages show it, and the member's own at once.  RT_NOT_FOUND if the member is
 * gone, and RT_LIMITED, since it counts as a post.  Three round trips.
 */
enum rt_err rt_set_display_name(struct rt *rt, struct arena *a,
				const struct rt_user *me, const char *display);

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

/* In a list of members, for a visitor who may follow them. */
struct rt_person {
	uint64_t id;
	const char *name, *display;
	const char *bio; /* NULL: none, or not asked for */
	bool followed;   /* by the visitor */
	bool unsure;     /* nobody has asked Redis whether it is so */
};

struct rt_people_list {
	struct rt_person *v;
	size_t n;
};

#endif
