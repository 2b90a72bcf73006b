/* Takes in tiny pictures of our own, one of each kind. */
#ifndef REHEARSAL_H
#define REHEARSAL_H

#include <stdbool.h>

/*
 * After it, everything that libraries load at their first use is loaded.
 * Returns false, with a line on stderr, if a kind cannot be decoded.
 */
bool rehearse(void);

#endif
