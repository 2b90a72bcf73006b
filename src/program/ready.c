#include "program/ready.h"

#include <stdio.h>

bool ready_database(const struct rt_config *conf)
{
	struct arena memory = { 0 };
	struct rt *rt = rt_open(conf);
	const char *why = NULL;

	if (!rt_foreign(rt, &memory, &why) && why)
		fprintf(stderr, "retwis: %s\n", why);
	rt_close(rt);
	arena_free(&memory);
	return !why;
}
