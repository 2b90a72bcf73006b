/*
 * A worker that does nothing but obey: a job is a number, of deliveries that
 * are only counted, and anything else is left undone.
 *
 *	obedient KIND [NAME]
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "libretwis/control.h"
#include "libretwis/queue.h"

#define WAIT_MS     50
#define PATIENCE_MS 60000

static void do_job(struct rt *rt, struct arena *a, struct worker *w,
		   struct control *c, const struct job *job)
{
	unsigned long long n;

	if (sscanf(job->payload, "%llu", &n) != 1)
		return;
	if (queue_done(rt, a, w, job) == RT_OK)
		control_count(c, 1, n);
}

static void work(struct rt *rt, struct worker *w, struct control *c)
{
	struct arena a = { 0 };
	struct job job;

	while (!c->stop) {
		arena_reset(&a);
		if (control_hold(c, rt, &a, WAIT_MS))
			continue;
		if (c->stop)
			break;
		if (queue_take(rt, &a, w, WAIT_MS, &job) == RT_OK)
			do_job(rt, &a, w, c, &job);
	}
	arena_free(&a);
}

int main(int argc, char **argv)
{
	struct arena own = { 0 };
	struct rt_config conf;
	struct control c;
	struct worker w;
	struct rt *rt;

	signal(SIGPIPE, SIG_IGN);
	if (argc < 2 || rt_config_load(&own, &conf))
		return EXIT_FAILURE;
	rt = rt_open(&conf);
	queue_join(&w, &own, DELIVER_QUEUE, PATIENCE_MS);
	control_open(&c, rt, argv[1], argc > 2 ? argv[2] : w.name);
	work(rt, &w, &c);
	control_close(&c);
	rt_close(rt);
	arena_free(&own);
	return EXIT_SUCCESS;
}
