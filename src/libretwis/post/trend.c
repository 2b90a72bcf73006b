#include "libretwis/post/trend.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/engine/cache.h"

#define SUMS        "trending" /* in the cache */
#define HOUR        3600
#define KEEP_HOUR   (25 * HOUR)
#define KEEP_SUMS   60
#define ENTRIES_MAX (TREND_HOURS * TREND_TOP)

/*
 * KEYS: an hour; ARGV: a tag, an author, a post.  The hour holds the tag by
 * how many members use it; "tag, tab, author" by how many posts, counted
 * below 0; and "tag, tab, author, tab, post" for each that has been counted.
 * No tag holds a tab, and nothing but tags scores above 0.
 */
#define NAMES                                                                 \
	"local hour, tag = KEYS[1], ARGV[1] "                                 \
	"local author = tag .. '\t' .. ARGV[2] "                              \
	"local post = author .. '\t' .. ARGV[3] "

#define COUNT_ONCE                                                            \
	NAMES                                                                 \
	"if redis.call('ZADD', hour, 0, post) == 1 and "                      \
	"redis.call('ZINCRBY', hour, -1, author) == '-1' then "               \
	"redis.call('ZINCRBY', hour, 1, tag) end "                            \
	"redis.call('EXPIRE', hour, ARGV[4])"

#define TAKE_BACK                                                             \
	RT_SCRIPT_FREES                                                       \
	NAMES                                                                 \
	"if redis.call('ZREM', hour, post) == 0 then return end "             \
	"if redis.call('ZINCRBY', hour, 1, author) ~= '0' then return end "   \
	"redis.call('ZREM', hour, author) "                                   \
	"if redis.call('ZINCRBY', hour, -1, tag) == '0' then "                \
	"redis.call('ZREM', hour, tag) end"

/* ---- counting ---------------------------------------------------------- */

void trend_add(struct rt_pipe *p, const char *tag, struct trend_post post)
{
	rt_pipe(p, "EVAL %s 1 " KEY_TREND " %s " ID " " ID " %d", COUNT_ONCE,
		post.time / HOUR, tag, post.author, post.id, KEEP_HOUR);
}

/* So that a tag without posts is not named for another minute. */
void trend_drop(struct rt_pipe *p, const char *tag, struct trend_post post)
{
	if (post.time + KEEP_HOUR < (uint64_t)time(NULL))
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_TREND " %s " ID " " ID, TAKE_BACK,
		post.time / HOUR, tag, post.author, post.id);
	cache_drop(p, SUMS);
}

/* ---- adding up --------------------------------------------------------- */

struct sum {
	const char *tag;
	uint64_t members;
};

static void add(struct sum *sum, size_t *n, const char *tag, uint64_t members)
{
	size_t i = 0;

	while (i < *n && strcmp(sum[i].tag, tag) != 0)
		i++;
	if (i == *n)
		sum[(*n)++] = (struct sum){ .tag = tag };
	sum[i].members += members;
}

static int biggest_first(const void *one, const void *other)
{
	const struct sum *a = one, *b = other;

	if (a->members != b->members)
		return a->members < b->members ? 1 : -1;
	return strcmp(a->tag, b->tag);
}

static const char *add_up(struct arena *a, const struct trend *t)
{
	struct sum *sum = arena_alloc(a, ENTRIES_MAX * sizeof *sum);
	const char *line = "";
	size_t n = 0;

	for (size_t hour = 0; hour < TREND_HOURS; hour++)
		for (const char *const *top = t->top[hour];
		     top < t->top[hour] + 2 * TREND_TOP && *top; top += 2)
			add(sum, &n, top[0], rt_u64(top[1]));
	qsort(sum, n, sizeof *sum, biggest_first);
	for (size_t i = 0; i < n && i < RT_TRENDING; i++)
		line = arena_printf(a, "%s%s%s", line, i ? " " : "",
				    sum[i].tag);
	return line;
}

/* ---- the page ---------------------------------------------------------- */

void trend_look(struct rt_pipe *p, struct trend *t)
{
	*t = (struct trend){ 0 };
	cache_get(p, SUMS, &t->kept);
}

void trend_refill(struct rt_pipe *p, struct trend *t)
{
	uint64_t now = (uint64_t)time(NULL) / HOUR;

	for (uint64_t i = 0; !t->kept && i < TREND_HOURS; i++)
		rt_pipe_strs(p, t->top[i], 2 * TREND_TOP,
			     "ZREVRANGEBYSCORE " KEY_TREND " +inf 1"
			     " WITHSCORES LIMIT 0 %d",
			     now - i, TREND_TOP);
}

void trend_keep(struct rt_pipe *p, struct trend *t)
{
	if (t->kept)
		return;
	t->kept = add_up(p->a, t);
	cache_put(p, SUMS, t->kept, KEEP_SUMS);
}

const char **trend_take(struct arena *a, const struct trend *t)
{
	const char **tag = arena_alloc(a, RT_TRENDING * sizeof *tag);
	char *line = arena_strdup(a, t->kept), *rest;

	for (size_t i = 0; i < RT_TRENDING; i++)
		tag[i] = strtok_r(i ? NULL : line, " ", &rest);
	return tag;
}
