#include "libretwis/site/aof_rewrite.h"

#include <stdio.h>
#include <string.h>

#include "base/prefix.h"
#include "base/secret.h"
#include "patterns/lock.h"
#include "libretwis/site/rewrite_owe.lua.h"
#include "libretwis/site/rewrite_paid.lua.h"
#include "libretwis/later.h"
#include "redis/server.h"
#include "schema/key.h"

#define HOUR_MS 3600000
#define RUN_ID  40 /* hex digits, new at each start of a Redis */

struct aof_rewrite {
	const char *owed, *begun;   /* of the hash, or NULL */
	const char *server, *files; /* INFO */
	const char *run;            /* run_id of this Redis */
	struct lock hour;
};

void aof_rewrite_owe(struct rt_pipe *p)
{
	rt_pipe(p, "EVAL %s 1 " KEY_REWRITE " %s", REWRITE_OWE_LUA,
		secret_new(p->a));
}

static enum rt_err aof_rewrite_paid(struct rt *rt, struct arena *a,
				    const char *owed)
{
	return rt_do(rt, a, "EVAL %s 1 " KEY_REWRITE " %s", REWRITE_PAID_LUA,
		     owed);
}

/* ---- the state of Redis ------------------------------------------------ */

static enum rt_err aof_rewrite_read(struct rt *rt, struct arena *a,
				    struct aof_rewrite *w)
{
	const char *run;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &w->server, "INFO server");
	rt_pipe_str(&p, &w->files, "INFO persistence");
	if ((err = rt_pipe_end(&p)))
		return err;
	run = info_field(w->server, "run_id");
	w->run = run ? arena_strndup(a, run, strnlen(run, RUN_ID)) : "";
	return RT_OK;
}

static bool aof_rewrite_is_on(const struct aof_rewrite *w)
{
	return info_number(w->files, "aof_rewrite_in_progress") ||
	       info_number(w->files, "aof_rewrite_scheduled");
}

static bool aof_rewrite_has_failed(const struct aof_rewrite *w)
{
	const char *status = info_field(w->files, "aof_last_bgrewrite_status");

	return !status || !text_after(status, "ok");
}

/* Up to which deletion this very Redis has begun a rewrite; NULL: none. */
static const char *aof_rewrite_begun(const struct aof_rewrite *w)
{
	const char *rest = w->begun ? text_after(w->begun, w->run) : NULL;

	return *w->run && rest && *rest == ' ' ? rest + 1 : NULL;
}

/* ---- the rewrite ------------------------------------------------------- */

static enum rt_err aof_rewrite_leave_to_host(struct rt *rt, struct arena *a,
					     const struct aof_rewrite *w)
{
	fputs("retwis: a member was deleted, but is still in the append-only files "
	      "of Redis: see docs/hosting.md, \"When somebody leaves\"\n",
	      stderr);
	return aof_rewrite_paid(rt, a, w->owed);
}

/*
 * The rewrite is recorded after it has begun.  If we die between the two,
 * there is another one in an hour.
 */
static enum rt_err aof_rewrite_begin(struct rt *rt, struct arena *a,
				     struct aof_rewrite *w)
{
	enum rt_err err = rt_do(rt, a, "BGREWRITEAOF");

	/*
	 * Another rewrite is running, perhaps begun too early: wait for its
	 * end.
	 */
	if (err == RT_BROKEN && !aof_rewrite_read(rt, a, w) &&
	    aof_rewrite_is_on(w))
		return w->hour.name ? lock_release(rt, a, &w->hour) : RT_OK;
	if (err == RT_BROKEN || err == RT_FORBIDDEN)
		return aof_rewrite_leave_to_host(rt, a, w);
	if (err)
		return err;
	rt_do(rt, a, "SLOWLOG RESET");
	return rt_do(rt, a, "HSET " KEY_REWRITE " begun %s",
		     arena_printf(a, "%s %s", w->run, w->owed));
}

/*
 * Once an hour; but a rewrite that a stopped Redis never finished doesn't
 * count.
 */
static enum rt_err aof_rewrite_next(struct rt *rt, struct arena *a,
				    struct aof_rewrite *w)
{
	enum rt_err err = lock_acquire(rt, a, "rewrite", HOUR_MS, 0, &w->hour);

	if (err == RT_TAKEN)
		return w->begun ? aof_rewrite_begin(rt, a, w) : RT_OK;
	return err ? err : aof_rewrite_begin(rt, a, w);
}

/* It has ended, successfully or not. */
static enum rt_err aof_rewrite_end(struct rt *rt, struct arena *a,
				   const struct aof_rewrite *w)
{
	if (!aof_rewrite_has_failed(w))
		return aof_rewrite_paid(rt, a, aof_rewrite_begun(w));
	fputs("retwis: Redis could not write a new append-only file\n",
	      stderr);
	return rt_do(rt, a, "HDEL " KEY_REWRITE " begun");
}

enum rt_err rt_rewrite_run(struct rt *rt, struct arena *a)
{
	const char *field[2] = { NULL };
	struct aof_rewrite w = { 0 };
	enum rt_err err = rt_read_strs(rt, a, field, 2,
				       "HMGET " KEY_REWRITE " owed begun");

	if (err || !field[0])
		return err;
	w.owed = field[0];
	w.begun = field[1];
	if (!rt_single_server(rt))
		return aof_rewrite_leave_to_host(rt, a, &w);
	err = aof_rewrite_read(rt, a, &w);
	if (err == RT_BROKEN || err == RT_FORBIDDEN)
		return aof_rewrite_leave_to_host(rt, a, &w);
	if (err || aof_rewrite_is_on(&w))
		return err;
	if (!info_number(w.files, "aof_enabled"))
		return aof_rewrite_paid(rt, a, w.owed);
	return aof_rewrite_begun(&w) ? aof_rewrite_end(rt, a, &w)
				     : aof_rewrite_next(rt, a, &w);
}
