/* Publishing posts; private to libretwis. */
#ifndef POST_H
#define POST_H

#include "libretwis/redis/pipe.h"

/*
 * Queues the pushes into the lists that every post is in; the author's home
 * timeline only where it is there, if the database is `adopted`.
 */
void post_publish(struct rt_pipe *p, uint64_t author, uint64_t post,
		  bool adopted);

/*
 * Publishes what a request stored at `time` and did not live to publish, or
 * not wholly.  Four to six round trips.
 */
enum rt_err post_finish(struct rt *rt, struct arena *a,
			const struct rt_user *author,
			const struct rt_draft *draft, uint64_t id,
			uint64_t time);

#endif
