/*
 * Members: their names, how they sign in, and whom they follow.  Part of
 * retwis.h.
 */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "libretwis/config.h"
#include "libretwis/standing.h"

/*
 * A member's two names: the user name, which nobody else has, and the display
 * name, which several members may share (NULL: none).  The face that is shown
 * next to them is the token of a picture (NULL: none, or the site has no
 * pictures).
 */
struct rt_names {
	union {
		struct {
			const char *name, *display;
			const char *standing; /* see names_are_suspended() */
			const char *face;
		};
		const char *field[4]; /* in the order of HMGET */
	};
};

#define RT_UNREAD_UNKNOWN UINT64_MAX

struct rt_user {
	uint64_t id; /* 0: nobody */
	const char *name;
	const char *display;       /* NULL: none, or not read */
	const char *face;          /* likewise */
	const char *secret;        /* of the session */
	const char *device;        /* its entry; NULL: a shared secret */
	uint64_t generation;       /* of the member's sessions */
	enum rt_standing standing; /* read with a session only */
	uint64_t unread; /* notices; read likewise, or RT_UNREAD_UNKNOWN */
	bool unseen;     /* likewise: the last visit is not recorded */
	bool renamed;    /* by an import, and has not signed in since */
	bool two_step;   /* a code is needed; read by rt_reset_find() only */
};

/*
 * Checks what somebody typed into a form.  Each returns NULL if it is
 * acceptable, or else a sentence for the member.  A new password must not
 * contain the member's name or the site's.
 */
const char *rt_name_problem(const char *name);
const char *rt_password_problem(struct arena *a, const char *password,
				const char *name, const char *site);

/*
 * Whether somebody has typed the same password twice.  Letters are the same
 * however they are composed, since keyboards differ in that.
 */
bool rt_passwords_match(struct arena *a, const char *one, const char *other);

/*
 * Whether a name sounds as if it belonged to those who run the site: "admin",
 * "support" and the like, or the site's own name, with _ anywhere.  A visitor
 * can't register it, but a host can give it to somebody.
 */
bool rt_name_is_official(struct arena *a, const char *name, const char *site);

/* The name with A to Z in lower case, as new names are. */
char *rt_name_fold(struct arena *a, const char *name);

/*
 * The name that somebody means who has typed this: in lower case, without the
 * @ that pages show before names, and without the blanks that keyboards of
 * phones add and browsers copy along.  rt_name_after_at() only skips one @, in
 * any of its forms, if the text begins with it.
 */
char *rt_name_typed(struct arena *a, const char *typed);
const char *rt_name_after_at(const char *s);

/*
 * Signs a member in.  Returns RT_DENIED both for an unknown name and for a
 * wrong password; each costs as many hashes, one or two, so the time doesn't
 * reveal which it was.  Returns RT_LIMITED after too many wrong passwords,
 * before any hash is computed (see attempt.h).  Returns RT_CODE if the password
 * is right, but the member uses two-step sign-in: continue with
 * rt_sign_in_code().  Also returns RT_DENIED if the password changes or the
 * member is removed during the call.  Completes a registration that was
 * interrupted, and replaces a classic clear-text password, or the hash of one
 * that isn't NFC, by the hash of its NFC.  Six round trips, and one more from a
 * new address or with a new browser, since the member then gets a notice.
 */
enum rt_err rt_sign_in(struct rt *rt, struct arena *a, const char *name,
		       const char *password, struct rt_user *user);

/*
 * How many milliseconds this process takes for a password hash, including the
 * time it waits for the processor: the median of the last five, the lower one
 * of two; 0 before the first.
 */
int64_t rt_hash_ms(void);

/*
 * How many hashes it takes to find out whether this password is right.  Most
 * take one; one that can be written in two ways, such as with an accent, takes
 * two.
 */
int rt_hashes(struct arena *a, const char *password);

/*
 * Sets a deadline for password hashes in this request.  If a hash would start
 * after `soon` and, judging by the previous one, finish after `end`, it isn't
 * computed: signing in and registering then return RT_LATE and leave no trace,
 * neither counted nor stored.  Both times are of clock_ms().
 */
void rt_hash_deadline(struct rt *rt, int64_t soon, int64_t end);

/*
 * Sets a new password, ends all of the member's sessions and revokes the
 * addresses of the private feed and the private calendar.  RT_NOT_FOUND if the
 * member is gone.  Two round trips, and one on the bus that ends the live
 * streams.
 */
enum rt_err rt_set_password(struct rt *rt, struct arena *a,
			    const struct rt_user *user, const char *password);

/* A change of password. */
struct rt_password_change {
	const char *old, *password; /* in */
	const char *problem;        /* out: NULL, or why it was not accepted */
};

/*
 * The same for a member who is signed in and gives the old password; `me` gets
 * a new session.  RT_DENIED if the old password is wrong, or if the new one
 * isn't good enough; in the second case `problem` says why.  Both count as
 * sign-in attempts, so the result may be RT_LIMITED; it may also be RT_LATE,
 * as for rt_sign_in().  Six round trips, one on the bus, and two hashes.
 */
enum rt_err rt_change_password(struct rt *rt, struct arena *a,
			       struct rt_password_change *r,
			       struct rt_user *me);

/*
 * Checks the password of a member who is signed in: RT_OK or RT_DENIED.  It
 * counts as a sign-in attempt, so the result may be RT_LIMITED; it may also be
 * RT_LATE.  Three round trips and a hash.
 */
enum rt_err rt_prove_password(struct rt *rt, struct arena *a,
			      const struct rt_user *me, const char *password);

/*
 * Closes the account of the member who is signed in.  From this moment nobody
 * can sign in to it or find it, and a worker deletes everything that belonged
 * to it.  Only in an adopted database.  Returns RT_DENIED, with nothing
 * changed, if the member is the only host.  Works even while Redis is full.
 * Seven round trips, one more for a name from a classic database, and one on
 * the bus.
 */
enum rt_err rt_leave(struct rt *rt, struct arena *a, const struct rt_user *me);

#define RT_RESET_SECONDS 86400 /* how long a reset link works */

/*
 * Makes the token of a link with which a member can set a new password without
 * the old one.  It works once, within a day, and until a newer link is made or
 * the password changes.  RT_NOT_FOUND if the member is gone.  If a host made
 * it on the site, the member gets a notice.  Two round trips.
 */
enum rt_err rt_reset_begin(struct rt *rt, struct arena *a,
			   const struct rt_user *user,
			   const struct rt_acting *who, const char **token);

/*
 * Finds the member whose reset link this is.  RT_NOT_FOUND if it doesn't work,
 * for whatever reason.  One round trip.
 */
enum rt_err rt_reset_find(struct rt *rt, struct arena *a, const char *token,
			  struct rt_user *user);

/*
 * Sets a new password for `user`, as found by rt_reset_find().  The link, all
 * sessions, the private feed and the private calendar end.  Then signs the
 * member in; if Redis is too full for a new session, `user` has the id 0
 * instead, and the member can sign in later.  RT_CODE if the password is set,
 * but the member uses two-step sign-in, as for rt_sign_in().  RT_NOT_FOUND if
 * the link doesn't work any more, RT_DENIED with a `problem`, RT_LATE as for
 * rt_sign_in().  Three round trips, one on the bus, and a hash.
 */
enum rt_err rt_reset(struct rt *rt, struct arena *a, const char *token,
		     struct rt_password_change *r, struct rt_user *user);

/*
 * Find a member; RT_NOT_FOUND if there is none. rt_user_by_name() tries the
 * name exactly as typed, then in lower case, then as the lower-case form of a
 * classic name. rt_user_by_id() finds a member only if `users` maps the name
 * to this id, and so never the remains of a registration that lost the race
 * for a name.  Two round trips each.
 */
enum rt_err rt_user_by_name(struct rt *rt, struct arena *a, const char *name,
			    struct rt_user *user);
enum rt_err rt_user_by_id(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_user *user);

/*
 * Checks a bio, the line that members write about themselves.  Removes white
 * space around it and stores the result in `normal`.  Returns NULL if it is
 * acceptable, else a sentence for the member.  "" is acceptable and means no
 * bio.
 */
#define RT_BIO_MAX 160 /* see rt_text_length() */

const char *rt_bio_problem(struct arena *a, const char *text, char **normal);

/*
 * Read and write the bio.  It is read in a form that is safe to show; NULL if
 * there is none.  One round trip each.
 */
enum rt_err rt_bio(struct rt *rt, struct arena *a, uint64_t id,
		   const char **bio);
enum rt_err rt_set_bio(struct rt *rt, struct arena *a, uint64_t id,
		       const char *bio);

#define RT_DISPLAY_MAX   40 /* see rt_display_length() */
#define RT_DISPLAY_BYTES (10 * RT_DISPLAY_MAX)

/*
 * As rt_text_length(), but a name of more than 10 bytes for each character
 * counts as longer.
 */
size_t rt_display_length(struct arena *a, const char *name);

/*
 * Checks a display name.  Replaces each run of blanks by one space, removes
 * those around it, and stores the result in `normal`.  Returns NULL if it is
 * acceptable, else a sentence for the member.  "" is acceptable and means no
 * display name.
 */
const char *rt_display_problem(struct arena *a, const char *text,
			       char **normal);

/*
 * Sets the display name; "" removes it.  The member sees it at once, and all
 * other pages show it within ten seconds.  RT_NOT_FOUND if the member is gone.
 * RT_TAKEN if the name could be taken for that of somebody else; then `problem`
 * is a sentence for the member.  It counts against the limit for posts, so it
 * may be RT_LIMITED.  Four round trips.
 */
enum rt_err rt_set_display_name(struct rt *rt, struct arena *a,
				const struct rt_user *me, const char *display,
				const char **problem);

/* ---- follows ----------------------------------------------------------- */

/*
 * Follow and unfollow.  Doing either twice changes nothing.  Following may be
 * RT_LIMITED, or RT_BLOCKED by either of the two.  If `me` has a home timeline,
 * it is rebuilt.  Three round trips, and ten more for the rebuild.
 */
enum rt_err rt_follow(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom);
enum rt_err rt_unfollow(struct rt *rt, struct arena *a, uint64_t me,
			uint64_t whom);

/* A member in a list, with a follow button for the visitor. */
struct rt_person {
	uint64_t id;
	const char *name, *display;
	const char *face; /* a token; NULL: none */
	const char *bio;  /* NULL: none, or not read */
	bool followed;    /* by the visitor */
	bool unsure;      /* from memory, not read again */

	/* Only in the list of all members; the last three only for hosts. */
	time_t since;              /* 0: not known, or not read */
	time_t last_seen;          /* the same; noon of that day */
	enum rt_standing standing; /* RT_MEMBER if not read */
	const char *invited_by;    /* a name; NULL: nobody */
};

struct rt_people_list {
	struct rt_person *v;
	size_t n;
};

#endif
