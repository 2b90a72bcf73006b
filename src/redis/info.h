/* What Redis says of itself; private to libretwis. */
#ifndef INFO_H
#define INFO_H

#include <stdint.h>

/*
 * INFO is lines of "name:value".  Returns the text behind this name, up to the
 * end of all; NULL: no such line.
 */
const char *info_field(const char *info, const char *name);

/* The same as a number, 0 if it is none. */
uint64_t info_number(const char *info, const char *name);

#endif
