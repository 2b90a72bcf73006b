/*
 * Tasks: coroutines in libevent's loop.
 *
 * A task runs until it waits for something; then the loop, and with it all
 * other tasks, goes on.
 */
#ifndef TASK_H
#define TASK_H

#include <stdbool.h>

struct event_base;
struct task;

/* Runs `run(arg)` as a task of this loop, at once until it first waits. */
void task_start(struct event_base *base, void (*run)(void *arg), void *arg);

/* The task that runs, or NULL outside of any; its loop; its `arg`. */
struct task *task_now(void);
struct event_base *task_base(const struct task *t);
void *task_arg(const struct task *t);

/*
 * Waits until somebody calls task_wake().  False if `ms` milliseconds have
 * passed before; a negative number is no limit.  Only in a task.
 */
bool task_wait(int ms);

/*
 * Lets a task that waits go on, once the loop comes to it.  A task that waits
 * for nothing, or no more, must not be woken.
 */
void task_wake(struct task *t);

/*
 * Waits until `fd` can be written, or has an error.  False after `ms`.  Outside
 * of a task, too.
 */
bool task_wait_writable(int fd, int ms);

/* Only in a task. */
void task_pause(unsigned ms);

#endif
