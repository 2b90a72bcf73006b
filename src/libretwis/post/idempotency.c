#include "libretwis/post/idempotency.h"

#include "base/secret.h"
#include "libretwis/post/once_forget.lua.h"
#include "redis/ids.h"
#include "schema/key.h"

void once_begin(struct arena *a, struct once *o, uint64_t author,
		const struct rt_draft *draft)
{
	const char *nonce = draft->nonce;

	*o = (struct once){ .seconds = draft->scheduled ? ONCE_LATER_SECONDS
							: ONCE_SECONDS };
	if (!nonce || !*nonce)
		o->key = secret_new(a);
	else
		o->key = secret_digest(a, arena_printf(a, ID " %s %s", author,
						       nonce, draft->body));
}

void once_ask_used(struct rt_pipe *p, uint64_t id, uint64_t *used)
{
	rt_pipe_u64(p, used, "EXISTS " KEY_POST, id);
	rt_pipe_then(p);
}

void once_ask(struct rt_pipe *p, struct once *o)
{
	once_ask_used(p, o->next, &o->used);
	rt_pipe_u64(p, &o->kept, "SET " KEY_ONCE " " ID " NX GET EX %d",
		    o->key, o->next, o->seconds);
}

bool once_take(struct once *o)
{
	o->is_first = !o->kept;
	o->id = o->kept ? o->kept : o->next;
	return !o->is_first || !o->used;
}

enum rt_err once_leave(struct rt *rt, struct arena *a, struct once *o)
{
	struct rt_pipe p;

	if (++o->tries == ID_TRIES)
		return RT_BROKEN;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_ONCE " " ID, ONCE_FORGET_LUA, o->key,
		o->id);
	ids_next(&p, KEY_NEXT_POST, o->tries, &o->next);
	return rt_pipe_end(&p);
}
