/*
 * Coroutines: functions that pause in the middle and continue later, each on a
 * stack of its own.
 *
 * So a page can be written as a function that sends a command and then reads
 * the reply, while its process serves other requests in between.  A switch
 * takes about ten nanoseconds.
 */
#ifndef COROUTINE_H
#define COROUTINE_H

#include <stdbool.h>
#include <stddef.h>

struct coroutine;

/* The size of a stack in bytes.  A guard page lies beyond its end. */
extern const size_t coroutine_stack;

/* Creates a coroutine that calls `run(arg)` at the first coroutine_resume(). */
struct coroutine *coroutine_new(void (*run)(void *arg), void *arg);

/*
 * Runs it until it yields, and returns true, or until `run` returns.  Then it
 * is freed, and this returns false.  Do not call it from within a coroutine.
 */
bool coroutine_resume(struct coroutine *co);

/* Pauses the running coroutine, and returns to whoever resumed it. */
void coroutine_yield(void);

#endif
