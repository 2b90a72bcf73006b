/* A clock that nobody sets; private to libretwis. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Monotonic milliseconds: good for spans of time, not for dates. */
int64_t clock_ms(void);

#endif
