/*
 * Who has which name, from memory; private to libretwis.
 *
 * A profile needs the member's id before it can read anything else, which used
 * to take a round trip of its own.  But a name belongs to one member for as
 * long as that member exists.  So a process remembers a thousand names that it
 * has looked up.  The page reads everything about the remembered id at once,
 * and in the same write the id itself.  If the id is another one, the member
 * was removed, and perhaps somebody else has the name now; then the page
 * discards the replies and reads again.  So a wrong guess costs time, and is
 * never shown.
 *
 * It also remembers when these members registered.
 */
#ifndef RECALL_H
#define RECALL_H

#include <stdint.h>

/* 0: this process does not remember it. */
uint64_t recall_id(const char *name);

/*
 * Remembers that `id` has this name, in `users` and in its hash; 0 forgets it.
 * Names that are too long are not remembered.
 */
void recall_store(const char *name, uint64_t id);

/* The time of registration, in seconds; 0 if it is not remembered. */
uint64_t recall_since(const char *name, uint64_t id);
void recall_store_since(const char *name, uint64_t id, uint64_t since);

#endif
