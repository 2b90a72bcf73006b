#include "view/post_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct post_key {
	uint64_t origin[2], id;
};

void post_keys_begin(struct post_keys *k, struct arena *a, size_t room)
{
	k->v = arena_alloc(a, room * sizeof *k->v);
	k->n = 0;
}

void post_keys_add(struct post_keys *k, const struct rt_post *post)
{
	struct post_key *key = &k->v[k->n++];
	char half[RT_ORIGIN_LEN / 2 + 1] = "";

	memcpy(half, post->origin, RT_ORIGIN_LEN / 2);
	key->origin[0] = strtoull(half, NULL, 16);
	key->origin[1] = strtoull(post->origin + RT_ORIGIN_LEN / 2, NULL, 16);
	key->id = post->id;
}

static int post_keys_compare(const void *one, const void *other)
{
	return memcmp(one, other, sizeof(struct post_key));
}

bool post_keys_differ(struct post_keys *k)
{
	qsort(k->v, k->n, sizeof *k->v, post_keys_compare);
	for (size_t i = 1; i < k->n; i++)
		if (!post_keys_compare(&k->v[i - 1], &k->v[i]))
			return false;
	return true;
}
