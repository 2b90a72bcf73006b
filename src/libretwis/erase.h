/*
 * Taking posts back, in three round trips for one or for a thousand, and three
 * more for a post that was reposted; private to libretwis.
 *
 * Cut off anywhere, the same again finishes it, since what leads to a post
 * goes last.  What home timelines still hold is skipped by all who read them.
 */
#ifndef ERASE_H
#define ERASE_H

#include "libretwis/redis.h"

/*
 * The posts of these entries of own:ID of an author who goes, too: nobody can
 * send their forms again.
 */
enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n);

#endif
