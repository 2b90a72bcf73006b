/*
 * Work for a processor, such as the hash of a password: it would keep the other
 * fibers (fiber.h) of a process waiting, so it goes to a thread of its own.
 */
#ifndef COMPUTE_H
#define COMPUTE_H

/* So many at a time; others wait in the order in which they came. */
#define COMPUTE_THREADS 2

/*
 * Calls `work(arg)` in a thread and waits for its end; only in a fiber.  So
 * `work` may touch only what `arg` leads to, and no other memory that the
 * process writes to.  The fiber of fiber_run() keeps nobody waiting, and works
 * by itself.
 */
void compute(void (*work)(void *arg), void *arg);

#endif
