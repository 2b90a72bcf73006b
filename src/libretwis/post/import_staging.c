/*
 * Posts of a file, on their way into luggage:ID; import_worker.c takes them
 * out.
 *
 * The list is a mark, the token of the attempt, and then blocks of entries.
 * Until the mark says that it is whole, it expires after ten minutes.  A note
 * in the delayed queue `imports` comes before that.  So whatever is cut off, a
 * worker finds a whole list and its note, or the list goes by itself.
 */
#include "libretwis/import_staging.h"

#include "base/clock.h"
#include "patterns/delayed.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/import_staging_add.lua.h"
#include "libretwis/post/import_staging_begin.lua.h"
#include "libretwis/post/import_staging_drop.lua.h"
#include "libretwis/post/import_staging_end.lua.h"
#include "libretwis/post/import_staging_list.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

_Static_assert(RT_ARCHIVE_MAX == ARCHIVE_CAP, "pages tell of that limit");

#define WHOLE_SECONDS (30 * 86400)

/* A worker who looks before the list is whole comes back ten seconds later. */
#define NOTE_MS 200

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

/* The note comes first: a list without one would lie there for a month. */
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
	delayed_put(&p, LUGGAGE_QUEUE, arena_printf(a, ID " %s", me, token),
		    (uint64_t)clock_date_ms() + NOTE_MS);
	wait_replicas_then(&p);
	if ((err = rt_pipe_end(&p)))
		return err;
	err = rt_read_u64(
		rt, a, &is_whole, "EVAL %s 1 " KEY_IMPORT_STAGING " %s %s %d",
		IMPORT_STAGING_END_LUA, me, token,
		arena_printf(a, LUGGAGE_WHOLE, token), WHOLE_SECONDS);
	return err || is_whole ? err : RT_TAKEN;
}

enum rt_err rt_import_staging_drop(struct rt *rt, struct arena *a, uint64_t me,
				   const char *token)
{
	return rt_do(rt, a, "EVAL %s 1 " KEY_IMPORT_STAGING " %s %s",
		     IMPORT_STAGING_DROP_LUA, me, token,
		     arena_printf(a, LUGGAGE_WHOLE, token));
}
