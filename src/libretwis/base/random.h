/*
 * Random bytes, by OpenSSL, which no one can guess.
 *
 * The first call loads libcrypto.so, which takes some milliseconds and, for as
 * long as the process lives, 600 KiB of memory that no other process shares.
 * So a page that only reads does without, and an update of the library counts
 * from the next start on, as with any other.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>

/* Where there is no library, or it has no randomness to give, we abort. */
void random_bytes(unsigned char *bytes, size_t n);

#endif
