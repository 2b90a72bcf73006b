#define _GNU_SOURCE /* pipe2() */
#include "base/compute.h"

#include <event2/event.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fiber.h"

struct computation {
	struct computation *next; /* in the queue */
	void (*work)(void *arg);
	void *arg;
	struct fiber *fiber; /* that waits for it */
};

static struct computing {
	struct computation *first, **last;
	unsigned threads;
	int done[2]; /* a pipe, to which threads write their computation */
	struct event *on_done;
} computing;

static void *compute_in_thread(void *arg)
{
	struct computation *c = arg;
	uintptr_t which = (uintptr_t)c;

	c->work(c->arg);
	if (write(computing.done[1], &which, sizeof which) != sizeof which)
		abort();
	return NULL;
}

static void compute_begin(struct computation *c)
{
	pthread_t thread;

	computing.threads++;
	if (pthread_create(&thread, NULL, compute_in_thread, c) == 0)
		pthread_detach(thread);
	else
		compute_in_thread(c); /* no thread could be started */
}

static void compute_next(void)
{
	struct computation *c = computing.first;

	if (!c || computing.threads == COMPUTE_THREADS)
		return;
	computing.first = c->next;
	if (!c->next)
		computing.last = &computing.first;
	compute_begin(c);
}

static void compute_on_done(evutil_socket_t fd, short events, void *arg)
{
	const struct computation *c;
	uintptr_t which;

	(void)events;
	(void)arg;
	if (read(fd, &which, sizeof which) != sizeof which)
		return;
	c = (const struct computation *)which;
	computing.threads--;
	fiber_wake(c->fiber);
	compute_next();
}

static void compute_open(struct event_base *base)
{
	if (computing.on_done)
		return;
	computing.last = &computing.first;
	if (pipe2(computing.done, O_CLOEXEC) != 0)
		abort();
	computing.on_done =
		event_new(base, computing.done[0], EV_READ | EV_PERSIST,
			  compute_on_done, NULL);
	event_add(computing.on_done, NULL);
}

void compute(void (*work)(void *arg), void *arg)
{
	struct fiber *f = fiber_now();
	struct computation c = { .work = work, .arg = arg, .fiber = f };

	if (fiber_is_first(f)) {
		work(arg);
		return;
	}
	compute_open(fiber_base(f));
	*computing.last = &c;
	computing.last = &c.next;
	compute_next();
	fiber_wait(-1);
}
