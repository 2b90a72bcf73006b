/*
 * Who has which name, from memory; private to libretwis.
 *
 * A profile needs the id before it can ask for anything else, and that was a
 * round trip of its own.  But a name stays with its member.  So a process
 * remembers the names that it has looked up, a thousand of them, and the page
 * asks for all that it shows of that id at once, and in the same write for the
 * id.  If the answer is another one, the member was removed, and perhaps
 * somebody else has taken the name: then the page throws away what it was told,
 * and asks again.  So a wrong guess costs time, and is never shown.
 *
 * It remembers since when these are members, too.
 */
#ifndef RECALL_H
#define RECALL_H

#include <stdint.h>

/* 0: this process does not know. */
uint64_t recall_id(const char *name);

/*
 * `id` has that name, in `users` and in its hash; 0 forgets it.  A name that is
 * too long for us is not remembered.
 */
void recall_store(const char *name, uint64_t id);

/* The second of the registration, 0 if nobody has told it. */
uint64_t recall_since(const char *name, uint64_t id);
void recall_store_since(const char *name, uint64_t id, uint64_t since);

#endif
