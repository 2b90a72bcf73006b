/* Atom feeds (RFC 4287). */
#ifndef ATOM_H
#define ATOM_H

#include "http/req.h"

/*
 * Whether the path asks for the page's feed: its last letters are `.atom`,
 * written just so, while a name that ends like that has %2E.  Cuts them off,
 * and forgets who asks, since a feed is the same for everybody; but not where
 * only members read.
 */
bool req_feed(struct req *q);

/* Says on a page that it has a feed, at its own path and `.atom`. */
void view_feed(struct req *q, const char *path, const char *title);

/* So much of a list is in a feed. */
#define FEED_PLACE ((struct rt_place){ .n = RT_FEED })

struct feed {
	const char *title;
	const char *path; /* of the page that shows the same */
	/*
	 * NULL, unless the feed's address is a secret.  Then the feed does not
	 * tell its address, and has this path for its name instead: one that
	 * stays, and is no other feed's.
	 */
	const char *id;
	const struct rt_posts *posts;
};

/* Answers with that feed, or with 304 if the visitor has it already. */
void page_feed(struct req *q, const struct feed *feed);

#endif
