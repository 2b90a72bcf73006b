/*
 * Importing the posts of a file: a page collects them in luggage:ID, and then
 * a worker moves them to archive:ID.
 *
 * The list begins with a mark, which contains the token of the attempt; after
 * it come blocks of entries.  Until the mark says that the list is whole, it
 * expires after ten minutes.  Before that, a note is added to the delayed
 * queue `imports`.  So whenever the page is cut off, either a worker finds a
 * whole list by its note, or the list expires.
 *
 * A worker adds a block to the archive, where adding it twice changes nothing,
 * and only then removes it from the list.  It checks that the member exists
 * before each block, and once more after the last.  If somebody has removed
 * the member meanwhile, the worker deletes what it has added.
 */
#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/import_staging.h"
#include "libretwis/later.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/imported.h"
#include "libretwis/post/import_staging_add.lua.h"
#include "libretwis/post/import_staging_begin.lua.h"
#include "libretwis/post/import_staging_drop.lua.h"
#include "libretwis/post/import_staging_end.lua.h"
#include "libretwis/post/import_staging_pop.lua.h"
#include "libretwis/standing.h"
#include "patterns/delayed.h"
#include "patterns/queue.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

_Static_assert(RT_ARCHIVE_MAX == ARCHIVE_CAP, "pages show that limit");

/* The mark of a list that is whole, and the queue of the notes. */
#define STAGING_WHOLE "%s whole"
#define STAGING_QUEUE "imports"

#define WHOLE_SECONDS (30 * DAY_SECONDS)

/*
 * A worker that comes before the list is whole comes back ten seconds later.
 */
#define NOTE_MS 200

#define LEASE_MS 60000
#define WAIT_MS  10000

/* Deliveries of posts wait for an import at most this long; then they run. */
#define RUN_MS 200

/* ---- the page ------------------------------------------------------- */

/* A file costs the same, whether it is good or not, so each is counted. */
enum rt_err rt_import_staging_count(struct rt *rt, struct arena *a,
				    uint64_t me)
{
	struct rate_limit limit;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_IMPORT, me);
	err = rt_pipe_end(&p);
	return err ? err : rate_limit_check(rt, &limit);
}

enum rt_err rt_import_staging_begin(struct rt *rt, struct arena *a,
				    uint64_t me, const char *token)
{
	uint64_t is_ours = 0;
	enum rt_err err = rt_read_u64(
		rt, a, &is_ours, "EVAL %s 1 " KEY_IMPORT_STAGING " %s %d",
		IMPORT_STAGING_BEGIN_LUA, me, token, IMPORT_STAGING_SECONDS);

	return err || is_ours ? err : RT_TAKEN;
}

enum rt_err rt_import_staging_add(struct rt *rt, struct arena *a, uint64_t me,
				  const char *token, const char *const *block,
				  size_t n)
{
	uint64_t *is_ours = arena_alloc(a, n * sizeof *is_ours);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &is_ours[i],
			    "EVAL %s 1 " KEY_IMPORT_STAGING " %s %d %s",
			    IMPORT_STAGING_ADD_LUA, me, token,
			    IMPORT_STAGING_SECONDS, block[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (!is_ours[i])
			err = RT_TAKEN;
	return err;
}

/* The note comes first: a whole list without one would remain for a month. */
enum rt_err rt_import_staging_end(struct rt *rt, struct arena *a, uint64_t me,
				  const char *token, uint64_t posts)
{
	uint64_t has = 0, is_whole = 0;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = rt_read_u64(rt, a, &has, "ZCARD " KEY_ARCHIVE, me)))
		return err;
	if (has + posts > RT_ARCHIVE_MAX)
		return RT_LIMITED;
	rt_pipe_begin(&p, rt, a);
	delayed_put(&p, STAGING_QUEUE, arena_printf(a, ID " %s", me, token),
		    (uint64_t)clock_date_ms() + NOTE_MS);
	wait_replicas_then(&p);
	if ((err = rt_pipe_end(&p)))
		return err;
	err = rt_read_u64(
		rt, a, &is_whole, "EVAL %s 1 " KEY_IMPORT_STAGING " %s %s %d",
		IMPORT_STAGING_END_LUA, me, token,
		arena_printf(a, STAGING_WHOLE, token), WHOLE_SECONDS);
	return err || is_whole ? err : RT_TAKEN;
}

enum rt_err rt_import_staging_drop(struct rt *rt, struct arena *a, uint64_t me,
				   const char *token)
{
	return rt_do(rt, a, "EVAL %s 1 " KEY_IMPORT_STAGING " %s %s",
		     IMPORT_STAGING_DROP_LUA, me, token,
		     arena_printf(a, STAGING_WHOLE, token));
}

/* ---- the worker: a block -------------------------------------------- */

struct staging {
	uint64_t member;
	const char *token;
	struct rt_post post[RT_IMPORT_STAGING_CHUNK];
	/* Of the post on this site that has the same id. */
	const char *author[RT_IMPORT_STAGING_CHUNK];
	size_t n;
};

static void staging_parse_block(struct arena *a, const char *block,
				struct staging *in)
{
	char *entry = arena_strdup(a, block), *end;

	for (in->n = 0; entry && in->n < RT_IMPORT_STAGING_CHUNK;
	     entry = end) {
		end = strchr(entry, RT_IMPORT_STAGING_BETWEEN);
		if (end)
			*end++ = '\0';
		if (archive_read(a, entry, &in->post[in->n]))
			in->n++;
	}
}

/*
 * If the file was exported from this site, some of its posts may still be
 * here.  Finds their authors, so that no member gets a post of their own
 * twice.
 */
static enum rt_err staging_find_ours(struct rt *rt, struct arena *a,
				     const char *origin, struct staging *in)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < in->n; i++) {
		const struct rt_post *post = &in->post[i];

		in->author[i] = NULL;
		if (origin && post->origin &&
		    strcmp(post->origin, origin) == 0)
			rt_pipe_str(&p, &in->author[i],
				    "HGET " KEY_POST " user_id", post->id);
	}
	return rt_pipe_end(&p);
}

static enum rt_err staging_store_block(struct rt *rt, struct arena *a,
				       const struct staging *in,
				       uint64_t entries)
{
	uint64_t ignored;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < in->n; i++)
		if (rt_u64(in->author[i]) != in->member)
			archive_put(&p, in->member, &in->post[i], &ignored);
	wait_replicas_then(&p);
	if ((err = rt_pipe_end(&p)))
		return err;
	return rt_do(rt, a, "EVAL %s 1 " KEY_IMPORT_STAGING " %s " ID,
		     IMPORT_STAGING_POP_LUA, in->member,
		     arena_printf(a, STAGING_WHOLE, in->token), entries);
}

/* ---- the worker: a step --------------------------------------------- */

enum staging_state { STAGING_DONE, STAGING_MORE, STAGING_LATER };

/* What a worker reads before each step. */
struct staging_found {
	const char *mark, *block, *origin;
	union user_fields member;
	uint64_t entries;
};

static enum rt_err staging_read(struct rt *rt, struct arena *a,
				const struct staging *in,
				struct staging_found *found)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &found->mark, "LINDEX " KEY_IMPORT_STAGING " 0",
		    in->member);
	rt_pipe_str(&p, &found->block, "LINDEX " KEY_IMPORT_STAGING " -1",
		    in->member);
	rt_pipe_u64(&p, &found->entries, "LLEN " KEY_IMPORT_STAGING,
		    in->member);
	rt_pipe_str(&p, &found->origin, "GET " KEY_ORIGIN);
	user_fields_queue(&p, &found->member, in->member,
			  USER_USERNAME | USER_STANDING);
	return rt_pipe_end(&p);
}

/* If the mark belongs to another attempt, nothing is left of this one. */
static bool staging_is_there(struct arena *a, const struct staging *in,
			     const struct staging_found *found)
{
	return found->mark &&
	       (strcmp(found->mark, in->token) == 0 ||
		strcmp(found->mark,
		       arena_printf(a, STAGING_WHOLE, in->token)) == 0);
}

/* As many pictures at a time as a block may have. */
#define DROP_CHUNK (RT_IMPORT_STAGING_CHUNK * RT_PICTURES_MAX)

/* Those that were added after the member's removal had dropped all. */
static enum rt_err staging_drop_pictures(struct rt *rt, struct arena *a,
					 const struct staging *in, size_t *n)
{
	const char **token = arena_alloc(a, DROP_CHUNK * sizeof *token);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	imported_queue_some(&p, in->member, token, DROP_CHUNK);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (*n = 0; *n < DROP_CHUNK && token[*n];)
		++*n;
	if (!*n)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	imported_drop_some(&p, in->member, token, *n);
	return rt_pipe_end(&p);
}

static enum rt_err staging_drop_all(struct rt *rt, struct arena *a,
				    const struct staging *in,
				    enum staging_state *state)
{
	size_t pictures = 0;
	struct rt_pipe p;
	enum rt_err err = staging_drop_pictures(rt, a, in, &pictures);

	if (err || pictures) {
		*state = STAGING_MORE;
		return err;
	}
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "UNLINK " KEY_IMPORT_STAGING, in->member);
	rt_pipe(&p, "UNLINK " KEY_ARCHIVE, in->member);
	return rt_pipe_end(&p);
}

static enum rt_err staging_continue(struct rt *rt, struct arena *a,
				    struct staging *in,
				    const struct staging_found *found,
				    enum staging_state *state)
{
	enum rt_err err;

	if (found->entries > 1) {
		*state = STAGING_MORE;
		staging_parse_block(a, found->block, in);
		err = staging_find_ours(rt, a, found->origin, in);
		return err ? err
			   : staging_store_block(rt, a, in, found->entries);
	}
	*state = STAGING_DONE;
	return rt_import_staging_drop(rt, a, in->member, in->token);
}

static enum rt_err staging_step(struct rt *rt, struct arena *a,
				struct staging *in, enum staging_state *state)
{
	struct staging_found found = { 0 };
	enum rt_err err = staging_read(rt, a, in, &found);

	if (err)
		return err;
	*state = STAGING_DONE;
	if (!found.member.username)
		return staging_drop_all(rt, a, in, state);
	if (!staging_is_there(a, in, &found))
		return RT_OK;
	if (!rt_belongs(rt_standing_read(found.member.standing)))
		return rt_import_staging_drop(rt, a, in->member, in->token);
	if (strcmp(found.mark, in->token) != 0)
		return staging_continue(rt, a, in, &found, state);
	*state = STAGING_LATER;
	return RT_OK;
}

/* ---- the worker: all steps ------------------------------------------ */

/* A note that makes no sense has no member, and will be removed. */
static struct staging staging_of_note(const struct delayed *note)
{
	const char *at = note->text;
	struct staging in = { .token = "" };

	if (digits_read(&at, &in.member) && *at == ' ')
		in.token = at + 1;
	else
		in.member = 0;
	return in;
}

static enum rt_err staging_end(struct rt *rt, struct arena *a,
			       const struct delayed *note, enum rt_err result,
			       enum staging_state state)
{
	uint64_t now = (uint64_t)clock_date_ms();
	struct rt_pipe p;

	enum rt_err err = result || state != STAGING_DONE
				  ? RT_OK
				  : wait_replicas_data(rt, a);

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	if (result)
		delayed_fail(&p, STAGING_QUEUE, note, now + LEASE_MS,
			     QUEUE_TRIES);
	else if (state == STAGING_DONE)
		delayed_done(&p, STAGING_QUEUE, note);
	else
		delayed_again(&p, STAGING_QUEUE, note,
			      now + (state == STAGING_LATER ? WAIT_MS : 0));
	return rt_pipe_end(&p);
}

/* Each step has its own memory; only the note is kept. */
static enum rt_err staging_run(struct rt *rt, struct arena *a,
			       const struct delayed *note, int64_t end)
{
	struct staging in = staging_of_note(note);
	enum staging_state state = STAGING_DONE;
	enum rt_err err = RT_OK;
	struct arena step = { 0 };

	while (in.member) {
		arena_reset(&step);
		err = staging_step(rt, &step, &in, &state);
		if (err || state != STAGING_MORE || clock_ms() >= end)
			break;
	}
	arena_free(&step);
	return err && err != RT_BROKEN ? err
				       : staging_end(rt, a, note, err, state);
}

enum rt_err rt_import_staging_run(struct rt *rt, struct arena *a)
{
	int64_t end = clock_ms() + RUN_MS;
	struct delayed_list list;
	enum rt_err err;

	err = delayed_claim(rt, a, STAGING_QUEUE, (uint64_t)clock_date_ms(),
			    LEASE_MS, 1, &list);
	return err || !list.n ? err : staging_run(rt, a, &list.v[0], end);
}
