/*
 * Work that needs the processor for long, such as hashing a password.  It would
 * hold up the other fibers (fiber.h) of a process, so it runs in a thread.
 */
#ifndef COMPUTE_H
#define COMPUTE_H

/* The number of threads at a time.  Further work waits in order. */
#define COMPUTE_THREADS 2

/*
 * Calls `work(arg)` in a thread and waits until it returns.  Call it only in a
 * fiber.  `work` may access only what `arg` points to, and no other memory that
 * the process writes to.  The fiber of fiber_run() holds up no other, so there
 * `work` runs without a thread.
 */
void compute(void (*work)(void *arg), void *arg);

#endif
