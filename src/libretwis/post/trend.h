/*
 * What people write about today; private to libretwis.
 *
 * For each hour a sorted set counts how many members have used a tag, so that
 * nobody makes one trend by repeating it.  The sums of a day are in the
 * cache for a minute, for all who come meanwhile.
 */
#ifndef TREND_H
#define TREND_H

#include "libretwis/redis/pipe.h"

/* A post, as far as its tags are counted. */
struct trend_post {
	uint64_t id, author, time;
};

/* Counts a tag of a post, or takes that back; both any number of times. */
void trend_add(struct rt_pipe *p, const char *tag, struct trend_post post);
void trend_drop(struct rt_pipe *p, const char *tag, struct trend_post post);

#define TREND_HOURS 24
#define TREND_TOP   20 /* tags of an hour that are looked at */

struct trend {
	const char *kept; /* tags with spaces between them; NULL: add up */
	const char *top[TREND_HOURS][2 * TREND_TOP]; /* tag, count, ... */
};

/*
 * In the first pipeline of a page, in the second, and in the third one, which
 * is needed only where the sums were not there.
 */
void trend_look(struct rt_pipe *p, struct trend *t);
void trend_refill(struct rt_pipe *p, struct trend *t);
void trend_keep(struct rt_pipe *p, struct trend *t);

/* After them: RT_TRENDING tags, or as many as there are and then NULLs. */
const char **trend_take(struct arena *a, const struct trend *t);

#endif
