/* What is really new: the answer to the hints of hint.h. */
#include "libretwis/member/session.h"

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

static struct rt_newest live_state_newest(struct rt_ids ids)
{
	return (struct rt_newest){ .id = ids.v, .n = ids.n };
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
		state[i].home = user.id ? live_state_newest(reads[i].home)
					: (struct rt_newest){ 0 };
	}
	*timeline = live_state_newest(ids);
	return RT_OK;
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
