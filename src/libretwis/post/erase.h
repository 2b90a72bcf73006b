/*
 * Taking posts back, one or a thousand at once; private to libretwis.
 *
 * Three round trips; four if there are replies or reposts among the posts; and
 * some more for a post that others have reposted, or that a hundred members
 * like.
 *
 * What leads to a post goes last.  So if the work is cut off anywhere, whoever
 * does the same again finds the post and finishes the work.  Its entries in
 * home timelines stay: everybody who reads a timeline skips them.
 */
#ifndef ERASE_H
#define ERASE_H

#include "libretwis/redis/pipe.h"

/*
 * The posts of these entries of own:ID, of an author who is being removed,
 * too: so nobody can send the forms of these posts again.
 */
enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n);

/*
 * The repost `id` by `author` with its claim, or what there is of the two.
 * `owner` is the author of the original, which may be gone; 0: not known.
 */
enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id);

/*
 * One post.  `by` is the member who asks for it, or 0 for the host, who may
 * erase anybody's.  RT_NOT_FOUND if it is gone, RT_DENIED if it is somebody
 * else's.
 */
enum rt_err erase_post(struct rt *rt, struct arena *a, uint64_t id,
		       uint64_t by);

#endif
