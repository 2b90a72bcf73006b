/*
 * Random bytes that nobody can guess, by OpenSSL.
 *
 * The first call loads libcrypto.so.  That takes some milliseconds and, for as
 * long as the process lives, 600 KiB of memory that no other process shares.
 * So only a process that makes secrets has it.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>

/*
 * If the library is gone, or has no randomness to give, the kernel gives it: a
 * page goes on, and tries the library again the next time.
 */
void random_bytes(unsigned char *bytes, size_t n);

#endif
