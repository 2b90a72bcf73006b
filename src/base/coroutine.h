/*
 * Coroutines: functions that stop in the middle and go on later, each on a
 * stack of its own.
 *
 * So a page stays a function that asks and then reads the answer, while its
 * process serves others.  A switch costs some ten nanoseconds.
 */
#ifndef COROUTINE_H
#define COROUTINE_H

#include <stdbool.h>
#include <stddef.h>

struct coroutine;

/* Each stack has so many bytes; behind its end is a page that nobody may use. */
extern const size_t coroutine_stack;

/* It runs `run(arg)`, from the first coroutine_resume() on. */
struct coroutine *coroutine_new(void (*run)(void *arg), void *arg);

/*
 * Runs it until it yields, which is true, or returns, which is false: then it
 * is freed.  Not from within a coroutine.
 */
bool coroutine_resume(struct coroutine *co);

/* Goes back to where the coroutine that runs was resumed. */
void coroutine_yield(void);

#endif
