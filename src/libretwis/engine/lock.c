#include "libretwis/engine/lock.h"

#include <stdlib.h>
#include <unistd.h>

#include "libretwis/base/clock.h"
#include "libretwis/base/secret.h"

/* A pause before asking again lasts between one and two of these. */
#define PAUSE_MS 10

#define RELEASE                                                               \
	RT_SCRIPT_FREES                                                       \
	"if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end "         \
	"return redis.call('DEL', KEYS[1])"

static enum rt_err try_once(struct rt *rt, struct arena *a,
			    const struct lock *lock, unsigned ttl_ms)
{
	const char *ok = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &ok, "SET " KEY_LOCK " %s NX PX " ID, lock->name,
		    lock->token, (uint64_t)ttl_ms);
	if ((err = rt_pipe_end(&p)))
		return err;
	return ok ? RT_OK : RT_TAKEN;
}

static void pause_at_most(int64_t most_ms)
{
	int64_t ms = PAUSE_MS + arc4random_uniform(PAUSE_MS + 1);

	usleep((useconds_t)(ms < most_ms ? ms : most_ms) * 1000);
}

enum rt_err lock_take(struct rt *rt, struct arena *a, const char *name,
		      unsigned ttl_ms, unsigned wait_ms, struct lock *lock)
{
	struct lock mine = { .name = name, .token = secret_new(a) };
	int64_t end = clock_ms() + wait_ms, left;
	enum rt_err err;

	while ((err = try_once(rt, a, &mine, ttl_ms)) == RT_TAKEN) {
		left = end - clock_ms();
		if (left <= 0)
			return RT_TAKEN;
		pause_at_most(left);
	}
	if (!err)
		*lock = mine;
	return err;
}

enum rt_err lock_release(struct rt *rt, struct arena *a,
			 const struct lock *lock)
{
	uint64_t deleted = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &deleted, "EVAL %s 1 " KEY_LOCK " %s", RELEASE,
		    lock->name, lock->token);
	if ((err = rt_pipe_end(&p)))
		return err;
	return deleted ? RT_OK : RT_TAKEN;
}
