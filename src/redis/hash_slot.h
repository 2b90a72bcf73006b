/*
 * Hash slots: Redis Cluster divides all keys into 16384 slots and assigns each
 * slot to one master.
 */
#ifndef HASH_SLOT_H
#define HASH_SLOT_H

#include <stddef.h>
#include <stdint.h>

#define HASH_SLOTS 16384

/* The slot of a command without a key, which any node can execute. */
#define SLOT_ANY (-1)

/* The slot of a key, computed from its {tag} if it has a non-empty one. */
int hash_slot(const char *key, size_t len);

/*
 * Returns the slot of the command at `*text`, which is in the form of
 * command.h, and moves `*text` past that command.  The key is the first
 * argument, or the first key of a script.
 */
int hash_slot_next(const char **text);

#endif
