#include "libretwis/member/hash.h"

#include "libretwis/base/secret.h"

/* The arena is the request's, which waits until the thread has ended. */
struct hashing {
	struct arena *a;
	const char *password, *stored;
	const char *phc;
	enum rt_err err;
	bool fits;
};

static void hash_work_new(void *arg)
{
	struct hashing *h = arg;

	h->err = secret_hash(h->a, h->password, &h->phc);
}

static void hash_work_verify(void *arg)
{
	struct hashing *h = arg;

	h->fits = secret_verify(h->a, h->password, h->stored, &h->phc);
}

enum rt_err hash_new(struct rt *rt, struct arena *a, const char *password,
		     const char **phc)
{
	struct hashing h = { .a = a, .password = password };

	rt_compute(rt, hash_work_new, &h);
	if (!h.err)
		*phc = h.phc;
	return h.err;
}

bool hash_verify(struct rt *rt, struct arena *a, const char *password,
		 const char *stored, const char **phc)
{
	struct hashing h = { .a = a, .password = password, .stored = stored };

	rt_compute(rt, hash_work_verify, &h);
	if (h.phc)
		*phc = h.phc;
	return h.fits;
}
