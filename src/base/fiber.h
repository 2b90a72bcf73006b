/*
 * Fibers: coroutines in libevent's loop.
 *
 * A fiber runs until it waits for something.  Then the loop continues, and with
 * it all other fibers.
 */
#ifndef FIBER_H
#define FIBER_H

#include <stdbool.h>

struct event_base;
struct fiber;

/*
 * Runs `work(arg)` as the first fiber of a new loop, on the stack of the
 * caller, and returns its result.  While it waits, the loop runs, and with it
 * everything else that the loop serves.  So a program that does one thing at a
 * time waits in the same way as one that does many at once.
 */
int fiber_run(int (*work)(void *arg), void *arg);

/* Starts `run(arg)` as a fiber of this loop; returns when it first waits. */
void fiber_start(struct event_base *base, void (*run)(void *arg), void *arg);

/* The running fiber, or NULL outside of any; its loop; and its `arg`. */
struct fiber *fiber_now(void);
struct event_base *fiber_base(const struct fiber *f);
void *fiber_arg(const struct fiber *f);

/* Whether it is that of fiber_run(). */
bool fiber_is_first(const struct fiber *f);

/*
 * Waits until somebody calls fiber_wake(), or returns false after `ms`
 * milliseconds.  A negative number is no limit.  Call it only in a fiber.
 *
 * Input that has arrived in time counts, even if the process was stopped and
 * could not read it until the time was over.
 */
bool fiber_wait(int ms);

/*
 * Lets a waiting fiber continue in the next turn of the loop.  Do not wake a
 * fiber that is not waiting.
 */
void fiber_wake(struct fiber *f);

/*
 * Waits until `fd` is readable, or writable, or has an error or an end; as
 * fiber_wait().
 */
bool fiber_wait_readable(int fd, int ms);
bool fiber_wait_writable(int fd, int ms);

/* Waits for so many milliseconds; only in a fiber. */
void fiber_pause(unsigned ms);

#endif
