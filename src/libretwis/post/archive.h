/*
 * Posts that a member imported from another Retwis; private to libretwis.
 *
 * Everywhere else ids grow with time, but these posts are older than posts
 * with smaller ids.  So they are shown after the member's own posts, and are
 * in no other list.  An entry of archive:ID is
 *
 *	ID TIME, and ORIGIN if it comes from a file that a member uploaded
 *	the name of the member whom it answers, or nothing
 *	the mentions, in the form that rt_parts() expects; or if there is an
 *	origin, the pictures, as in post:ID, with the character US between them
 *	the body, of any number of lines
 *
 * where ID is the one that the post had there.  No two posts of an archive
 * have the same first line.  If there is an origin, nobody has vouched for the
 * time or the names, so such a post links to no member, and has no mentions.
 *
 * The score is the time, with the last 20 bits of the id as its fraction.  So
 * posts from several places are sorted by time, those of one second by their
 * ids, and each post is found by its first line alone.
 */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* A page of an archive, as it is read from Redis. */
struct archive_page {
	int64_t start;
	const char *entry[RT_PAGE + 1];
};

/* Queues the read of the page at `start`, 0 for the newest. */
void archive_queue(struct rt_pipe *p, struct archive_page *page,
		   uint64_t member);

/* After that pipeline.  An entry that makes no sense is left out. */
struct rt_archive archive_parse(struct arena *a,
				const struct archive_page *page,
				uint64_t member, const char *name);

/* The score of the entries of this time and id, as a text. */
const char *archive_score(struct arena *a, time_t time, uint64_t id);

/*
 * Queues the script that adds the post, or replaces the one that has the same
 * first line, and that its pictures belong to it.  `was_there` becomes 1 if
 * there was one.
 */
void archive_put(struct rt_pipe *p, uint64_t member,
		 const struct rt_post *post, uint64_t *was_there);

/* Parses an entry, which has no author.  False if it makes no sense. */
bool archive_read(struct arena *a, const char *entry, struct rt_post *post);

/*
 * Queues the read of the oldest entry, from which archive_time() gets its
 * time.
 */
void archive_queue_oldest(struct rt_pipe *p, uint64_t member,
			  const char **entry);
uint64_t archive_time(struct arena *a, const char *entry);

#endif
