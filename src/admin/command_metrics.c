/* retwis-admin metrics: the site in numbers, as Prometheus reads them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "admin/say.h"
#include "libretwis/work.h"

/* As long as `retwis-admin workers` waits, and less than a scrape does. */
#define ANSWER_MS 2000

/* Each metric has two lines of its own before its values. */
static void metric(const char *name, const char *type, const char *help)
{
	printf("# HELP retwis_%s %s\n# TYPE retwis_%s %s\n", name, help, name,
	       type);
}

static void gauge(const char *name, const char *help, uint64_t value)
{
	metric(name, "gauge", help);
	printf("retwis_%s %" PRIu64 "\n", name, value);
}

/* ---- the numbers ------------------------------------------------------- */

static void print_backlog(const struct rt_backlog *b)
{
	time_t now = time(NULL);

	metric("jobs", "gauge", "Deliveries, by state.");
	printf("retwis_jobs{state=\"waiting\"} %" PRIu64 "\n", b->waiting);
	printf("retwis_jobs{state=\"in_hand\"} %" PRIu64 "\n", b->in_hand);
	printf("retwis_jobs{state=\"dead\"} %" PRIu64 "\n", b->failed);
	gauge("oldest_job_age_seconds",
	      "Age of the oldest job that is not dead; 0 if there is none.",
	      b->oldest && b->oldest < now ? (uint64_t)(now - b->oldest) : 0);
	gauge("outbox_posts", "Posts that no worker has started to deliver.",
	      b->outbox);
}

static void print_memory(const struct rt_stats *n)
{
	const struct {
		const char *link;
		const struct rt_memory *memory;
	} both[] = { { "data", &n->data }, { "bus", &n->bus } };

	metric("redis_memory_bytes", "gauge", "Memory that Redis uses.");
	for (size_t i = 0; i < 2; i++)
		if (both[i].memory->known)
			printf("retwis_redis_memory_bytes{link=\"%s\"} %" PRIu64
			       "\n",
			       both[i].link, both[i].memory->used);
	metric("redis_memory_limit_bytes", "gauge",
	       "Memory that Redis may use; 0: no limit.");
	for (size_t i = 0; i < 2; i++)
		if (both[i].memory->known)
			printf("retwis_redis_memory_limit_bytes{link=\"%s\"} "
			       "%" PRIu64 "\n",
			       both[i].link, both[i].memory->max);
}

static uint64_t count_programs(const struct reports *all, const char *kind,
			       const char *state)
{
	uint64_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += !strcmp(all->v[i].kind, kind) &&
		     !strcmp(all->v[i].state, state);
	return n;
}

/* A value for each, also 0: an alarm needs something to compare with. */
static void print_programs(const struct reports *all)
{
	static const char *const kinds[] = { "worker", "gateway" };
	static const char *const states[] = { "working", "paused", "ending" };

	metric("programs", "gauge", "Background programs that are alive.");
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (size_t s = 0; s < sizeof states / sizeof *states; s++)
			printf("retwis_programs{kind=\"%s\",state=\"%s\"} "
			       "%" PRIu64 "\n",
			       kinds[k], states[s],
			       count_programs(all, kinds[k], states[s]));
}

static int print_metrics(struct admin *admin, const char *none)
{
	struct rt_stats n;
	struct reports all;
	enum rt_err err;

	(void)none;
	if ((err = rt_stats(admin->rt, admin->a, &n)) ||
	    (err = report_collect(admin->rt, admin->a, ANSWER_MS, &all)))
		return say_error(err);
	gauge("members", "Members.", n.members);
	metric("posts_total", "counter",
	       "Post ids assigned: posts, reposts, and some never used.");
	printf("retwis_posts_total %" PRIu64 "\n", n.posts);
	gauge("scheduled_posts", "Posts scheduled for later.", n.scheduled);
	print_backlog(&n.backlog);
	print_programs(&all);
	print_memory(&n);
	return EXIT_SUCCESS;
}

const struct admin_command command_metrics = {
	.name = "metrics",
	.run = print_metrics,
	.takes = "no name",
};
