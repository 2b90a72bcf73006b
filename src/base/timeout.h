/*
 * Time-outs that count only if nothing has arrived.
 *
 * When a process continues after it was stopped, or had no processor for a
 * while, libevent may run expired timers before it has looked at the sockets.
 * What was waited for may have arrived long ago.  So after a timer has expired,
 * the loop gets one more turn, which reads the sockets first.
 */
#ifndef TIMEOUT_H
#define TIMEOUT_H

#include <stdbool.h>

struct event;

/*
 * For the callback of a timer: whether the time-out counts.  If it does not
 * yet, the timer expires again in the next turn.  The caller keeps `is_late`,
 * false to begin with, and sets it to false whenever it starts the timer for
 * something else.
 */
bool timeout_counts(struct event *timer, bool *is_late);

#endif
