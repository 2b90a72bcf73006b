#include "libretwis/redis/layout.h"

void layout_ask(struct rt_pipe *p, const char **layout)
{
	*layout = NULL;
	if (!p->rt->adopted && !p->asks_layout)
		rt_pipe_str(p, layout, "GET " KEY_LAYOUT);
}

enum rt_err layout_adopt(struct rt *rt, struct arena *a)
{
	enum rt_err err = rt_do(rt, a, "SET " KEY_LAYOUT " " LAYOUT_OURS);

	if (!err)
		rt_take_layout(rt, LAYOUT_OURS);
	return err;
}

bool layout_adopted(struct rt *rt, const char *layout)
{
	if (layout)
		rt_take_layout(rt, layout);
	return rt->adopted;
}

enum rt_err layout_check(struct rt *rt, struct arena *a)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_open(&p);
	return rt_pipe_end(&p);
}

enum rt_err rt_ours(struct rt *rt, struct arena *a)
{
	rt->asked = false;
	return layout_check(rt, a);
}
