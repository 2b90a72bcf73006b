/*
 * How fast work goes, and how fast it may go; private to libretwis.
 *
 * The caller tells the time, in monotonic milliseconds: a clock that jumps does
 * not disturb them, and a test need not wait.
 */
#ifndef RATE_H
#define RATE_H

#include <stdint.h>

#define RATE_SECONDS 10

/* A ring of seconds, each with how much was done in it. */
struct rate {
	struct {
		int64_t second;
		uint64_t n;
	} ring[RATE_SECONDS];
};

void rate_add(struct rate *r, int64_t now_ms, uint64_t n);

/* How much was done in this second and the nine before it. */
uint64_t rate_sum(const struct rate *r, int64_t now_ms);

/*
 * `limit` things a second, and 0 for no limit.  A program that was too fast
 * waits afterwards; one that was slow has not saved up anything.
 */
struct throttle {
	uint64_t limit;
	int64_t free_us; /* nothing may begin before that moment */
};

/* A new limit forgets how long there was still to wait. */
void throttle_set(struct throttle *t, uint64_t limit);
void throttle_add(struct throttle *t, int64_t now_ms, uint64_t n);

/* How many milliseconds still to wait. */
int64_t throttle_wait(const struct throttle *t, int64_t now_ms);

#endif
