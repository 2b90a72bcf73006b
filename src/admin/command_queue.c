/* retwis-admin queue, queue retry JOB|--all, queue drop JOB|--all */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/prompt.h"
#include "admin/say.h"
#include "admin/trail.h"
#include "libretwis/work.h"

struct queue_order {
	const char *verb, *past;
	enum rt_err (*run)(struct rt *rt, struct arena *a, const char *queue,
			   const struct job *job);
	bool asks;
};

static const struct queue_order orders[] = {
	{ "retry", "put back", queue_retry, false },
	{ "drop", "dropped", queue_drop, true },
};

/* ---- what failed ------------------------------------------------------- */

struct failed {
	struct jobs jobs; /* the newest first */
	size_t room;
};

static void append_failed(struct arena *a, struct failed *f,
			  const struct jobs *page)
{
	struct job *v = f->jobs.v;

	if (f->jobs.n + page->n > f->room) {
		f->room = 2 * f->room + page->n;
		f->jobs.v = arena_alloc(a, f->room * sizeof *v);
		if (v)
			memcpy(f->jobs.v, v, f->jobs.n * sizeof *v);
	}
	memcpy(f->jobs.v + f->jobs.n, page->v, page->n * sizeof *v);
	f->jobs.n += page->n;
}

static enum rt_err read_failed(struct admin *admin, struct jobs *jobs)
{
	struct failed f = { 0 };
	struct jobs page;
	enum rt_err err;

	do {
		err = queue_dead_after(admin->rt, admin->a, DELIVER_QUEUE,
				       f.jobs.n, &page);
		if (err)
			return err;
		if (page.n)
			append_failed(admin->a, &f, &page);
	} while (page.n);
	*jobs = f.jobs;
	return RT_OK;
}

/* Only a job that this Retwis did not write has no time. */
static const char *job_age(struct arena *a, const struct job *job)
{
	return job->since ? say_age(a, job->since) : "?";
}

static void show_failed(struct arena *a, const struct jobs *failed)
{
	if (failed->n)
		puts("\nfailed       age  tries  job");
	for (size_t i = 0; i < failed->n && i < QUEUE_LIST; i++) {
		const struct job *job = &failed->v[i];

		printf("%s  %6s  %5u  %s\n", queue_number(a, job),
		       job_age(a, job), job->tries,
		       say_plain(a, job->payload));
	}
	if (failed->n > QUEUE_LIST)
		printf("and %zu more, which failed before\n",
		       failed->n - QUEUE_LIST);
}

static int show_queue(struct admin *admin)
{
	struct jobs failed;
	enum rt_err err;
	int status = say_backlog(admin);

	if (status != EXIT_SUCCESS)
		return status;
	if ((err = read_failed(admin, &failed)))
		return say_error(err);
	show_failed(admin->a, &failed);
	return EXIT_SUCCESS;
}

/* ---- retry and drop ---------------------------------------------------- */

static int consent_to_order(struct admin *admin, const struct queue_order *o,
			    const char *what, const char *ask)
{
	struct question q = { o->verb, o->past, what, ask };

	return o->asks ? prompt_consent(admin, &q) : EXIT_SUCCESS;
}

static int no_such_job(const char *number)
{
	return say_failed("there is no failed job %s", number);
}

static int order_one_job(struct admin *admin, const struct queue_order *o,
			 const char *number, const struct job *job)
{
	struct arena *a = admin->a;
	const char *what = arena_printf(
		a, "Job %s, %s old, begun %u times: %s", number,
		job_age(a, job), job->tries, say_plain(a, job->payload));
	enum rt_err err;

	if (consent_to_order(admin, o, what, "Drop this job for good?"))
		return EXIT_FAILURE;
	trail_note(admin);
	err = o->run(admin->rt, a, DELIVER_QUEUE, job);
	if (err == RT_NOT_FOUND)
		return no_such_job(number);
	if (err)
		return say_error(err);
	printf("Job %s was %s.\n", number, o->past);
	return EXIT_SUCCESS;
}

static int order_job_by_number(struct admin *admin,
			       const struct queue_order *o, const char *number,
			       const struct jobs *failed)
{
	for (size_t i = 0; i < failed->n; i++)
		if (!strcmp(number, queue_number(admin->a, &failed->v[i])))
			return order_one_job(admin, o, number, &failed->v[i]);
	return no_such_job(number);
}

/* A job that somebody else has retried or dropped by then does not count. */
static enum rt_err order_each_job(struct admin *admin,
				  const struct queue_order *o,
				  const struct jobs *failed, size_t *done)
{
	for (size_t i = 0; i < failed->n; i++) {
		enum rt_err err = o->run(admin->rt, admin->a, DELIVER_QUEUE,
					 &failed->v[i]);

		if (err && err != RT_NOT_FOUND)
			return err;
		*done += !err;
		progress_show(i + 1, failed->n);
	}
	return RT_OK;
}

static int order_all_jobs(struct admin *admin, const struct queue_order *o,
			  const struct jobs *failed)
{
	const char *what =
		arena_printf(admin->a, "Jobs that failed: %zu", failed->n);
	size_t done = 0;
	enum rt_err err;

	if (failed->n &&
	    consent_to_order(admin, o, what, "Drop them all for good?"))
		return EXIT_FAILURE;
	trail_note(admin);
	err = order_each_job(admin, o, failed, &done);
	progress_end();
	if (err)
		return say_failed("%s; run it again to finish",
				  rt_strerror(err));
	printf("Jobs that were %s: %zu\n", o->past, done);
	return EXIT_SUCCESS;
}

static int order_jobs(struct admin *admin, const struct queue_order *o,
		      const char *number)
{
	struct jobs failed;
	enum rt_err err;

	if (!number == !admin->all)
		return say_usage("%s takes one job or --all", o->verb);
	if (admin->yes && !o->asks)
		return say_usage("--yes is not for %s", o->verb);
	if ((err = read_failed(admin, &failed)))
		return say_error(err);
	return number ? order_job_by_number(admin, o, number, &failed)
		      : order_all_jobs(admin, o, &failed);
}

static int show_or_order_queue(struct admin *admin, const char *order)
{
	for (size_t i = 0; order && i < sizeof orders / sizeof *orders; i++)
		if (strcmp(orders[i].verb, order) == 0)
			return order_jobs(admin, &orders[i], admin->words[1]);
	if (order)
		return say_usage("queue does not know %s", order);
	if (admin->yes || admin->all)
		return say_usage("which of retry and drop?");
	return show_queue(admin);
}

const struct command command_queue = {
	.name = "queue",
	.run = show_or_order_queue,
	.max = 2,
	.takes = "retry or drop, and a job or --all",
	.options = OPTION_YES | OPTION_ALL,
};
