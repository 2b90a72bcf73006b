/* What is written is on a replica, too, before somebody relies on it. */
#ifndef WAIT_REPLICAS_H
#define WAIT_REPLICAS_H

#include "base/error.h"

struct arena;
struct rt;
struct rt_pipe;

/*
 * For a request that writes, where the host wants that to be on a replica
 * before it is answered: rt_replicas_begin() first, when nothing has been asked
 * yet, and at the end rt_replicas_wait().  That is RT_OK once a replica has all
 * that this request has written, and all that it has read.  RT_FULL: none has
 * it in time, so a master that dies now takes it along; all is written all the
 * same.  RT_DOWN: nobody knows.  Where the host wants nothing, both do nothing.
 *
 * The request has links of its own in between, since to wait at a link that all
 * share would stop them all.  One round trip for each server, and however long
 * a replica takes, but half the time-out at most.
 */
void rt_replicas_begin(struct rt *rt);
enum rt_err rt_replicas_wait(struct rt *rt, struct arena *a);

/*
 * For a worker, before a job ends: what it wrote to the data is on a replica,
 * if the host wants that.  On one server nothing need be waited for: a replica
 * that knows that the job has ended knows what came before, too.
 */
enum rt_err wait_replicas_data(struct rt *rt, struct arena *a);

/*
 * rt_pipe_then(), where what follows takes away what would lead to the rest
 * once more, or begins what a note has to outlive: on several servers what
 * stands before is on a replica, too, if the host wants that.  Else a server
 * that dies would take the first with it, and the other would go on as if it
 * were there.  Not where links are shared.
 */
void wait_replicas_then(struct rt_pipe *p);

#endif
