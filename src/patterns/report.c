#include "patterns/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "base/secret.h"
#include "patterns/subscriber.h"
#include "redis/links.h"
#include "redis/pipe.h"
#include "schema/key.h"

/* Nobody runs so many programs, whatever number Redis returns. */
#define REPORTS_MAX 10000

struct report_answer {
	struct report_answer *next;
	struct report report;
};

/* All replies since the subscription began. */
struct report_collection {
	struct arena *a;
	bool is_up, is_down; /* the subscription */
	struct report_answer *first;
	size_t n;
	struct fiber *waiter; /* or NULL */
};

const char *report_text(struct arena *a, const struct report *r)
{
	return arena_printf(
		a, "%s %s %s " ID " " ID " " ID " " ID " " ID " %lld", r->name,
		r->kind, r->state, r->pid, r->limit, r->jobs, r->deliveries,
		r->recent, (long long)r->since);
}

bool report_read(struct arena *a, const char *text, struct report *r)
{
	const char *word[REPORT_WORDS];
	char *rest = arena_strdup(a, text);

	for (size_t i = 0; i < REPORT_WORDS; i++)
		if (!(word[i] = strsep(&rest, " ")))
			return false;
	if (rest)
		return false;
	*r = (struct report){
		.name = word[0],
		.kind = word[1],
		.state = word[2],
		.pid = rt_u64(word[3]),
		.limit = rt_u64(word[4]),
		.jobs = rt_u64(word[5]),
		.deliveries = rt_u64(word[6]),
		.recent = rt_u64(word[7]),
		.since = (time_t)rt_u64(word[8]),
	};
	return true;
}

static int report_by_name(const void *one, const void *other)
{
	const struct report *a = one, *b = other;
	int kind = strcmp(a->kind, b->kind);

	return kind ? kind : strcmp(a->name, b->name);
}

/* ---- collecting replies ---------------------------------------------- */

static void report_add(struct report_collection *c, const char *text)
{
	struct report_answer *new = arena_alloc(c->a, sizeof *new);

	/* Nobody else knows the channel, but what Redis sends is input. */
	if (c->n == REPORTS_MAX || !report_read(c->a, text, &new->report))
		return;
	new->next = c->first;
	c->first = new;
	c->n++;
}

static void report_on_event(void *who, enum subscriber_event what,
			    const char *channel, const char *message)
{
	struct report_collection *c = who;

	(void)channel;
	c->is_up |= what == SUBSCRIBER_UP;
	c->is_down |= what == SUBSCRIBER_DOWN;
	if (what == SUBSCRIBER_MESSAGE)
		report_add(c, message);
	if (c->waiter)
		fiber_wake(c->waiter);
}

/* Waits for an event.  Returns false after the time-out. */
static bool report_wait(struct report_collection *c, int64_t end)
{
	int64_t left = end - clock_ms();

	if (c->is_down || left <= 0)
		return false;
	c->waiter = fiber_now();
	fiber_wait((int)left);
	c->waiter = NULL;
	return true;
}

static struct report *report_sort(const struct report_collection *c)
{
	struct report *v = arena_alloc(c->a, c->n * sizeof *v);
	size_t n = 0;

	for (const struct report_answer *next = c->first; next;
	     next = next->next)
		v[n++] = next->report;
	qsort(v, n, sizeof *v, report_by_name);
	return v;
}

/* ---- requesting reports ---------------------------------------------- */

/* The subscription exists already, so no reply can arrive too early. */
static enum rt_err report_read_answers(struct rt *rt,
				       struct report_collection *c,
				       const char *name, unsigned wait_ms,
				       uint64_t *asked)
{
	int64_t end = clock_ms() + wait_ms;
	/* A node of a cluster does not know the subscribers of other nodes. */
	bool is_count_known = !rt_is_cluster(rt->servers->bus);
	enum rt_err err;

	err = rt_read_u64(rt_bus(rt), c->a, asked, "PUBLISH %s %s",
			  CHANNEL_CONTROL,
			  arena_printf(c->a, "report %s", name));
	if (err)
		return err;
	if (!is_count_known || *asked > REPORTS_MAX)
		*asked = REPORTS_MAX;
	while (c->n < *asked && report_wait(c, end))
		continue;
	if (!is_count_known)
		*asked = c->n;
	return c->is_down ? RT_DOWN : RT_OK;
}

enum rt_err report_collect(struct rt *rt, struct arena *a, unsigned wait_ms,
			   struct reports *reports)
{
	const char *name = arena_printf(a, CHANNEL_REPORT, secret_new(a));
	int64_t end = clock_ms() + rt->servers->timeout_ms;
	struct report_collection c = { .a = a };
	struct subscriber *subscriber =
		subscriber_open(rt->servers, fiber_base(fiber_now()),
				redis_bus(rt), name, report_on_event, &c);
	uint64_t asked = 0;
	enum rt_err err = RT_DOWN;

	while (!c.is_up && report_wait(&c, end))
		continue;
	if (c.is_up)
		err = report_read_answers(rt, &c, name, wait_ms, &asked);
	subscriber_close(subscriber);
	if (err)
		return err;
	*reports = (struct reports){ .v = report_sort(&c),
				     .n = c.n,
				     .asked = asked };
	return RT_OK;
}
