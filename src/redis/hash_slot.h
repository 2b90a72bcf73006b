/*
 * The slot of a key: Redis Cluster cuts all keys into 16384 of them, and gives
 * each to one server.  Private to libretwis.
 */
#ifndef HASH_SLOT_H
#define HASH_SLOT_H

#include <stddef.h>
#include <stdint.h>

#define HASH_SLOTS 16384

/* A command without a key, which any server can carry out. */
#define SLOT_ANY (-1)

/* By its {tag}, where it has one that is not empty. */
int hash_slot(const char *key, size_t len);

/*
 * The slot of the command at `*text`, as command.h has made it, and steps over
 * that command.  Its key is the first argument, or that of a script.
 */
int hash_slot_next(const char **text);

#endif
