#include "base/fiber.h"

#include <event2/event.h>
#include <event2/event_struct.h>
#include <stdlib.h>

#include "base/coroutine.h"
#include "base/timeout.h"

struct fiber {
	struct coroutine *co; /* NULL for the one of fiber_run() */
	struct event_base *base;
	struct event event; /* resumes it */
	void (*run)(void *arg);
	void *arg;
	bool was_woken;
	bool is_late;    /* see timeout.h */
	bool is_resumed; /* by the loop, for the one of fiber_run() */
};

static struct fiber *current;

static void fiber_main(void *arg)
{
	struct fiber *f = arg;

	f->run(f->arg);
}

static void fiber_resume(struct fiber *f)
{
	struct fiber *previous = current;
	bool is_resumed;

	current = f;
	is_resumed = coroutine_resume(f->co);
	current = previous;
	if (!is_resumed) {
		event_del(&f->event);
		free(f);
	}
}

static void fiber_on_event(evutil_socket_t fd, short events, void *arg)
{
	struct fiber *f = arg;

	(void)fd;
	f->was_woken = events != EV_TIMEOUT;
	if (!f->was_woken && !timeout_counts(&f->event, &f->is_late))
		return;
	f->is_late = false;
	f->is_resumed = true;
	if (f->co)
		fiber_resume(f);
	else
		event_base_loopbreak(f->base);
}

void fiber_start(struct event_base *base, void (*run)(void *arg), void *arg)
{
	struct fiber *f = calloc(1, sizeof *f);

	if (!f)
		abort();
	*f = (struct fiber){ .base = base, .run = run, .arg = arg };
	f->co = coroutine_new(fiber_main, f);
	event_assign(&f->event, base, -1, 0, fiber_on_event, f);
	fiber_resume(f);
}

int fiber_run(int (*work)(void *arg), void *arg)
{
	struct fiber first = { .base = event_base_new() }, *previous = current;
	int result;

	if (!first.base)
		abort();
	event_assign(&first.event, first.base, -1, 0, fiber_on_event, &first);
	current = &first;
	result = work(arg);
	current = previous;
	event_del(&first.event);
	event_base_free(first.base);
	return result;
}

struct fiber *fiber_now(void)
{
	return current;
}

struct event_base *fiber_base(const struct fiber *f)
{
	return f->base;
}

void *fiber_arg(const struct fiber *f)
{
	return f->arg;
}

bool fiber_is_first(const struct fiber *f)
{
	return !f->co;
}

static struct timeval fiber_span(int ms)
{
	return (struct timeval){ .tv_sec = ms / 1000,
				 .tv_usec = ms % 1000 * 1000 };
}

/*
 * Runs the loop until it resumes this fiber.  A loop without events would never
 * do that.
 */
static void fiber_run_loop(struct fiber *f)
{
	f->is_resumed = false;
	current = NULL;
	while (!f->is_resumed)
		if (event_base_dispatch(f->base) != 0)
			abort();
	current = f;
}

bool fiber_wait(int ms)
{
	struct fiber *f = current;
	struct timeval span = fiber_span(ms);

	if (ms >= 0)
		event_add(&f->event, &span);
	if (f->co)
		coroutine_yield();
	else
		fiber_run_loop(f);
	return f->was_woken;
}

void fiber_wake(struct fiber *f)
{
	event_active(&f->event, EV_READ, 1);
}

static void fiber_on_ready(evutil_socket_t fd, short events, void *arg)
{
	(void)fd;
	(void)events;
	fiber_wake(arg);
}

static bool fiber_wait_ready(int fd, short what, int ms)
{
	struct event event;
	bool is_ready;

	event_assign(&event, current->base, fd, what | EV_ET, fiber_on_ready,
		     current);
	event_add(&event, NULL);
	is_ready = fiber_wait(ms);
	event_del(&event);
	return is_ready;
}

bool fiber_wait_readable(int fd, int ms)
{
	return fiber_wait_ready(fd, EV_READ, ms);
}

bool fiber_wait_writable(int fd, int ms)
{
	return fiber_wait_ready(fd, EV_WRITE, ms);
}

/* Nothing is expected meanwhile, so a pause takes no further turn. */
void fiber_pause(unsigned ms)
{
	current->is_late = true;
	fiber_wait((int)ms);
}
