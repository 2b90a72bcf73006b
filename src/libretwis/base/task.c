#include "libretwis/base/task.h"

#include <event2/event.h>
#include <event2/event_struct.h>
#include <poll.h>
#include <stdlib.h>

#include "libretwis/base/coroutine.h"

struct task {
	struct coroutine *co;
	struct event_base *base;
	struct event event; /* it goes on: woken, or after some time */
	void (*run)(void *arg);
	void *arg;
	bool was_woken;
};

static struct task *current;

static void task_main(void *arg)
{
	struct task *t = arg;

	t->run(t->arg);
}

static void task_go_on(struct task *t)
{
	bool goes_on;

	current = t;
	goes_on = coroutine_resume(t->co);
	current = NULL;
	if (!goes_on) {
		event_del(&t->event);
		free(t);
	}
}

static void task_on_event(evutil_socket_t fd, short events, void *arg)
{
	struct task *t = arg;

	(void)fd;
	t->was_woken = events != EV_TIMEOUT;
	task_go_on(t);
}

void task_start(struct event_base *base, void (*run)(void *arg), void *arg)
{
	struct task *t = calloc(1, sizeof *t);

	if (!t)
		abort();
	*t = (struct task){ .base = base, .run = run, .arg = arg };
	t->co = coroutine_new(task_main, t);
	event_assign(&t->event, base, -1, 0, task_on_event, t);
	task_go_on(t);
}

struct task *task_now(void)
{
	return current;
}

struct event_base *task_base(const struct task *t)
{
	return t->base;
}

void *task_arg(const struct task *t)
{
	return t->arg;
}

static struct timeval task_span(int ms)
{
	return (struct timeval){ .tv_sec = ms / 1000,
				 .tv_usec = ms % 1000 * 1000 };
}

bool task_wait(int ms)
{
	struct task *t = current;
	struct timeval span = task_span(ms);

	if (ms >= 0)
		event_add(&t->event, &span);
	coroutine_yield();
	return t->was_woken;
}

void task_wake(struct task *t)
{
	event_active(&t->event, EV_READ, 1);
}

static void task_on_writable(evutil_socket_t fd, short events, void *arg)
{
	(void)fd;
	(void)events;
	task_wake(arg);
}

bool task_wait_writable(int fd, int ms)
{
	struct event event;
	bool is_writable;

	if (!current) {
		struct pollfd p = { .fd = fd, .events = POLLOUT };

		return poll(&p, 1, ms) > 0;
	}
	event_assign(&event, current->base, fd, EV_WRITE | EV_ET,
		     task_on_writable, current);
	event_add(&event, NULL);
	is_writable = task_wait(ms);
	event_del(&event);
	return is_writable;
}

void task_pause(unsigned ms)
{
	task_wait((int)ms);
}
