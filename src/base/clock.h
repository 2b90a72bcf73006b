/* Clocks, in milliseconds. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>
#include <time.h>

#include "base/arena.h"

/* Monotonic: nobody can set this clock, so it is good for spans of time. */
int64_t clock_ms(void);

/* Since 1970: this clock may jump, and is good for dates. */
int64_t clock_date_ms(void);

/*
 * Now, as the score of a sorted set: seconds since 1970, as PHP Retwis writes
 * them, and microseconds behind a point, "1795260500.123456".  So two likes
 * within a second stand in their order, and not in that of their ids' digits.
 * A double, which a score is, can tell these apart for some centuries.
 */
const char *clock_score(struct arena *a);

/*
 * A date from the database, in seconds: 0 for the year 10000 and later.  Nobody
 * has meant these, and localtime_r() gives up long before 2^64.
 */
time_t clock_stored(uint64_t seconds);

/* A date so much later than now is of a clock that has been put back. */
#define CLOCK_AHEAD_MS 60000

#endif
