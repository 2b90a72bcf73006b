#include "libretwis/member/notice.h"

#include <stdlib.h>
#include <string.h>

/*
 * Puts `ARGV[1]` above all others, unless it is there, and keeps the newest
 * `ARGV[3]`.  A clock that is behind another machine's, or is put back, must
 * not place it below the mark.  That comes last, or it could be cut off.
 */
#define TELL_ONCE                                                             \
	"local list, entry, now = KEYS[1], ARGV[1], tonumber(ARGV[2]) "       \
	"if redis.call('ZSCORE', list, entry) then return end "               \
	"local top = redis.call('ZRANGE', list, -1, -1, 'WITHSCORES')[2] "    \
	"if top then now = math.max(now, top + 1) end "                       \
	"redis.call('ZADD', list, now, entry) "                               \
	"redis.call('ZREMRANGEBYRANK', list, 0, -1 - ARGV[3]) "               \
	"redis.call('ZADD', list, 'NX', 0, '" NOTICES_SEEN "')"

/* Takes out whatever is about the post `ARGV[1]`. */
#define DROP_POST                                                             \
	RT_SCRIPT_FREES                                                       \
	"for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do "    \
	"if string.match(entry, ' (%d+) ') == ARGV[1] then "                  \
	"redis.call('ZREM', KEYS[1], entry) end end"

static const char *const kinds[] = {
	[RT_NOTICE_MENTION] = "mention", [RT_NOTICE_REPLY] = "reply",
	[RT_NOTICE_LIKE] = "like",       [RT_NOTICE_REPOST] = "repost",
	[RT_NOTICE_FOLLOW] = "follow",
};

static const char *entry(struct arena *a, enum rt_notice_kind kind,
			 uint64_t post, uint64_t by)
{
	return arena_printf(a, "%s " ID " " ID, kinds[kind], post, by);
}

static long long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (long long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

void notice_tell(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by)
{
	if (to && to != by)
		rt_pipe(p, "EVAL %s 1 " KEY_NOTICES " %s %lld %d", TELL_ONCE,
			to, entry(p->a, kind, post, by), now_us(),
			NOTICES_CAP);
}

void notice_drop(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by)
{
	if (to && to != by)
		rt_pipe(p, "ZREM " KEY_NOTICES " %s", to,
			entry(p->a, kind, post, by));
}

void notice_drop_post(struct rt_pipe *p, uint64_t to, uint64_t post)
{
	rt_pipe(p, "EVAL %s 1 " KEY_NOTICES " " ID, DROP_POST, to, post);
}

/* ---- reading an entry -------------------------------------------------- */

/* A number and what ends it. */
static bool take_number(const char **at, char end, uint64_t *number)
{
	char *behind;

	if (**at < '0' || **at > '9')
		return false;
	*number = strtoull(*at, &behind, 10);
	*at = behind + 1;
	return *behind == end;
}

bool notice_parse(const char *entry, struct notice *n)
{
	size_t len = strcspn(entry, " "), kind = 0;
	const char *at = entry + len + 1;

	while (kind < sizeof kinds / sizeof *kinds &&
	       (strlen(kinds[kind]) != len ||
		strncmp(kinds[kind], entry, len) != 0))
		kind++;
	n->kind = (enum rt_notice_kind)kind;
	return entry[len] && kind < sizeof kinds / sizeof *kinds &&
	       take_number(&at, ' ', &n->post) &&
	       take_number(&at, '\0', &n->by);
}
