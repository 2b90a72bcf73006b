#include "libretwis/clock.h"

#include <time.h>

static int64_t read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_ms(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

uint64_t clock_unix_ms(void)
{
	return (uint64_t)read_clock(CLOCK_REALTIME);
}
