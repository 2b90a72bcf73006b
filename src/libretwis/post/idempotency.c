#include "libretwis/post/idempotency.h"

#include "base/secret.h"
#include "libretwis/post/idempotency_forget.lua.h"
#include "redis/ids.h"
#include "schema/key.h"

void idempotency_begin(struct arena *a, struct idempotency *o, uint64_t author,
		       const struct rt_draft *draft)
{
	const char *nonce = draft->nonce;

	*o = (struct idempotency){ .seconds =
					   draft->scheduled
						   ? IDEMPOTENCY_LATER_SECONDS
						   : IDEMPOTENCY_SECONDS };
	if (!nonce || !*nonce)
		o->key = secret_new(a);
	else
		o->key = secret_digest(a, arena_printf(a, ID " %s %s", author,
						       nonce, draft->body));
}

void idempotency_queue_used(struct rt_pipe *p, uint64_t id, uint64_t *used)
{
	rt_pipe_u64(p, used, "EXISTS " KEY_POST, id);
	rt_pipe_then(p);
}

void idempotency_queue(struct rt_pipe *p, struct idempotency *o)
{
	idempotency_queue_used(p, o->next, &o->used);
	rt_pipe_u64(p, &o->first,
		    "SET " KEY_IDEMPOTENCY " " ID " NX GET EX %d", o->key,
		    o->next, o->seconds);
}

bool idempotency_parse(struct idempotency *o)
{
	o->is_first = !o->first;
	o->id = o->first ? o->first : o->next;
	return !o->is_first || !o->used;
}

enum rt_err idempotency_leave(struct rt *rt, struct arena *a,
			      struct idempotency *o)
{
	struct rt_pipe p;

	if (++o->tries == ID_TRIES)
		return RT_BROKEN;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_IDEMPOTENCY " " ID,
		IDEMPOTENCY_FORGET_LUA, o->key, o->id);
	ids_next(&p, KEY_NEXT_POST, o->tries, &o->next);
	return rt_pipe_end(&p);
}
