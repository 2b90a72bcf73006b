/* What is really new: the answer to the hints of hint.h. */
#include "libretwis/member/session.h"
#include "libretwis/post/posts.h"
#include "libretwis/redis/ids.h"

/* What is read of one session. */
struct live_read {
	struct session session;
	struct rt_ids home;
};

static enum rt_err live_state_look(struct rt *rt, struct arena *a,
				   const struct rt_live_state *state, size_t n,
				   struct live_read *reads)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		session_look(&p, &reads[i].session, state[i].secret);
	return rt_pipe_end(&p);
}

static enum rt_err live_state_check(struct rt *rt, struct arena *a,
				    const struct rt_live_state *state,
				    size_t n, struct live_read *reads,
				    struct rt_ids *timeline)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		session_check(&p, &reads[i].session);
		if (state[i].asks_home && reads[i].session.id)
			rt_pipe_ids(&p, &reads[i].home,
				    "LRANGE " KEY_POSTS " 0 %d",
				    reads[i].session.id, RT_LIVE_POSTS - 1);
	}
	rt_pipe_ids(&p, timeline, "LRANGE " KEY_TIMELINE " 0 %d",
		    RT_LIVE_POSTS - 1);
	return rt_pipe_end(&p);
}

/* ---- what is gone ------------------------------------------------------ */

/* A page shows the one that it counts from, so all above that one are new. */
static void live_state_add_new(struct arena *a, const struct rt_newest *list,
			       struct id_list *new)
{
	bool is_above = ids_have(
		(struct rt_ids){ .v = (uint64_t *)list->id, .n = list->n },
		list->since);

	for (size_t i = 0; list->counts && i < list->n; i++) {
		if (list->id[i] == list->since)
			is_above = false;
		if (list->id[i] && (is_above || list->id[i] > list->since))
			ids_add(a, new, list->id[i]);
	}
}

static void live_state_leave_out(struct arena *a, struct rt_newest *list,
				 struct rt_ids gone)
{
	uint64_t *left = arena_alloc(a, list->n * sizeof *left);
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		if (!ids_have(gone, list->id[i]))
			left[n++] = list->id[i];
	list->id = left;
	list->n = n;
}

/* A post that many followers have got is looked for once. */
static enum rt_err live_state_find_gone(struct rt *rt, struct arena *a,
					struct rt_ids new, struct rt_ids *gone)
{
	uint64_t *author;
	enum rt_err err;

	if (!new.n)
		return RT_OK;
	if ((err = posts_authors(rt, a, new, &author)))
		return err;
	gone->v = arena_alloc(a, new.n * sizeof *gone->v);
	for (size_t i = 0; i < new.n; i++)
		if (!author[i])
			gone->v[gone->n++] = new.v[i];
	return RT_OK;
}

static enum rt_err live_state_drop_gone(struct rt *rt, struct arena *a,
					struct rt_live_state *state, size_t n,
					struct rt_newest *timeline)
{
	struct rt_ids gone = { 0 };
	struct id_list new = { 0 };
	enum rt_err err;

	live_state_add_new(a, timeline, &new);
	for (size_t i = 0; i < n; i++)
		live_state_add_new(a, &state[i].home, &new);
	ids_sort(&new);
	if ((err = live_state_find_gone(rt, a, new.ids, &gone)) || !gone.n)
		return err;
	live_state_leave_out(a, timeline, gone);
	for (size_t i = 0; i < n; i++)
		live_state_leave_out(a, &state[i].home, gone);
	return RT_OK;
}

/* ---- the answer -------------------------------------------------------- */

static void live_state_newest(struct rt_newest *list, struct rt_ids ids)
{
	list->id = ids.v;
	list->n = ids.n;
}

enum rt_err rt_live_state(struct rt *rt, struct arena *a,
			  struct rt_live_state *state, size_t n,
			  struct rt_newest *timeline)
{
	struct live_read *reads = arena_alloc(a, n * sizeof *reads);
	struct rt_ids ids = { 0 };
	enum rt_err err;

	if ((err = live_state_look(rt, a, state, n, reads)) ||
	    (err = live_state_check(rt, a, state, n, reads, &ids)))
		return err;
	for (size_t i = 0; i < n; i++) {
		struct rt_user user = session_user(&reads[i].session);

		state[i].id = user.id;
		state[i].unread = user.unread;
		live_state_newest(&state[i].home,
				  user.id ? reads[i].home
					  : (struct rt_ids){ 0 });
	}
	live_state_newest(timeline, ids);
	return live_state_drop_gone(rt, a, state, n, timeline);
}

/*
 * We count places, not greater ids: a post that a worker delivers late has a
 * smaller id than the posts that overtook it.  An id of 0 is the mark of an
 * empty list, at its end.
 */
uint64_t rt_newer(struct rt_newest list, uint64_t seen)
{
	uint64_t greater = 0;

	for (size_t i = 0; i < list.n; i++) {
		if (list.id[i] == seen)
			return i;
		greater += list.id[i] > seen;
	}
	return greater;
}
