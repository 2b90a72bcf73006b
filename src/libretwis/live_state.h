/* What has changed for pages that are open in a browser.  Part of retwis.h. */
#ifndef LIVE_STATE_H
#define LIVE_STATE_H

#include "libretwis/writing.h"

#define RT_LIVE_POSTS 50 /* counting new posts stops here */

/*
 * The head of a list, newest first.  To count from a certain post, set
 * `counts` and `since` beforehand: entries above that post, or with a greater
 * id, are then checked, and posts that are gone or removed are left out.
 */
struct rt_newest {
	const uint64_t *id;
	size_t n;

	bool counts; /* in */
	uint64_t since;

	/* Who wrote each, and what it reposts; 0: not checked.  NULL: none. */
	const uint64_t *author, *original_author;
};

/* The members whose posts one visitor does not see. */
struct rt_live_quiet {
	const uint64_t *id;
	size_t n;
};

struct rt_live_state {
	const char *secret; /* in: of the session */
	bool is_doubtful; /* in: as its cookie is; see enum rt_cookie_origin */
	bool asks_home;   /* in: read `home`, from the post that it names */

	uint64_t id; /* out: the member; 0: the session has ended */
	uint64_t unread;
	struct rt_live_quiet quiet;
	struct rt_newest home;
};

/* The replies in a conversation, for all pages that show it. */
struct rt_live_conversation {
	uint64_t root; /* in */
	struct rt_newest replies;
};

/* What is the same for everybody. */
struct rt_live_lists {
	struct rt_newest timeline;
	struct rt_live_conversation *conversation;
	size_t conversations;
};

struct event_base;
struct async_client;

/*
 * Opens a connection to the data for rt_live_state(), which connects when
 * first used.  `conf` has to outlive it.
 */
struct async_client *rt_live_open(const struct rt_config *conf,
				  struct event_base *base);

/*
 * Closes it.  Pending requests are dropped, and their `done` is never called.
 */
void rt_live_close(struct async_client *q);

/*
 * Reads the state of `n` sessions at once, and the heads of `lists`, without
 * blocking; see async_client.h.  Calls `done` when it has finished or failed;
 * until then `state`, its secrets, `lists` and `a` have to remain valid.  One
 * round trip; one more if there is something to count, or an announcement that
 * this process did not know, and one if PHP Retwis made one of the secrets.
 */
void rt_live_state(struct async_client *q, struct arena *a,
		   struct rt_live_state *state, size_t n,
		   struct rt_live_lists *lists,
		   void (*done)(void *who, enum rt_err err), void *who);

/*
 * How many entries are above the one that a page has shown; if that one is
 * gone, how many have a greater id.  Those that the visitor does not see do not
 * count.  At most RT_LIVE_POSTS.
 */
uint64_t rt_newer(struct rt_newest list, uint64_t seen,
		  struct rt_live_quiet quiet);

#endif
