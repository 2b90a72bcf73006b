#include "libretwis/post/indexing_note.h"

#include "base/clock.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

void indexing_note(struct rt_pipe *p, uint64_t post)
{
	rt_pipe(p, "ZADD " KEY_INDEXING " %lld " ID,
		(long long)clock_date_us(), post);
}

static void indexing_note_own(struct rt_pipe *p, uint64_t post,
			      const char *word, long long date_us)
{
	rt_pipe(p, "ZADD " KEY_INDEXING " %lld %s", date_us,
		arena_printf(p->a, ID " %s", post, word));
}

void indexing_note_before(struct rt_pipe *p, uint64_t post, const char *word)
{
	indexing_note_own(p, post, word,
			  clock_date_us() + INDEXING_LEASE_MS * 1000LL);
}

void indexing_note_done(struct rt_pipe *p, uint64_t post, const char *word)
{
	indexing_note_own(p, post, word, clock_date_us());
}

void indexing_note_new(struct rt_pipe *p, uint64_t post)
{
	if (p->rt->context->conf->names_only)
		return;
	indexing_note(p, post);
	rt_pipe_lenient(p);
}
