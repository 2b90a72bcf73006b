/* Atom feeds (RFC 4287). */
#ifndef ATOM_H
#define ATOM_H

#include "http/req.h"

/*
 * Whether the path asks for the page's feed, since it ends in `.atom`.  A name
 * that ends like that is encoded with %2E.  Removes `.atom` from the path.  It
 * also forgets who asks, since a feed is the same for everybody, unless only
 * members may read.
 */
bool req_feed(struct req *q);

/* Says in a page's head that it has a feed, at this path and `.atom`. */
void view_feed(struct req *q, const char *path, const char *title);

/* The part of a list that a feed contains. */
#define FEED_PLACE ((struct rt_place){ .n = RT_FEED })

struct feed {
	const char *title;
	const char *path; /* of the page that shows the same */
	/*
	 * NULL, unless the feed's address is a secret.  Such a feed doesn't
	 * contain its address, but has this path as its id: one that never
	 * changes and that no other feed has.
	 */
	const char *id;
	const struct rt_posts *posts;
};

/* When the post got the text that it has. */
time_t feed_text_time(const struct rt_post *post);

/* What a post is called there: the beginning of its text. */
const char *feed_entry_title(struct arena *a, const struct rt_post *post);

/* Answers with that feed, or with a 304 if the visitor has it already. */
void page_feed(struct req *q, const struct feed *feed);

#endif
