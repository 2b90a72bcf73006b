/*
 * What stands beside home: new members to follow, and tags of the day; private
 * to libretwis.
 *
 * That is nearly the same for everybody, and may be some seconds old.  So a
 * process remembers it for ten seconds.  After that a page reads it again, in
 * the round trips that it makes anyway, for those after it.
 *
 * A page asks which of these members a visitor follows only if the visitor has
 * followed others since the last time.  To ask how many they are, and who came
 * last, is cheap; to look for members among them is not.
 *
 * Only where nothing is remembered yet does it show that itself, and members
 * without a button, since it has no round trip left for what they need.
 */
#ifndef BESIDE_H
#define BESIDE_H

#include "libretwis/member/newest.h"
#include "libretwis/post/trend.h"

#define BESIDE_LOOKED 4 /* new members: Redis pays for each on each page */

struct beside_people {
	struct rt_called who[BESIDE_LOOKED]; /* NULL behind the last */
	uint64_t id[BESIDE_LOOKED];          /* 0: nobody */
};

/* What is asked, and the answer, which holds until something else is asked. */
struct beside_follows {
	uint64_t me, following, last, id[BESIDE_LOOKED];
	bool is_followed[BESIDE_LOOKED];
};

struct beside {
	struct beside_people known;
	struct newest read;
	struct rt_ids last; /* whom the visitor has followed last */
	const char *followed[BESIDE_LOOKED]; /* of the known ones */
	struct beside_follows question;
	bool asks; /* Redis: nobody has told the answer */
	bool reads, has_read;
	struct trend trend;
};

/*
 * In the first and in the second pipeline of a page.  A page that has nothing
 * else to ask in the second one leaves that to the next page.
 */
void beside_look(struct rt_pipe *p, struct beside *b, uint64_t me);
void beside_ask(struct rt_pipe *p, struct beside *b, uint64_t me,
		uint64_t following);

/* After them. */
void beside_take(struct arena *a, struct beside *b, uint64_t me,
		 struct rt_beside *out);

#endif
