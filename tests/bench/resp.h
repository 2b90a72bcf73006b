/*
 * The protocol of Redis, as far as one has to know it to count commands and
 * replies.
 */
#ifndef RESP_H
#define RESP_H

#include <stddef.h>
#include <stdint.h>

#define RESP_WRONG SIZE_MAX

/*
 * The bytes of the first command or reply in `bytes`: 0 if it is not complete
 * yet, and RESP_WRONG if it is an error, or has one in it.
 */
size_t resp_length(const char *bytes, size_t len);

#endif
