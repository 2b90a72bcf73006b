/*
 * Looking for what does not fit together; private to libretwis.
 *
 * Each walk goes through something whole, such as the members by their ids,
 * and looks at it by the chunk.  What it finds is a suspicion, since others
 * write meanwhile: at last each is looked at again, and only what was found
 * both times counts.  So whatever is looked at tells what is wrong by the same
 * words every time.
 *
 * The classes.  BREAK: no crash and no order of commands leaves this; it means
 * a bug, lost data or a stranger's hand.  LEFTOVER: a crash, or two at the same
 * moment, leave this by design; nobody is shown anything wrong for long, and
 * the next to press the button finishes it.  REMARK: for the host to know.
 *
 * All of them: KIND(its name here, what hosts read, class, mending, sentence).
 * In a sentence {id} and {name} are what was looked at, {other} and {what}
 * what is wrong with it.
 *
 * Mending adds what is missing on one side, or takes out of a list what is not
 * there.  It never deletes what somebody wrote, nor a member with a name: a
 * post that was stored and never came into a list is put there.  Of two sides
 * that do not agree the one counts that the member sees, such as `following:`,
 * unless so much of it is missing that it must have been lost.
 */
#ifndef CHECK_H
#define CHECK_H

#include "libretwis/ids.h"

#define CHECK_KINDS(KIND)                                                     \
	/* members */                                                         \
	KIND(CLAIM_EMPTY, "name half taken", BREAK, mend_claim,               \
	     "@{name} is claimed by member {id}, who is not there; "          \
	     "retwis-admin delete finishes a deletion")                       \
	KIND(CLAIM_OTHER, "name and claim", BREAK, mend_name,                 \
	     "@{name} is claimed by member {id}, called @{what}")             \
	KIND(CLAIM_LOST, "claim lost", BREAK, mend_claim_lost,                \
	     "member {id} is called @{what}, and does not have that name")    \
	KIND(UNCLAIMED, "registration cut off", LEFTOVER, mend_unclaimed,     \
	     "member {id}, @{what}, never came to be")                        \
	KIND(PASSWORD_NONE, "no password", BREAK, NULL,                            \
	     "member {id}, @{what}: see retwis-admin passwd")                 \
	KIND(SECRET_NONE, "no session secret", LEFTOVER, mend_secret,              \
	     "member {id}, @{what}: signing in makes one")                    \
	KIND(UNLISTED, "member not listed", LEFTOVER, mend_unlisted,          \
	     "member {id} is missing in {what}")                              \
	KIND(FOLDED_MISSING, "older name free", LEFTOVER, mend_folded,        \
	     "@{name} in small letters is free for others")                   \
	KIND(FOLDED_WRONG, "older name", BREAK, mend_names_entry,             \
	     "{name} in names leads to member {other}, of another name")      \
	KIND(AUTHS_STALE, "secret of nobody", LEFTOVER, mend_auths_entry,     \
	     "a secret in auths leads to member {other}, who has another")    \
	KIND(BY_TIME_STALE, "newest members", BREAK, mend_by_time,            \
	     "@{name} in users_by_time is nobody")                            \
	KIND(MEMBERS_STALE, "search entry", LEFTOVER, mend_members_entry,     \
	     "{name} in members is nobody")                                   \
	KIND(NOBODY, "keys of nobody", LEFTOVER, mend_nobody,                 \
	     "member {id} is not there, but {what} is")                       \
	KIND(USER_COUNTER, "member counter", BREAK, mend_user_counter,        \
	     "next_user_id is behind, there is a member {other}")             \
	KIND(POST_COUNTER, "post counter", BREAK, mend_post_counter,          \
	     "next_post_id is behind, there is a post {other}")               \
	/* follows */                                                         \
	KIND(FOLLOW_HALF, "follow cut off", LEFTOVER, mend_follow,            \
	     "member {id} follows {other}, who does not know")                \
	KIND(UNFOLLOW_HALF, "unfollow cut off", LEFTOVER, mend_unfollow,      \
	     "member {id} is followed by {other}, who does not know")         \
	KIND(FOLLOW_NOBODY, "follow of nobody", BREAK, mend_follow_nobody,    \
	     "member {id} follows {other}, who is nobody")                    \
	KIND(FOLLOWER_NOBODY, "follower is nobody", BREAK,                    \
	     mend_follower_nobody,                                            \
	     "member {id} is followed by {other}, who is nobody")             \
	KIND(FOLLOW_SELF, "follow of oneself", LEFTOVER, mend_follow_nobody,  \
	     "member {id} follows oneself")                                   \
	/* likes and reposts */                                               \
	KIND(LIKE_HALF, "like cut off", LEFTOVER, mend_like_half,             \
	     "post {id} is liked by {other}, who does not know")              \
	KIND(LIKED_HALF, "unlike cut off", LEFTOVER, mend_liked_half,         \
	     "member {id} likes post {other}, which does not know")           \
	KIND(LIKE_NOBODY, "like of nobody", BREAK, mend_like_nobody,          \
	     "post {id} is liked by {other}, who is nobody")                  \
	KIND(LIKED_GONE, "liked post gone", LEFTOVER, mend_liked_gone,        \
	     "member {id} likes post {other}, which cannot be liked")         \
	KIND(REPOST_CUT, "repost cut off", LEFTOVER, mend_repost_cut,         \
	     "member {id} claims a repost of {other}, which is not there")    \
	KIND(REPOST_UNCLAIMED, "repost not claimed", LEFTOVER,                \
	     mend_repost_unclaimed,                                           \
	     "repost {id} is not what its author has of post {other}")        \
	KIND(REPOST_GONE, "repost of nothing", LEFTOVER, mend_repost_gone,    \
	     "repost {id} shows post {other}, which is gone")                 \
	KIND(REPOST_UNKNOWN, "repost not counted", LEFTOVER,                  \
	     mend_repost_unknown,                                             \
	     "post {other} does not know of its repost {id}")                 \
	KIND(REPOSTS_WRONG, "counted repost gone", LEFTOVER,                  \
	     mend_reposts_wrong, "post {id} has no repost {other}")           \
	/* posts */                                                           \
	KIND(POST_HALF, "post not whole", BREAK, mend_post_half,              \
	     "post {id} lacks its {what}")                                    \
	KIND(POST_OF_NOBODY, "post of nobody", BREAK, NULL,                   \
	     "post {id} is by member {other}, who is nobody; "                \
	     "retwis-admin delete removes it")                                \
	KIND(POST_CLOSED, "deletion cut off", LEFTOVER, mend_closed,          \
	     "post {id} was being deleted")                                   \
	KIND(POST_MARK, "mark of a deleted post", LEFTOVER, mend_mark,        \
	     "post {id} is gone, and its mark stays for ever")                \
	KIND(POST_REMAINS, "keys of a gone post", LEFTOVER, mend_remains,     \
	     "post {id} is gone, but {what} is there")                        \
	KIND(NOT_OWN, "post missing", BREAK, mend_insert,                     \
	     "post {id} is missing in {what}")                                \
	KIND(UNPUBLISHED, "post never published", LEFTOVER, mend_insert,      \
	     "post {id} is missing in {what} and everywhere else")            \
	KIND(BY_PHP, "post by PHP", LEFTOVER, mend_insert,                    \
	     "post {id} is missing in {what}: see retwis-admin adopt")        \
	KIND(NOT_LISTED, "post not listed", LEFTOVER, mend_insert,            \
	     "post {id} is missing in {what}")                                \
	KIND(TAG_UNUSED, "tag not in use", LEFTOVER, mend_tag_unused,         \
	     "tags has no {what}, but post {id} does")                        \
	KIND(TAG_EMPTY, "tag without posts", LEFTOVER, mend_tag_empty,        \
	     "tags has {name}, but no post does")                             \
	KIND(NOT_THREADED, "reply not listed", LEFTOVER, mend_threaded,       \
	     "post {other} does not know of its reply {id}")                  \
	KIND(COUNT, "number", LEFTOVER, mend_count,                           \
	     "post {id} tells {other} {what}, and has more or less")          \
	/* lists of posts */                                                  \
	KIND(LIST_GONE, "gone post in a list", LEFTOVER, mend_take_out,       \
	     "{what} has post {other}, which is gone")                        \
	KIND(LIST_WRONG, "wrong post in a list", BREAK, mend_take_out,        \
	     "{what} has post {other}, which does not belong there")          \
	KIND(LIST_DOUBLE, "post twice in a list", BREAK, mend_doubles,        \
	     "{what} has post {other} more than once")                        \
	KIND(LIST_ORDER, "list in disorder", BREAK, mend_order,               \
	     "{what} has post {other} out of its place")                      \
	KIND(LIST_LONG, "list too long", BREAK, mend_long,                    \
	     "{what} has {other} entries")                                    \
	/* home timelines */                                                  \
	KIND(HOME_GONE, "gone posts at home", LEFTOVER, mend_home_gone,       \
	     "posts:{id} has posts that are gone")                            \
	KIND(HOME_WRONG, "post of a stranger", BREAK, mend_home,              \
	     "posts:{id} has post {other} of somebody not followed")          \
	KIND(HOME_LEFT, "unfollow cut off, shown", LEFTOVER, mend_home,       \
	     "posts:{id} has post {other} of somebody just left")             \
	KIND(HOME_MISSING, "post not delivered", BREAK, mend_home,            \
	     "posts:{id} lacks post {other} of somebody followed")            \
	KIND(HOME_STALE, "follow not shown", LEFTOVER, mend_home,             \
	     "posts:{id} lacks post {other} of somebody just followed")       \
	KIND(HOME_PENDING, "deliveries wait", REMARK, NULL,                   \
	     "posts wait for a worker, so home timelines were not looked "    \
	     "at for what they lack")                                         \
	/* notices */                                                         \
	KIND(NOTICE_MARK, "mark in notices", BREAK, mend_notice_mark,         \
	     "notices:{id} has no mark")                                      \
	KIND(NOTICE_ODD, "strange notice", BREAK, mend_notice,                \
	     "notices:{id} has {what}, which makes no sense")                 \
	KIND(NOTICE_STALE, "notice of what is gone", LEFTOVER, mend_notice,   \
	     "notices:{id} has {what}, which is not so")                      \
	KIND(NOTICE_LONG, "too many notices", BREAK, mend_notices_long,       \
	     "notices:{id} has {other} entries")                              \
	/* keys and queues */                                                 \
	KIND(FOR_EVER, "key without an end", BREAK, mend_for_ever,            \
	     "{name} never expires")                                          \
	KIND(JOBS_DEAD, "failed jobs", REMARK, NULL,                          \
	     "{other} jobs failed in the queue {name}: see "                  \
	     "retwis-admin queue")                                            \
	KIND(JOB_ODD, "strange job", REMARK, NULL,                            \
	     "the queue {name} has the job: {what}")                          \
	KIND(JOB_LOST, "job in no hand", BREAK, mend_job_lost,                \
	     "{name} has a job, and no worker")

enum kind {
#define KIND(kind, name, severity, mend, says) kind,
	CHECK_KINDS(KIND)
#undef KIND
		KINDS
};

/* What is looked at: a member or a post by its id, or an entry by its text. */
struct subject {
	uint64_t id;
	const char *text;
};

struct fault {
	enum kind kind;
	int walk; /* that has found it */
	struct subject at;
	uint64_t other;
	const char *what; /* or NULL */
};

struct faults {
	struct fault *v;
	size_t n, room;
};

struct check {
	struct rt *rt;
	const struct rt_check *how;
	struct arena all, chunk, part; /* as long as they are named */
	struct faults found;           /* in this look */
	int walk;                      /* the one that looks */
	bool again;                    /* for the second time */
	bool adopted;
	uint64_t members, posts; /* the counters */
	struct id_list claimed;  /* who has a name */
	uint64_t *own_at;        /* see check_own.c */
	uint64_t done, total;
};

/* ---- what looks are made of (check_walk.c) ----------------------------- */

/*
 * One look: at everything, or again at what other faults are about.  What is
 * found comes into `c->found`, in the order of check_compare().
 */
enum rt_err check_look(struct check *c, const struct faults *again);

/* Remembers a suspicion; the texts may live in any arena. */
void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what);
int check_compare(const struct fault *a, const struct fault *b);

/* A member or a post that something may be about. */
#define AT(n) ((struct subject){ .id = (n) })

/* ---- lists and sets of ids (check_entry.c) ----------------------------- */

/* An id in the list or set of a member or a post, and what was asked of it. */
#define ENTRY_FIELDS 5

struct entry {
	struct subject of;
	const char *key; /* that holds it */
	uint64_t id;
	const char *field[ENTRY_FIELDS];
};

/* Whose lists are not looked at if the owner is not there. */
enum owner { OF_NOBODY, OF_MEMBER, OF_POST };

struct entries {
	const char *key; /* a format for the subject's id, or its text */
	enum owner owner;
	bool is_set;
	void (*ask)(struct rt_pipe *p, struct entry *e);
	void (*more)(struct rt_pipe *p, struct entry *e); /* or NULL */
	void (*look)(struct check *c, const struct entry *e);
	bool is_ordered; /* a list, newest first */
	size_t cap;      /* 0: any number */
};

enum rt_err check_entries(struct check *c, const struct entries *what,
			  const struct subject *v, size_t n);

/* What is wrong with a list itself. */
enum rt_err check_list(struct check *c, const struct entries *what,
		       struct subject of, const char *key, struct rt_ids ids);

/* Further entries than the first thousand, into `c->chunk`. */
enum rt_err check_read_on(struct check *c, const char *key, bool is_set,
			  struct rt_ids *ids);

#define CHECK_PART 1000

/* Whether a member has a name, be the hash there or not. */
bool check_is_claimed(const struct check *c, uint64_t id);

/* ---- the looks --------------------------------------------------------- */

#define LOOK(name)                                                            \
	enum rt_err name(struct check *c, const struct subject *v, size_t n)

LOOK(look_claims);   /* check_names.c */
LOOK(look_folded);
LOOK(look_auths);
LOOK(look_by_time);
LOOK(look_members);
LOOK(look_ids);      /* check_ids.c */
LOOK(look_counters);
LOOK(look_following); /* check_people.c */
LOOK(look_followers);
LOOK(look_liked);
LOOK(look_likes);
LOOK(look_reposted); /* check_reposts.c */
LOOK(look_reposts);
LOOK(look_posts);    /* check_posts.c */
LOOK(look_places);   /* check_places.c */
LOOK(look_own);      /* check_lists.c */
LOOK(look_timeline);
LOOK(look_tags);
LOOK(look_replies);
LOOK(look_home);     /* check_home.c */
LOOK(look_notices);  /* check_notices.c */
LOOK(look_trends);   /* check_keys.c */
LOOK(look_keys);
LOOK(look_queue);

/* ---- mending (mend_*.c) ------------------------------------------------ */

typedef enum rt_err mending(struct check *c, const struct fault *f);

mending mend_claim, mend_name, mend_claim_lost, mend_unclaimed, mend_secret,
	mend_unlisted, mend_folded, mend_names_entry, mend_auths_entry,
	mend_by_time, mend_members_entry, mend_nobody, mend_user_counter,
	mend_post_counter;
mending mend_follow, mend_unfollow, mend_follow_nobody, mend_follower_nobody,
	mend_like_half, mend_liked_half, mend_like_nobody, mend_liked_gone,
	mend_repost_cut, mend_repost_unclaimed, mend_repost_gone,
	mend_repost_unknown, mend_reposts_wrong;
mending mend_post_half, mend_closed, mend_mark, mend_remains, mend_insert,
	mend_tag_unused, mend_tag_empty, mend_threaded, mend_count,
	mend_take_out, mend_doubles, mend_order, mend_long, mend_home, mend_home_gone;
mending mend_notice_mark, mend_notice, mend_notices_long, mend_for_ever,
	mend_job_lost;

#endif
