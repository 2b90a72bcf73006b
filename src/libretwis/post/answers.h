/*
 * How members have answered a question; private to libretwis.
 *
 * The sorted set `answers:POST` has an entry for each answer that a member has
 * given, "1 12" for the answer 1 by member 12, and one for each member who has
 * answered, "12".  A score is a second plus a multiple of ANSWERS_BAND, so the
 * entries of one answer are next to each other, in the order in which they were
 * given, and Redis counts them without reading them.  No number is stored, and
 * so none can be wrong.
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define ANSWERS_BAND    (INT64_C(1) << 40) /* seconds for 34,000 years */
#define ANSWERS_MEMBERS 8 /* the band of members without guests */

/*
 * Reads how the questions among these posts were answered, by the visitor, too,
 * if that is not 0, and which of the announcements the visitor has read.  One
 * round trip, and none if there is neither.
 */
enum rt_err answers_load(struct rt *rt, struct arena *a, uint64_t visitor,
			 struct rt_posts *posts);

/* The same in two steps, for a caller who has a pipeline to send. */
struct answers_load {
	const char ***raw; /* of each post; NULL if it asks no question */
};

void answers_queue(struct rt_pipe *p, struct answers_load *l, uint64_t visitor,
		   const struct rt_posts *posts);
void answers_parse(struct arena *a, const struct answers_load *l,
		   struct rt_posts *posts);

/* Queues a read of whether a member has given this answer: NULL if not. */
void answers_queue_given(struct rt_pipe *p, const char **score, uint64_t post,
			 int answer, uint64_t member);

/* Queues a read of how many members have answered, or of the first `most`. */
void answers_queue_count(struct rt_pipe *p, uint64_t *members, uint64_t post);
void answers_queue_members(struct rt_pipe *p, struct rt_texts *ids,
			   uint64_t post, size_t most);

/* Queues that a member takes back all answers to one question. */
void answers_forget(struct rt_pipe *p, uint64_t post, uint64_t member);

/* Queues a read of one member's answers. */
struct answers_own {
	const char *score[RT_ANSWERS_MAX + 1];
};

void answers_queue_own(struct rt_pipe *p, struct answers_own *own,
		       uint64_t post, uint64_t member);

/* After it. */
bool answers_own_has(const struct answers_own *own, size_t answer);
unsigned answers_own_guests(const struct answers_own *own);

#endif
