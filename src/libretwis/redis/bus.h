/* The second link of a program; private to libretwis. */
#ifndef BUS_H
#define BUS_H

struct rt;

/*
 * The link for queues and messages, to a server of its own where RETWIS_BUS
 * names one.  It is a connection of its own even on the same server: a proxy
 * before the first one hangs up at commands that belong here, and a command
 * that waits must not keep a page's data waiting.  It connects when it is first
 * needed, and rests and closes with `rt`.  All that works on `rt` works on it.
 */
struct rt *rt_bus(struct rt *rt);

#endif
