/*
 * Storing a post and putting it into its lists; private to libretwis.
 *
 * post.c finds out who is meant, and which id the post has.  Here is the rest
 * of the work, in the order that a crash after any command allows:
 *
 *  - The outbox knows of the post.
 *  - Its hash is there, whole.
 *  - All lists have it but the followers' timelines, which a worker fills.
 *  - A worker has the job, and open pages hear of the post.
 *
 * Where data and bus are one server, Redis keeps this order within one
 * pipeline.  Elsewhere the page waits for each step before it takes the next:
 * two servers know no order between them.
 */
#ifndef PUBLISH_H
#define PUBLISH_H

#include "libretwis/post/mention.h"
#include "libretwis/post/idempotency.h"
#include "libretwis/post/target.h"

/* A post on its way into Redis. */
struct writing {
	const struct rt_user *author;
	const struct rt_draft *draft;
	struct mentions mentions; /* after mentions_parse() */
	struct target parent;     /* after target_check() */
	bool adopted;             /* the database */
	struct idempotency once;
	int64_t since;  /* monotonic ms, before the id was asked for */
	uint64_t asked; /* the date then, in seconds */
	uint64_t id;

	/* Of publish.c, but for the sweep and imports, which know the time. */
	uint64_t time;    /* that the lists are told */
	uint64_t stored;  /* when the post was first; 0: deleted since */
	uint64_t noted;   /* by us, in the outbox; 0: by somebody before */
	uint64_t replies; /* of the parent */
};

/*
 * Does all of it for a page.  A form that is sent again finds its post in
 * place, or learns that the post has been deleted since, which is no error.
 * RT_TAKEN: somebody else's post has the id, and stays as it is.
 *
 * One round trip, three for a reply.  A form that is sent again costs two
 * more, and so does each form where data and bus are two servers, or where the
 * database is not adopted.
 */
enum rt_err publish_post(struct rt *rt, struct arena *a, struct writing *w);

/*
 * Puts a post that was stored at `time` into its lists.  A list that has it
 * already stays as it is.  One round trip, two for a reply.
 */
enum rt_err publish_again(struct rt *rt, struct arena *a, struct writing *w);

/*
 * Queues what stores a post that an import brings, with the time that it has.
 * `stored` is as the script says.
 */
void publish_old(struct rt_pipe *p, struct writing *w);

/*
 * In a later pipeline, if its id is its own: puts it into its lists; nobody
 * hears of it.  After that thread_count() counts a reply.
 */
void publish_old_lists(struct rt_pipe *p, struct writing *w);

#endif
