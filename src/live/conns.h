/* All connections: how they come in, grow old, and are sent away. */
#ifndef CONNS_H
#define CONNS_H

#include "live/conn.h"

/*
 * From now on, on the listening socket `fd`.  `base`, `max`, `asked` and `who`
 * are set before.  False if that is no such socket.
 */
bool conns_open(struct conns *all, int fd);
void conns_close(struct conns *all);

/* Once a second: writes comments, and drops the silent. */
void conns_tick(struct conns *all, int64_t now);

/*
 * Accepts no more connections, and asks all to come again.  Ends the loop once
 * they are gone, or after a second.
 */
void conns_stop(struct conns *all);

#endif
