/* The posts of a tag; private to libretwis. */
#ifndef TAG_H
#define TAG_H

#include "libretwis/redis.h"

/* Of the tags of a body the first ones are stored. */
#define TAGS_MAX 20

/* Each queues one command a tag, to put a post into its list or out of it. */
void tags_push(struct rt_pipe *p, const char *body, uint64_t post);
void tags_drop(struct rt_pipe *p, const char *body, uint64_t post);

#endif
