#include "libretwis/post/trend.h"

#include <stdlib.h>
#include <string.h>

#include "patterns/cache.h"
#include "libretwis/post/trend_add.lua.h"
#include "libretwis/post/trend_drop.lua.h"
#include "schema/key.h"

#define SUMS        "trending" /* in the cache */
#define HOUR        3600
#define KEEP_SUMS   60
#define ENTRIES_MAX (TREND_HOURS * TREND_TOP)

/* ---- counting ---------------------------------------------------------- */

static bool trend_is_over(struct trend_post post)
{
	return post.time + TREND_SECONDS < (uint64_t)time(NULL);
}

void trend_add(struct rt_pipe *p, const char *tag, struct trend_post post)
{
	if (trend_is_over(post))
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_TREND " %s " ID " " ID " %d",
		TREND_ADD_LUA, post.time / HOUR, tag, post.author, post.id,
		TREND_SECONDS);
}

/*
 * The sums go out of the cache, too, or a tag without posts would be shown for
 * another minute.
 */
void trend_drop(struct rt_pipe *p, const char *tag, struct trend_post post)
{
	if (trend_is_over(post))
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_TREND " %s " ID " " ID, TREND_DROP_LUA,
		post.time / HOUR, tag, post.author, post.id);
	cache_drop(p, SUMS);
}

/* ---- adding up --------------------------------------------------------- */

struct trend_sum {
	const char *tag;
	uint64_t members;
};

static void trend_sum_add(struct trend_sum *sum, size_t *n, const char *tag,
			  uint64_t members)
{
	size_t i = 0;

	while (i < *n && strcmp(sum[i].tag, tag) != 0)
		i++;
	if (i == *n)
		sum[(*n)++] = (struct trend_sum){ .tag = tag };
	sum[i].members += members;
}

static int trend_biggest_first(const void *one, const void *other)
{
	const struct trend_sum *a = one, *b = other;

	if (a->members != b->members)
		return a->members < b->members ? 1 : -1;
	return strcmp(a->tag, b->tag);
}

static const char *trend_add_up(struct arena *a, const struct trend *t)
{
	struct trend_sum *sum = arena_alloc(a, ENTRIES_MAX * sizeof *sum);
	const char *line = "";
	size_t n = 0;

	for (size_t hour = 0; hour < TREND_HOURS; hour++)
		for (const char *const *top = t->top[hour];
		     top < t->top[hour] + 2 * TREND_TOP && *top; top += 2)
			trend_sum_add(sum, &n, top[0], rt_u64(top[1]));
	qsort(sum, n, sizeof *sum, trend_biggest_first);
	for (size_t i = 0; i < n && i < RT_TRENDING; i++)
		line = arena_printf(a, "%s%s%s", line, i ? " " : "",
				    sum[i].tag);
	return line;
}

/* ---- the page ---------------------------------------------------------- */

void trend_queue(struct rt_pipe *p, struct trend *t)
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

void trend_sum_up(struct arena *a, struct trend *t)
{
	if (!t->kept)
		t->kept = trend_add_up(a, t);
}

void trend_store(struct rt_pipe *p, struct trend *t)
{
	if (t->kept)
		return;
	trend_sum_up(p->a, t);
	cache_put(p, SUMS, t->kept, KEEP_SUMS);
}

const char **trend_parse(struct arena *a, const struct trend *t)
{
	const char **tag = arena_alloc(a, RT_TRENDING * sizeof *tag);
	char *line = arena_strdup(a, t->kept), *rest;

	for (size_t i = 0; i < RT_TRENDING; i++)
		tag[i] = strtok_r(i ? NULL : line, " ", &rest);
	return tag;
}
