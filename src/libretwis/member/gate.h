/*
 * The limits as they are asked: which there are, and their settings; private
 * to libretwis.
 *
 *	gate_ask(&p, &gate, RT_RATE_POST, whom);
 *	...
 *	if ((err = rt_pipe_end(&p)) || (err = gate_check(rt, &gate)))
 *		return err;
 */
#ifndef GATE_H
#define GATE_H

#include "libretwis/engine/limit.h"

/* A count on its way. */
struct gate {
	const char *what; /* NULL: nothing was counted */
	struct limit limit;
};

/* Queues the count of one more time; nothing where there is no limit. */
void gate_ask(struct rt_pipe *p, struct gate *g, enum rt_rate_kind kind,
	      const char *whom);
void gate_ask_member(struct rt_pipe *p, struct gate *g, enum rt_rate_kind kind,
		     uint64_t member);

/* After the pipeline: RT_LIMITED, and then rt_wait() knows for how long. */
enum rt_err gate_check(struct rt *rt, const struct gate *g);

/* Queues, behind it, how many there are in this window. */
void gate_times(struct rt_pipe *p, const struct gate *g, uint64_t *times);

/* Queues what takes the count back. */
void gate_take_back(struct rt_pipe *p, const struct gate *g);

/* Reads all RETWIS_LIMIT_...; NULL, or a sentence that says what is wrong. */
const char *gate_settings(struct arena *a, struct rt_rate *rate);

#endif
