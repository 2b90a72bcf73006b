/*
 * Waiting until a replica has what was written, before somebody relies on it.
 */
#ifndef WAIT_REPLICAS_H
#define WAIT_REPLICAS_H

#include "base/error.h"

struct arena;
struct rt;
struct rt_pipe;

/*
 * For a request that writes.  If the host's settings require it, the writes
 * have to be on a replica before the request is answered.  Call
 * rt_replicas_begin() before the first command and rt_replicas_wait() at the
 * end.  If the settings do not require it, both do nothing.
 *
 * RT_OK: a replica has everything that this request has written or read.
 * RT_FULL: no replica got it in time, so it is lost if the master dies now;
 * nevertheless all of it is written.  RT_DOWN: nobody knows.
 *
 * Between the two calls the request has links of its own, because WAIT on a
 * shared link would hold up all other requests.  It costs one round trip for
 * each server plus the time that a replica takes, but half the time-out at
 * most.
 */
void rt_replicas_begin(struct rt *rt);
enum rt_err rt_replicas_wait(struct rt *rt, struct arena *a);

/*
 * For a worker before it ends a job: waits until a replica has what the job
 * wrote to the data, if the settings require it.  With a single server there is
 * nothing to wait for, because a replica that knows of the end of the job also
 * knows everything before it.
 */
enum rt_err wait_replicas_data(struct rt *rt, struct arena *a);

/*
 * A rt_pipe_then() that also waits for a replica, if the settings require it
 * and there are several servers.
 *
 * Use it where the commands that follow delete what would lead to the rest a
 * second time, or begin something that a note has to outlive.  Otherwise a
 * server that dies could lose the earlier writes, while another one went on as
 * if they existed.  Do not use it on shared links.
 */
void wait_replicas_then(struct rt_pipe *p);

#endif
