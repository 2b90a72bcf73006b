/*
 * Posts that a member brought along from another Retwis; private to libretwis.
 *
 * Ids grow with time everywhere else, and these are older than posts with
 * smaller ids.  So they stand below the member's own posts, and in no list.
 * An entry of archive:ID is
 *
 *	ID TIME, and ORIGIN where a file of a member's told it
 *	the name of whom it answers, or nothing
 *	the mentions, as rt_parts() wants them
 *	the body, of any number of lines
 *
 * with the id that it had there.  No two posts of an archive have the same
 * first line.  With an origin, nobody has vouched for the time or the names:
 * such a post links to no member, and has no mentions.
 *
 * The score is the time, and behind the point the last 20 bits of the id: so
 * posts of several places stand in one order, those of a second in the order of
 * their ids, and each is found by its first line alone.
 */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* One page of an archive on its way out of Redis. */
struct archive_look {
	int64_t start;
	const char *entry[RT_PAGE + 1];
};

/* Queues the read of the page at `start`, 0 for the newest. */
void archive_queue(struct rt_pipe *p, struct archive_look *l, uint64_t member);

/* After that pipeline; an entry that makes no sense is not shown. */
struct rt_archive archive_parse(struct arena *a, const struct archive_look *l,
				uint64_t member, const char *name);

/*
 * Queues a script, which puts the post there in place of one that has the same
 * first line.  `was_there` becomes 1 if there was one.
 */
void archive_put(struct rt_pipe *p, uint64_t member,
		 const struct rt_post *post, uint64_t *was_there);

/* Reads an entry, without the author.  False for one that makes no sense. */
bool archive_read(struct arena *a, const char *entry, struct rt_post *post);

/* Queues a look for the time of the oldest; archive_time() then reads it. */
void archive_queue_oldest(struct rt_pipe *p, uint64_t member,
			  const char **entry);
uint64_t archive_time(struct arena *a, const char *entry);

#endif
