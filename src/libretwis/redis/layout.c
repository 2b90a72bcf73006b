#include "libretwis/redis/layout.h"

void layout_ask(struct rt_pipe *p, const char **layout)
{
	*layout = NULL;
	if (!p->rt->adopted)
		rt_pipe_str(p, layout, "GET " KEY_LAYOUT);
}

bool layout_adopted(struct rt *rt, const char *layout)
{
	if (layout)
		rt->adopted = true;
	return rt->adopted;
}
