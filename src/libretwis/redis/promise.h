/* What a worker promises; private to libretwis.  See rt_promise() in config.h. */
#ifndef PROMISE_H
#define PROMISE_H

#include "libretwis/redis/connection.h"

/*
 * Before a job ends: what it wrote to the data is on a replica, if the host
 * wants that.  On one server nothing need be waited for: a replica that knows
 * that the job has ended knows what came before, too.
 */
enum rt_err promise_data(struct rt *rt, struct arena *a);

#endif
