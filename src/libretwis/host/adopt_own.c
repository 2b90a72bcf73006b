/*
 * What a member wrote, picked out of the home timeline.
 *
 * Nothing is taken away, and each step looks before it adds: a run that was
 * cut off anywhere, or two at once, end like a single whole one.
 */
#include "libretwis/host/adopt_own.h"

#include "libretwis/post/posts.h"
#include "libretwis/redis/ids.h"

#define CHUNK 1000

/* More rounds than that have no good reason. */
#define ROUNDS 5

/*
 * Both put `ARGV[1]` into a list unless it is there, and tell whether they
 * did: at its end, where everything else is newer, or before `ARGV[2]`, where
 * a look as far as that one is enough.
 */
#define APPEND_ONCE                                                           \
	"local last = redis.call('LINDEX', KEYS[1], -1) "                     \
	"if last and tonumber(last) <= tonumber(ARGV[1]) then "               \
	"return 0 end "                                                       \
	"redis.call('RPUSH', KEYS[1], ARGV[1]) return 1"

#define INSERT_ONCE                                                           \
	"local list, id, older = KEYS[1], ARGV[1], ARGV[2] "                  \
	"local at = redis.call('LPOS', list, older) "                         \
	"if not at or redis.call('LPOS', list, id, 'MAXLEN', at + 1) then "   \
	"return 0 end "                                                       \
	"redis.call('LINSERT', list, 'BEFORE', older, id) return 1"

/* A post that own:ID lacks, and the next older one there; 0: none. */
struct gap {
	uint64_t id, older;
};

struct filling {
	uint64_t id;
	struct id_list written, own;
	struct gap *gap;
	size_t gaps;
	struct arena all, chunk;
};

/* ---- looking ----------------------------------------------------------- */

static enum rt_err pick_written(struct rt *rt, struct filling *f,
				struct rt_ids ids)
{
	uint64_t *author;
	enum rt_err err;

	if ((err = posts_authors(rt, &f->chunk, ids, &author)))
		return err;
	for (size_t i = 0; i < ids.n; i++)
		if (author[i] == f->id)
			ids_add(&f->all, &f->written, ids.v[i]);
	return RT_OK;
}

/*
 * Lists are read from their heads on: what is pushed meanwhile moves entries
 * to where they are met twice, never to where they are missed.
 */
static enum rt_err read_written(struct rt *rt, struct filling *f)
{
	struct rt_ids ids = { .n = CHUNK };
	struct rt_pipe p;
	enum rt_err err = RT_OK;

	for (uint64_t at = 0; !err && ids.n == CHUNK; at += CHUNK) {
		arena_reset(&f->chunk);
		rt_pipe_begin(&p, rt, &f->chunk);
		rt_pipe_ids(&p, &ids, "LRANGE " KEY_POSTS " " ID " " ID, f->id,
			    at, at + CHUNK - 1);
		if (!(err = rt_pipe_end(&p)))
			err = pick_written(rt, f, ids);
	}
	return err;
}

static enum rt_err read_own(struct rt *rt, struct filling *f)
{
	struct rt_ids ids = { .n = CHUNK };
	struct rt_pipe p;
	enum rt_err err;

	for (uint64_t at = 0; ids.n == CHUNK; at += CHUNK) {
		arena_reset(&f->chunk);
		rt_pipe_begin(&p, rt, &f->chunk);
		rt_pipe_ids(&p, &ids, "LRANGE " KEY_OWN " " ID " " ID, f->id,
			    at, at + CHUNK - 1);
		if ((err = rt_pipe_end(&p)))
			return err;
		for (size_t i = 0; i < ids.n; i++)
			ids_add(&f->all, &f->own, ids.v[i]);
	}
	return RT_OK;
}

static void find_gaps(struct filling *f)
{
	struct rt_ids written = f->written.ids, own = f->own.ids;
	size_t at = 0;

	f->gap = arena_alloc(&f->all, written.n * sizeof *f->gap);
	f->gaps = 0;
	for (size_t i = 0; i < written.n; i++) {
		struct gap gap = { .id = written.v[i] };

		while (at < own.n && own.v[at] > gap.id)
			at++;
		if (at < own.n)
			gap.older = own.v[at];
		if (gap.older != gap.id)
			f->gap[f->gaps++] = gap;
	}
}

/*
 * A post comes into own:ID first and into posts:ID next.  Read in the other
 * order, what is just being written is no gap.
 */
static enum rt_err look(struct rt *rt, struct filling *f)
{
	enum rt_err err;

	arena_reset(&f->all);
	f->written = f->own = (struct id_list){ 0 };
	if ((err = read_written(rt, f)) || (err = read_own(rt, f)))
		return err;
	ids_sort(&f->written);
	ids_sort(&f->own);
	find_gaps(f);
	return RT_OK;
}

/* ---- filling ----------------------------------------------------------- */

static void fill_gap(struct rt_pipe *p, uint64_t member, struct gap gap,
		     uint64_t *added)
{
	if (gap.older)
		rt_pipe_u64(p, added, "EVAL %s 1 " KEY_OWN " " ID " " ID,
			    INSERT_ONCE, member, gap.id, gap.older);
	else
		rt_pipe_u64(p, added, "EVAL %s 1 " KEY_OWN " " ID, APPEND_ONCE,
			    member, gap.id);
}

static enum rt_err fill_chunk(struct rt *rt, struct filling *f, size_t from,
			      size_t to, size_t *filled)
{
	struct rt_pipe p;
	uint64_t *added;
	enum rt_err err;

	arena_reset(&f->chunk);
	added = arena_alloc(&f->chunk, (to - from) * sizeof *added);
	rt_pipe_begin(&p, rt, &f->chunk);
	for (size_t i = from; i < to; i++)
		fill_gap(&p, f->id, f->gap[i], &added[i - from]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = from; i < to; i++)
		*filled += added[i - from];
	return RT_OK;
}

/* From the newest to the oldest, so that the list is in order throughout. */
static enum rt_err fill(struct rt *rt, struct filling *f, size_t *filled)
{
	enum rt_err err = RT_OK;

	*filled = 0;
	for (size_t from = 0; !err && from < f->gaps; from += CHUNK) {
		size_t to = from + CHUNK < f->gaps ? from + CHUNK : f->gaps;

		err = fill_chunk(rt, f, from, to, filled);
	}
	return err;
}

/* A gap that did not take its post was filled by somebody: looks again. */
static enum rt_err fill_all(struct rt *rt, struct filling *f, uint64_t *posts)
{
	for (int round = 0; round < ROUNDS; round++) {
		size_t filled;
		enum rt_err err;

		if ((err = look(rt, f)) || (err = fill(rt, f, &filled)))
			return err;
		*posts += filled;
		if (filled == f->gaps)
			return RT_OK;
	}
	return RT_BROKEN;
}

enum rt_err own_fill(struct rt *rt, uint64_t id, uint64_t *posts)
{
	struct filling f = { .id = id };
	enum rt_err err = fill_all(rt, &f, posts);

	arena_free(&f.chunk);
	arena_free(&f.all);
	return err;
}
