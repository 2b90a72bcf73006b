#include "libretwis/preflight.h"

#include <stdio.h>
#include <stdlib.h>

/* EX_DATAERR of sysexits.h; conf/systemd knows it. */
#define READY_LATER 65

static int preflight_check(struct rt *rt, struct arena *a)
{
	const char *why = NULL;
	int status = EXIT_SUCCESS;

	if (rt_foreign(rt, a, &why))
		return EXIT_SUCCESS;
	if (why)
		status = rt_check_layout(rt, a) == RT_FOREIGN ? READY_LATER
							      : EXIT_FAILURE;
	else if (!rt_key_fits(rt, a, false, &why) && why)
		status = EXIT_FAILURE;
	if (why)
		fprintf(stderr, "retwis: %s\n", why);
	return status;
}

int preflight_database(const struct rt_config *conf)
{
	struct arena memory = { 0 };
	bool is_wrong;
	const char *why = rt_probe(conf, &memory, &is_wrong);
	struct rt *rt = rt_open(conf);
	int status = EXIT_FAILURE;

	if (why)
		fprintf(stderr, "retwis: %s\n", why);
	if (!is_wrong)
		status = preflight_check(rt, &memory);
	rt_close(rt);
	arena_free(&memory);
	return status;
}

/* A Redis that stands still must not keep a program from beginning. */
#define READY_MS 500

/* Another program's database is left alone, and is no reason to end. */
bool preflight_key(const struct rt_config *conf)
{
	struct arena memory = { 0 };
	struct rt_config hasty = *conf;
	const char *why = NULL, *alien = NULL;
	struct rt *rt;
	bool fits;

	if (hasty.servers.timeout_ms > READY_MS)
		hasty.servers.timeout_ms = READY_MS;
	rt = rt_open(&hasty);
	fits = rt_foreign(rt, &memory, &alien) || alien ||
	       rt_key_fits(rt, &memory, true, &why) || !why;

	if (!fits)
		fprintf(stderr, "retwis: %s\n", why);
	rt_close(rt);
	arena_free(&memory);
	return fits;
}
