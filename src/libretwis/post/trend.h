/*
 * What members write about today; private to libretwis.
 *
 * A sorted set for each hour counts how many members have used a tag; members,
 * not posts, so that nobody makes a trend alone.  The sums of the last 24
 * hours are cached for a minute, since every visitor of the timeline sees the
 * same.
 */
#ifndef TREND_H
#define TREND_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* What counts of a post: which one it is, by whom, and when it was written. */
struct trend_post {
	uint64_t id, author, time;
};

/*
 * Queue what counts a tag of a post, and what takes that back.  Doing either
 * twice changes nothing.  A post of more than a day ago is not counted.
 */
void trend_add(struct rt_pipe *p, const char *tag, struct trend_post post);
void trend_drop(struct rt_pipe *p, const char *tag, struct trend_post post);

#define TREND_HOURS 24
#define TREND_TOP   20 /* tags of an hour that we look at */

struct trend {
	const char *kept; /* tags with spaces between them; NULL: add up */
	const char *top[TREND_HOURS][2 * TREND_TOP]; /* tag, count, ... */
};

/*
 * In the first, the second and the third pipeline of a page.  The second and
 * the third one have something to do only if the sums were not cached.
 */
void trend_queue(struct rt_pipe *p, struct trend *t);
void trend_refill(struct rt_pipe *p, struct trend *t);
void trend_store(struct rt_pipe *p, struct trend *t);

/* In the place of the third one, for a page that has no such pipeline. */
void trend_sum_up(struct arena *a, struct trend *t);

/* After them: RT_TRENDING tags; NULLs stand for those that are missing. */
const char **trend_parse(struct arena *a, const struct trend *t);

#endif
