/* Posts by where they were and their ids there: is each of them there once? */
#ifndef POST_KEYS_H
#define POST_KEYS_H

#include "libretwis/retwis.h"

struct post_key;

struct post_keys {
	struct post_key *v;
	size_t n;
};

/* With room for so many. */
void post_keys_begin(struct post_keys *k, struct arena *a, size_t room);

/* Its `origin` is one of RT_ORIGIN_LEN hexadecimal digits. */
void post_keys_add(struct post_keys *k, const struct rt_post *post);

/* Behind the last one. */
bool post_keys_differ(struct post_keys *k);

#endif
