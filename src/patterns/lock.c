#include "patterns/lock.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "base/secret.h"
#include "patterns/lock_release.lua.h"
#include "patterns/lock_renew.lua.h"
#include "schema/key.h"

/* The pause between two attempts is once to twice this long. */
#define PAUSE_MS 10

static enum rt_err lock_try(struct rt *rt, struct arena *a,
			    const struct lock *lock, unsigned ttl_ms)
{
	const char *ok = NULL;
	enum rt_err err;

	err = rt_read_str(rt, a, &ok, "SET " KEY_LOCK " %s NX PX " ID,
			  lock->name, lock->token, (uint64_t)ttl_ms);
	if (err)
		return err;
	return ok ? RT_OK : RT_TAKEN;
}

static void lock_pause(int64_t most_ms)
{
	int64_t ms = PAUSE_MS + arc4random_uniform(PAUSE_MS + 1);

	fiber_pause((unsigned)(ms < most_ms ? ms : most_ms));
}

enum rt_err lock_acquire(struct rt *rt, struct arena *a, const char *name,
			 unsigned ttl_ms, unsigned wait_ms, struct lock *lock)
{
	struct lock mine = { .name = name, .token = secret_new(a) };
	int64_t end = clock_ms() + wait_ms, left;
	enum rt_err err;

	while ((err = lock_try(rt, a, &mine, ttl_ms)) == RT_TAKEN) {
		left = end - clock_ms();
		if (left <= 0)
			return RT_TAKEN;
		lock_pause(left);
	}
	if (!err)
		*lock = mine;
	return err;
}

enum rt_err lock_renew(struct rt *rt, struct arena *a, const struct lock *lock,
		       unsigned ttl_ms)
{
	uint64_t renewed = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &renewed, "EVAL %s 1 " KEY_LOCK " %s " ID,
			  LOCK_RENEW_LUA, lock->name, lock->token,
			  (uint64_t)ttl_ms);
	if (err)
		return err;
	return renewed ? RT_OK : RT_TAKEN;
}

enum rt_err lock_release(struct rt *rt, struct arena *a,
			 const struct lock *lock)
{
	uint64_t deleted = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &deleted, "EVAL %s 1 " KEY_LOCK " %s",
			  LOCK_RELEASE_LUA, lock->name, lock->token);
	if (err)
		return err;
	return deleted ? RT_OK : RT_TAKEN;
}
