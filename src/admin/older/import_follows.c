/*
 * Who follows whom, and since when a member has been here.  Nobody wrote these
 * times down.  But ids grow: a member was here before the first post of any
 * later one, and nobody was followed before that.  Where there is no such post
 * it is the time at which the import was begun.
 */
#include "admin/older/import_follows.h"
#include "admin/older/scan_page.lua.h"
#include "libretwis/post/archive.h"
#include "schema/key.h"

#define CHUNK 256

/* ---- since when -------------------------------------------------------- */

/* When these members wrote their first posts; 0: never. */
static enum rt_err since_read(struct import *b, const uint64_t *id, size_t n,
			      uint64_t *first)
{
	uint64_t post[CHUNK] = { 0 };
	const char *kept[CHUNK] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&b->chunk);
	rt_pipe_begin_lenient(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++)
		if (b->mode == IMPORT_ARCHIVES)
			archive_queue_oldest(&p, b->base + id[i], &kept[i]);
		else
			rt_pipe_u64(&p, &post[i], "LINDEX " KEY_OWN " -1",
				    b->base + id[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++)
		if (post[i])
			rt_pipe_u64(&p, &first[i], "HGET " KEY_POST " time",
				    post[i]);
		else
			first[i] = archive_time(&b->chunk, kept[i]);
	return rt_pipe_end(&p);
}

/* In the order of the ids, for each of them; the greatest first. */
static enum rt_err since_all(struct import *b, uint64_t *since)
{
	struct rt_ids ids = b->from.members.ids;
	uint64_t latest = 0;
	enum rt_err err = rt_read_u64(b->rt, &b->all, &latest,
				      "HGET " KEY_IMPORT " began");

	for (size_t at = 0, n; !err && at < ids.n; at += n) {
		n = ids.n - at < CHUNK ? ids.n - at : CHUNK;
		err = since_read(b, ids.v + at, n, since + at);
	}
	for (size_t i = 0; i < ids.n; i++) {
		if (since[i] && since[i] < latest)
			latest = since[i];
		since[i] = latest;
	}
	return err;
}

static enum rt_err since_store(struct import *b, const uint64_t *id,
			       const uint64_t *since, size_t n)
{
	const char *name[CHUNK] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&b->chunk);
	rt_pipe_begin_lenient(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_str(&p, &name[i], "HGET " KEY_USER " username",
			    b->base + id[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++)
		if (name[i])
			rt_pipe(&p, "ZADD " KEY_BY_TIME " NX " ID " %s",
				since[i], name[i]);
	return rt_pipe_end(&p);
}

/* ---- follows ----------------------------------------------------------- */

/*
 * Since the later of the two was here.  Both are known by both lists of the
 * source, so mostly it comes twice, and counts once.
 */
static void follows_add(struct import *b, struct rt_pipe *p,
			const uint64_t *since, uint64_t fan, uint64_t whom,
			uint64_t *fresh)
{
	size_t one = import_place(b, fan), other = import_place(b, whom);
	size_t nobody = b->from.members.ids.n;
	uint64_t when;

	*fresh = 0;
	if (fan == whom || one == nobody || other == nobody) {
		b->sum.strangers++;
		return;
	}
	when = since[one < other ? one : other];
	fan += b->base;
	whom += b->base;
	rt_pipe(p, "ZADD " KEY_FOLLOWERS " NX " ID " " ID, whom, when, fan);
	rt_pipe_u64(p, fresh, "ZADD " KEY_FOLLOWING " NX " ID " " ID, fan,
		    when, whom);
}

/* Both lists of a member, in pipelines that are no longer than a chunk. */
static enum rt_err follows_store(struct import *b, const uint64_t *since,
				 uint64_t id, struct rt_ids list,
				 bool are_fans)
{
	enum rt_err err = RT_OK;

	for (size_t at = 0, n; !err && at < list.n; at += n) {
		uint64_t fresh[CHUNK];
		struct rt_pipe p;

		n = list.n - at < CHUNK ? list.n - at : CHUNK;
		rt_pipe_begin(&p, b->rt, &b->chunk);
		for (size_t i = 0; i < n; i++)
			follows_add(b, &p, since,
				    are_fans ? list.v[at + i] : id,
				    are_fans ? id : list.v[at + i], &fresh[i]);
		err = rt_pipe_end(&p);
		for (size_t i = 0; !err && i < n; i++)
			b->sum.follows += fresh[i];
	}
	return err;
}

/* A set, page by page: nobody knows how many fans somebody had. */
static enum rt_err follows_parse_set(struct import *b, const uint64_t *since,
				     uint64_t id, const char *key,
				     bool are_fans)
{
	uint64_t cursor = 0;
	enum rt_err err;

	do {
		struct rt_ids page = { 0 };
		struct rt_pipe p;

		arena_reset(&b->chunk);
		source_begin(&p, &b->from, &b->chunk);
		rt_pipe_ids(&p, &page, RT_ALL, "EVAL %s 1 %s " ID,
			    SCAN_PAGE_LUA, arena_printf(p.a, key, id), cursor);
		if ((err = rt_pipe_end(&p)) || !page.n)
			return err;
		cursor = page.v[0];
		page.v++;
		page.n--;
		err = follows_store(b, since, id, page, are_fans);
	} while (!err && cursor);
	return err;
}

static enum rt_err follows_parse(struct import *b, const uint64_t *since,
				 uint64_t id)
{
	const struct older_layout *from = b->from.layout;
	enum rt_err err =
		follows_parse_set(b, since, id, from->following, false);

	return err ? err
		   : follows_parse_set(b, since, id, from->followers, true);
}

enum rt_err import_follows(struct import *b)
{
	struct rt_ids ids = b->from.members.ids;
	uint64_t *since = arena_alloc(&b->all, ids.n * sizeof *since);
	enum rt_err err = since_all(b, since);

	for (size_t at = 0, n; !err && at < ids.n; at += n) {
		n = ids.n - at < CHUNK ? ids.n - at : CHUNK;
		err = since_store(b, ids.v + at, since + at, n);
	}
	for (size_t i = 0; !err && i < ids.n; i++) {
		err = follows_parse(b, since, ids.v[i]);
		import_report(b, 1);
	}
	return err;
}
