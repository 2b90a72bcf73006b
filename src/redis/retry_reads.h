/*
 * What is read behind Twemproxy, and was spoilt by a write; private to
 * libretwis.
 *
 * Twemproxy does not know the error OOM, by which a full Redis refuses a write.
 * It hangs up on that server, and all commands that were on their way there,
 * also those of other visitors and programs, get an error in its own words.
 * Nobody knows which of them were carried out.  One that only reads may be sent
 * once more; and so it is, or no page could be read while Redis is full.
 */
#ifndef RETRY_READS_H
#define RETRY_READS_H

#include "redis/pipe.h"

/* Before it goes out for the first time, times 0, or again. */
void retry_reads_save(struct rt_pipe *p, int times);

/*
 * Queues what has only read and was spoilt, for the same slots.  A write that
 * has to succeed fails the pipeline then.
 */
void retry_reads_queue(struct rt_pipe *p);

#endif
