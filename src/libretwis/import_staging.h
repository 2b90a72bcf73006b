/*
 * Posts that a member brings along from another Retwis, as a file had them; a
 * part of retwis.h.
 *
 *	rt_import_staging_begin	claims luggage:ID, so that there is one at a time
 *	rt_import_staging_add		puts blocks of entries there, as many as there are
 *	rt_import_staging_end		hands it over to a worker
 *
 * Posts that are not handed over expire after ten minutes, unseen.
 */
#ifndef IMPORT_STAGING_H
#define IMPORT_STAGING_H

#include "libretwis/writing.h"

#define RT_ORIGIN_LEN 32 /* hex digits: an id of a database */

#define RT_IMPORT_STAGING_POSTS 200000
/* Posts in an archive: a file may come again, and a second one. */
#define RT_ARCHIVE_MAX (2 * RT_IMPORT_STAGING_POSTS)
#define RT_IMPORT_STAGING_TEXT                                                \
	((size_t)64 * 1024 * 1024) /* bytes of entries */

/* A block is entries with this between them, which no text of ours may hold. */
#define RT_IMPORT_STAGING_BETWEEN '\x1e'
#define RT_IMPORT_STAGING_BLOCK   ((size_t)128 * 1024)
#define RT_IMPORT_STAGING_CHUNK   100 /* entries in it */

/* A post as an archive has it: its texts are as rt_text_problem() makes them. */
const char *rt_archived_entry(struct arena *a, const struct rt_post *post);

/*
 * RT_TAKEN while something of this member is on its way.  `token` is a
 * secret_new() of this attempt; all others need the same.  A second call with
 * it starts the ten minutes afresh.  One round trip.
 */
enum rt_err rt_import_staging_begin(struct rt *rt, struct arena *a,
				    uint64_t me, const char *token);

/*
 * Adds blocks.  RT_TAKEN where it took too long, and all is lost; RT_FULL.  One
 * round trip.
 */
enum rt_err rt_import_staging_add(struct rt *rt, struct arena *a, uint64_t me,
				  const char *token, const char *const *block,
				  size_t n);

/* As above; RT_LIMITED where `posts` more do not fit.  Three round trips. */
enum rt_err rt_import_staging_end(struct rt *rt, struct arena *a, uint64_t me,
				  const char *token, uint64_t posts);

/* Nothing of it stays.  One round trip. */
enum rt_err rt_import_staging_drop(struct rt *rt, struct arena *a, uint64_t me,
				   const char *token);

#endif
