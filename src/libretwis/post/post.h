/* Publishing posts; private to libretwis. */
#ifndef POST_H
#define POST_H

#include "libretwis/redis/pipe.h"

/*
 * Stores the fields of a post, those that are not empty, unless it is there
 * already; tells since when it is there, or 0 if it was deleted.
 */
#define STORE_ONCE                                                            \
	"local post = KEYS[1] "                                               \
	"if redis.call('HEXISTS', post, 'gone') == 1 then return 0 end "      \
	"if redis.call('HEXISTS', post, 'user_id') == 0 then local set = {} " \
	"for i = 1, #ARGV, 2 do if ARGV[i + 1] ~= '' then "                   \
	"set[#set + 1] = ARGV[i] set[#set + 1] = ARGV[i + 1] end end "        \
	"redis.call('HSET', post, unpack(set)) end "                          \
	"return redis.call('HGET', post, 'time') or 1"

/*
 * Queues the pushes into the lists that every post is in; the author's home
 * timeline only where it is there, if the database is `adopted`.
 */
void post_publish(struct rt_pipe *p, uint64_t author, uint64_t post,
		  bool adopted);

/*
 * Publishes what a request stored at `time` and did not live to publish, or
 * not wholly.  Four to six round trips.
 */
enum rt_err post_finish(struct rt *rt, struct arena *a,
			const struct rt_user *author,
			const struct rt_draft *draft, uint64_t id,
			uint64_t time);

/*
 * Puts `ARGV[1]` into a list, newest first, unless it is there, and trims the
 * list to `ARGV[2]` entries (0: not at all).  A form sent twice, or a delivery
 * begun anew, finds its work done.
 *
 * Ids grow, so a list in order whose head is smaller can hold the id only where
 * posts of the same moment passed one another: a look at its first entries is
 * enough.  Else the look goes 1000 deep; nothing sinks further within the ten
 * minutes that a form can be sent again.
 */
#define PUSH(deep)                                                            \
	"local list, id, cap = KEYS[1], ARGV[1], tonumber(ARGV[2]) "          \
	"local function has(n) "                                              \
	"return redis.call('LPOS', list, id, 'MAXLEN', n) end "               \
	"local function insert() "                                            \
	"for _, other in ipairs(redis.call('LRANGE', list, 0, 999)) do "      \
	"if tonumber(other) < tonumber(id) then "                             \
	"return redis.call('LINSERT', list, 'BEFORE', other, id) end end "    \
	"return redis.call('RPUSH', list, id) end "                           \
	"local head = tonumber(redis.call('LINDEX', list, 0)) or 0 "          \
	"local is_newest, n = head < tonumber(id) "                           \
	"if has(is_newest and " deep " or 1000) then return end "             \
	"if is_newest then n = redis.call('LPUSH', list, id) "                \
	"else n = insert() end "                                              \
	"if n > cap and cap > 0 then "                                        \
	"redis.call('LTRIM', list, 0, cap - 1) end"

#define PUSH_ONCE PUSH("32")

/* The same for a home timeline, into which an older post may come last. */
#define PUSH_HOME PUSH("1000")

/* Where nobody but its owner's look makes it. */
#define PUSH_IF_THERE                                                         \
	"if redis.call('EXISTS', KEYS[1]) == 0 then return end " PUSH_HOME

#endif
