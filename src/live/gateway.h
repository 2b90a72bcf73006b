/*
 * The live gateway: one process that holds a connection of each member who has
 * a page open, and tells them by Server-Sent Events what is new.
 *
 * It ties together what the other files do: connections (conn.h, conns.h) that
 * have a wish (live_request.h) and belong to viewers (viewer.h), looks at the
 * database (poller.h) and what they tell (update.h), the lists that somebody
 * has open (audience.h), and the bus, which says when to look (listener.h) and
 * what hosts order (control.h).
 */
#ifndef GATEWAY_H
#define GATEWAY_H

#include "libretwis/retwis.h"

/*
 * Serves at most `max` connections, which come by the listening socket `fd`,
 * until a signal or a host ends it.  False if it cannot begin.
 */
bool gateway_run(const struct rt_config *conf, int fd, size_t max);

#endif
