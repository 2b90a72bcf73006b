/* What is really new: the answer to the hints of hint.h. */
#include "libretwis/member/session.h"
#include "libretwis/redis/inquiry.h"

/* What is read of one session. */
struct live_read {
	struct session session;
	struct rt_ids home;
};

/* A question on its way. */
struct live_look {
	struct inquiry *q;
	struct arena *a;
	struct rt_live_state *state;
	size_t n;
	struct live_read *reads;
	struct rt_ids timeline;
	struct rt_newest *newest;
	void (*done)(void *who, enum rt_err err);
	void *who;
};

static struct rt_newest live_state_newest(struct rt_ids ids)
{
	return (struct rt_newest){ .id = ids.v, .n = ids.n };
}

static void live_state_tell(void *arg, enum rt_err err)
{
	const struct live_look *l = arg;

	for (size_t i = 0; !err && i < l->n; i++) {
		struct rt_user user = session_user(&l->reads[i].session);

		l->state[i].id = user.id;
		l->state[i].unread = user.unread;
		l->state[i].home =
			user.id ? live_state_newest(l->reads[i].home)
				: (struct rt_newest){ 0 };
	}
	if (!err)
		*l->newest = live_state_newest(l->timeline);
	l->done(l->who, err);
}

static void live_state_check(void *arg, enum rt_err err)
{
	struct live_look *l = arg;
	struct rt_pipe p;

	if (err) {
		l->done(l->who, err);
		return;
	}
	rt_pipe_begin(&p, inquiry_rt(l->q), l->a);
	for (size_t i = 0; i < l->n; i++) {
		struct live_read *r = &l->reads[i];

		session_check(&p, &r->session);
		if (l->state[i].asks_home && r->session.id)
			rt_pipe_ids(&p, &r->home, RT_LIVE_POSTS,
				    "LRANGE " KEY_POSTS " 0 %d", r->session.id,
				    RT_LIVE_POSTS - 1);
	}
	rt_pipe_ids(&p, &l->timeline, RT_LIVE_POSTS,
		    "LRANGE " KEY_TIMELINE " 0 %d", RT_LIVE_POSTS - 1);
	inquiry_send(l->q, &p, live_state_tell, l);
}

void rt_live_state(struct inquiry *q, struct arena *a,
		   struct rt_live_state *state, size_t n,
		   struct rt_newest *timeline,
		   void (*done)(void *who, enum rt_err err), void *who)
{
	struct live_look *l = arena_alloc(a, sizeof *l);
	struct rt_pipe p;

	*l = (struct live_look){ .q = q,
				 .a = a,
				 .state = state,
				 .n = n,
				 .newest = timeline,
				 .done = done,
				 .who = who };
	l->reads = arena_alloc(a, n * sizeof *l->reads);
	rt_pipe_begin(&p, inquiry_rt(q), a);
	for (size_t i = 0; i < n; i++)
		session_look(&p, &l->reads[i].session, state[i].secret);
	inquiry_send(q, &p, live_state_check, l);
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
