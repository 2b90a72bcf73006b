/* A private Redis Cluster, for tests of what goes to several nodes. */
#ifndef NODES_H
#define NODES_H

#include "unit.h"

/* Starts so many masters; all else as for RUN_REDIS(), on the cluster. */
int nodes_start(void **state);
int nodes_stop(void **state);

/* Empty nodes, and a new connection to them. */
int nodes_fresh(void **state);
int nodes_forget(void **state);

#define NODES 3

/* "cluster://127.0.0.1:PORT,...". */
const char *nodes_address(void);
int nodes_port(size_t i);

/* As redis() of unit.h, but at the node that has this key, or at the `i`-th. */
__attribute__((format(printf, 2, 3))) const char *at_node(size_t i,
							  const char *format,
							  ...);

/* Which node has this key, when all is as it was at the start. */
size_t node_of(const char *key);

/* A key of that node, "PREFIX:0" or the like. */
const char *key_at(size_t i, const char *prefix);

void node_signal(size_t i, int signal);

#endif
