/* Days in the form "2026-11-21", in the time zone of the machine. */
#ifndef DAY_H
#define DAY_H

#include <time.h>

#include "base/arena.h"

#define DAY_LEN     10
#define DAY_SECONDS 86400 /* of most: clocks change twice a year */

const char *day_today(struct arena *a);

/* The day that was this many days ago. */
const char *day_ago(struct arena *a, unsigned days);

/* The beginning of the day that is this many days after that of `time`. */
time_t day_after(time_t time, int days);

/* The day of that second. */
const char *day_of(struct arena *a, time_t then);

/* Noon of that day.  0 for NULL, and for a text that is no day. */
time_t day_noon(const char *day);

#endif
