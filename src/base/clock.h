/* Clocks. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>
#include <time.h>

#include "base/arena.h"

/* A monotonic clock in milliseconds, which nobody can set: for durations. */
int64_t clock_ms(void);

/* Milliseconds since 1970.  This clock may jump: only for dates. */
int64_t clock_date_ms(void);
int64_t clock_date_us(void); /* microseconds */

/*
 * The current time as the score of a sorted set: seconds since 1970, as PHP
 * Retwis writes them, with microseconds as decimals: "1795260500.123456".  So
 * two likes within a second are in chronological order, and not in the
 * alphabetical order of their ids.  A score is a double, which is precise
 * enough for that for some centuries.
 */
const char *clock_score(struct arena *a);

/*
 * A date from the database, in seconds.  From the year 10000 on it becomes 0:
 * such a date is a mistake, and localtime_r() fails long before 2^64.
 */
time_t clock_stored(uint64_t seconds);

/* A date that is later than now by more comes from a clock set back since. */
#define CLOCK_AHEAD_MS 60000

#endif
