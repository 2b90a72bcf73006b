/*
 * Imports who follows whom, and since when each member has been here.
 *
 * The older sites did not store these times.  But ids grow: a member registered
 * before the first post of anybody with a greater id, and nobody was followed
 * before both had registered.  Without such a post the time is that at which
 * the import began.
 */
#include "admin/older/import.h"
#include "admin/older/scan_page.lua.h"
#include "libretwis/post/archive.h"
#include "schema/key.h"

#define FOLLOW_CHUNK 256

/* ---- since when --------------------------------------------------------- */

/* When these members wrote their first posts; 0 if they never did. */
static enum rt_err joined_read_first_posts(struct import *im,
					   const uint64_t *id, size_t n,
					   uint64_t *first)
{
	uint64_t post[FOLLOW_CHUNK] = { 0 };
	const char *oldest[FOLLOW_CHUNK] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&im->chunk);
	rt_pipe_begin_lenient(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++)
		if (im->mode == IMPORT_ARCHIVES)
			archive_queue_oldest(&p, im->base + id[i], &oldest[i]);
		else
			rt_pipe_u64(&p, &post[i], "LINDEX " KEY_OWN " -1",
				    im->base + id[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++)
		if (post[i])
			rt_pipe_u64(&p, &first[i], "HGET " KEY_POST " time",
				    post[i]);
		else
			first[i] = archive_time(&im->chunk, oldest[i]);
	return rt_pipe_end(&p);
}

/* For each member, in the order of the ids, of which the greatest is first. */
static enum rt_err joined_read_all(struct import *im, uint64_t *joined)
{
	struct rt_ids ids = im->from.members.ids;
	uint64_t latest = 0;
	enum rt_err err = rt_read_u64(im->rt, &im->all, &latest,
				      "HGET " KEY_IMPORT " began");

	for (size_t at = 0, n; !err && at < ids.n; at += n) {
		n = ids.n - at < FOLLOW_CHUNK ? ids.n - at : FOLLOW_CHUNK;
		err = joined_read_first_posts(im, ids.v + at, n, joined + at);
	}
	for (size_t i = 0; i < ids.n; i++) {
		if (joined[i] && joined[i] < latest)
			latest = joined[i];
		joined[i] = latest;
	}
	return err;
}

static enum rt_err joined_store(struct import *im, const uint64_t *id,
				const uint64_t *joined, size_t n)
{
	const char *name[FOLLOW_CHUNK] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&im->chunk);
	rt_pipe_begin_lenient(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_str(&p, &name[i], "HGET " KEY_USER " username",
			    im->base + id[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++)
		if (name[i])
			rt_pipe(&p, "ZADD " KEY_BY_TIME " NX " ID " %s",
				joined[i], name[i]);
	return rt_pipe_end(&p);
}

/* ---- follows ------------------------------------------------------------ */

/*
 * The follow begins when the later of the two registered.  Usually both lists
 * of the source have it; then it is stored twice, and counted once.
 */
static void follows_add(struct import *im, struct rt_pipe *p,
			const uint64_t *joined, uint64_t follower,
			uint64_t followed, uint64_t *is_new)
{
	size_t one = source_find_member(&im->from, follower),
	       other = source_find_member(&im->from, followed);
	size_t nobody = im->from.members.ids.n;
	uint64_t when;

	*is_new = 0;
	if (follower == followed || one == nobody || other == nobody) {
		im->sum.invalid_follows++;
		return;
	}
	when = joined[one < other ? one : other];
	follower += im->base;
	followed += im->base;
	rt_pipe(p, "ZADD " KEY_FOLLOWERS " NX " ID " " ID, followed, when,
		follower);
	rt_pipe_u64(p, is_new, "ZADD " KEY_FOLLOWING " NX " ID " " ID,
		    follower, when, followed);
}

/* Stores one list of a member, in pipelines that are no longer than a chunk. */
static enum rt_err follows_store(struct import *im, const uint64_t *joined,
				 uint64_t id, struct rt_ids list,
				 bool are_followers)
{
	enum rt_err err = RT_OK;

	for (size_t at = 0, n; !err && at < list.n; at += n) {
		uint64_t is_new[FOLLOW_CHUNK];
		struct rt_pipe p;

		n = list.n - at < FOLLOW_CHUNK ? list.n - at : FOLLOW_CHUNK;
		rt_pipe_begin(&p, im->rt, &im->chunk);
		for (size_t i = 0; i < n; i++)
			follows_add(im, &p, joined,
				    are_followers ? list.v[at + i] : id,
				    are_followers ? id : list.v[at + i],
				    &is_new[i]);
		err = rt_pipe_end(&p);
		for (size_t i = 0; !err && i < n; i++)
			im->sum.follows += is_new[i];
	}
	return err;
}

/* Reads a set page by page, since it may have any number of entries. */
static enum rt_err follows_import_set(struct import *im,
				      const uint64_t *joined, uint64_t id,
				      const char *key, bool are_followers)
{
	uint64_t cursor = 0;
	enum rt_err err;

	do {
		struct rt_ids page = { 0 };
		struct rt_pipe p;

		arena_reset(&im->chunk);
		source_begin(&p, &im->from, &im->chunk);
		rt_pipe_ids(&p, &page, RT_ALL, "EVAL %s 1 %s " ID,
			    SCAN_PAGE_LUA, arena_printf(p.a, key, id), cursor);
		if ((err = rt_pipe_end(&p)) || !page.n)
			return err;
		cursor = page.v[0];
		page.v++;
		page.n--;
		err = follows_store(im, joined, id, page, are_followers);
	} while (!err && cursor);
	return err;
}

static enum rt_err follows_import_member(struct import *im,
					 const uint64_t *joined, uint64_t id)
{
	const struct older_layout *from = im->from.layout;
	enum rt_err err =
		follows_import_set(im, joined, id, from->following, false);

	return err ? err
		   : follows_import_set(im, joined, id, from->followers, true);
}

static enum rt_err follows_import(struct import *im)
{
	struct rt_ids ids = im->from.members.ids;
	uint64_t *joined = arena_alloc(&im->all, ids.n * sizeof *joined);
	enum rt_err err = joined_read_all(im, joined);

	for (size_t at = 0, n; !err && at < ids.n; at += n) {
		n = ids.n - at < FOLLOW_CHUNK ? ids.n - at : FOLLOW_CHUNK;
		err = joined_store(im, ids.v + at, joined + at, n);
	}
	for (size_t i = 0; !err && i < ids.n; i++) {
		err = follows_import_member(im, joined, ids.v[i]);
		import_report(im, 1);
	}
	return err;
}

const struct import_step import_follows = { follows_import };
