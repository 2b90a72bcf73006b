#include "libretwis/post/indexing_note.h"

#include "base/clock.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

void indexing_note(struct rt_pipe *p, uint64_t post, int64_t delay_ms)
{
	rt_pipe(p, "ZADD " KEY_INDEXING " %lld " ID,
		clock_date_us() + delay_ms * 1000LL, post);
}

void indexing_note_new(struct rt_pipe *p, uint64_t post)
{
	if (!p->rt->context->conf->names_only)
		indexing_note(p, post, 0);
}
