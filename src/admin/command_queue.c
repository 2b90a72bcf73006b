/* retwis-admin queue, queue retry JOB|--all, queue drop JOB|--all */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/prompt.h"
#include "admin/say.h"
#include "admin/audit.h"
#include "libretwis/work.h"

typedef enum rt_err ordering(struct rt *rt, struct arena *a, const char *queue,
			     const struct job *job);

/* A scheduled post is no job, but fails like one. */
enum { RETRY, DROP, ORDERS };

static const struct queue {
	const char *name, *says;
	ordering *run[ORDERS];
} queues[] = {
	{ DELIVER_QUEUE, "", { queue_retry, queue_drop } },
	{ SCHEDULE_QUEUE,
	  "scheduled ",
	  { failed_delayed_retry, failed_delayed_drop } },
};

#define QUEUES (sizeof queues / sizeof *queues)

static const struct queue_order {
	const char *verb, *past;
	bool asks;
} orders[ORDERS] = {
	[RETRY] = { "retry", "put back", false },
	[DROP] = { "drop", "dropped", true },
};

/* ---- what failed ------------------------------------------------------- */

struct failed_job {
	struct job job;
	const struct queue *of;
	uint64_t newer; /* that failed in the same queue */
};

/* Queue by queue, the newest first. */
struct failed {
	struct failed_job *v;
	size_t n, room;
};

static void append_failed(struct arena *a, struct failed *f,
			  struct failed_job one)
{
	struct failed_job *old = f->v;

	if (f->n == f->room) {
		f->room = 2 * f->room + QUEUE_LIST;
		f->v = arena_alloc(a, f->room * sizeof *f->v);
		if (old)
			memcpy(f->v, old, f->n * sizeof *old);
	}
	f->v[f->n++] = one;
}

static enum rt_err read_failed_of(struct admin *admin, const struct queue *of,
				  struct failed *f)
{
	uint64_t n = 0;
	struct jobs page;
	enum rt_err err;

	do {
		err = queue_dead(admin->rt, admin->a, of->name, n, &page);
		if (err)
			return err;
		for (size_t i = 0; i < page.n; i++)
			append_failed(
				admin->a, f,
				(struct failed_job){ page.v[i], of, n++ });
	} while (page.n);
	return RT_OK;
}

static enum rt_err read_failed(struct admin *admin, struct failed *f)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < QUEUES; i++)
		err = read_failed_of(admin, &queues[i], f);
	return err;
}

static const char *job_says(struct arena *a, const struct failed_job *f)
{
	return say_plain(a,
			 arena_printf(a, "%s%s", f->of->says, f->job.payload));
}

/* Only a job that this Retwis did not write has no time. */
static const char *job_age(struct arena *a, const struct job *job)
{
	return job->since ? say_age(a, job->since) : "?";
}

static void show_failed(struct arena *a, const struct failed *failed)
{
	size_t hidden = 0;

	if (failed->n)
		puts("\nfailed       age  tries  job");
	for (size_t i = 0; i < failed->n; i++) {
		const struct job *job = &failed->v[i].job;

		if (failed->v[i].newer >= QUEUE_LIST) {
			hidden++;
			continue;
		}
		printf("%s  %6s  %5u  %s\n", queue_number(a, job),
		       job_age(a, job), job->tries,
		       job_says(a, &failed->v[i]));
	}
	if (hidden)
		printf("and %zu more, which failed earlier\n", hidden);
}

static int show_queue(struct admin *admin)
{
	struct failed failed = { 0 };
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

static enum rt_err run_order(struct admin *admin, const struct queue_order *o,
			     const struct failed_job *f)
{
	return f->of->run[o - orders](admin->rt, admin->a, f->of->name,
				      &f->job);
}

static int order_one_job(struct admin *admin, const struct queue_order *o,
			 const char *number, const struct failed_job *f)
{
	struct arena *a = admin->a;
	const char *what = arena_printf(
		a, "Job %s, %s old, tried %u times: %s", number,
		job_age(a, &f->job), f->job.tries, job_says(a, f));
	enum rt_err err;

	if (consent_to_order(admin, o, what, "Drop this job for good?"))
		return EXIT_FAILURE;
	audit_note(admin);
	err = run_order(admin, o, f);
	if (err == RT_NOT_FOUND)
		return no_such_job(number);
	if (err)
		return say_error(err);
	printf("Job %s was %s.\n", number, o->past);
	return EXIT_SUCCESS;
}

static int order_job_by_number(struct admin *admin,
			       const struct queue_order *o, const char *number,
			       const struct failed *failed)
{
	for (size_t i = 0; i < failed->n; i++)
		if (!strcmp(number, queue_number(admin->a, &failed->v[i].job)))
			return order_one_job(admin, o, number, &failed->v[i]);
	return no_such_job(number);
}

/* A job that somebody else has retried or dropped by then does not count. */
static enum rt_err order_each_job(struct admin *admin,
				  const struct queue_order *o,
				  const struct failed *failed, size_t *done)
{
	for (size_t i = 0; i < failed->n; i++) {
		enum rt_err err = run_order(admin, o, &failed->v[i]);

		if (err && err != RT_NOT_FOUND)
			return err;
		*done += !err;
		progress_show(i + 1, failed->n);
	}
	return RT_OK;
}

static int order_all_jobs(struct admin *admin, const struct queue_order *o,
			  const struct failed *failed)
{
	const char *what =
		arena_printf(admin->a, "Failed jobs: %zu", failed->n);
	size_t done = 0;
	enum rt_err err;

	if (failed->n &&
	    consent_to_order(admin, o, what, "Drop them all for good?"))
		return EXIT_FAILURE;
	audit_note(admin);
	err = order_each_job(admin, o, failed, &done);
	progress_end();
	if (err)
		return say_unfinished(err);
	printf("Jobs that were %s: %zu\n", o->past, done);
	return EXIT_SUCCESS;
}

static int order_jobs(struct admin *admin, const struct queue_order *o,
		      const char *number)
{
	struct failed failed = { 0 };
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
		return say_usage("unknown order %s for queue", order);
	if (admin->yes || admin->all)
		return say_usage("retry or drop?");
	return show_queue(admin);
}

const struct admin_command command_queue = {
	.name = "queue",
	.run = show_or_order_queue,
	.max = 2,
	.takes = "retry or drop, and a job or --all",
	.options = OPTION_YES | OPTION_ALL,
};
