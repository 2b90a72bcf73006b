/*
 * One node of a cluster: a connection that never blocks, and the commands that
 * were sent over it.
 *
 * Replies arrive in the order of the commands.  If one takes too long, or the
 * connection is lost, all commands that wait here fail.  Commands that were
 * sent to other nodes are not affected.
 */
#ifndef NODE_H
#define NODE_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "redis/address.h"

struct batch;

/* A command that is being sent. */
struct node_command {
	struct node_command *next; /* of the same node, or of those paused */
	struct batch *batch;       /* that it belongs to */
	const char *text;
	size_t len;
	struct arena *into; /* for its reply */
	int slot;           /* SLOT_ANY if it has no key */
	int fallback_slot;  /* of the command before it; for one without key */
	size_t keyless_index;    /* among those of its batch without a key */
	int64_t deadline;        /* for its reply, of clock_ms() */
	int64_t retry_at;        /* if it is paused */
	unsigned attempts;       /* how often it was rejected */
	bool sends_asking;       /* after ASKING, which gets a reply, too */
	bool was_unsent;         /* once, since its node was not reached */
	const redisReply *reply; /* NULL: none yet, or none at all */
};

struct event_base;
struct node;
struct async_connection;

/* What all nodes of a cluster have in common. */
struct node_config {
	const struct address *address; /* for its credentials */
	struct event_base *base;
	void (*on_reply)(void *who, struct node *n, struct node_command *q,
			 const redisReply *reply);
	/* The command gets no reply. */
	void (*on_lost)(void *who, struct node_command *q);
	/* Nor was it sent, because the node was not reached. */
	void (*on_unsent)(void *who, struct node_command *q);
	/*
	 * Called before those two for its commands.  `was_healthy`: the
	 * connection had answered before.
	 */
	void (*on_disconnect)(void *who, struct node *n, bool was_healthy);
	void *who;
};

struct node {
	const struct node_config *config;
	struct address_end at;
	unsigned number;                     /* within its cluster */
	struct async_connection *connection; /* NULL: not connected */
	bool is_healthy;    /* this connection has answered something */
	bool is_in_map;     /* the slot map mentions it */
	bool is_replica;    /* without slots, but it knows the map as well */
	int64_t down_until; /* after a time-out commands fail until then */
	struct node_command *first, **last;
	struct arena stray_replies; /* that belong to no command */
};

struct node *node_open(const struct node_config *config,
		       const struct address_end *at, unsigned number);

/* Disconnects until the next command, unless it still has commands. */
void node_disconnect_idle(struct node *n);

/* Drops all its commands without calling back. */
void node_close(struct node *n);

/* Whether commands may be sent: false for a moment after a time-out. */
bool node_is_up(const struct node *n);

/* Returns false, and has sent nothing, if the node is down. */
bool node_send(struct node *n, struct node_command *q);

/* When node_tick() is due next; INT64_MAX if it has no commands. */
int64_t node_next_deadline(const struct node *n);

/* Closes the connection if a command is past its deadline. */
void node_tick(struct node *n, int64_t now);

#endif
