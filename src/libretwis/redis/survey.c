#include "libretwis/redis/survey.h"

#include "libretwis/base/clock.h"

/* Nobody asks more often; nor, once there is a map, more nodes at once. */
#define AGAIN_MS 100
#define MOST     3

static const char survey_question[] = "*2\r\n$7\r\nCLUSTER\r\n$5\r\nSLOTS\r\n";

static void survey_ask(struct survey *s, struct node *n, int64_t until)
{
	struct asked *q = &s->asked[s->trip.n];

	*q = (struct asked){ .trip = &s->trip,
			     .text = survey_question,
			     .len = sizeof survey_question - 1,
			     .into = &s->seen,
			     .until = until };
	if (node_is_up(n) && node_ask(n, q))
		s->trip.left = ++s->trip.n;
}

/* Several together, and the first that knows counts. */
void survey_begin(struct survey *s, unsigned timeout_ms)
{
	size_t most = s->is_known ? MOST : ADDRESS_ENDS_MAX;
	int64_t now = clock_ms();

	if (survey_is_on(s) || now < s->after)
		return;
	s->after = now + AGAIN_MS;
	s->is_over = false;
	s->trip.n = 0;
	arena_reset(&s->seen);
	s->turn++;
	for (size_t i = 0; i < s->map->n && s->trip.n < most; i++) {
		struct node *n = s->map->node[(s->turn + i) % s->map->n];

		if (n)
			survey_ask(s, n, now + timeout_ms);
	}
}

bool survey_is_on(const struct survey *s)
{
	return s->trip.left;
}

bool survey_has(const struct survey *s, const struct asked *q)
{
	return q->trip == &s->trip;
}

bool survey_take(struct survey *s, const struct node *n, const redisReply *r)
{
	s->trip.left--;
	if (!r || s->is_over || !slot_map_read(s->map, n, r))
		return false;
	s->is_over = s->is_known = true;
	s->is_stale = false;
	return true;
}
