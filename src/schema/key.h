/*
 * The Redis keys.  The table src/schema/keys has a row for each, with all that
 * is to be known of it; `make` writes the constants from it:
 *
 *	KEY_FOLLOWERS   "followers:" ID, where ID is "%" PRIu64: a format, so that
 *	                rt_pipe(&p, "ZCARD " KEY_FOLLOWERS, id) reads like a session
 *	                in redis-cli and the compiler still checks the types
 *	NOTICES_CAP     how many entries it keeps, if it has such a limit
 *	IDEMPOTENCY_SECONDS    how long it lasts, if its time is always the same
 *
 * Here is what belongs to a key beyond that, and below the rows as data.
 */
#ifndef KEY_H
#define KEY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/digits.h"
#include "schema/keys.h"

/*
 * A format that stands in a table, and not where its id is put in.  The
 * compiler checks it here, where it is still a literal; there it no longer can.
 */
#define FORMAT_BY(type, format)                                               \
	(sizeof(snprintf(NULL, 0, format, (type)0)) ? (format) : NULL)
#define FORMAT_BY_ID(format)   FORMAT_BY(uint64_t, format)
#define FORMAT_BY_TEXT(format) FORMAT_BY(const char *, format)

/* A later Retwis would write something else into `layout`. */
#define LAYOUT_OURS "1"

/*
 * In `members`: "folded name, tab, user id", sorted by these letters alone, as
 * all scores are 0.  A classic name may hold tabs, too: the id stands behind
 * the last one.  Few bytes sort before a tab, so that ann comes before anna.
 * And the same for display names, see display_name.h.
 */
#define MEMBERS_TAB  '\t'
#define MEMBER_ENTRY "%s\t" ID

/* In notices:ID, the mark up to which the member has read them. */
#define NOTICES_SEEN "seen"

/*
 * Which home timelines were made anew, as an earlier Retwis noted it in so many
 * keys rebuilt:N.  Nothing reads these any more, and rt_adopt() drops them.
 */
#define REBUILT_KEYS 256

/*
 * A delivery trims a home timeline only if it has more than so many too many.
 * A worker that was killed before it trimmed leaves a batch of posts more.
 */
#define TIMELINE_SLACK   100
#define TIMELINE_LONGEST (TIMELINE_CAP + TIMELINE_SLACK + 32)

/*
 * The form of a scheduled post must come once even if no worker runs for a
 * year:  we know it for longer than others.
 */
#define IDEMPOTENCY_LATER_SECONDS (400 * 86400)

/*
 * A home timeline ends so many seconds after its owner's last look; and so many
 * after it was stored, if the request that made it did not get to the end.
 */
#define TIMELINE_SECONDS    POSTS_SECONDS
#define TIMELINE_UNFINISHED 60

/* The mark of a home timeline without a post.  No post has this id. */
#define TIMELINE_EMPTY 0

/*
 * Delayed work, in {QUEUE}:due: "owner, space, text" by the millisecond when it
 * is due; a score below zero is a lease, which ends at that many milliseconds.
 * The queue `later` has scheduled posts, "TOKEN REPLY_TO BODY", on the bus.
 * The queue `seen` lies with the data, and its notes have no owner: "USER DAY"
 * waits ten seconds to become the field `last` of user:ID (last_visit.h).  It
 * has nothing to do with the field `seen` (seen.h).
 *
 * The queue `imports` lies with the data, too: "ID TOKEN", a member whose posts
 * are to come out of luggage:ID (import_staging.h).
 *
 * Those of `displays`, beside these two, are of an earlier Retwis, which copied
 * display names into posts.  Nobody reads them, and adopt removes them.
 *
 * What failed too often goes to KEY_DEAD, "SINCE TRIES ENTRY".
 */

/* All channels that hint at news of the data begin with this. */
#define LIVE "live:"

/* ---- the rows ----------------------------------------------------------- */

/* Whose a key is, or what its entries name.  NOTHING: it is the site's. */
enum named { NOTHING, A_MEMBER, A_POST, A_TAG, A_QUEUE, A_SHARD };

/* What its format takes. */
enum key_by { BY_NOTHING, BY_ID, BY_TEXT, BY_MORE };

/* What becomes of it when its owner goes; the table explains each. */
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

/* The last row is followed by one without a format, where each walk ends. */
extern const struct key all_keys[];

/* Which row is which: all_keys[ROW_FOLLOWERS]. */
enum key_row {
#define ROW(name, ...) ROW_##name,
	EACH_KEY(ROW)
#undef ROW
};

/* A key of such an owner, which the owner's id, or name, alone spells. */
bool key_is_of(const struct key *key, enum named owner);

#endif
