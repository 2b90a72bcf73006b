/* Loading posts; private to libretwis. */
#ifndef POST_H
#define POST_H

#include "libretwis/redis.h"

enum {
	POST_USER_ID,
	POST_TIME,
	POST_BODY,
	POST_USERNAME,
	POST_MENTIONS,
	POST_REPLIES,
	POST_REPLY_TO,
	POST_REPLY_NAME,
	POST_FIELDS
};

/* Posts on their way: their ids, and what their hashes hold. */
struct post_load {
	struct rt_ids ids;
	const char *(*field)[POST_FIELDS];
};

/* Queues one HMGET a post. */
void posts_ask(struct rt_pipe *p, struct post_load *l, struct rt_ids ids);

/*
 * After that pipeline: the posts in the order of their ids, without those
 * that are gone.  One more round trip if any post names no author.
 */
enum rt_err posts_take(struct rt *rt, struct arena *a, struct post_load *l,
		       struct rt_posts *out);

/* Both, as a round trip of their own. */
enum rt_err posts_load(struct rt *rt, struct arena *a, struct rt_ids ids,
		       struct rt_posts *out);

/*
 * Puts a post into the home timelines of the author's followers, of whom
 * `fans` were counted, and keeps those at `cap` entries (0: at any number).
 * One round trip for a thousand, in the memory of two thousand ids.  Somebody
 * who starts following meanwhile may miss the post; of those who stay nobody
 * is left out or served twice.
 */
enum rt_err fanout(struct rt *rt, uint64_t author, uint64_t post,
		   uint64_t fans, int cap);

/*
 * Puts `ARGV[1]` at the head of a list unless it is there, and trims the list
 * to `ARGV[2]` entries (0: not at all).  A form sent twice, or a delivery
 * begun anew, finds its work done.
 *
 * Ids grow, so a list whose head is smaller can hold the id only where posts
 * of the same moment passed one another: a look at its first entries is
 * enough.  Else the look goes 1000 deep; nothing sinks further within the ten
 * minutes that a form can be sent again.
 */
#define PUSH_ONCE                                                             \
	"local list, id, cap = KEYS[1], ARGV[1], tonumber(ARGV[2]) "          \
	"local head = tonumber(redis.call('LINDEX', list, 0)) or 0 "          \
	"local deep = head < tonumber(id) and 32 or 1000 "                    \
	"if redis.call('LPOS', list, id, 'MAXLEN', deep) then return "        \
	"end "                                                                \
	"if redis.call('LPUSH', list, id) > cap and cap > 0 then "            \
	"redis.call('LTRIM', list, 0, cap - 1) end"

#endif
