/*
 * Home timelines; private to libretwis.
 *
 * In an adopted database posts:ID is a cache.  It ends 30 days after its owner
 * last looked, and deliveries go on only to those that are there.  Who finds
 * none makes it anew from the own: lists of those who are followed, and one's
 * own: see rebuild.c.  Elsewhere nothing of this happens.
 */
#ifndef HOME_H
#define HOME_H

#include "libretwis/post/list.h"

struct home_list {
	struct list_page page;
	uint64_t owner;
	size_t n;
	uint64_t ttl;
	const char *layout;
};

/* In a page's pipeline: `n` entries from page.here. */
void home_ask(struct rt_pipe *p, struct home_list *l, uint64_t owner,
	      size_t n);

/*
 * After it: as list_take() does.  No round trip where the timeline is there,
 * nine where it is made, and then four for each follow of just that moment.
 */
enum rt_err home_take(struct rt *rt, struct arena *a, struct home_list *l);

/* In a later pipeline: the owner has looked. */
void home_keep(struct rt_pipe *p, const struct home_list *l);

/*
 * Those who are followed have changed: in that pipeline takes the timeline
 * away, in an adopted database, and tells how many there were, 0 or 1.
 */
void home_drop(struct rt_pipe *p, uint64_t owner, const char *layout,
	       uint64_t *dropped);

/*
 * After it, if there was one: makes it anew at once.  Left to the next look it
 * would miss deliveries, of which a page that is open says how many there were.
 * Ten round trips.  If it fails, the next look makes it.
 */
void home_renew(struct rt *rt, struct arena *a, uint64_t owner);

#endif
