/*
 * Posts that a member brought along from another Retwis; private to libretwis.
 *
 * Ids grow with time everywhere else, and these are older than posts with
 * smaller ids.  So they stand below the member's own posts, and in no list.
 * An entry of archive:ID is
 *
 *	ID TIME
 *	the name of whom it answers, or nothing
 *	the mentions, as rt_parts() wants them
 *	the body, of any number of lines
 *
 * and its score is that id, which it had there.  No two posts of an archive
 * have the same.
 */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include "libretwis/redis/pipe.h"

/* One page of an archive on its way out of Redis. */
struct archive_look {
	int64_t start;
	const char *entry[RT_PAGE + 1];
};

/* Queues the read of the page at `start`, 0 for the newest. */
void archive_ask(struct rt_pipe *p, struct archive_look *l, uint64_t member);

/* After that pipeline; an entry that makes no sense is not shown. */
struct rt_archive archive_take(struct arena *a, const struct archive_look *l,
			       uint64_t member, const char *name);

/* An entry as a post of nobody.  False for one that makes no sense. */
bool archive_parse(struct arena *a, const char *entry, struct rt_post *post);

/* Queues two commands.  `was_there` becomes 1 if it had the post already. */
void archive_put(struct rt_pipe *p, uint64_t member,
		 const struct rt_post *post, uint64_t *was_there);

/* Queues a look for the time of the oldest; archive_time() then reads it. */
void archive_ask_oldest(struct rt_pipe *p, uint64_t member,
			const char **entry);
uint64_t archive_time(struct arena *a, const char *entry);

#endif
