/* Clocks in milliseconds; for libretwis and the programs. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Monotonic, a clock that nobody sets: good for spans of time. */
int64_t clock_ms(void);

/* Since 1970, on a clock that may jump: good for dates. */
int64_t clock_date_ms(void);

/* What is dated so much later than now, was by a clock that was put back. */
#define CLOCK_AHEAD_MS 60000

#endif
