/*
 * Posts that a member imports from an archive file of another Retwis, until a
 * worker has stored them.  Part of retwis.h.
 *
 *	rt_import_staging_count	limits how many files a member may send
 *	rt_import_staging_begin	claims luggage:ID, so that only one import runs
 *	rt_import_staging_add	appends blocks of entries, as often as needed
 *	rt_import_staging_end	hands them over to a worker
 *
 * Posts that are never handed over expire after ten minutes, and nobody sees
 * them.
 */
#ifndef IMPORT_STAGING_H
#define IMPORT_STAGING_H

#include "libretwis/writing.h"

#define RT_ORIGIN_LEN 32 /* hex digits of the id of a database */

#define RT_IMPORT_STAGING_POSTS 200000
/*
 * An archive may hold two full imports, since a member may import the same
 * file again, or a second one.
 */
#define RT_ARCHIVE_MAX (2 * RT_IMPORT_STAGING_POSTS)
#define RT_IMPORT_STAGING_TEXT                                                \
	((size_t)64 * 1024 * 1024) /* bytes of entries */

/*
 * A block is several entries joined by this separator, which no stored text
 * can contain.
 */
#define RT_IMPORT_STAGING_BETWEEN '\x1e'
#define RT_IMPORT_STAGING_BLOCK   ((size_t)128 * 1024)
#define RT_IMPORT_STAGING_CHUNK   100 /* entries in a block */

/*
 * A post as an archive stores it.  Its texts must have passed
 * rt_text_problem().
 */
const char *rt_archived_entry(struct arena *a, const struct rt_post *post);

/*
 * Counts a file that this member is about to send.  RT_LIMITED if there have
 * been too many.  One round trip.
 */
enum rt_err rt_import_staging_count(struct rt *rt, struct arena *a,
				    uint64_t me);

/*
 * RT_TAKEN while another import of this member is under way.  `token` is a new
 * secret_new() for this attempt, and all other calls need the same one.  A
 * second call with it restarts the ten minutes.  One round trip.
 */
enum rt_err rt_import_staging_begin(struct rt *rt, struct arena *a,
				    uint64_t me, const char *token);

/*
 * Adds blocks.  RT_TAKEN if the ten minutes are over and everything has
 * expired; RT_FULL.  One round trip.
 */
enum rt_err rt_import_staging_add(struct rt *rt, struct arena *a, uint64_t me,
				  const char *token, const char *const *block,
				  size_t n);

/*
 * As above; RT_LIMITED if the archive has no room for `posts` more.  Three
 * round trips.
 */
enum rt_err rt_import_staging_end(struct rt *rt, struct arena *a, uint64_t me,
				  const char *token, uint64_t posts);

/* Discards what has been added.  One round trip. */
enum rt_err rt_import_staging_drop(struct rt *rt, struct arena *a, uint64_t me,
				   const char *token);

#endif
