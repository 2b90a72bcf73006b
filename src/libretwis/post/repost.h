/* Reposts; private to libretwis. */
#ifndef REPOST_H
#define REPOST_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * The same as post_finish(), for a repost of `original` by `me`.  RT_NOT_FOUND
 * if the repost has been taken back, or `me` has no name.
 */
enum rt_err repost_finish(struct rt *rt, struct arena *a,
			  const struct rt_user *me, uint64_t id,
			  uint64_t original);

#endif
