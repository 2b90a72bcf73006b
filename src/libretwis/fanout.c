#include "libretwis/live.h"
#include "libretwis/post.h"

#define CHUNK 1000

/*
 * Chunks go from the end of the sorted set, the newest followers, to its
 * beginning, by rank.  Whoever leaves meanwhile moves the ranks of the others
 * down only, towards what is still to come, so nobody is skipped; who is met
 * twice is not served twice.
 */
static void ask_chunk(struct rt_pipe *p, struct rt_ids *ids, uint64_t author,
		      uint64_t *left)
{
	uint64_t from = *left > CHUNK ? *left - CHUNK : 0;

	*ids = (struct rt_ids){ 0 };
	if (*left)
		rt_pipe_ids(p, ids, "ZRANGE " KEY_FOLLOWERS " " ID " " ID,
			    author, from, *left - 1);
	*left = from;
}

static void push_chunk(struct rt_pipe *p, struct rt_ids ids, uint64_t post,
		       int cap)
{
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe(p, "EVAL %s 1 " KEY_POSTS " " ID " %d", PUSH_ONCE,
			ids.v[i], post, cap);
}

/* Two arenas in turn: one for the chunk at hand, one for the next. */
enum rt_err fanout(struct rt *rt, uint64_t author, uint64_t post,
		   uint64_t fans, int cap)
{
	struct arena memory[2] = { 0 };
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err = RT_OK;

	for (int turn = 0; !err && (fans || ids.n); turn = !turn) {
		struct rt_ids next;

		arena_reset(&memory[turn]);
		rt_pipe_begin(&p, rt, &memory[turn]);
		push_chunk(&p, ids, post, cap);
		ask_chunk(&p, &next, author, &fans);
		err = rt_pipe_end(&p);
		live_tell_some(rt, &memory[turn], ids);
		ids = next;
	}
	arena_free(&memory[0]);
	arena_free(&memory[1]);
	return err;
}
