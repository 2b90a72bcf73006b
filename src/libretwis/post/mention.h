/*
 * The members whom a body mentions; private to libretwis.
 *
 * They are looked up once, when the post is written, in two pipelines of the
 * caller.  The post then keeps their names.
 */
#ifndef MENTION_H
#define MENTION_H

#include "libretwis/member/user.h"
#include "libretwis/post/push.h"

/*
 * A post mentions at most this many members beside its author: nobody calls a
 * whole village.  Names after them are plain text.
 */
#define MENTIONS_MAX 20

/* We look up at most this many names to find those members. */
#define NAMES_MAX 100

struct mentions {
	const char *written[NAMES_MAX];
	struct user_claim claim[NAMES_MAX];
	const char *stored[NAMES_MAX];
	uint64_t id[NAMES_MAX];
	size_t n;
};

/* In the first pipeline: asks whose these names are. */
void mentions_queue(struct rt_pipe *p, struct mentions *m, const char *body);

/* In the second: asks whether they are members. */
void mentions_check(struct rt_pipe *p, struct mentions *m);

/* After it: keeps only members, `n` of them, with `id` and `stored` name. */
void mentions_parse(struct mentions *m, uint64_t author);

/* Then: puts the post into the list of each. */
void mentions_push(struct rt_pipe *p, const struct mentions *m, uint64_t post,
		   enum push_look look);

/* Their names, a space between them, or "". */
const char *mentions_names(struct arena *a, const struct mentions *m);

#endif
