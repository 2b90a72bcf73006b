/* The passwords of many members at once; private to libretwis. */
#ifndef HASHING_H
#define HASHING_H

#include "admin/older/older.h"

/*
 * Hashes the passwords of `n` members, or wraps their md5, on all processors:
 * what to store comes into `stored`, NULL for a member without a password, and
 * lives in `a`.  RT_BROKEN without memory for a hash.
 */
enum rt_err hashing_all(struct arena *a, const struct older_member *v,
			size_t n, const char **stored);

#endif
