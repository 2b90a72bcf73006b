#include "admin/older/hashing.h"

#include <pthread.h>
#include <unistd.h>

#include "base/secret.h"

#define THREADS_MAX 16

/* Each thread takes every `step`th member, into an arena of its own. */
struct hasher {
	const struct older_member *v;
	const char **stored;
	size_t n, first, step;
	struct arena a;
	pthread_t thread;
	bool runs;
	enum rt_err err;
};

static void *hasher_work(void *arg)
{
	struct hasher *h = arg;

	for (size_t i = h->first; !h->err && i < h->n; i += h->step) {
		const struct older_member *m = &h->v[i];

		if (!m->password)
			continue;
		h->err = m->salt ? secret_wrap(&h->a, m->salt, m->password,
					       &h->stored[i])
				 : secret_hash(&h->a, m->password,
					       &h->stored[i]);
	}
	return NULL;
}

static size_t hasher_count(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (processors < 1)
		return 1;
	return processors < THREADS_MAX ? (size_t)processors : THREADS_MAX;
}

/* Where no thread can be had, this one does its share. */
static void hasher_begin(struct hasher *h)
{
	h->runs = pthread_create(&h->thread, NULL, hasher_work, h) == 0;
	if (!h->runs)
		hasher_work(h);
}

static enum rt_err hasher_end(struct hasher *h)
{
	if (h->runs)
		pthread_join(h->thread, NULL);
	return h->err;
}

enum rt_err hashing_all(struct arena *a, const struct older_member *v,
			size_t n, const char **stored)
{
	struct hasher h[THREADS_MAX];
	size_t threads = hasher_count();
	enum rt_err err = RT_OK;

	for (size_t i = 0; i < threads; i++) {
		h[i] = (struct hasher){ .v = v,
					.stored = stored,
					.n = n,
					.first = i,
					.step = threads };
		hasher_begin(&h[i]);
	}
	for (size_t i = 0; i < threads; i++)
		if (hasher_end(&h[i]))
			err = RT_BROKEN;
	for (size_t i = 0; i < n; i++)
		if (stored[i])
			stored[i] = arena_strdup(a, stored[i]);
	for (size_t i = 0; i < threads; i++)
		arena_free(&h[i].a);
	return err;
}
