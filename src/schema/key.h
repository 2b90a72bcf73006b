/*
 * The Redis keys.  The table src/schema/keys has a row for each key, and `make`
 * writes these constants from it:
 *
 *	KEY_FOLLOWERS   "followers:" ID, where ID is "%" PRIu64: a format, so that
 *	                rt_pipe(&p, "ZCARD " KEY_FOLLOWERS, id) reads like a session
 *	                in redis-cli and the compiler still checks the types
 *	NOTICES_CAP     how many entries it keeps, if it has such a limit
 *	IDEMPOTENCY_SECONDS    how long it lasts, if its time is always the same
 *
 * This header has what else belongs to a key, and at its end the rows as data.
 */
#ifndef KEY_H
#define KEY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/digits.h"
#include "schema/keys.h"

/*
 * For a format that a table stores, and into which an id is put elsewhere.
 * There the compiler can no longer check it, so it does here, where the format
 * is still a literal.
 */
#define FORMAT_BY(type, format)                                               \
	(sizeof(snprintf(NULL, 0, format, (type)0)) ? (format) : NULL)
#define FORMAT_BY_ID(format)   FORMAT_BY(uint64_t, format)
#define FORMAT_BY_TEXT(format) FORMAT_BY(const char *, format)

/*
 * What `layout` holds; a later, incompatible Retwis would write another value.
 */
#define LAYOUT_OURS "1"

/*
 * An entry of `members` is "folded name, tab, user id".  All scores are 0, so
 * the entries are sorted as texts; few bytes sort before a tab, and so ann
 * comes before anna.  A name of PHP Retwis may contain tabs, too: the id comes
 * after the last one.  See name_index.h.
 */
#define MEMBERS_TAB  '\t'
#define MEMBER_ENTRY "%s\t" ID

/* The entry of notices:ID whose score is how far the member has read them. */
#define NOTICES_SEEN "seen"

/*
 * An earlier Retwis stored in this many keys rebuilt:N which home timelines it
 * had made again.  Nothing reads them any more, and rt_adopt() deletes them.
 */
#define REBUILT_KEYS 256

/*
 * A delivery trims a home timeline only when it exceeds its cap by more than
 * this, so that not every delivery trims.  A worker that is killed before it
 * trims leaves up to 32 posts more.
 */
#define TIMELINE_SLACK   100
#define TIMELINE_LONGEST (TIMELINE_CAP + TIMELINE_SLACK + 32)

/*
 * A form that is sent again must not schedule its post again, even if no worker
 * has run for a year.  So it is remembered for longer than other forms.
 */
#define IDEMPOTENCY_LATER_SECONDS (400 * 86400)

/*
 * A home timeline expires this many seconds after its owner last read it.
 * Until the request that makes one has completed it, it expires much sooner.
 */
#define TIMELINE_SECONDS    POSTS_SECONDS
#define TIMELINE_UNFINISHED 60

/* The only entry of a home timeline without posts.  No post has this id. */
#define TIMELINE_EMPTY 0

/*
 * Delayed work, in {QUEUE}:due, is "owner, space, text", scored by the
 * millisecond when it is due.  A score below zero is a lease, which ends at
 * that many milliseconds.  Work that has failed too often is moved to KEY_DEAD,
 * as "SINCE TRIES ENTRY".
 *
 * The queue `later` has scheduled posts, "TOKEN REPLY_TO BODY".  Its keys are
 * on the bus; those of the following are with the data.
 *
 * `seen` has visits, without an owner: "USER DAY" becomes the field `last` of
 * user:ID after ten seconds (last_visit.h).  It is not about the field `seen`
 * (seen.h).
 *
 * `imports` has "ID TOKEN": a member whose posts are waiting in luggage:ID to
 * be stored (import_staging.h).
 *
 * `displays` was used by an earlier Retwis, which copied display names into
 * posts.  Nothing reads it any more, and adopt deletes it.
 */

/* The channels that announce changes of the data begin with this. */
#define LIVE "live:"

/* ---- the rows ----------------------------------------------------------- */

/* What a key belongs to, or what its entries name.  NOTHING: the whole site. */
enum named {
	NOTHING,
	A_MEMBER,
	A_POST,
	A_TAG,
	A_WORD,
	A_QUEUE,
	A_SHARD,
	A_CASE
};

/* The arguments of its format. */
enum key_by { BY_NOTHING, BY_ID, BY_TEXT, BY_MORE };

/* What becomes of it when its owner is deleted; the table explains each. */
enum key_end {
	ENDS_EMPTIED,
	ENDS_DROPPED,
	ENDS_LAST,
	ENDS_ENTRY,
	ENDS_EXPIRES,
	ENDS_STAYS
};

/* Whether it can be made again from other keys; the table explains each. */
enum key_says { SAYS_TRUTH, SAYS_DERIVED, SAYS_PASSING };

struct key {
	const char *format, *type;
	const char *mirror; /* a format for what an entry names, or NULL */
	size_t cap;         /* 0: any number of entries */
	enum named of;
	enum key_by by;
	enum named entries; /* NOTHING: no ids of members, posts or tags */
	enum key_end ends;
	enum key_says says;
};

/* One row for each key, and at the end one without a format. */
extern const struct key all_keys[];

/* The index of each row, such as all_keys[ROW_FOLLOWERS]. */
enum key_row {
#define ROW(name, ...) ROW_##name,
	EACH_KEY(ROW)
#undef ROW
};

/*
 * Whether it belongs to such an owner, whose id or name is all its format
 * needs.
 */
bool key_is_of(const struct key *key, enum named owner);

#endif
