/*
 * The members whom a body mentions, found once, when the post is made;
 * private to libretwis.
 */
#ifndef MENTION_H
#define MENTION_H

#include "libretwis/member/user.h"

/*
 * So many members beside the author; those after them are plain text, since
 * nobody calls a whole village.  And so many names are looked up for it.
 */
#define MENTIONS_MAX 20
#define NAMES_MAX    100

struct mentions {
	const char *written[NAMES_MAX];
	struct user_claim claim[NAMES_MAX];
	const char *stored[NAMES_MAX];
	uint64_t id[NAMES_MAX];
	size_t n;
};

/* In the first pipeline: who has these names? */
void mentions_look(struct rt_pipe *p, struct mentions *m, const char *body);

/* In the second: are they members? */
void mentions_check(struct rt_pipe *p, struct mentions *m);

/* After it: from now on the `n` are members, with `id` and `stored` name. */
void mentions_take(struct mentions *m, uint64_t author);

/* Their names, a space between them, or "". */
const char *mentions_names(struct arena *a, const struct mentions *m);

#endif
