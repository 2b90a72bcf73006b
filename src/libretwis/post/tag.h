/*
 * Tags: the posts of each, and which ones are used today; private to
 * libretwis.
 */
#ifndef TAG_H
#define TAG_H

#include "libretwis/post/push.h"
#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Only the first tags of a body count. */
#define TAGS_MAX 20

/* ---- trends --------------------------------------------------------- */

/*
 * A sorted set for each hour counts how many members have used a tag.  It
 * counts members, not posts, so that nobody makes a trend alone.  The sums of
 * the last 24 hours are cached for a minute, because everybody who visits the
 * timeline sees the same.
 */

/* What is counted: a post, its author, and when it was written. */
struct trend_post {
	uint64_t id, author, time;
};

/*
 * Queue the script that counts a tag of a post, or the one that takes that
 * back.  Either changes nothing if it is sent again.  A post that is older
 * than a day is not counted.
 */
void trend_add(struct rt_pipe *p, const char *tag, struct trend_post post);
void trend_drop(struct rt_pipe *p, const char *tag, struct trend_post post);

#define TREND_HOURS 24
#define TREND_TOP   20 /* tags of an hour that are added up */

struct trend {
	const char *tags; /* separated by spaces; NULL: not cached */
	const char *top[TREND_HOURS][2 * TREND_TOP]; /* tag, count, ... */
};

/*
 * In the first, the second and the third pipeline of a page.  The second and
 * the third have something to do only if the sums were not cached.
 */
void trend_queue(struct rt_pipe *p, struct trend *t);
void trend_refill(struct rt_pipe *p, struct trend *t);
void trend_store(struct rt_pipe *p, struct trend *t);

/* Instead of the third, for a page that has no such pipeline. */
void trend_sum_up(struct arena *a, struct trend *t);

/* After them: RT_TRENDING tags, NULL where there are fewer. */
const char **trend_parse(struct arena *a, const struct trend *t);

/* ---- the lists of tags ---------------------------------------------- */

/* Adds a post to the lists of its tags, and the tags to those in use. */
void tags_push(struct rt_pipe *p, const char *body, struct trend_post post,
	       enum push_depth depth);

/*
 * Moves its tags from the hour of `post.time`, where tags_push() has counted
 * them, to that of `time`.
 */
void tags_redate(struct rt_pipe *p, const char *body, struct trend_post post,
		 uint64_t time);

/*
 * Take the tags of a post out of the trends, where tags_push() has counted
 * them, and back in.  The lists of the tags stay.  Nobody sees the post
 * meanwhile, and its tags must not be seen among the trends either.
 */
void tags_uncount(struct rt_pipe *p, const char *body, struct trend_post post);
void tags_count(struct rt_pipe *p, const char *body, struct trend_post post);

/*
 * The tags of a post that is being deleted, and how many posts each has left.
 */
struct tags {
	const char **tag; /* also by the rules of older programs */
	uint64_t *left;
	size_t n;
};

/*
 * Remove a post from the lists of its tags, in three pipelines:
 *
 *  - tags_drop() removes the post.  `before` is that field of a post that was
 *    corrected just now, or NULL: it may still be in the lists of these tags.
 *  - tags_disuse() removes the tags whose lists are empty now from those in
 *    use.  In the same pipeline, after rt_pipe_then(), tags_queue() reads how
 *    many posts they have.
 *  - tags_reuse() brings back those to which somebody added a post at that
 *    moment.  It hardly ever has something to do.
 *
 * tags_push() adds to a list before it brings the tag into use.  So if the two
 * meet, the one that reads last sees what the other has done.  On many servers
 * the two commands of tags_push() may be executed in the other order, and a
 * tag with posts may remain out of use.  Search does not find it then until
 * somebody uses it again, or a host repairs it.  Waiting would cost each post
 * with a tag a round trip.
 */
void tags_drop(struct rt_pipe *p, struct tags *t, const char *body,
	       const char *before, struct trend_post post);
void tags_disuse(struct rt_pipe *p, struct tags *t);
void tags_queue(struct rt_pipe *p, struct tags *t);
void tags_reuse(struct rt_pipe *p, const struct tags *t);

/*
 * In place of the first of them, for a post that an older program has listed:
 * moves it from the lists of tags that it had by the rules of then to those
 * that it has now (tag_word.h).  It can be done again at any time.
 */
void tags_move(struct rt_pipe *p, struct tags *t, const char *body,
	       struct trend_post post);

/*
 * In place of the first of them, for a post that its author has corrected:
 * adds it to the lists of the tags of `body`, and removes it from those that
 * only its texts in `before` had.  It can be done again at any time.
 */
void tags_correct(struct rt_pipe *p, struct tags *t, const char *body,
		  const char *before, struct trend_post post);

#endif
