#include "patterns/rate.h"

#define US_OF_MS 1000
#define US_OF_S  1000000

void rate_add(struct rate *r, int64_t now_ms, uint64_t n)
{
	int64_t second = now_ms / 1000;
	unsigned at = (unsigned)(second % RATE_SECONDS);

	if (r->ring[at].second != second)
		r->ring[at].n = 0;
	r->ring[at].second = second;
	r->ring[at].n += n;
}

uint64_t rate_sum(const struct rate *r, int64_t now_ms)
{
	int64_t second = now_ms / 1000;
	uint64_t sum = 0;

	for (unsigned i = 0; i < RATE_SECONDS; i++)
		if (second - r->ring[i].second < RATE_SECONDS)
			sum += r->ring[i].n;
	return sum;
}

void throttle_set(struct throttle *t, uint64_t limit)
{
	*t = (struct throttle){ .limit = limit };
}

/* In microseconds, since a fast worker does several in a millisecond. */
void throttle_add(struct throttle *t, int64_t now_ms, uint64_t n)
{
	int64_t now_us = now_ms * US_OF_MS;

	if (!t->limit)
		return;
	if (t->free_us < now_us)
		t->free_us = now_us;
	t->free_us += (int64_t)(n * US_OF_S / t->limit);
}

int64_t throttle_wait(const struct throttle *t, int64_t now_ms)
{
	int64_t left_us = t->free_us - now_ms * US_OF_MS;

	return left_us > 0 ? left_us / US_OF_MS : 0;
}
