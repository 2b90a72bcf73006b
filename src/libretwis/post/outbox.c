#include "libretwis/post/outbox.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/secret.h"
#include "patterns/queue.h"
#include "schema/key.h"

/* A date still further ahead would look as if a clock had been wrong. */
#define AHEAD_MS (CLOCK_AHEAD_MS - 10000)

void outbox_add(struct rt_pipe *p, uint64_t post, uint64_t *added)
{
	rt_pipe_u64(p, added, "ZADD " KEY_OUTBOX " NX %lld " ID,
		    (long long)clock_date_ms(), post);
}

void outbox_drop(struct rt_pipe *p, uint64_t post)
{
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, post);
}

/*
 * Redis keeps a number where a text would need memory of its own, and the claim
 * of each post of a day has it (delivery_job.h).
 */
static uint64_t outbox_number(struct arena *a, const char *nonce)
{
	return strtoull(arena_strndup(a, nonce, 8), NULL, 16);
}

const char *outbox_job(struct arena *a, uint64_t author, uint64_t post,
		       const char *nonce)
{
	return arena_printf(a, "post " ID " " ID " " ID, post, author,
			    outbox_number(a, nonce ? nonce : secret_new(a)));
}

void outbox_push(struct rt_pipe *bus, uint64_t author, uint64_t post,
		 const char *nonce)
{
	queue_try(bus, DELIVER_QUEUE, outbox_job(bus->a, author, post, nonce));
}

int64_t outbox_ahead_ms(void)
{
	return clock_date_ms() + AHEAD_MS;
}
