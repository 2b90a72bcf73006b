/*
 * The post that a member answers, likes or reposts; private to libretwis.
 *
 * It is read in two pipelines of the caller: target_queue() queues commands in
 * the first, target_check() in the second.
 */
#ifndef TARGET_H
#define TARGET_H

#include "libretwis/retwis.h"
#include "libretwis/post/conversation.h"
#include "libretwis/post/post_fields.h"

struct target {
	uint64_t id; /* 0: none */
	union post_fields fields;
	const char *name, *standing; /* the author's, after the second one */
};

/* In the first pipeline.  Queues nothing for an id of 0. */
void target_queue(struct rt_pipe *p, struct target *t, uint64_t id);

/*
 * After it.  A repost counts as gone, because only the post that it shows can
 * be answered, liked or reposted.
 */
bool target_is_gone(const struct target *t);

/* After it.  0 if there is no target. */
uint64_t target_author(const struct target *t);

/*
 * After it: what a reply to it joins.  Nothing if an older program wrote it, or
 * if there is no target.
 */
struct joined target_joins(const struct target *t);

/*
 * In the second pipeline: finds the author's standing, and the name.  The
 * latter costs a command only for a post by PHP Retwis, which stores no name in
 * it.
 */
void target_check(struct rt_pipe *p, struct target *t);

/* After it: nobody does anything with the posts of a suspended member. */
bool target_is_suspended(const struct target *t);

#endif
