/*
 * Taking posts back, in three round trips for one or for a thousand, four
 * where there are replies or reposts among them, and some more for a post that
 * was reposted, or is liked by a hundred; private to libretwis.
 *
 * Cut off anywhere, the same again finishes it, since what leads to a post
 * goes last.  What home timelines still hold is skipped by all who read them.
 */
#ifndef ERASE_H
#define ERASE_H

#include "libretwis/redis/pipe.h"

/*
 * The posts of these entries of own:ID of an author who goes, too: nobody can
 * send their forms again.
 */
enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n);

/*
 * A repost with its claim, whatever there is of it; `owner` is whose post the
 * original is, or was, and 0 where that is not known.
 */
enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id);

/*
 * One post, whoever wrote it: `by` is the member who asks for it, or 0 for the
 * host.  RT_NOT_FOUND for what is gone, RT_DENIED for somebody else's.
 */
enum rt_err erase_post(struct rt *rt, struct arena *a, uint64_t id,
		       uint64_t by);

#endif
