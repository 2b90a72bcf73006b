/* What a member takes along: beginning, going on, and the end. */
#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "libretwis/site/layout.h"
#include "libretwis/timeline/export_list.h"
#include "libretwis/timeline/export_set.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

#define LEASE_MS (RT_EXPORT_SECONDS * 1000)
#define RENEW_MS 10000

/* ---- beginning and end ------------------------------------------------- */

static enum rt_err export_read_profile(struct rt_export *e, struct arena *a,
				       struct rt_export_profile *profile)
{
	const char *ours = secret_new(a), *origin = NULL, *since = NULL;
	const char *bio = NULL, *layout = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, e->rt, a);
	rt_pipe_str(&p, &origin, "SET " KEY_ORIGIN " %s NX GET", ours);
	layout_queue(&p, &layout);
	rt_pipe_str(&p, &bio, "HGET " KEY_USER " bio", e->me.id);
	rt_pipe_str(&p, &since, "ZSCORE " KEY_BY_TIME " %s", e->me.name);
	if ((err = rt_pipe_end(&p)))
		return err;
	e->is_adopted = layout_adopted(e->rt, layout);
	*profile = (struct rt_export_profile){
		.origin = origin ? origin : ours,
		.id = e->me.id,
		.name = e->me.name,
		.title = e->me.display ? e->me.display : "",
		.bio = bio ? bio : "",
		.since = clock_stored(rt_u64(since)),
	};
	return RT_OK;
}

enum rt_err rt_export_begin(struct rt *rt, struct arena *a,
			    const struct rt_user *me, struct rt_export **e,
			    struct rt_export_profile *profile)
{
	struct rt_export *new = arena_alloc(a, sizeof *new);
	enum rt_err err;

	*new = (struct rt_export){ .rt = rt,
				   .me = *me,
				   .renewed = clock_ms() };
	err = lock_acquire(rt, a, arena_printf(a, "export:" ID, me->id),
			   LEASE_MS, 0, &new->lock);
	if (err == RT_TAKEN) {
		rt->context->wait = RT_EXPORT_SECONDS;
		return RT_LIMITED;
	}
	if (err)
		return err;
	if ((err = export_read_profile(new, a, profile))) {
		rt_export_end(new, a);
		return err;
	}
	*e = new;
	return RT_OK;
}

void rt_export_end(struct rt_export *e, struct arena *a)
{
	lock_release(e->rt, a, &e->lock);
}

/* If the lock was lost, another one goes on beside us, and does no harm. */
static enum rt_err export_renew(struct rt_export *e, struct arena *a)
{
	int64_t now = clock_ms();
	enum rt_err err;

	if (now - e->renewed < RENEW_MS)
		return RT_OK;
	err = lock_renew(e->rt, a, &e->lock, LEASE_MS);
	e->renewed = now;
	return err == RT_TAKEN ? RT_OK : err;
}

void rt_export_part(struct rt_export *e, enum rt_export_part part)
{
	e->part = part;
	e->behind = e->last = e->same = 0;
	memcpy(e->score, "-inf", sizeof "-inf");
}

enum rt_err rt_export_next(struct rt_export *e, struct arena *chunk,
			   struct rt_export_some *some)
{
	enum rt_err err;

	*some = (struct rt_export_some){ 0 };
	if ((err = export_renew(e, chunk)))
		return err;
	return e->part <= RT_EXPORT_REPOSTS ? export_list(e, chunk, some)
					    : export_set(e, chunk, some);
}
