/*
 * Adopting a classic database: first the names, so that nobody new can
 * register one; then what each member wrote; and only then `layout`, which
 * permits trimming home timelines.
 */
#include "libretwis/host/adopt_own.h"
#include "libretwis/member/user.h"
#include "redis/expire.h"
#include "libretwis/site/layout.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define CHUNK 1000

/* ---- names ------------------------------------------------------------- */

/*
 * A classic name such as Alice is also stored folded, for sign-in; the search
 * lists every name.
 */
static void adopt_name(struct rt_pipe *p, const char *name, uint64_t id,
		       uint64_t *fresh)
{
	if (rt_name_problem(name))
		rt_pipe_u64(p, fresh, "HSETNX " KEY_NAMES " %s " ID,
			    rt_name_fold(p->a, name), id);
	rt_pipe(p, "ZADD " KEY_MEMBERS " 0 %s", user_entry(p->a, name, id));
}

static enum rt_err adopt_some_names(struct rt *rt, struct arena *a,
				    const uint64_t *id, size_t n,
				    uint64_t *names)
{
	const char **name = arena_alloc(a, n * sizeof *name);
	uint64_t *fresh = arena_alloc(a, n * sizeof *fresh);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		rt_pipe_str(&p, &name[i], "HGET " KEY_USER " username", id[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (size_t i = n; i-- > 0;)
		if (name[i])
			adopt_name(&p, name[i], id[i], &fresh[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		*names += fresh[i];
	return RT_OK;
}

/*
 * Begins with the oldest member: of Alice and ALICE, the older one gets alice.
 */
static enum rt_err adopt_names(struct rt *rt, struct arena *chunk,
			       struct rt_ids members, uint64_t *names)
{
	enum rt_err err = RT_OK;

	for (size_t to = members.n; !err && to > 0;) {
		size_t n = to < CHUNK ? to : CHUNK;

		arena_reset(chunk);
		to -= n;
		err = adopt_some_names(rt, chunk, members.v + to, n, names);
	}
	return err;
}

/* ---- home timelines ---------------------------------------------------- */

/* From now on they are a cache, and expire if they are not read. */
static enum rt_err adopt_timelines(struct rt *rt, struct arena *chunk,
				   struct rt_ids members)
{
	enum rt_err err = RT_OK;
	struct rt_pipe p;

	for (size_t from = 0; !err && from < members.n; from += CHUNK) {
		arena_reset(chunk);
		rt_pipe_begin(&p, rt, chunk);
		for (size_t i = from; i < members.n && i < from + CHUNK; i++)
			expire_new(
				&p,
				arena_printf(chunk, KEY_POSTS, members.v[i]),
				TIMELINE_SECONDS);
		err = rt_pipe_end(&p);
	}
	return err;
}

/* ---- what an earlier Retwis has left ----------------------------------- */

#define EARLIER_QUEUE "displays" /* its jobs that copied names into posts */

/*
 * Programs of that Retwis can do without these keys, and may write them again.
 */
static enum rt_err adopt_drop_earlier(struct rt *rt, struct arena *chunk)
{
	struct rt_pipe p;

	arena_reset(chunk);
	rt_pipe_begin(&p, rt, chunk);
	for (uint64_t i = 0; i < REBUILT_KEYS; i++)
		rt_pipe(&p, "UNLINK " KEY_REBUILT, i);
	rt_pipe(&p, "UNLINK " KEY_DUE, EARLIER_QUEUE);
	rt_pipe(&p, "UNLINK " KEY_TRIES, EARLIER_QUEUE);
	rt_pipe(&p, "UNLINK " KEY_DEAD, EARLIER_QUEUE);
	return rt_pipe_end(&p);
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err adopt_posts(struct rt *rt, struct rt_ids members,
			       void (*tell)(uint64_t done, uint64_t total),
			       struct rt_adopted *sum)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < members.n; i++) {
		err = adopt_own(rt, members.v[i], &sum->posts);
		if (!err)
			err = adopt_drop_copies(rt, members.v[i],
						&sum->copies);
		if (!err)
			err = adopt_mentions(rt, members.v[i]);
		if (!err && tell)
			tell(i + 1, members.n);
	}
	return err;
}

/* Checks whose database it is, and whether it was adopted before. */
static enum rt_err adopt_read(struct rt *rt, struct arena *a, bool *again)
{
	const char *layout = NULL, *why = NULL;
	enum rt_err err = rt_foreign(rt, a, &why);

	if (err || why)
		return err ? err : RT_FOREIGN;
	err = rt_read_str(rt, a, &layout, "GET " KEY_LAYOUT);
	*again = layout;
	return err;
}

enum rt_err rt_adopt(struct rt *rt,
		     void (*tell)(uint64_t done, uint64_t total),
		     struct rt_adopted *adopted)
{
	struct arena all = { 0 }, chunk = { 0 };
	struct id_list members = { 0 };
	struct rt_adopted sum = { 0 };
	enum rt_err err;

	if (!(err = adopt_read(rt, &chunk, &sum.again)) &&
	    !(err = users_all(rt, &all, &chunk, &members)) &&
	    !(err = adopt_names(rt, &chunk, members.ids, &sum.names)) &&
	    !(err = adopt_posts(rt, members.ids, tell, &sum)) &&
	    !(err = wait_replicas_data(rt, &chunk)) &&
	    !(err = layout_adopt(rt, &chunk)) &&
	    !(err = adopt_timelines(rt, &chunk, members.ids)) &&
	    !(err = adopt_drop_earlier(rt, &chunk)) &&
	    !(err = rt_sessions_claim(rt, &chunk))) {
		sum.members = members.ids.n;
		*adopted = sum;
	}
	arena_free(&chunk);
	arena_free(&all);
	return err;
}
