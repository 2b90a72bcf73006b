/*
 * How fast work goes, and how fast it may go; private to libretwis.
 *
 * Both are told the time in monotonic milliseconds, so that neither a clock
 * that jumps nor a test has to wait for them.
 */
#ifndef RATE_H
#define RATE_H

#include <stdint.h>

#define RATE_SECONDS 10

/* A ring of seconds, each with what was done in it. */
struct rate {
	struct {
		int64_t second;
		uint64_t n;
	} ring[RATE_SECONDS];
};

void rate_add(struct rate *r, int64_t now_ms, uint64_t n);

/* What was done in this second and the nine before it. */
uint64_t rate_sum(const struct rate *r, int64_t now_ms);

/*
 * `limit` things a second, and 0 for no limit.  What is done too fast is paid
 * for by waiting afterwards; who was slow has not saved up anything.
 */
struct throttle {
	uint64_t limit;
	int64_t free_us; /* nothing may begin before that moment */
};

/* A new limit forgets what is still to be waited for. */
void throttle_set(struct throttle *t, uint64_t limit);
void throttle_add(struct throttle *t, int64_t now_ms, uint64_t n);

/* How many milliseconds still to wait. */
int64_t throttle_wait(const struct throttle *t, int64_t now_ms);

#endif
