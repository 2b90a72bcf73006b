/* Reposts; private to libretwis. */
#ifndef REPOST_H
#define REPOST_H

#include "libretwis/redis/pipe.h"

/* As post_finish() does, for a repost of `original` by `me`. */
enum rt_err repost_finish(struct rt *rt, struct arena *a,
			  const struct rt_user *me, uint64_t id,
			  uint64_t original);

#endif
