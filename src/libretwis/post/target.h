/* The post that a member answers, likes or reposts; private to libretwis. */
#ifndef TARGET_H
#define TARGET_H

#include "libretwis/redis/pipe.h"

enum { TARGET_USER_ID, TARGET_USERNAME, TARGET_REPOST_OF, TARGET_FIELDS };

struct target {
	uint64_t id; /* 0: none */
	const char *field[TARGET_FIELDS];
	const char *name; /* of its author, after the second pipeline */
};

/* In the first pipeline; nothing for an id of 0. */
void target_look(struct rt_pipe *p, struct target *t, uint64_t id);

/* After it.  A repost is no target: what it shows is one. */
bool target_is_gone(const struct target *t);
uint64_t target_author(const struct target *t);

/* In the second one, for its name: asks where PHP wrote it. */
void target_check(struct rt_pipe *p, struct target *t);

#endif
