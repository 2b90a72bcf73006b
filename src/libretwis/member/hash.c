#include "libretwis/member/hash.h"

#include "base/clock.h"
#include "base/compute.h"
#include "base/secret.h"
#include "libretwis/site/context.h"

/*
 * A thread may use the arena of the request, since the request waits until the
 * thread has finished.
 */
struct hashing {
	struct rt *rt;
	struct arena *a;
	const char *password, *stored;
	const char *phc;
	enum rt_err err;
};

void rt_hash_by(struct rt *rt, int64_t soon, int64_t end)
{
	rt->context->hash_soon = soon;
	rt->context->hash_end = end;
}

/*
 * Checked when the thread starts: others before it may have taken longer than
 * usual.
 */
static bool hash_is_late(const struct hashing *h)
{
	int64_t now = clock_ms();

	return h->rt->context->hash_end && now > h->rt->context->hash_soon &&
	       now + rt_hash_ms() > h->rt->context->hash_end;
}

static void hash_work_new(void *arg)
{
	struct hashing *h = arg;

	h->err = hash_is_late(h) ? RT_LATE
				 : secret_hash(h->a, h->password, &h->phc);
}

static void hash_work_verify(void *arg)
{
	struct hashing *h = arg;

	if (hash_is_late(h))
		h->err = RT_LATE;
	else if (!secret_verify(h->a, h->password, h->stored, &h->phc))
		h->err = RT_DENIED;
}

static enum rt_err hash_run(struct hashing *h, void (*work)(void *arg),
			    const char **phc)
{
	compute(work, h);
	if (h->phc)
		*phc = h->phc;
	return h->err;
}

enum rt_err hash_new(struct rt *rt, struct arena *a, const char *password,
		     const char **phc)
{
	struct hashing h = { .rt = rt, .a = a, .password = password };

	return hash_run(&h, hash_work_new, phc);
}

enum rt_err hash_verify(struct rt *rt, struct arena *a, const char *password,
			const char *stored, const char **phc)
{
	struct hashing h = {
		.rt = rt, .a = a, .password = password, .stored = stored
	};

	return hash_run(&h, hash_work_verify, phc);
}
