/*
 * A cache; private to libretwis.
 *
 * It keeps values that are dear to compute and may be a minute old.  A page
 * that does not find one computes it and puts it there for the others, beside
 * the truth and never instead of it:
 *
 *	rt_pipe_begin(&p, rt, a);
 *	cache_get(&p, "trending", &text);
 *	if (!(err = rt_pipe_end(&p)) && !text)
 *		compute it, and in the next pipeline
 *		cache_put(&p, "trending", text, 60);
 *
 * Several that find nothing at once compute it several times.  That costs time
 * and does no harm; a lock of the same name saves it.  Every value expires, so
 * one that could not be dropped is only as old as that.
 *
 * Where Redis is full, nothing is put or dropped, and the page goes on.
 */
#ifndef CACHE_H
#define CACHE_H

#include "redis/pipe.h"

/* NULL: not there. */
void cache_get(struct rt_pipe *p, const char *name, const char **value);

void cache_put(struct rt_pipe *p, const char *name, const char *value,
	       unsigned seconds);
void cache_drop(struct rt_pipe *p, const char *name);

#endif
