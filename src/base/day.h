/* Days, as "2026-11-21" in the host's time zone. */
#ifndef DAY_H
#define DAY_H

#include <time.h>

#include "base/arena.h"

#define DAY_LEN 10

const char *day_today(struct arena *a);

/* Noon of that day; 0 for NULL and for what is no day. */
time_t day_noon(const char *day);

#endif
