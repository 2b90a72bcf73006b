/* What a worker promises; private to libretwis.  See rt_promise() in config.h. */
#ifndef PROMISE_H
#define PROMISE_H

#include "libretwis/redis/pipe.h"

/*
 * Before a job ends: what it wrote to the data is on a replica, if the host
 * wants that.  On one server nothing need be waited for: a replica that knows
 * that the job has ended knows what came before, too.
 */
enum rt_err promise_data(struct rt *rt, struct arena *a);

/*
 * rt_pipe_then(), where what follows takes away what would lead to the rest once
 * more, or begins what a note has to outlive: on several servers what stands
 * before is on a replica, too, if the host wants that.  Else a server that dies
 * would take the first with it, and the other would go on as if it were there.
 * Not where links are shared.
 */
void promise_then(struct rt_pipe *p);

#endif
