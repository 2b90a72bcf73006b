/*
 * The rate limits of the site, their settings, and how to apply one; private
 * to libretwis.
 *
 *	rate_limit_queue(&p, &limit, RT_RATE_POST, whom);
 *	...
 *	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
 *		return err;
 */
#ifndef RATE_LIMIT_H
#define RATE_LIMIT_H

#include "libretwis/retwis.h"
#include "patterns/limit.h"

/* A count whose reply has yet to come. */
struct rate_limit {
	const char *what; /* NULL: nothing was counted */
	struct limit count;
};

/* Queues a count of one more time; nothing if there is no limit. */
void rate_limit_queue(struct rt_pipe *p, struct rate_limit *g,
		      enum rt_rate_kind kind, const char *whom);
void rate_limit_queue_member(struct rt_pipe *p, struct rate_limit *g,
			     enum rt_rate_kind kind, uint64_t member);

/* The same for as many times as `times` at once. */
void rate_limit_queue_many(struct rt_pipe *p, struct rate_limit *g,
			   enum rt_rate_kind kind, const char *whom,
			   uint64_t times);

/*
 * After that pipeline: RT_OK; or RT_LIMITED, and rt_retry_after() returns how
 * long to wait.
 */
enum rt_err rate_limit_check(struct rt *rt, const struct rate_limit *g);

/* Queues, after rate_limit_queue(), a read of the count in this window. */
void rate_limit_times(struct rt_pipe *p, const struct rate_limit *g,
		      uint64_t *times);

/* Queues a command that takes the count back. */
void rate_limit_take_back(struct rt_pipe *p, const struct rate_limit *g);

/*
 * Reads every RETWIS_LIMIT_... into `rate`, which has RT_RATES entries.
 * Returns NULL, or a sentence in `a` that says what is wrong.
 */
const char *rate_limit_settings(struct arena *a, struct rt_rate *rate);

#endif
