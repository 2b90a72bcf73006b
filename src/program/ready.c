#include "program/ready.h"

#include <stdio.h>
#include <stdlib.h>

/* EX_DATAERR of sysexits.h; conf/systemd knows it. */
#define READY_LATER 65

int ready_database(const struct rt_config *conf)
{
	struct arena memory = { 0 };
	struct rt *rt = rt_open(conf);
	const char *why = NULL;
	int status = EXIT_SUCCESS;

	if (!rt_foreign(rt, &memory, &why) && why) {
		fprintf(stderr, "retwis: %s\n", why);
		status = rt_ours(rt, &memory) == RT_FOREIGN ? READY_LATER
							    : EXIT_FAILURE;
	}
	rt_close(rt);
	arena_free(&memory);
	return status;
}
