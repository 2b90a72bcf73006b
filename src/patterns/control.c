#include "patterns/control.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/prefix.h"
#include "patterns/channel.h"
#include "patterns/report.h"
#include "schema/key.h"

/*
 * At most so many orders are obeyed before the program looks after its work
 * again.  A flood of them, or a Redis that lies, must not keep it from that.
 */
#define ORDERS 100

void control_init(struct control *c, const char *kind, const char *name)
{
	*c = (struct control){
		.kind = kind,
		.name = name,
		.since = time(NULL),
	};
}

void control_open(struct control *c, struct rt *rt, const char *kind,
		  const char *name)
{
	control_init(c, kind, name);
	c->channel = channel_open(rt, CHANNEL_CONTROL);
}

void control_close(struct control *c)
{
	if (c->channel)
		channel_close(c->channel);
	c->channel = NULL;
}

void control_count(struct control *c, uint64_t jobs, uint64_t deliveries)
{
	int64_t now = clock_ms();

	c->jobs += jobs;
	c->deliveries += deliveries;
	rate_add(&c->rate, now, deliveries);
	throttle_add(&c->throttle, now, deliveries);
}

int64_t control_wait_ms(const struct control *c)
{
	return throttle_wait(&c->throttle, clock_ms());
}

/* ---- giving orders ----------------------------------------------------- */

enum rt_err control_publish(struct rt *rt, struct arena *a, const char *name,
			    const char *order, uint64_t *heard)
{
	const char *message =
		name ? arena_printf(a, "%s: %s", name, order) : order;

	return channel_publish(rt, a, CHANNEL_CONTROL, message, heard);
}

/* ---- obeying ----------------------------------------------------------- */

/* The order behind the name that it is for; NULL: it is not for this one. */
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
	else if ((rest = text_after(order, "throttle ")))
		control_limit(c, rest);
	else if ((rest = text_after(order, "report ")) && *rest)
		answer = (struct control_answer){ rest, control_report(c, a) };
	return answer;
}

enum rt_err control_feed(struct control *c, struct rt *rt, struct arena *a,
			 const char *message)
{
	struct control_answer answer = control_obey(c, a, message);
	uint64_t heard;

	if (!answer.channel)
		return RT_OK;
	return channel_publish(rt, a, answer.channel, answer.text, &heard);
}

/* ---- between two jobs -------------------------------------------------- */

enum rt_err control_poll(struct control *c, struct rt *rt, struct arena *a,
			 unsigned wait_ms)
{
	const char *message;
	enum rt_err err;

	for (int i = 0; i < ORDERS; i++, wait_ms = 0) {
		if ((err = channel_next(c->channel, a, wait_ms, &message)))
			return err == RT_NOT_FOUND ? RT_OK : err;
		if ((err = control_feed(c, rt, a, message)))
			return err;
	}
	return RT_OK;
}

/* For how long the program may begin nothing. */
static int64_t control_idle_ms(const struct control *c, int64_t most_ms)
{
	int64_t ms = control_wait_ms(c);

	if (c->stop)
		return 0;
	return c->paused || ms > most_ms ? most_ms : ms;
}

bool control_hold(struct control *c, struct rt *rt, struct arena *a,
		  unsigned most_ms)
{
	control_poll(c, rt, a, 0);
	if (control_idle_ms(c, most_ms))
		control_poll(c, rt, a, (unsigned)control_idle_ms(c, most_ms));
	return control_idle_ms(c, most_ms);
}
