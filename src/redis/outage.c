#include "redis/outage.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/prefix.h"
#include "base/printable.h"
#include "redis/connection.h"

#define QUIET_MS 60000

/* The servers of a cluster may fail one by one; more share the last place. */
#define OUTAGES 8

bool outage_may_log(int64_t *quiet_until)
{
	int64_t now = clock_ms();

	if (now < *quiet_until)
		return false;
	*quiet_until = now + QUIET_MS;
	return true;
}

/* ---- Redis is away ------------------------------------------------------- */

/*
 * An outage that is over keeps its place, so that a server which comes and goes
 * is not logged more often, either.
 */
static struct outages {
	struct outage {
		char name[OUTAGE_NAME_MAX];
		int64_t quiet_until;
		bool is_on; /* it was logged, and is not over */
	} v[OUTAGES];
	size_t n;
	size_t on; /* how many of them are */
} outages;

void outage_name(char name[OUTAGE_NAME_MAX], const struct address_end *end)
{
	if (end->path)
		snprintf(name, OUTAGE_NAME_MAX, "%s", end->path);
	else
		snprintf(name, OUTAGE_NAME_MAX, "%s:%d", end->host, end->port);
}

static struct outage *outage_find(const char *name)
{
	for (size_t i = 0; i < outages.n; i++)
		if (strcmp(outages.v[i].name, name) == 0)
			return &outages.v[i];
	return NULL;
}

static struct outage *outage_add(const char *name)
{
	struct outage *o = &outages.v[outages.n];

	if (outages.n == OUTAGES)
		return o - 1;
	outages.n++;
	snprintf(o->name, sizeof o->name, "%s", name);
	return o;
}

void outage_begin(const char *name, const char *why)
{
	char line[PRINTABLE_LINE];
	struct outage *o = outage_find(name);

	if (!o)
		o = outage_add(name);
	if (!outage_may_log(&o->quiet_until))
		return;
	outages.on += !o->is_on;
	o->is_on = true;
	fprintf(stderr, "retwis: Redis%s%s: %s (logged once a minute)\n",
		*name ? " at " : "", name, printable_line(line, why));
}

static void outage_end_one(const char *name)
{
	struct outage *o = outage_find(name);

	if (!o || !o->is_on)
		return;
	o->is_on = false;
	outages.on--;
	fprintf(stderr, "retwis: Redis%s%s answers again\n",
		*name ? " at " : "", name);
}

void outage_end(const char *name)
{
	if (!outages.on)
		return;
	outage_end_one(name);
	if (*name)
		outage_end_one("");
}

/* ---- Redis refuses to write ---------------------------------------------- */

/* How errors begin, and what they mean.  The last one is for a proxy's. */
static const struct {
	const char *begins, *why;
} refusals[] = {
	{ "OOM ", "its memory has reached maxmemory" },
	{ "MISCONF ", "its disk is full or broken" },
	{ "READONLY ", "it is a replica of another Redis" },
	{ "NOREPLICAS ", "it has too few replicas" },
	{ "", "a server of the proxy is full or away" },
};

#define REFUSALS (sizeof refusals / sizeof *refusals)

/* Of the data, and of a bus of its own, for each reason. */
static int64_t refused_quiet_until[2][REFUSALS];

void outage_refused(const struct rt *rt, const redisReply *reply)
{
	const struct rt_servers *s = rt->servers;
	bool is_bus = rt->is_bus && strcmp(s->bus, s->redis) != 0;
	char line[PRINTABLE_LINE];
	size_t i = 0;

	while (!text_after(reply->str, refusals[i].begins))
		i++;
	if (outage_may_log(&refused_quiet_until[is_bus][i]))
		fprintf(stderr,
			"retwis: Redis%s saves nothing, since %s: %s "
			"(logged once a minute)\n",
			is_bus ? " of RETWIS_BUS" : "", refusals[i].why,
			printable_line(line, reply->str));
}
