/* A private Redis Cluster, for tests of commands to several nodes. */
#ifndef NODES_H
#define NODES_H

#include "unit.h"

/* Starts this many masters; otherwise like RUN_REDIS(), on the cluster. */
int nodes_start(void **state);
int nodes_stop(void **state);

/* Empties the nodes, and opens a new connection to them. */
int nodes_fresh(void **state);
int nodes_forget(void **state);

#define NODES 3

/* "cluster://127.0.0.1:PORT,...". */
const char *nodes_address(void);
int nodes_port(size_t i);

/*
 * Like redis() of unit.h, but on the node that has this key, or on the `i`-th.
 */
__attribute__((format(printf, 2, 3))) const char *at_node(size_t i,
							  const char *format,
							  ...);

/* Which node has this key when the slots are as at the start. */
size_t node_of(const char *key);

/* A key on that node, "PREFIX:0" or the like. */
const char *key_at(size_t i, const char *prefix);

void node_signal(size_t i, int signal);

#endif
