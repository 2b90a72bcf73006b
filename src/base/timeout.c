#include "base/timeout.h"

#include <event2/event.h>

bool timeout_counts(struct event *timer, bool *is_late)
{
	static const struct timeval next_turn = { 0 };
	bool counts = *is_late;

	*is_late = !counts;
	if (!counts)
		event_add(timer, &next_turn);
	return counts;
}
