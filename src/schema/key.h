/*
 * Every Redis key of Retwis, spelled once, with its type and its meaning.
 *
 * The spellings are formats: "%" PRIu64 stands for a user's or a post's id,
 * so that `rt_pipe(&p, "ZCARD " KEY_FOLLOWERS, id)` reads like a session in
 * redis-cli and the compiler still checks the types.
 */
#ifndef KEY_H
#define KEY_H

#include <stdio.h>

#include "base/digits.h"

/*
 * A format that stands in a table, and not where its id is put in.  The
 * compiler checks it here, where it is still a literal; there it no longer can.
 */
#define FORMAT_BY(type, format)                                               \
	(sizeof(snprintf(NULL, 0, format, (type)0)) ? (format) : NULL)
#define FORMAT_BY_ID(format)   FORMAT_BY(uint64_t, format)
#define FORMAT_BY_TEXT(format) FORMAT_BY(const char *, format)

/* The classic keys.  PHP Retwis reads and writes the same. */
#define KEY_NEXT_USER "next_user_id"  /* string: INCR gives a user's id */
#define KEY_NEXT_POST "next_post_id"  /* string: INCR gives a post's id */
#define KEY_USERS     "users"         /* hash: name -> user id, the claim */
#define KEY_USER      "user:" ID      /* hash: username password bio ... */
#define KEY_AUTHS     "auths"         /* hash: secret -> user id, a hint */
#define KEY_BY_TIME   "users_by_time" /* zset: name by registration time */
#define KEY_FOLLOWERS "followers:" ID /* zset: user ids by time */
#define KEY_FOLLOWING "following:" ID /* zset: user ids by time */
#define KEY_POSTS     "posts:" ID     /* list: home timeline, newest first */
#define KEY_POST      "post:" ID /* hash: user_id time body username ... */
#define KEY_TIMELINE  "timeline" /* list: everybody's newest posts */

/* Ours. */
#define KEY_OWN     "own:" ID /* list: a member's posts, newest first */
#define KEY_NAMES   "names"   /* hash: folded legacy name -> user id */
#define KEY_LAYOUT  "layout"  /* string: "1" once own: lists are complete */
#define LAYOUT_OURS "1"       /* a later Retwis would write something else */
#define KEY_SEAL    "seal" /* string: tells the site's key; see site_hmac.h */
#define KEY_ZONE    "zone" /* string: the hosts' time zone, as in clocks.c */
#define KEY_REPLIES "replies:" ID /* list: post ids, oldest first */
#define KEY_LIKES   "likes:" ID   /* zset: members who like it, by time */
#define KEY_LIKED   "liked:" ID   /* zset: posts a member likes, by time */
#define KEY_REPOSTS "reposts:" ID /* zset: ids of its reposts, by time */
#define KEY_TAG     "tag:%s"      /* list: post ids, newest first */
#define KEY_TAGS    "tags"        /* zset: all tags in use, all scored 0 */
#define KEY_TREND   "trend:" ID   /* zset: tag -> its members in an hour */

/* zset: posts that a member has reposted, scored by the repost's id. */
#define KEY_REPOSTED "reposted:" ID

/*
 * zset: "folded name, tab, user id", sorted by these letters alone, as all
 * scores are 0.  A classic name may hold tabs, too: the id stands behind the
 * last one.  Few bytes sort before a tab, so that ann comes before anna.  And
 * the same for display names, see display_name.h.
 */
#define KEY_MEMBERS  "members"
#define MEMBERS_TAB  '\t'
#define MEMBER_ENTRY "%s\t" ID

/*
 * zset: the notices of a member, "kind post by" as in "like 12 3", by the time
 * in microseconds; and the mark up to which the member has read them.
 */
#define KEY_NOTICES  "notices:" ID
#define NOTICES_SEEN "seen"
#define NOTICES_CAP  200

/* zset: posts that no worker has begun to deliver, by milliseconds. */
#define KEY_OUTBOX "outbox"

/* zset: posts that are being deleted, by milliseconds; see deletion.h. */
#define KEY_ERASING "erasing"

/* string: the job that delivers a post; see deliver.h.  Lasts a day. */
#define KEY_SENT "sent:" ID

/*
 * zset: members whose home timeline was made, each scored by the newest post
 * that it can hold by that; +inf while it is being made.  See rebuild.c.  The
 * number in the key is REBUILT_OF(member): 64 ids that follow one another lie in
 * one key, since those who know each other often came at the same time, and so
 * a delivery on a small site asks one key or two.  No member has the id
 * REBUILT_DAY: its score is the newest post of a day ago.
 */
#define KEY_REBUILT    "rebuilt:" ID
#define REBUILT_KEYS   256
#define REBUILT_OF(id) ((uint64_t)(id) / 64 % REBUILT_KEYS)
#define REBUILT_DAY    0

/* All of them in one, as an earlier Retwis has it; see marks.h. */
#define KEY_REBUILT_EARLIER "rebuilt"

/*
 * hash: where an import of an older Retwis comes from (`source`, `layout`), how
 * it comes (`mode`), what is added to each member's id (`base`), when it was
 * begun (`began`), and up to which member and post it has come (`members`,
 * `posts`, and the `time` of that one).
 */
#define KEY_IMPORT "import"

/*
 * zset: posts that a member brought along from another Retwis, by time; see
 * archive.h.  Entries of an earlier Retwis are scored by their ids.
 */
#define KEY_ARCHIVE "archive:" ID

/*
 * list: posts of a file that a member has sent, until a worker has them in the
 * archive; see import_staging.h.  Expires.
 */
#define KEY_IMPORT_STAGING "luggage:" ID

/* string: a random id, by which files that members took along name this site. */
#define KEY_ORIGIN "origin"

/*
 * hash: where a member is signed in: "generation day what" by the digest of a
 * browser's secret; see device.h.
 */
#define KEY_SESSIONS "sessions:" ID

/* zset: the ids of those who wait to be let in, by time. */
#define KEY_WAITING "waiting"

/*
 * hash: a link by which newcomers come in: `uses`, `left`, `end` (a second), and
 * for each form that has claimed a use "TIME", or "TIME ID" once there is a
 * member; see guest.h.  Expires 30 days after its end.  zset: the links of a
 * member, by their ends.
 */
#define KEY_INVITE  "invite:%s"
#define KEY_INVITES "invites:" ID

/* set: the ids of the members who run the site; see standing.h. */
#define KEY_HOSTS "hosts"

/* set: names of those who have left, each as an HMAC; see reserved.h. */
#define KEY_RESERVED "reserved"

/*
 * hash: that the append-only file has to forget what was deleted (`owed`, a word
 * for the last deletion), and up to which one it is at it (`begun`, behind the
 * run_id of that Redis); see aof_rewrite.h.
 */
#define KEY_REWRITE "rewrite"

/* string: the post of a form, for IDEMPOTENCY_SECONDS. */
#define KEY_IDEMPOTENCY "once:%s"

/* How many posts the capped lists keep. */
#define TIMELINE_CAP 1000

/*
 * A delivery trims a home timeline only if it has more than so many too many.
 * A worker that was killed before it trimmed leaves a batch of posts more.
 */
#define TIMELINE_SLACK   100
#define TIMELINE_LONGEST (TIMELINE_CAP + TIMELINE_SLACK + 32)

/*
 * For so long we know a form that is sent for a second time.  The form of a
 * scheduled post must come once even if no worker runs for a year.
 */
#define IDEMPOTENCY_SECONDS       600
#define IDEMPOTENCY_LATER_SECONDS (400 * 86400)

/*
 * A home timeline ends so many seconds after its owner's last look; and so many
 * after it was stored, if the request that made it did not get to the end.
 */
#define TIMELINE_SECONDS    (30 * 86400)
#define TIMELINE_UNFINISHED 60

/* The mark of a home timeline without a post.  No post has this id. */
#define TIMELINE_EMPTY 0

/*
 * hash: where a member has signed in: two days by the digest of an address or of
 * a browser's word; see known_places.h.  Expires a year after the last sign-in.
 */
#define KEY_KNOWN_PLACES "known:" ID

/* On either link, as their user wants.  All three expire by themselves. */
#define KEY_LOCK  "lock:%s"  /* string: the owner's token */
#define KEY_LIMIT "limit:%s" /* string: how often in this window */
#define KEY_CACHE "cache:%s" /* string: a value that may be old */

/*
 * The bus.  The keys of one queue share a {tag}, so that they lie on the same
 * server and one script may move a job from one to another.
 */
#define KEY_JOBS    "{%s}:jobs"     /* list: jobs, the newest first */
#define KEY_TAKEN   "{%s}:taken:%s" /* list: jobs that a worker has in hand */
#define KEY_WORKERS "{%s}:workers"  /* zset: workers by count of beats */
#define KEY_DEAD    "{%s}:dead"     /* list: jobs that failed, newest first */

/*
 * Delayed work.  zset: "owner, space, text" by the millisecond when it is due;
 * a score below zero is a lease, which ends at that many milliseconds.  The
 * queue `later` has scheduled posts, "TOKEN REPLY_TO BODY", on the bus.  The
 * queue `seen` lies with the data, and its notes have no owner: "USER DAY"
 * waits ten seconds to become the field `last` of user:ID (last_visit.h).  It has
 * nothing to do with the field `seen` (seen.h).  Those of `displays` lie there,
 * too (display_name.h).
 *
 * The queue `imports` lies with the data, too: "ID TOKEN", a member whose posts
 * are to come out of luggage:ID (import_staging.h).
 *
 * What failed too often goes to KEY_DEAD, "SINCE TRIES ENTRY".
 */
#define KEY_DUE    "{%s}:due"
#define KEY_DUE_OF "{%s}:of:" ID /* zset: one owner's texts by due time */
#define KEY_TRIES  "{%s}:tries"  /* hash: entry -> how often it has failed */

/* Channels of the bus.  They are no keys: nothing is stored. */
#define CHANNEL_CONTROL "control"    /* orders to workers and gateway */
#define CHANNEL_REPORT  "control:%s" /* their answers to a host */

/* Channels, too: a message there is a hint to look at the data. */
#define LIVE          "live:"
#define LIVE_MEMBER   LIVE ID         /* something is new for a member */
#define LIVE_MANY     LIVE "many"     /* the same for each "ID ID ID" */
#define LIVE_TIMELINE LIVE "timeline" /* everybody's timeline is longer */

#endif
