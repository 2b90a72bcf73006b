/*
 * The control channel: what hosts tell the programs that run by themselves,
 * and what these answer.
 *
 * Each worker, and the gateway, is subscribed to one channel and obeys
 *
 *	pause		begin nothing new
 *	resume		go on
 *	throttle N	at most N deliveries a second, each program; 0: any
 *	exit		finish what is at hand and end, so that systemd, or
 *			whatever else watches, starts the program again
 *	report CHANNEL	say there how it stands
 *
 * or, told to one of them, "NAME: pause".  A program ignores what it does not
 * understand.  A channel keeps nothing: an order reaches the programs that
 * listen at that moment.  One that starts later is not paused and has no limit.
 * So after an order a host asks for reports.
 *
 * An order is obeyed between two jobs: a program that says that it is paused
 * has nothing in hand.  A worker's loop, with all that it needs of this:
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
 * A program that is subscribed to more than that hands each message to
 * control_obey(), and publishes the answer.
 */
#ifndef CONTROL_H
#define CONTROL_H

#include "patterns/rate.h"
#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

/* Of a throttle: enough for any speed, and far from the end of numbers. */
#define CONTROL_DIGITS 9

struct fiber;
struct subscriber;

struct control_order {
	struct control_order *next;
	const char *text;
};

struct control {
	const char *kind, *name; /* words, the caller's */
	bool paused, stop;
	struct throttle throttle;
	struct rate rate; /* of deliveries */
	uint64_t jobs, deliveries;
	time_t since;
	struct subscriber
		*hear; /* NULL: somebody else hands in the messages */
	struct control_order *first, **last; /* come, and not yet obeyed */
	size_t orders;
	struct arena memory;  /* of these */
	struct fiber *waiter; /* in control_wait(); or NULL */
};

/* ---- for hosts --------------------------------------------------------- */

/*
 * Tells one program by its name, or all: NULL.  `heard`: how many listen.  One
 * round trip.
 */
enum rt_err control_publish(struct rt *rt, struct arena *a, const char *name,
			    const char *order, uint64_t *heard);

/* ---- for programs ------------------------------------------------------ */

/* Without a subscription, for control_obey(). */
void control_init(struct control *c, const char *kind, const char *name);

/* Listens, as soon as there is a bus.  Only in a fiber. */
void control_open(struct control *c, struct rt *rt, const char *kind,
		  const char *name);
void control_close(struct control *c);

/* Tells of jobs and deliveries that were done since the last call. */
void control_count(struct control *c, uint64_t jobs, uint64_t deliveries);

/*
 * Waits for so many milliseconds, or until an order has come, or somebody has
 * called control_wake(); and obeys all orders that have come by then.
 */
void control_wait(struct control *c, unsigned ms);
void control_wake(struct control *c);

/* How many milliseconds the counted deliveries still have to last. */
int64_t control_wait_ms(const struct control *c);

/*
 * If the program may begin nothing now, waits until it may, but at most
 * `most_ms`.  Returns whether it still may begin nothing.
 */
bool control_hold(struct control *c, unsigned most_ms);

struct control_answer {
	const char *channel, *text; /* NULL: there is nothing to say */
};

/* Obeys one message; returns what to publish, and where.  No round trip. */
struct control_answer control_obey(struct control *c, struct arena *a,
				   const char *message);

#endif
