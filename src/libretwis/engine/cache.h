/*
 * A cache; private to libretwis.
 *
 * For what is dear to compute and may be a minute old.  Who does not find it
 * computes it and puts it there for the others, beside the truth and never
 * instead of it:
 *
 *	rt_pipe_begin(&p, rt, a);
 *	cache_get(&p, "trending", &text);
 *	if (!(err = rt_pipe_end(&p)) && !text)
 *		compute it, and in the next pipeline
 *		cache_put(&p, "trending", text, 60);
 *
 * Several who find nothing at once compute it several times, which costs time
 * and does no harm; a lock of the same name saves that.  Every value expires,
 * and one that could not be dropped is as old as that at most.
 *
 * Where Redis is full, what is put or dropped is not, and the page goes on.
 */
#ifndef CACHE_H
#define CACHE_H

#include "libretwis/redis/pipe.h"

/* NULL: not there. */
void cache_get(struct rt_pipe *p, const char *name, const char **value);

void cache_put(struct rt_pipe *p, const char *name, const char *value,
	       unsigned seconds);
void cache_drop(struct rt_pipe *p, const char *name);

#endif
