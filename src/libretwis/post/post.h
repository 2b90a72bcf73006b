/* Finishing a post whose request died; private to libretwis. */
#ifndef POST_H
#define POST_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Publishes the post `id`, which a request stored at `time` and then died,
 * maybe in the middle of publishing it.  Adding the post to a list twice
 * changes nothing.  Three to five round trips.
 */
enum rt_err post_finish(struct rt *rt, struct arena *a,
			const struct rt_user *author,
			const struct rt_draft *draft, uint64_t id,
			uint64_t time);

#endif
