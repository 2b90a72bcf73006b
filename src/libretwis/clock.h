/* Clocks; private to libretwis. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Monotonic milliseconds: good for spans of time, not for dates. */
int64_t clock_ms(void);

/* Milliseconds since 1970, by the clock that people set: for dates. */
uint64_t clock_unix_ms(void);

#endif
