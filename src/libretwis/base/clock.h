/* Clocks, in milliseconds. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>
#include <time.h>

/* Monotonic: nobody can set this clock, so it is good for spans of time. */
int64_t clock_ms(void);

/* Since 1970: this clock may jump, and is good for dates. */
int64_t clock_date_ms(void);

/*
 * A date from the database, in seconds: 0 for the year 10000 and later.  Nobody
 * has meant these, and localtime_r() gives up long before 2^64.
 */
time_t clock_stored(uint64_t seconds);

/* A date so much later than now is of a clock that has been put back. */
#define CLOCK_AHEAD_MS 60000

#endif
