/*
 * The rate limits of the site, their settings, and how to apply one; private
 * to libretwis.
 *
 *	gate_queue(&p, &gate, RT_RATE_POST, whom);
 *	...
 *	if ((err = rt_pipe_end(&p)) || (err = gate_check(rt, &gate)))
 *		return err;
 */
#ifndef RATE_LIMIT_H
#define RATE_LIMIT_H

#include "libretwis/retwis.h"
#include "patterns/limit.h"

/* A count whose reply has yet to come. */
struct gate {
	const char *what; /* NULL: nothing was counted */
	struct limit count;
};

/* Queues a count of one more time; nothing if there is no limit. */
void gate_queue(struct rt_pipe *p, struct gate *g, enum rt_rate_kind kind,
		const char *whom);
void gate_queue_member(struct rt_pipe *p, struct gate *g,
		       enum rt_rate_kind kind, uint64_t member);

/*
 * After that pipeline: RT_OK; or RT_LIMITED, and rt_wait() returns how long to
 * wait.
 */
enum rt_err gate_check(struct rt *rt, const struct gate *g);

/* Queues, after gate_queue(), a read of the count in this window. */
void gate_times(struct rt_pipe *p, const struct gate *g, uint64_t *times);

/* Queues a command that takes the count back. */
void gate_take_back(struct rt_pipe *p, const struct gate *g);

/*
 * Reads every RETWIS_LIMIT_... into `rate`, which has RT_RATES entries.
 * Returns NULL, or a sentence in `a` that says what is wrong.
 */
const char *gate_settings(struct arena *a, struct rt_rate *rate);

#endif
