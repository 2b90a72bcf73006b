/* Time zones, as the variable TZ names them. */
#ifndef ZONE_H
#define ZONE_H

#include <stdbool.h>

/* Where the C library looks for zones by name. */
const char *zone_folder(void);

/*
 * Whether the C library knows this value of TZ.  It takes any other one for
 * UTC, and does not tell.
 */
bool zone_is_known(const char *tz);

#endif
