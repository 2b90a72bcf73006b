/*
 * Storing a post and adding it to its lists; private to libretwis.
 *
 * post.c finds out whom the post mentions or answers, and which id it gets.
 * Here is the rest of the work, in an order that lets the request die after
 * any command:
 *
 *  - The outbox has a note of the post.
 *  - The post's hash is stored, complete.
 *  - All lists have the post except the followers' timelines, which a worker
 *    fills.
 *  - A worker has the job, and open pages are notified.
 *
 * Where data and bus are one server, Redis keeps this order within one
 * pipeline.  Elsewhere the page waits for each step before the next, because
 * nothing orders the commands of two servers.
 */
#ifndef PUBLISH_H
#define PUBLISH_H

#include "libretwis/post/recipients.h"
#include "libretwis/post/idempotency.h"
#include "libretwis/post/target.h"

/* A post that is being written. */
struct writing {
	const struct rt_user *author;
	const struct rt_draft *draft;
	struct mentions mentions; /* after mentions_parse() */
	struct target parent;     /* after target_check() */
	struct joined joins;      /* the conversation of a reply */
	struct told told;         /* after told_parse() */
	bool adopted;             /* the database */
	struct idempotency once;
	int64_t since;  /* monotonic ms, before the id was requested */
	uint64_t asked; /* the date then, in seconds */
	uint64_t id;

	/* publish.c sets these; but the sweep and imports know the time. */
	uint64_t time;    /* when it is written, in seconds */
	uint64_t stored;  /* when the first copy was; 0: deleted since */
	uint64_t noted;   /* 1: the note in the outbox is ours */
	uint64_t replies; /* of the parent */
};

/*
 * Does all of this for a page.  If a form is sent again, its post is already
 * there, or has been deleted since; neither is an error.  RT_TAKEN: somebody
 * else's post has the id, and is left unchanged.
 *
 * One round trip, three for a reply.  A form that is sent again costs two
 * more, and so does every form where data and bus are two servers, or where
 * the database is not adopted.
 */
enum rt_err publish_post(struct rt *rt, struct arena *a, struct writing *w);

/*
 * Adds a post that was stored at `time` to those of its lists that do not have
 * it yet.  One round trip, two for a reply.
 */
enum rt_err publish_again(struct rt *rt, struct arena *a, struct writing *w);

/*
 * Queues the script that stores an imported post, with the time that it was
 * written.  `stored` is what the script returns.
 */
void publish_old(struct rt_pipe *p, struct writing *w);

/*
 * In a later pipeline, if nobody else's post has the id: adds it to its lists,
 * and notifies nobody.  After that, push_count_reply() counts a reply.
 */
void publish_old_lists(struct rt_pipe *p, struct writing *w);

#endif
