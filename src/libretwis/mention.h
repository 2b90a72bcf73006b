/*
 * The members whom a body mentions, found once, when the post is made;
 * private to libretwis.
 */
#ifndef MENTION_H
#define MENTION_H

#include "libretwis/user.h"

/* Those after the first are plain text: nobody calls a whole village. */
#define MENTIONS_MAX 20

struct mentions {
	const char *written[MENTIONS_MAX];
	struct user_claim claim[MENTIONS_MAX];
	const char *stored[MENTIONS_MAX];
	size_t n;
};

/* In the first pipeline: who has these names? */
void mentions_look(struct rt_pipe *p, struct mentions *m, const char *body);

/* In the second: are they members? */
void mentions_check(struct rt_pipe *p, struct mentions *m);

/* After it: their names as they are stored, a space between them, or "". */
const char *mentions_names(struct arena *a, const struct mentions *m);

#endif
