/*
 * A cache.
 *
 * It keeps values that are expensive to compute and may be a minute old.  A
 * page that does not find a value computes it and stores it for the others.
 * The cache is a copy of the data, and never the only place of anything:
 *
 *	rt_pipe_begin(&p, rt, a);
 *	cache_get(&p, "trending", &text);
 *	if (!(err = rt_pipe_end(&p)) && !text)
 *		compute it, and in the next pipeline
 *		cache_put(&p, "trending", text, 60);
 *
 * Several pages that miss a value at the same time compute it several times.
 * That costs time and does no harm; a lock of the same name avoids it.  Every
 * value expires, so one that could not be dropped is outdated for no longer
 * than that.
 *
 * If Redis is full, nothing is stored or dropped, and the page goes on.
 */
#ifndef CACHE_H
#define CACHE_H

#include "redis/pipe.h"

/* `value` becomes NULL if there is none. */
void cache_get(struct rt_pipe *p, const char *name, const char **value);

void cache_put(struct rt_pipe *p, const char *name, const char *value,
	       unsigned seconds);
void cache_drop(struct rt_pipe *p, const char *name);

#endif
