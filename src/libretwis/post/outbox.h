/* Posts whose delivery no worker has begun; private to libretwis. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include "libretwis/redis/pipe.h"

/* Before the post is stored. */
void outbox_add(struct rt_pipe *p, uint64_t post);

/*
 * Queues the push of the job, on a pipeline of the bus, whose failure is none:
 * there is the outbox.
 */
void outbox_push(struct rt_pipe *bus, uint64_t author, uint64_t post);

/* The job that begins a delivery, as deliver.h tells it. */
const char *outbox_job(struct arena *a, uint64_t author, uint64_t post);

#endif
