/*
 * Announcements on top of a page: those that run and that the member has not
 * read, whoever wrote them.  Private to libretwis.
 *
 * They are loaded in the pipelines that the page sends anyway:
 * top_queue_read() belongs in the first one, top_queue() in the second and
 * top_queue_rest() in the third.  The first asks which of the remembered ones
 * (site/running.h) the member has read, so that only the others are loaded.  Of
 * those that this process did not know until then the second one asks.
 */
#ifndef TOP_H
#define TOP_H

#include "libretwis/post/posts.h"
#include "libretwis/shown.h"

struct top_load {
	bool is_wanted; /* set by the caller; else none of this does anything */
	struct rt_ids known, ids; /* remembered at first; those to load */
	const char **known_read;  /* when, or NULL: not yet */
	const char **read;        /* likewise, of `ids` */
	struct post_load load;
};

/*
 * The visitor need not be checked yet; nothing is queued for 0.  Between the
 * first and the second, take what the session has read of them.
 */
void top_queue_read(struct rt_pipe *p, struct top_load *t, uint64_t me);
void top_queue(struct rt_pipe *p, struct top_load *t, uint64_t me,
	       struct member_names *names);
void top_queue_rest(struct rt_pipe *p, struct top_load *t);

/*
 * After that: sets `out`, which is empty unless the visitor is a member, and
 * reads how the questions there and among the page's `posts` were answered.
 * One round trip, and none if there is no question.
 */
enum rt_err top_end(struct rt *rt, struct arena *a, const struct top_load *t,
		    uint64_t me, struct rt_posts *posts,
		    struct rt_running *out);

/* All that run, by id, the newest first. */
struct rt_ids top_ids(struct arena *a);

#endif
