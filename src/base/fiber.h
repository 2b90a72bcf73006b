/*
 * Fibers: coroutines in libevent's loop.
 *
 * A fiber runs until it waits for something; then the loop, and with it all
 * other fibers, goes on.
 */
#ifndef FIBER_H
#define FIBER_H

#include <stdbool.h>

struct event_base;
struct fiber;

/*
 * Runs `work(arg)` as the first fiber of a loop of its own, on the stack of the
 * caller, and returns what it returns.  While it waits, the loop turns, and
 * with it whatever else the loop serves.  So a program that does one thing
 * after the other waits like one that does many at once.
 */
int fiber_run(int (*work)(void *arg), void *arg);

/* Runs `run(arg)` as a fiber of this loop, at once until it first waits. */
void fiber_start(struct event_base *base, void (*run)(void *arg), void *arg);

/* The fiber that runs, or NULL outside of any; its loop; its `arg`. */
struct fiber *fiber_now(void);
struct event_base *fiber_base(const struct fiber *f);
void *fiber_arg(const struct fiber *f);

/* Whether it is the one of fiber_run(). */
bool fiber_is_first(const struct fiber *f);

/*
 * Waits until somebody calls fiber_wake().  False if `ms` milliseconds have
 * passed before; a negative number is no limit.  Only in a fiber.
 */
bool fiber_wait(int ms);

/*
 * Lets a fiber that waits go on, once the loop comes to it.  A fiber that waits
 * for nothing, or no more, must not be woken.
 */
void fiber_wake(struct fiber *f);

/* The same until `fd` can be written, or has an error. */
bool fiber_wait_writable(int fd, int ms);

/* Only in a fiber, too. */
void fiber_pause(unsigned ms);

#endif
