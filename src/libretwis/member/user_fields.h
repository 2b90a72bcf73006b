/*
 * The fields of `user:ID`; private to libretwis.  docs/data.md says what each
 * holds, and a test compares its table with this list.
 */
#ifndef USER_FIELDS_H
#define USER_FIELDS_H

#include "redis/pipe.h"

/* An HMGET asks for them in this order. */
#define EACH_USER_FIELD(X)                                                    \
	X(username, USERNAME)                                                 \
	X(password, PASSWORD)                                                 \
	X(auth, AUTH)                                                         \
	X(renamed, RENAMED)                                                   \
	X(reset, RESET)                                                       \
	X(feed, FEED)                                                         \
	X(calendar, CALENDAR)                                                 \
	X(who, WHO)                                                           \
	X(refused, REFUSED)                                                   \
	X(bio, BIO)                                                           \
	X(seen, SEEN)                                                         \
	X(last, LAST)                                                         \
	X(generation, GENERATION)                                             \
	X(standing, STANDING)                                                 \
	X(display, DISPLAY)                                                   \
	X(face, FACE)                                                         \
	X(pinned, PINNED)                                                     \
	X(suspended, SUSPENDED)                                               \
	X(acted, ACTED)                                                       \
	X(totp, TOTP)                                                         \
	X(totp_last, TOTP_LAST)                                               \
	X(totp_spare, TOTP_SPARE)                                             \
	X(totp_new, TOTP_NEW)                                                 \
	X(invited_by, INVITED_BY)                                             \
	X(was_username, WAS_USERNAME)

#define USER_AT(name, NAME)     USER_AT_##NAME,
#define USER_BIT(name, NAME)    USER_##NAME = 1 << USER_AT_##NAME,
#define USER_MEMBER(name, NAME) const char *name;

enum { EACH_USER_FIELD(USER_AT) USER_FIELDS };
enum { EACH_USER_FIELD(USER_BIT) }; /* USER_USERNAME and so on */

/* NULL for what is not there, or was not asked for. */
union user_fields {
	struct {
		EACH_USER_FIELD(USER_MEMBER)
	};
	const char *field[USER_FIELDS];
};

/* Queues an HMGET of `which`, say of USER_USERNAME | USER_STANDING. */
void user_fields_queue(struct rt_pipe *p, union user_fields *u, uint64_t id,
		       unsigned which);

/* USER_FACE, or 0 on a site without pictures, which shows no faces. */
unsigned user_fields_face(const struct rt *rt);

/*
 * Reads them in a round trip of its own.  If `user:ID` is no hash, nothing is
 * there.
 */
enum rt_err user_fields_read(struct rt *rt, struct arena *a,
			     union user_fields *u, uint64_t id,
			     unsigned which);

#endif
