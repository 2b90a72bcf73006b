#include "libretwis/preflight.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/fiber.h"
#include "libretwis/picture/folder_problem.h"
#include "libretwis/site/site_hmac.h"
#include "patterns/queue.h"
#include "redis/pipe.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/* EX_DATAERR of sysexits.h; conf/systemd knows it. */
#define PREFLIGHT_LATER 65

/*
 * With RETWIS_SAFE=replica a line on stderr says if there is no replica.  That
 * is no reason to exit, since one may come.
 */
static void preflight_replicas(struct rt *rt, struct arena *a)
{
	uint64_t jobs;

	if (rt_replicas_wait(rt, a) ||
	    rt_read_u64(rt_bus(rt), a, &jobs, "LLEN " KEY_JOBS, DELIVER_QUEUE))
		return;
	rt_replicas_wait(rt, a);
}

static int preflight_check(struct rt *rt, struct arena *a)
{
	const char *why = NULL;
	int status = EXIT_SUCCESS;

	if (rt_foreign(rt, a, &why))
		return EXIT_SUCCESS;
	if (why)
		status = rt_check_layout(rt, a) == RT_FOREIGN ? PREFLIGHT_LATER
							      : EXIT_FAILURE;
	else if (!rt_key_fits(rt, a, false, &why) && why)
		status = EXIT_FAILURE;
	if (why)
		fprintf(stderr, "retwis: %s\n", why);
	else
		preflight_replicas(rt, a);
	return status;
}

static int preflight_database_in_fiber(void *arg)
{
	const struct rt_config *conf = arg;
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

int preflight_database(const struct rt_config *conf)
{
	struct rt_config own = *conf;

	return fiber_run(preflight_database_in_fiber, &own);
}

/* A Redis that hangs must not keep a program from starting. */
#define PREFLIGHT_MS 500

/*
 * If the database belongs to another program, that is reported elsewhere, and
 * is no reason to exit.
 */
static int preflight_key_in_fiber(void *conf)
{
	struct arena memory = { 0 };
	const char *why = NULL, *alien = NULL;
	struct rt *rt = rt_open(conf);
	bool fits;

	fits = rt_foreign(rt, &memory, &alien) || alien ||
	       rt_key_fits(rt, &memory, true, &why) || !why;
	if (!fits)
		fprintf(stderr, "retwis: %s\n", why);
	rt_close(rt);
	arena_free(&memory);
	return fits;
}

static struct rt_config preflight_hasty(const struct rt_config *conf)
{
	struct rt_config hasty = *conf;

	if (hasty.servers.timeout_ms > PREFLIGHT_MS)
		hasty.servers.timeout_ms = PREFLIGHT_MS;
	return hasty;
}

bool preflight_key(const struct rt_config *conf)
{
	struct rt_config hasty = preflight_hasty(conf);

	return fiber_run(preflight_key_in_fiber, &hasty);
}

/* ---- pictures ----------------------------------------------------------- */

struct preflight_pictures {
	const struct rt_config *conf;
	bool takes_in;
};

static int preflight_say(const char *why)
{
	if (why)
		fprintf(stderr, "retwis: %s\n", why);
	return why != NULL;
}

/* Without Redis, nobody knows whether there were pictures before. */
static int preflight_pictures_in_fiber(void *arg)
{
	const struct preflight_pictures *how = arg;
	struct arena memory = { 0 };
	struct rt *rt = rt_open(how->conf);
	uint64_t since = 0;
	int problems = 0;

	if (rt_read_u64(rt, &memory, &since, "GET " KEY_PICTURES_SINCE))
		since = 0;
	problems += preflight_say(folder_problem(&memory, how->conf->pictures,
						 site_hmac_seal(rt, &memory),
						 since != 0));
	if (how->takes_in)
		problems += preflight_say(picture_socket_problem(
			&memory, how->conf->picture_socket));
	rt_close(rt);
	arena_free(&memory);
	return problems;
}

bool preflight_pictures(const struct rt_config *conf, bool takes_in)
{
	struct rt_config hasty = preflight_hasty(conf);
	struct preflight_pictures how = { .conf = &hasty,
					  .takes_in = takes_in };

	if (!conf->pictures)
		return true;
	return fiber_run(preflight_pictures_in_fiber, &how) == 0;
}
