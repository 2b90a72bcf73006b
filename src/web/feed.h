/* Atom feeds (RFC 4287). */
#ifndef FEED_H
#define FEED_H

#include "web/page.h"

/*
 * Whether the path asks for the page's feed: its last letters are `.atom`,
 * and written just so, where a name has %2E.  Cuts them off, and forgets who
 * asks, since a feed is the same for everybody.
 */
bool req_feed(struct req *q);

/* Says on a page that it has a feed, at its own path and `.atom`. */
void view_feed(struct req *q, const char *path, const char *title);

/* What of a list a feed shows. */
#define FEED_PLACE ((struct rt_place){ .n = RT_FEED })

struct feed {
	const char *title;
	const char *path; /* of the page that shows the same */
	/*
	 * Another path that stays and is no other feed's, if the address is a
	 * secret: then the feed itself does not tell it.
	 */
	const char *id;
	const struct rt_posts *posts;
};

/* Answers with that feed, or with 304 for who has it already. */
void page_feed(struct req *q, const struct feed *feed);

#endif
