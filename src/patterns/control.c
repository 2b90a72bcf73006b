#include "patterns/control.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "base/prefix.h"
#include "patterns/report.h"
#include "patterns/subscriber.h"
#include "redis/links.h"
#include "redis/pipe.h"
#include "schema/key.h"

/* ---- rate and throttle ----------------------------------------------- */

#define US_OF_MS 1000
#define US_OF_S  1000000

void rate_add(struct rate *r, int64_t now_ms, uint64_t n)
{
	int64_t second = now_ms / 1000;
	unsigned at = (unsigned)(second % RATE_SECONDS);

	if (r->ring[at].second != second)
		r->ring[at].n = 0;
	r->ring[at].second = second;
	r->ring[at].n += n;
}

uint64_t rate_sum(const struct rate *r, int64_t now_ms)
{
	int64_t second = now_ms / 1000;
	uint64_t sum = 0;

	for (unsigned i = 0; i < RATE_SECONDS; i++)
		if (second - r->ring[i].second < RATE_SECONDS)
			sum += r->ring[i].n;
	return sum;
}

void throttle_set(struct throttle *t, uint64_t limit)
{
	*t = (struct throttle){ .limit = limit };
}

/* Microseconds, because a fast worker does several units in a millisecond. */
void throttle_add(struct throttle *t, int64_t now_ms, uint64_t n)
{
	int64_t now_us = now_ms * US_OF_MS;

	if (!t->limit)
		return;
	if (t->free_us < now_us)
		t->free_us = now_us;
	t->free_us += (int64_t)(n * US_OF_S / t->limit);
}

int64_t throttle_wait(const struct throttle *t, int64_t now_ms)
{
	int64_t left_us = t->free_us - now_ms * US_OF_MS;

	return left_us > 0 ? left_us / US_OF_MS : 0;
}

/*
 * With more than this the orders are obeyed early, so as to limit the memory.
 */
#define ORDERS_MAX 100

#define LOG_MAX 400 /* bytes of a line of the log */

void control_init(struct control *c, const char *kind, const char *name)
{
	*c = (struct control){
		.kind = kind,
		.name = name,
		.since = time(NULL),
	};
}

void control_count(struct control *c, uint64_t jobs, uint64_t deliveries)
{
	int64_t now = clock_ms();

	c->jobs += jobs;
	c->deliveries += deliveries;
	rate_add(&c->rate, now, deliveries);
	throttle_add(&c->throttle, now, deliveries);
}

void control_log(const struct control *c, const char *format, ...)
{
	char line[LOG_MAX];
	va_list args;

	if (!c->logs_jobs)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	fprintf(stderr, "retwis: %s %s\n", c->kind, line);
}

int64_t control_wait_ms(const struct control *c)
{
	return throttle_wait(&c->throttle, clock_ms());
}

/* ---- sending orders -------------------------------------------------- */

enum rt_err control_publish(struct rt *rt, struct arena *a, const char *name,
			    const char *order, uint64_t *receivers)
{
	const char *message =
		name ? arena_printf(a, "%s: %s", name, order) : order;

	return rt_read_u64(rt_bus(rt), a, receivers, "PUBLISH %s %s",
			   CHANNEL_CONTROL, message);
}

/* ---- obeying --------------------------------------------------------- */

/* Strips the name from an order.  NULL if it is for another program. */
static const char *control_order(const char *name, const char *message)
{
	const char *colon = strstr(message, ": ");
	size_t len = strlen(name);

	if (!colon)
		return message;
	if ((size_t)(colon - message) != len ||
	    strncmp(message, name, len) != 0)
		return NULL;
	return colon + 2;
}

static void control_limit(struct control *c, const char *n)
{
	size_t digits = strspn(n, "0123456789");

	if (digits && digits <= CONTROL_DIGITS && !n[digits])
		throttle_set(&c->throttle, rt_u64(n));
}

static const char *control_state(const struct control *c)
{
	if (c->stop)
		return "ending";
	return c->paused ? "paused" : "working";
}

static const char *control_report(const struct control *c, struct arena *a)
{
	struct report r = {
		.name = c->name,
		.kind = c->kind,
		.state = control_state(c),
		.pid = (uint64_t)getpid(),
		.limit = c->throttle.limit,
		.jobs = c->jobs,
		.deliveries = c->deliveries,
		.recent = rate_sum(&c->rate, clock_ms()),
		.since = c->since,
	};

	return report_text(a, &r);
}

struct control_answer control_obey(struct control *c, struct arena *a,
				   const char *message)
{
	const char *order = control_order(c->name, message), *rest;
	struct control_answer answer = { 0 };

	if (!order)
		return answer;
	if (strcmp(order, "pause") == 0)
		c->paused = true;
	else if (strcmp(order, "resume") == 0)
		c->paused = false;
	else if (strcmp(order, "exit") == 0)
		c->stop = true;
	else if (strcmp(order, "log jobs") == 0)
		c->logs_jobs = true;
	else if (strcmp(order, "log errors") == 0)
		c->logs_jobs = false;
	else if ((rest = text_after(order, "throttle ")))
		control_limit(c, rest);
	else if ((rest = text_after(order, "report ")) && *rest)
		answer = (struct control_answer){ rest, control_report(c, a) };
	return answer;
}

/* ---- listening ------------------------------------------------------- */

static void control_store(struct control *c, const char *text)
{
	struct control_order *new = arena_alloc(&c->memory, sizeof *new);

	*new = (struct control_order){ .text = arena_strdup(&c->memory,
							    text) };
	*c->last = new;
	c->last = &new->next;
	c->orders++;
}

static void control_clear(struct control *c)
{
	c->first = NULL;
	c->last = &c->first;
	c->orders = 0;
	arena_reset(&c->memory);
}

static void control_obey_all(struct control *c)
{
	for (const struct control_order *o = c->first; o; o = o->next) {
		struct control_answer answer =
			control_obey(c, &c->memory, o->text);

		if (answer.channel)
			subscriber_publish(c->subscriber, answer.channel,
					   answer.text);
	}
	control_clear(c);
}

static void control_on_event(void *who, enum subscriber_event what,
			     const char *channel, const char *message)
{
	struct control *c = who;

	(void)channel;
	if (what != SUBSCRIBER_MESSAGE)
		return;
	control_store(c, message);
	if (c->orders >= ORDERS_MAX)
		control_obey_all(c);
	control_wake(c);
}

void control_open(struct control *c, struct rt *rt, const char *kind,
		  const char *name)
{
	control_init(c, kind, name);
	control_clear(c);
	c->subscriber = subscriber_open(rt->servers, fiber_base(fiber_now()),
					redis_bus(rt), CHANNEL_CONTROL,
					control_on_event, c);
}

void control_close(struct control *c)
{
	if (c->subscriber)
		subscriber_close(c->subscriber);
	c->subscriber = NULL;
	arena_free(&c->memory);
}

/* ---- between two jobs ------------------------------------------------ */

void control_wake(struct control *c)
{
	if (c->waiter)
		fiber_wake(c->waiter);
}

void control_wait(struct control *c, unsigned ms)
{
	if (c->orders)
		ms = 0;
	c->waiter = fiber_now();
	fiber_wait((int)ms);
	c->waiter = NULL;
	control_obey_all(c);
}

/* How long the program may start nothing. */
static unsigned control_idle_ms(const struct control *c, unsigned most_ms)
{
	int64_t ms = control_wait_ms(c);

	if (c->stop)
		return 0;
	return c->paused || ms > most_ms ? most_ms : (unsigned)ms;
}

bool control_hold(struct control *c, unsigned most_ms)
{
	/* First obeys the orders that have already arrived. */
	control_wait(c, 0);
	if (control_idle_ms(c, most_ms))
		control_wait(c, control_idle_ms(c, most_ms));
	return control_idle_ms(c, most_ms);
}
