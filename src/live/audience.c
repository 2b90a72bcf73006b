#include "live/audience.h"

/* A member who goes from page to page is away for a moment only. */
#define IDLE_MAX 2

static const enum live_request_list audience_wish[LISTENINGS] = {
	[LISTEN_HOMES] = WISH_HOME,
	[LISTEN_TIMELINE] = WISH_TIMELINE,
};

static bool audience_is_there(const struct audience *a, enum listening what)
{
	return a->conns->open[audience_wish[what]] > 0;
}

/*
 * The stream has been told how things stood before we listen.  When the bus
 * says that we do, the gateway looks again, so that nothing is missed.
 */
void audience_came(struct audience *a)
{
	for (int i = 0; a->is_up && i < LISTENINGS; i++) {
		if (a->hears[i] || !audience_is_there(a, i))
			continue;
		a->hears[i] = true;
		a->idle[i] = 0;
		listener_hear(a->listener, i);
	}
}

void audience_up(struct audience *a)
{
	a->is_up = true;
	audience_came(a);
}

void audience_down(struct audience *a)
{
	a->is_up = false;
	for (int i = 0; i < LISTENINGS; i++)
		a->hears[i] = false;
}

void audience_tick(struct audience *a)
{
	for (int i = 0; i < LISTENINGS; i++) {
		if (!a->hears[i] || audience_is_there(a, i))
			a->idle[i] = 0;
		else if (++a->idle[i] >= IDLE_MAX) {
			a->hears[i] = false;
			listener_ignore(a->listener, i);
		}
	}
}
