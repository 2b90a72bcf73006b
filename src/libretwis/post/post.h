/* Finishing a post whose request died; private to libretwis. */
#ifndef POST_H
#define POST_H

#include "libretwis/retwis.h"
#include "libretwis/post/post_fields.h"

/*
 * Publishes the post `id`, which a request stored with these fields and then
 * died, maybe in the middle of publishing it.  Adding the post to a list twice
 * changes nothing.  Three to five round trips.
 */
enum rt_err post_finish(struct rt *rt, struct arena *a,
			const struct rt_user *author, uint64_t id,
			const union post_fields *fields);

#endif
