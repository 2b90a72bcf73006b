#include "redis/slot_refresh.h"

#include "base/clock.h"

/* Nobody asks more often; nor, once there is a map, more nodes at once. */
#define AGAIN_MS 100
#define MOST     3

/* So often in vain, and the seeds are asked once more. */
#define VAIN_MOST 3

static const char slot_refresh_question[] =
	"*2\r\n$7\r\nCLUSTER\r\n$5\r\nSLOTS\r\n";

static void slot_refresh_ask(struct slot_refresh *s, struct node *n,
			     int64_t until)
{
	struct asked *q = &s->asked[s->trip.n];

	*q = (struct asked){ .trip = &s->trip,
			     .text = slot_refresh_question,
			     .len = sizeof slot_refresh_question - 1,
			     .into = &s->seen,
			     .until = until };
	if (node_is_up(n) && node_send(n, q))
		s->trip.left = ++s->trip.n;
}

/* Several together, and the first that knows counts. */
void slot_refresh_begin(struct slot_refresh *s, unsigned timeout_ms)
{
	size_t most = s->is_known ? MOST : ADDRESS_ENDS_MAX;
	bool may_be_any = !s->is_known || s->in_vain >= VAIN_MOST;
	int64_t now = clock_ms();

	if (slot_refresh_is_on(s) || now < s->after)
		return;
	s->after = now + AGAIN_MS;
	s->is_over = false;
	s->trip.n = 0;
	arena_reset(&s->seen);
	s->turn++;
	for (size_t i = 0; i < s->map->n && s->trip.n < most; i++) {
		struct node *n = s->map->node[(s->turn + i) % s->map->n];

		if (n && (n->is_named || may_be_any))
			slot_refresh_ask(s, n, now + timeout_ms);
	}
	s->in_vain += !s->trip.n;
}

bool slot_refresh_is_on(const struct slot_refresh *s)
{
	return s->trip.left;
}

bool slot_refresh_has(const struct slot_refresh *s, const struct asked *q)
{
	return q->trip == &s->trip;
}

bool slot_refresh_receive(struct slot_refresh *s, const struct node *n,
			  const redisReply *r)
{
	s->trip.left--;
	s->in_vain += !s->trip.left && !s->is_over;
	if (!r || s->is_over || !slot_map_read(s->map, n, r))
		return false;
	s->is_over = s->is_known = true;
	s->in_vain = 0;
	s->is_stale = false;
	s->recipients_at = clock_ms();
	return true;
}

bool slot_refresh_copy(struct slot_refresh *s, const struct slot_refresh *from)
{
	if (from->recipients_at <= s->recipients_at)
		return false;
	slot_map_copy(s->map, from->map);
	s->is_known = true;
	s->is_stale = from->is_stale;
	s->recipients_at = from->recipients_at;
	return true;
}
