#include "looped.h"

void looped_open(struct looped *l)
{
	*l = (struct looped){ .base = event_base_new() };
	assert_non_null(l->base);
	l->inquiry = rt_live_open(&conf, l->base);
}

void looped_close(struct looped *l)
{
	rt_live_close(l->inquiry);
	event_base_free(l->base);
}

void looped_done(void *who, enum rt_err err)
{
	struct looped *l = who;

	l->is_done = true;
	l->err = err;
	event_base_loopbreak(l->base);
}

enum rt_err looped_wait(struct looped *l)
{
	while (!l->is_done)
		event_base_loop(l->base, EVLOOP_ONCE);
	l->is_done = false;
	return l->err;
}

enum rt_err looped_live_state(struct rt_live_state *state, size_t n,
			      struct rt_live_lists *lists)
{
	struct looped l;

	looped_open(&l);
	rt_live_state(l.inquiry, &mem, state, n, lists, looped_done, &l);
	looped_wait(&l);
	looped_close(&l);
	return l.err;
}
