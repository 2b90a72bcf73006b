/* The truth behind the hints of live.h. */
#include "libretwis/member/session.h"

/* What is read of one session. */
struct read {
	struct session session;
	struct rt_ids home;
};

static enum rt_err look(struct rt *rt, struct arena *a,
			const struct rt_live_state *news, size_t n,
			struct read *reads)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		session_look(&p, &reads[i].session, news[i].secret);
	return rt_pipe_end(&p);
}

static enum rt_err check(struct rt *rt, struct arena *a,
			 const struct rt_live_state *news, size_t n,
			 struct read *reads, struct rt_ids *timeline)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		session_check(&p, &reads[i].session);
		if (news[i].asks_home && reads[i].session.id)
			rt_pipe_ids(&p, &reads[i].home,
				    "LRANGE " KEY_POSTS " 0 %d",
				    reads[i].session.id, RT_LIVE_POSTS - 1);
	}
	rt_pipe_ids(&p, timeline, "LRANGE " KEY_TIMELINE " 0 %d",
		    RT_LIVE_POSTS - 1);
	return rt_pipe_end(&p);
}

static struct rt_newest newest(struct rt_ids ids)
{
	return (struct rt_newest){ .id = ids.v, .n = ids.n };
}

enum rt_err rt_live_state(struct rt *rt, struct arena *a,
			  struct rt_live_state *news, size_t n,
			  struct rt_newest *timeline)
{
	struct read *reads = arena_alloc(a, n * sizeof *reads);
	struct rt_ids ids = { 0 };
	enum rt_err err;

	if ((err = look(rt, a, news, n, reads)) ||
	    (err = check(rt, a, news, n, reads, &ids)))
		return err;
	for (size_t i = 0; i < n; i++) {
		struct rt_user user = session_user(&reads[i].session);

		news[i].id = user.id;
		news[i].unread = user.unread;
		news[i].home = user.id ? newest(reads[i].home)
				       : (struct rt_newest){ 0 };
	}
	*timeline = newest(ids);
	return RT_OK;
}

/*
 * By place, since what a worker delivers late has a smaller id than what it
 * was passed by.  An id of 0 is the mark of an empty list, at its end.
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
