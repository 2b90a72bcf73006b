/* Loading posts, and publishing them; private to libretwis. */
#ifndef POST_H
#define POST_H

#include "libretwis/redis/connection.h"

enum {
	POST_USER_ID,
	POST_TIME,
	POST_BODY,
	POST_USERNAME,
	POST_MENTIONS,
	POST_REPLY_TO,
	POST_REPLY_NAME,
	POST_REPOST_OF,
	POST_REPOST_NAME,
	POST_REPLIES,
	POST_LIKES,
	POST_REPOSTS,
	POST_FIELDS
};

/*
 * Posts on their way: their ids, what their hashes hold, what the visitor
 * did with them, and the posts that the reposts among them show.
 */
struct post_load {
	uint64_t visitor;
	struct rt_ids ids;
	const char *(*field)[POST_FIELDS];
	const char **liked, **reposted; /* NULL without a visitor */
	struct post_load *originals;    /* NULL: not asked for */
	bool whole;                     /* nothing more is to be asked */
};

/*
 * First: queues one HGETALL a post, and for a visitor who is not 0 two commands
 * more.  Whether that is really the visitor the caller has to know at last.
 */
void posts_ask(struct rt_pipe *p, struct post_load *l, uint64_t visitor,
	       struct rt_ids ids);

/* With it, where it is known already: what reposts among them show. */
void posts_ask_originals(struct rt_pipe *p, struct post_load *l,
			 struct rt_ids ids);

/* How many will not be shown: they are gone, or show what another one does. */
size_t posts_gone(const struct post_load *l);

/*
 * Second: queues what is still missing, the posts that reposts show and the
 * authors of posts by PHP.  For most pages that is nothing, and no round trip.
 */
void posts_ask_rest(struct rt_pipe *p, struct post_load *l);

/*
 * Last: adds posts to `out` in the order of their ids, until there are `max`,
 * without those that are gone and none twice.  Without the second step it
 * ends before the first that needed it.  Returns how many ids that took.
 */
size_t posts_pick(struct arena *a, const struct post_load *l, size_t max,
		  struct rt_posts *out);

/* The same for all of them, into a list of their own. */
void posts_pick_all(struct arena *a, const struct post_load *l,
		    struct rt_posts *out);

/* The second and the last step for all posts: at most one round trip. */
enum rt_err posts_take(struct rt *rt, struct arena *a, struct post_load *l,
		       struct rt_posts *out);

/* All three, for nobody: one or two round trips. */
enum rt_err posts_load(struct rt *rt, struct arena *a, struct rt_ids ids,
		       struct rt_posts *out);

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

/* The author of each of these posts, in their order; 0: it is gone. */
enum rt_err posts_authors(struct rt *rt, struct arena *a, struct rt_ids ids,
			  uint64_t **author);

/*
 * Queues the pushes into the lists that every post is in; the author's home
 * timeline only where it is there, if the database is `adopted`.
 */
void post_publish(struct rt_pipe *p, uint64_t author, uint64_t post,
		  bool adopted);

/*
 * Publishes what a request stored and did not live to publish, or not wholly;
 * the sweep of the outbox calls it.  Tells whose it is; RT_NOT_FOUND for what
 * is gone.
 */
enum rt_err post_finish(struct rt *rt, struct arena *a, uint64_t id,
			uint64_t *author);

/* The same for a repost of `original` by `me`. */
enum rt_err repost_finish(struct rt *rt, struct arena *a,
			  const struct rt_user *me, uint64_t id,
			  uint64_t original);

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
