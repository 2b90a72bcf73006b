#include "base/clock.h"

#include <time.h>

static int64_t clock_read(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_ms(void)
{
	return clock_read(CLOCK_MONOTONIC);
}

int64_t clock_date_ms(void)
{
	return clock_read(CLOCK_REALTIME);
}

int64_t clock_date_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

const char *clock_score(struct arena *a)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return arena_printf(a, "%lld.%06ld", (long long)t.tv_sec,
			    t.tv_nsec / 1000);
}

time_t clock_stored(uint64_t seconds)
{
	return seconds < 253402300800 ? (time_t)seconds : 0;
}
