/* The id of this site, the same for ever; private to libretwis. */
#ifndef ORIGIN_H
#define ORIGIN_H

#include "redis/pipe.h"

struct origin {
	const char *ours, *stored;
};

/* Queues one command, which only reads it. */
void origin_queue(struct rt_pipe *p, struct origin *o);

/* Queues one command, which gives the site an id if it has none yet. */
void origin_claim(struct rt_pipe *p, struct origin *o);

/* After either: the id, or NULL if the site has none. */
const char *origin_get(const struct origin *o);

#endif
