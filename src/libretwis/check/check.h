/*
 * Looking for what does not fit together; private to libretwis.
 *
 * Each walk goes through something whole, such as the members by their ids,
 * and looks at it by the chunk.  What it finds is a suspicion, since others
 * write meanwhile: at last each is looked at again, and only what was found
 * both times counts.  So whatever is looked at tells what is wrong by the same
 * words every time.
 */
#ifndef CHECK_H
#define CHECK_H

#include "libretwis/check/check_kinds.h"
#include "libretwis/redis/ids.h"

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

/* ---- what is found (check_found.c) ------------------------------------- */

/* Remembers a suspicion; the texts may live in any arena. */
void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what);
int check_compare(const struct fault *a, const struct fault *b);

/* Puts them in order, each once. */
void check_sort(struct faults *f);

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

/* The queue of scheduled posts. */
#define CHECK_LATER "later"

/* The last ids that are in use, be the counters (which are given) behind. */
enum rt_err check_extent(struct check *c, uint64_t *members, uint64_t *posts);

/* Whether a member has a name, be the hash there or not. */
bool check_is_claimed(const struct check *c, uint64_t id);

/* ---- the looks --------------------------------------------------------- */

#define LOOK(name)                                                            \
	enum rt_err name(struct check *c, const struct subject *v, size_t n)

LOOK(look_claims); /* check_names.c */
LOOK(look_folded);
LOOK(look_auths);
LOOK(look_by_time);
LOOK(look_members);
LOOK(look_ids); /* check_ids.c */
LOOK(look_counters);
LOOK(look_following); /* check_people.c */
LOOK(look_followers);
LOOK(look_liked);
LOOK(look_likes);
LOOK(look_reposted); /* check_reposts.c */
LOOK(look_reposts);
LOOK(look_posts);  /* check_posts.c */
LOOK(look_places); /* check_places.c */
LOOK(look_own);    /* check_lists.c */
LOOK(look_timeline);
LOOK(look_tags);
LOOK(look_replies);
LOOK(look_home);      /* check_home.c */
LOOK(look_scheduled); /* check_later.c */
LOOK(look_notices);   /* check_notices.c */
LOOK(look_trends);    /* check_keys.c */
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
	mend_take_out, mend_doubles, mend_order, mend_long, mend_home,
	mend_home_gone;
mending mend_notice_mark, mend_notice, mend_notices_long, mend_for_ever,
	mend_job_lost, mend_scheduled;

#endif
