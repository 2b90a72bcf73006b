/* Which Redis a program uses, and how patiently. */
#ifndef SERVERS_H
#define SERVERS_H

#include <stdbool.h>

/* The two addresses are as address.h reads them, and may be the same. */
struct rt_servers {
	const char *redis;   /* the data */
	const char *bus;     /* queues and messages */
	unsigned timeout_ms; /* for connecting and for each answer */
	bool on_replica;     /* see rt_replicas_begin() */
};

#endif
