/*
 * The control channel: orders of a host to running background programs, and
 * their replies.
 *
 * Each worker, and the gateway, is subscribed to one channel and obeys
 *
 *	pause		start nothing new
 *	resume		continue
 *	throttle N	at most N deliveries a second in each program; 0 is no
 *			limit
 *	exit		finish the current job and exit, so that systemd, or
 *			another supervisor, starts the program again
 *	log jobs	log each job; "log errors" ends that
 *	report CHANNEL	publish a status report there
 *
 * or, for a single program, "NAME: pause".  A program ignores what it does not
 * understand.  Redis does not store messages of a channel, so an order reaches
 * only the programs that listen at that moment.  One that starts later is
 * neither paused nor limited, and logs errors alone.  That is why a host asks
 * for reports afterwards.
 *
 * Orders are obeyed between two jobs, so a program that reports "paused" has no
 * job in hand.  This is the loop of a worker:
 *
 *	control_open(&c, rt, "worker", name);
 *	while (!c.stop) {
 *		if (control_hold(&c, 200))
 *			continue;
 *		take a job and do it
 *		control_count(&c, 1, deliveries);
 *	}
 *	control_close(&c);
 *
 * A program that is subscribed to other channels as well passes each message to
 * control_obey(), and publishes the reply itself.
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

/* ---- how fast work is done, and how fast it may be ----------------------- */

/*
 * The caller passes the current time, in milliseconds of a monotonic clock.  So
 * changes of the system time do no harm, and tests need not wait.
 */

#define RATE_SECONDS 10

/* A ring buffer of seconds, each with the amount of work done in it. */
struct rate {
	struct {
		int64_t second;
		uint64_t n;
	} ring[RATE_SECONDS];
};

void rate_add(struct rate *r, int64_t now_ms, uint64_t n);

/* How much was done in this second and the nine before it. */
uint64_t rate_sum(const struct rate *r, int64_t now_ms);

/*
 * Allows `limit` units of work a second; 0 is no limit.  A program that was too
 * fast has to wait afterwards.  One that was slow saves up nothing.
 */
struct throttle {
	uint64_t limit;
	int64_t free_us; /* nothing may start before that time */
};

/* Sets a new limit, and ends the current wait. */
void throttle_set(struct throttle *t, uint64_t limit);
void throttle_add(struct throttle *t, int64_t now_ms, uint64_t n);

/* How many milliseconds are left to wait. */
int64_t throttle_wait(const struct throttle *t, int64_t now_ms);

/* ---- the channel --------------------------------------------------------- */

/* Digits of a throttle: enough for any speed, and no number overflows. */
#define CONTROL_DIGITS 9

struct fiber;
struct subscriber;

struct control_order {
	struct control_order *next;
	const char *text;
};

struct control {
	const char *kind, *name; /* single words; owned by the caller */
	bool paused, stop, logs_jobs;
	struct throttle throttle;
	struct rate rate; /* of deliveries */
	uint64_t jobs, deliveries;
	time_t since;
	/* NULL if the caller passes the messages to control_obey(). */
	struct subscriber *subscriber;
	struct control_order *first, **last; /* received, not yet obeyed */
	size_t orders;
	struct arena memory;  /* of the orders */
	struct fiber *waiter; /* in control_wait(), or NULL */
};

/* ---- for hosts ----------------------------------------------------------- */

/*
 * Sends an order to one program, or to all if `name` is NULL.  `receivers`
 * becomes the number of programs that listen.  One round trip.
 */
enum rt_err control_publish(struct rt *rt, struct arena *a, const char *name,
			    const char *order, uint64_t *receivers);

/* ---- for programs -------------------------------------------------------- */

/* Initialises it without a subscription, for control_obey(). */
void control_init(struct control *c, const char *kind, const char *name);

/* Subscribes as soon as the bus can be reached.  Only in a fiber. */
void control_open(struct control *c, struct rt *rt, const char *kind,
		  const char *name);
void control_close(struct control *c);

/* Adds the jobs and deliveries done since the last call. */
void control_count(struct control *c, uint64_t jobs, uint64_t deliveries);

/*
 * Writes a line to stderr, and so to the journal, if a host has ordered "log
 * jobs".
 */
__attribute__((format(printf, 2, 3))) void control_log(const struct control *c,
						       const char *format,
						       ...);

/*
 * Waits for `ms` milliseconds, or until an order arrives or somebody calls
 * control_wake().  Then it obeys all orders that have arrived.
 */
void control_wait(struct control *c, unsigned ms);
void control_wake(struct control *c);

/* How many milliseconds the throttle still requires to wait. */
int64_t control_wait_ms(const struct control *c);

/*
 * If the program may not start anything now, waits until it may, for `most_ms`
 * at most.  Returns true if it still may not.
 */
bool control_hold(struct control *c, unsigned most_ms);

struct control_answer {
	const char *channel, *text; /* both NULL if there is no reply */
};

/* Obeys one message, and returns what to publish where.  No round trip. */
struct control_answer control_obey(struct control *c, struct arena *a,
				   const char *message);

#endif
