/*
 * One server of a cluster: a connection that never waits, and what it was
 * asked.  Private to libretwis.
 *
 * Replies come in the order of the questions.  If one takes too long, or the
 * connection is lost, all that wait here end, and nobody who asks another node
 * is the worse for it.
 */
#ifndef NODE_H
#define NODE_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "redis/address.h"

struct batch;

/* A command on its way. */
struct asked {
	struct asked *next; /* of the same node, or of those that pause */
	struct batch *trip; /* that it is a part of */
	const char *text;
	size_t len;
	struct arena *into; /* where its reply goes */
	int slot;           /* or SLOT_ANY; that goes where */
	int near;           /* ... this slot is, unless it is SLOT_ANY, too */
	size_t nth;         /* of those of its trip that have no key */
	int64_t until;      /* when we stop waiting; by clock_ms() */
	int64_t again_at;   /* for one that pauses */
	unsigned tries;     /* how often it was turned away */
	bool asks;          /* ASKING goes before it, and has a reply, too */
	const redisReply *reply; /* NULL: none, so far or for ever */
};

struct event_base;
struct node;
struct async_connection;

/* What all nodes of a cluster have in common. */
struct node_use {
	const struct address *address; /* for its login */
	struct event_base *base;
	void (*taken)(void *who, struct node *n, struct asked *q,
		      const redisReply *reply);
	void (*lost)(void *who, struct asked *q); /* it gets no reply */
	/* Before these; `was_well`: it has answered until now. */
	void (*gone)(void *who, struct node *n, bool was_well);
	void *who;
};

struct node {
	const struct node_use *use;
	struct address_end at;
	unsigned number;               /* among its cluster's */
	struct async_connection *wire; /* NULL: not connected */
	bool is_well;       /* this connection has answered something */
	bool is_named;      /* the map has it ... */
	bool is_replica;    /* ... without slots; it can tell who has which */
	bool is_late; /* the time of one is over, and we look once more */
	int64_t down_until; /* after a time-out; fail fast before */
	struct asked *first, **last;
	struct arena stray; /* replies that nobody asked for */
};

struct node *node_open(const struct node_use *use,
		       const struct address_end *at, unsigned number);

/* Without a connection, if nothing is on its way; until it is asked again. */
void node_rest(struct node *n);

/* Forgets all that is on its way. */
void node_close(struct node *n);

/* Whether it may be asked: after a time-out not for a moment. */
bool node_is_up(const struct node *n);

/* False, and then nothing was sent: it is down. */
bool node_send(struct node *n, struct asked *q);

/* When node_tick() is due next; INT64_MAX: nothing is on its way. */
int64_t node_next(const struct node *n);

/*
 * Gives the connection up if anything has taken too long, and still does at the
 * next turn of the loop: see async_client.c.
 */
void node_tick(struct node *n, int64_t now);

#endif
