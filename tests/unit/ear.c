#include "ear.h"

#include "base/fiber.h"
#include "redis/links.h"

static void ear_add(struct ear *e, const char *text)
{
	struct said *new = arena_alloc(&mem, sizeof *new);

	*new = (struct said){ .text = arena_strdup(&mem, text) };
	*e->last = new;
	e->last = &new->next;
}

static void ear_on_hear(void *who, enum subscriber_event what,
			const char *channel, const char *said)
{
	struct ear *e = who;

	(void)channel;
	if (what == SUBSCRIBER_MESSAGE)
		ear_add(e, said);
	if (what == SUBSCRIBER_DOWN)
		e->was_lost = true;
	if (what == SUBSCRIBER_UP || what == SUBSCRIBER_DOWN)
		e->is_up = what == SUBSCRIBER_UP;
	if (e->waiter)
		fiber_wake(e->waiter);
}

/* Waits until something happens. */
static bool ear_wait(struct ear *e, int64_t end)
{
	int64_t left = end - unit_now();
	bool has_happened;

	e->waiter = fiber_now();
	has_happened = fiber_wait(left > 0 ? (int)left : 0);
	e->waiter = NULL;
	return has_happened;
}

void ear_open(struct ear *e, const char *channel)
{
	int64_t end = unit_now() + rt->servers->timeout_ms;

	*e = (struct ear){ .last = &e->first };
	e->hear = subscriber_open(rt->servers, fiber_base(fiber_now()),
				  redis_bus(rt), channel, ear_on_hear, e);
	while (!e->is_up && !e->was_lost && ear_wait(e, end))
		continue;
	e->was_lost = false;
}

void ear_close(struct ear *e)
{
	subscriber_close(e->hear);
}

static const char *ear_take(struct ear *e)
{
	struct said *first = e->first;

	e->first = first->next;
	if (!e->first)
		e->last = &e->first;
	return first->text;
}

enum rt_err ear_next(struct ear *e, unsigned ms, const char **text)
{
	int64_t end = unit_now() + ms;

	while (!e->first && !e->was_lost && ear_wait(e, end))
		continue;
	if (e->first) {
		*text = ear_take(e);
		return RT_OK;
	}
	if (!e->was_lost && e->is_up)
		return RT_NOT_FOUND;
	e->was_lost = false;
	return RT_DOWN;
}
