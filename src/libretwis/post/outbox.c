#include "libretwis/post/outbox.h"

#include "libretwis/base/clock.h"
#include "libretwis/base/secret.h"
#include "libretwis/engine/queue.h"

#define NONCE "%.8s"

void outbox_add(struct rt_pipe *p, uint64_t post)
{
	rt_pipe(p, "ZADD " KEY_OUTBOX " NX %lld " ID,
		(long long)clock_date_ms(), post);
}

const char *outbox_job(struct arena *a, uint64_t author, uint64_t post)
{
	return arena_printf(a, "post " ID " " ID " " NONCE, post, author,
			    secret_new(a));
}

void outbox_push(struct rt_pipe *bus, uint64_t author, uint64_t post)
{
	queue_add(bus, DELIVER_QUEUE, outbox_job(bus->a, author, post));
}
