/*
 * What a member of a classic database wrote.  Each post is looked up before it
 * is added, so an interrupted run can simply be repeated.
 */
#include "libretwis/host/adopt_own.h"

#include "libretwis/host/own_append.lua.h"
#include "libretwis/host/own_insert.lua.h"
#include "libretwis/post/posts.h"
#include "redis/ids.h"
#include "schema/key.h"

#define CHUNK 1000

/*
 * If others fill the same gaps we start again; five times can't be a
 * coincidence.
 */
#define ROUNDS 5

/* A post that own:ID lacks, and the next older one that it has, or 0. */
struct gap {
	uint64_t id, older;
};

struct adoption {
	uint64_t id;
	struct id_list written, own;
	struct gap *gap;
	size_t gaps;
	struct arena all, chunk;
};

/* ---- posts that own:ID lacks ------------------------------------------- */

static enum rt_err adopt_pick_written(struct rt *rt, struct adoption *f,
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
 * Lists are read from their heads.  A push in between moves entries away from
 * the head, so we may read one twice, but never miss one.
 */
static enum rt_err adopt_read_written(struct rt *rt, struct adoption *f)
{
	struct rt_ids ids = { .n = CHUNK };
	enum rt_err err = RT_OK;

	for (uint64_t at = 0; !err && ids.n == CHUNK; at += CHUNK) {
		arena_reset(&f->chunk);
		err = rt_read_ids(rt, &f->chunk, &ids, CHUNK,
				  "LRANGE " KEY_POSTS " " ID " " ID, f->id, at,
				  at + CHUNK - 1);
		if (!err)
			err = adopt_pick_written(rt, f, ids);
	}
	return err;
}

static enum rt_err adopt_read_own(struct rt *rt, struct adoption *f)
{
	struct rt_ids ids = { .n = CHUNK };
	enum rt_err err;

	for (uint64_t at = 0; ids.n == CHUNK; at += CHUNK) {
		arena_reset(&f->chunk);
		err = rt_read_ids(rt, &f->chunk, &ids, CHUNK,
				  "LRANGE " KEY_OWN " " ID " " ID, f->id, at,
				  at + CHUNK - 1);
		if (err)
			return err;
		for (size_t i = 0; i < ids.n; i++)
			ids_add(&f->all, &f->own, ids.v[i]);
	}
	return RT_OK;
}

static void adopt_find_gaps(struct adoption *f)
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
 * A post is added to own:ID first and to posts:ID next.  We read the two in
 * the opposite order, so that a post which is just being written doesn't look
 * like a gap.
 */
static enum rt_err adopt_read_gaps(struct rt *rt, struct adoption *f)
{
	enum rt_err err;

	arena_reset(&f->all);
	f->written = f->own = (struct id_list){ 0 };
	if ((err = adopt_read_written(rt, f)) || (err = adopt_read_own(rt, f)))
		return err;
	ids_sort(&f->written);
	ids_sort(&f->own);
	adopt_find_gaps(f);
	return RT_OK;
}

/* ---- inserting them ---------------------------------------------------- */

static void adopt_fill_gap(struct rt_pipe *p, uint64_t member, struct gap gap,
			   uint64_t *added)
{
	if (gap.older)
		rt_pipe_u64(p, added, "EVAL %s 1 " KEY_OWN " " ID " " ID,
			    OWN_INSERT_LUA, member, gap.id, gap.older);
	else
		rt_pipe_u64(p, added, "EVAL %s 1 " KEY_OWN " " ID,
			    OWN_APPEND_LUA, member, gap.id);
}

static enum rt_err adopt_fill_chunk(struct rt *rt, struct adoption *f,
				    size_t from, size_t to, size_t *filled)
{
	struct rt_pipe p;
	uint64_t *added;
	enum rt_err err;

	arena_reset(&f->chunk);
	added = arena_alloc(&f->chunk, (to - from) * sizeof *added);
	rt_pipe_begin(&p, rt, &f->chunk);
	for (size_t i = from; i < to; i++)
		adopt_fill_gap(&p, f->id, f->gap[i], &added[i - from]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = from; i < to; i++)
		*filled += added[i - from];
	return RT_OK;
}

/*
 * From the newest gap to the oldest, so that the list is in order at any time.
 */
static enum rt_err adopt_fill_chunks(struct rt *rt, struct adoption *f,
				     size_t *filled)
{
	enum rt_err err = RT_OK;

	*filled = 0;
	for (size_t from = 0; !err && from < f->gaps; from += CHUNK) {
		size_t to = from + CHUNK < f->gaps ? from + CHUNK : f->gaps;

		err = adopt_fill_chunk(rt, f, from, to, filled);
	}
	return err;
}

/*
 * If a post could not be inserted, somebody else has filled that gap: start
 * again.
 */
static enum rt_err adopt_fill(struct rt *rt, struct adoption *f,
			      uint64_t *posts)
{
	for (int round = 0; round < ROUNDS; round++) {
		size_t filled;
		enum rt_err err;

		if ((err = adopt_read_gaps(rt, f)) ||
		    (err = adopt_fill_chunks(rt, f, &filled)))
			return err;
		*posts += filled;
		if (filled == f->gaps)
			return RT_OK;
	}
	return RT_BROKEN;
}

enum rt_err adopt_own(struct rt *rt, uint64_t id, uint64_t *posts)
{
	struct adoption f = { .id = id };
	enum rt_err err = adopt_fill(rt, &f, posts);

	arena_free(&f.chunk);
	arena_free(&f.all);
	return err;
}
