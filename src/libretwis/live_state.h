/* What is new for an open page; a part of retwis.h. */
#ifndef LIVE_STATE_H
#define LIVE_STATE_H

#include "libretwis/writing.h"

#define RT_LIVE_POSTS 50 /* so many new posts are counted */

/*
 * The head of a list, newest first.  A caller who wants to count from a post
 * says so beforehand: then posts above that one, or with a greater id, have
 * been looked for, and those that are gone are left out.
 */
struct rt_newest {
	const uint64_t *id;
	size_t n;

	bool counts; /* in */
	uint64_t since;
};

struct rt_live_state {
	const char *secret; /* in: the session's */
	bool is_doubtful;   /* in: its cookie is; see enum rt_way */
	bool asks_home;     /* in: `home` is wanted, and says whence */

	uint64_t id; /* out: the member; 0: the session has ended */
	uint64_t unread;
	struct rt_newest home;
};

struct event_base;
struct async_client;

/*
 * The way to the data for rt_live_state(), which connects when it is first
 * needed.  `conf` has to outlive it.
 */
struct async_client *rt_live_open(const struct rt_config *conf,
				  struct event_base *base);

/* What is on its way is forgotten: no `done` is called any more. */
void rt_live_close(struct async_client *q);

/*
 * Answers for `n` sessions at once, and reads the head of the public timeline,
 * without waiting: see async_client.h.  Calls `done` once it has, or cannot;
 * until then `state`, its secrets and `a` have to last.  One round trip; one
 * more if there is something to count, and one if PHP Retwis made one of the
 * secrets.
 */
void rt_live_state(struct async_client *q, struct arena *a,
		   struct rt_live_state *state, size_t n,
		   struct rt_newest *timeline,
		   void (*done)(void *who, enum rt_err err), void *who);

/*
 * How many entries stand above the one that a page has shown; if that one is
 * gone, how many have a greater id.  At most RT_LIVE_POSTS.
 */
uint64_t rt_newer(struct rt_newest list, uint64_t seen);

#endif
