#include "libretwis/host/drop_member.h"

#include "base/clock.h"
#include "libretwis/member/notice.h"
#include "libretwis/post/announcements.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/board_lists.h"
#include "libretwis/post/case_end.h"
#include "libretwis/post/count.h"
#include "libretwis/post/erasure.h"
#include "libretwis/post/imported.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define CHUNK 1000

static size_t drop_most(const struct drop *d)
{
	return d->most ? d->most : CHUNK;
}

/* Deletes the entries that `ask` reads; `some` is false if there were none. */
static enum rt_err drop_chunk(
	struct rt *rt, struct drop *d, bool *some,
	void (*ask)(struct rt_pipe *p, const struct drop *d,
		    const char **entry),
	enum rt_err (*drop)(struct rt *rt, struct drop *d, const char **entry,
			    size_t n))
{
	const char **entry;
	struct rt_pipe p;
	enum rt_err err;
	size_t n = 0;

	arena_reset(&d->chunk);
	entry = arena_alloc(&d->chunk, drop_most(d) * sizeof *entry);
	rt_pipe_begin_lenient(&p, rt, &d->chunk);
	ask(&p, d, entry);
	if ((err = rt_pipe_end(&p)))
		return err;
	while (n < drop_most(d) && entry[n])
		n++;
	*some = n;
	return n ? drop(rt, d, entry, n) : RT_OK;
}

/*
 * Reads and deletes until nothing is left.  Each entry that `drop` deletes
 * must leave the list from which `ask` read it, or this would never end.
 */
static enum rt_err drop_chunks(
	struct rt *rt, struct drop *d,
	void (*ask)(struct rt_pipe *p, const struct drop *d,
		    const char **entry),
	enum rt_err (*drop)(struct rt *rt, struct drop *d, const char **entry,
			    size_t n))
{
	enum rt_err err = RT_OK;
	bool some = true;

	while (!err && some && !d->is_cut) {
		err = drop_chunk(rt, d, &some, ask, drop);
		d->is_cut = some && d->end_ms && clock_ms() >= d->end_ms;
	}
	return err;
}

/* Counts `n` more entries, and reports the progress. */
static void drop_report(struct drop *d, size_t n)
{
	d->done += n;
	if (d->tell)
		d->tell(d->done, d->total);
}

/* ---- people ------------------------------------------------------------ */

static const char *drop_key(struct arena *a, const struct drop *d)
{
	return arena_printf(a, d->key->format, d->id);
}

static void drop_queue_ids(struct rt_pipe *p, const struct drop *d,
			   const char **entry)
{
	rt_pipe_strs(p, entry, drop_most(d), "ZRANGE %s 0 %d",
		     drop_key(p->a, d), (int)drop_most(d) - 1);
}

/*
 * The other member's entry is deleted first, since our own entry is how a
 * second run would find it.
 */
static enum rt_err drop_people(struct rt *rt, struct drop *d,
			       const char **entry, size_t n)
{
	const char *own = drop_key(&d->chunk, d);
	bool has_notice = d->key == &all_keys[ROW_FOLLOWING];
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++) {
		uint64_t other = rt_u64(entry[i]);

		rt_pipe(&p, "ZREM %s " ID,
			arena_printf(&d->chunk, d->key->mirror, other), d->id);
		if (has_notice)
			notice_drop(&p, other, RT_NOTICE_FOLLOW, 0, d->id);
	}
	wait_replicas_then(&p);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM %s %s", own, entry[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	drop_report(d, n);
	return RT_OK;
}

/*
 * Goes through every key whose entries are members who have this one in
 * another key.
 */
enum rt_err drop_member_people(struct rt *rt, struct drop *d)
{
	enum rt_err err = RT_OK;

	for (d->key = all_keys; !err && d->key->format; d->key++)
		if (key_is_of(d->key, A_MEMBER) && d->key->mirror &&
		    d->key->entries == A_MEMBER)
			err = drop_chunks(rt, d, drop_queue_ids, drop_people);
	return err;
}

/* ---- posts and reposts ------------------------------------------------- */

static void drop_queue_posts(struct rt_pipe *p, const struct drop *d,
			     const char **entry)
{
	rt_pipe_strs(p, entry, drop_most(d), "LRANGE " KEY_OWN " 0 %d", d->id,
		     (int)drop_most(d) - 1);
}

static enum rt_err drop_posts(struct rt *rt, struct drop *d,
			      const char **entry, size_t n)
{
	enum rt_err err =
		erase_posts(rt, &d->chunk, d->id, entry, n, d->end_ms);

	if (!err)
		drop_report(d, n);
	return err;
}

enum rt_err drop_member_posts(struct rt *rt, struct drop *d)
{
	return drop_chunks(rt, d, drop_queue_posts, drop_posts);
}

/* Reads pairs of an original and its repost. */
static void drop_queue_reposts(struct rt_pipe *p, const struct drop *d,
			       const char **entry)
{
	rt_pipe_strs(p, entry, drop_most(d),
		     "ZRANGE " KEY_REPOSTED " 0 %d WITHSCORES", d->id,
		     (int)drop_most(d) / 2 - 1);
}

static enum rt_err drop_reposts(struct rt *rt, struct drop *d,
				const char **entry, size_t n)
{
	for (size_t i = 0; i < n / 2; i++)
		entry[i] = entry[2 * i + 1];
	return erase_posts(rt, &d->chunk, d->id, entry, n / 2, d->end_ms);
}

enum rt_err drop_member_reposts(struct rt *rt, struct drop *d)
{
	return drop_chunks(rt, d, drop_queue_reposts, drop_reposts);
}

/* ---- likes ------------------------------------------------------------- */

static void drop_queue_likes(struct rt_pipe *p, const struct drop *d,
			     const char **entry)
{
	rt_pipe_strs(p, entry, drop_most(d), "ZRANGE " KEY_LIKED " 0 %d",
		     d->id, (int)drop_most(d) - 1);
}

/*
 * An entry of liked:ID is deleted last, since it is how a second run would
 * find the rest.
 */
static enum rt_err drop_likes(struct rt *rt, struct drop *d,
			      const char **entry, size_t n)
{
	struct counted *c = arena_alloc(&d->chunk, n * sizeof *c);
	uint64_t *author = arena_alloc(&d->chunk, n * sizeof *author);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++) {
		c[i].what = COUNT_LIKES;
		c[i].post = rt_u64(entry[i]);
		rt_pipe(&p, "ZREM " KEY_LIKES " " ID, c[i].post, d->id);
		count_queue(&p, COUNT_LIKES, c[i].post, &c[i].n);
		rt_pipe_u64(&p, &author[i], "HGET " KEY_POST " user_id",
			    c[i].post);
	}
	if ((err = rt_pipe_end(&p)) ||
	    (err = counts_copy(rt, &d->chunk, c, n)))
		return err;
	rt_pipe_begin(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++)
		notice_drop(&p, author[i], RT_NOTICE_LIKE, c[i].post, d->id);
	wait_replicas_then(&p);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM " KEY_LIKED " %s", d->id, entry[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	drop_report(d, n);
	return RT_OK;
}

enum rt_err drop_member_likes(struct rt *rt, struct drop *d)
{
	return drop_chunks(rt, d, drop_queue_likes, drop_likes);
}

/* ---- whom the member has invited --------------------------------------- */

/*
 * Nobody is said to be invited by somebody who has left.  An entry of
 * invited:ID is deleted last, since it is how a second run would find the
 * field.
 */
static enum rt_err drop_invited(struct rt *rt, struct drop *d,
				const char **entry, size_t n)
{
	uint64_t *by = arena_alloc(&d->chunk, n * sizeof *by);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &by[i], "HGET " KEY_USER " invited_by",
			    rt_u64(entry[i]));
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++)
		if (by[i] == d->id)
			rt_pipe(&p, "HDEL " KEY_USER " invited_by",
				rt_u64(entry[i]));
	wait_replicas_then(&p);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM " KEY_INVITED " %s", d->id, entry[i]);
	return rt_pipe_end(&p);
}

enum rt_err drop_member_invited(struct rt *rt, struct drop *d)
{
	d->key = &all_keys[ROW_INVITED];
	return drop_chunks(rt, d, drop_queue_ids, drop_invited);
}

/* ---- pictures of imported posts ---------------------------------------- */

static enum rt_err drop_imported(struct rt *rt, struct drop *d,
				 const char **entry, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &d->chunk);
	imported_drop_some(&p, d->id, entry, n);
	return rt_pipe_end(&p);
}

enum rt_err drop_member_imported(struct rt *rt, struct drop *d)
{
	d->key = &all_keys[ROW_IMPORTED];
	return drop_chunks(rt, d, drop_queue_ids, drop_imported);
}

/* ---- reports ----------------------------------------------------------- */

/* An entry that is no id leads to no case, and must not be read for ever. */
static enum rt_err drop_cases(struct rt *rt, struct drop *d,
			      const char **entry, size_t n)
{
	enum rt_err err = RT_OK;
	struct rt_pipe p;

	for (size_t i = 0; !err && i < n; i++)
		err = case_drop(rt, &d->chunk, rt_u64(entry[i]), d->id);
	if (err)
		return err;
	rt_pipe_begin(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM " KEY_CASES_OF " %s", d->id, entry[i]);
	return rt_pipe_end(&p);
}

static enum rt_err drop_reports(struct rt *rt, struct drop *d,
				const char **entry, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++)
		case_forget(&p, rt_u64(entry[i]), d->id);
	rt_pipe_then(&p);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM " KEY_REPORTED " %s", d->id, entry[i]);
	return rt_pipe_end(&p);
}

/* The open one may have been opened by a request that died. */
static enum rt_err drop_open_case(struct rt *rt, struct drop *d)
{
	uint64_t open = 0;
	enum rt_err err = rt_read_u64(rt, &d->chunk, &open,
				      "ZSCORE " KEY_CASES " " ID, d->id);

	return err || !open ? err : case_drop(rt, &d->chunk, open, d->id);
}

enum rt_err drop_member_cases(struct rt *rt, struct drop *d)
{
	enum rt_err err = drop_open_case(rt, d);

	d->key = &all_keys[ROW_CASES_OF];
	if (err || (err = drop_chunks(rt, d, drop_queue_ids, drop_cases)))
		return err;
	d->key = &all_keys[ROW_REPORTED];
	return drop_chunks(rt, d, drop_queue_ids, drop_reports);
}

/* ---- answers ----------------------------------------------------------- */

/*
 * An entry of answered:ID is deleted last, since it is how a second run would
 * find the answer.
 */
static enum rt_err drop_answers(struct rt *rt, struct drop *d,
				const char **entry, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, &d->chunk);
	for (size_t i = 0; i < n; i++)
		answers_forget(&p, rt_u64(entry[i]), d->id);
	wait_replicas_then(&p);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM " KEY_ANSWERED " %s", d->id, entry[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	drop_report(d, n);
	return RT_OK;
}

enum rt_err drop_member_answers(struct rt *rt, struct drop *d)
{
	d->key = &all_keys[ROW_ANSWERED];
	return drop_chunks(rt, d, drop_queue_ids, drop_answers);
}

/* ---- announcements ------------------------------------------------------ */

/*
 * Thirty days after the end of an announcement a worker drops its readers; this
 * is long enough for one that is late.
 */
#define READERS_SECONDS (120L * 24 * 3600)

/* Beyond that, `retwis-admin check` finds what is left. */
#define ANNOUNCED_MAX 10000

/* Those of `n` announcements, after the first `from`; sets `n` to how many. */
static enum rt_err drop_readings(struct rt *rt, struct drop *d, int from,
				 size_t *n)
{
	struct rt_texts some = { 0 };
	struct announcement of;
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&d->chunk);
	if ((err = rt_read_texts(rt, &d->chunk, &some, drop_most(d),
				 "ZREVRANGEBYSCORE " KEY_ANNOUNCEMENTS
				 " +inf %lld LIMIT %d %d",
				 (long long)time(NULL) - READERS_SECONDS, from,
				 (int)drop_most(d))))
		return err;
	rt_pipe_begin_lenient(&p, rt, &d->chunk);
	for (size_t i = 0; i < some.n; i++)
		if (announcement_parse(some.v[i], &of))
			announcement_forget(&p, of.id, d->id);
	*n = some.n;
	return rt_pipe_end(&p);
}

/*
 * Nothing says which announcements the member has read.  So this goes through
 * all of them, and is not cut off, since it could not go on where it was.
 */
enum rt_err drop_member_readings(struct rt *rt, struct drop *d)
{
	enum rt_err err = RT_OK;
	size_t n = drop_most(d);

	for (int from = 0;
	     !err && !d->is_cut && n == drop_most(d) && from < ANNOUNCED_MAX;
	     from += (int)n)
		err = drop_readings(rt, d, from, &n);
	return err;
}

/* ---- what is left of a removed member ---------------------------------- */

/*
 * Keys that have to be emptied are empty by now; `user:ID` is deleted later.
 */
void drop_member_keys(struct rt_pipe *p, uint64_t id)
{
	for (const struct key *k = all_keys; k->format; k++)
		if (key_is_of(k, A_MEMBER) && k->ends == ENDS_DROPPED)
			rt_pipe(p, "UNLINK %s",
				arena_printf(p->a, k->format, id));
}

enum rt_err drop_member_remains(struct rt *rt, uint64_t id)
{
	struct drop d = { .id = id };
	struct rt_pipe p;
	enum rt_err err;

	if (!(err = drop_member_people(rt, &d)) &&
	    !(err = drop_member_reposts(rt, &d)) &&
	    !(err = drop_member_likes(rt, &d)) &&
	    !(err = drop_member_answers(rt, &d)) &&
	    !(err = drop_member_invited(rt, &d)) &&
	    !(err = drop_member_imported(rt, &d)) &&
	    !(err = drop_member_cases(rt, &d)) &&
	    !(err = drop_member_readings(rt, &d))) {
		rt_pipe_begin(&p, rt, &d.chunk);
		drop_member_keys(&p, id);
		err = rt_pipe_end(&p);
	}
	arena_free(&d.chunk);
	return err;
}
