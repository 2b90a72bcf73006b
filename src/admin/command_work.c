/*
 * retwis-admin workers and queue: the background programs, the jobs that they
 * have to do, and those that failed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/commands.h"
#include "libretwis/work.h"

/* ---- the last line of both tables --------------------------------------- */

static int print_backlog_line(struct admin *admin)
{
	struct rt_backlog b;
	enum rt_err err;

	if ((err = rt_backlog(admin->rt, admin->a, &b)))
		return say_error(err);
	printf("Jobs: waiting %" PRIu64 ", in hand %" PRIu64
	       ", failed %" PRIu64 ", posts not begun %" PRIu64,
	       b.waiting, b.in_hand, b.failed + b.unpublished, b.outbox);
	if (b.oldest)
		printf(", the oldest %s", age_in_words(admin->a, b.oldest));
	putchar('\n');
	return EXIT_SUCCESS;
}

/* How long to wait for answers: a worker answers between two jobs. */
#define ANSWER_WAIT_MS 2000

struct worker_order {
	const char *text; /* what is published; NULL for no order */
	const char *name; /* of the program; NULL for all of them */
};

/* ---- workers: the command line ------------------------------------------ */

static int read_throttle_order(struct admin *admin, struct worker_order *o)
{
	const char *n = admin->words[1];

	if (!n || !argument_is_number(n) || strlen(n) > CONTROL_DIGITS)
		return say_usage("throttle takes a number of deliveries a "
				 "second");
	o->text = arena_printf(admin->a, "throttle %s", n);
	o->name = admin->words[2];
	return EXIT_SUCCESS;
}

static int read_log_order(struct admin *admin, struct worker_order *o)
{
	const char *what = admin->words[1];

	if (!what || (strcmp(what, "jobs") && strcmp(what, "errors")))
		return say_usage("log takes \"jobs\" or \"errors\"");
	o->text = arena_printf(admin->a, "log %s", what);
	o->name = admin->words[2];
	return EXIT_SUCCESS;
}

static int read_order(struct admin *admin, const char *word,
		      struct worker_order *o)
{
	if (!word)
		return EXIT_SUCCESS;
	if (strcmp(word, "throttle") == 0)
		return read_throttle_order(admin, o);
	if (strcmp(word, "log") == 0)
		return read_log_order(admin, o);
	if (strcmp(word, "pause") && strcmp(word, "resume") &&
	    strcmp(word, "exit"))
		return say_usage("unknown order %s for workers", word);
	if (admin->words[1] && admin->words[2])
		return say_usage("%s takes one worker, or none for all", word);
	o->text = word;
	o->name = admin->words[1];
	return EXIT_SUCCESS;
}

/* ---- workers: the table ------------------------------------------------- */

static const char *report_state(struct arena *a, const struct report *r)
{
	const char *state = plain_line(a, r->state);

	return r->limit ? arena_printf(a, "%s, %" PRIu64 "/s", state, r->limit)
			: state;
}

static const char *report_rate(struct arena *a, const struct report *r)
{
	return arena_printf(a, "%.1f", (double)r->recent / RATE_SECONDS);
}

static const char *report_time(struct arena *a, time_t t)
{
	char text[32] = "?";
	struct tm tm;

	if (localtime_r(&t, &tm))
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	return arena_strdup(a, text);
}

#define ROW "%-24s  %-7s  %7s  %-16s  %7s  %12s  %s\n"

static void show_report(struct arena *a, const struct report *r)
{
	printf(ROW, plain_line(a, r->name), plain_line(a, r->kind),
	       arena_printf(a, "%" PRIu64, r->pid), report_state(a, r),
	       arena_printf(a, "%" PRIu64, r->jobs), report_rate(a, r),
	       report_time(a, r->since));
}

/*
 * Redis counts everybody who has subscribed to the channel, so somebody who
 * only listens is counted here as a program that did not answer.
 */
static void show_reports(struct arena *a, const struct reports *all)
{
	if (all->n)
		printf(ROW, "name", "kind", "pid", "state", "jobs",
		       "deliveries/s", "up since");
	else
		puts("No background program is alive.");
	for (size_t i = 0; i < all->n; i++)
		show_report(a, &all->v[i]);
	if (all->asked > all->n)
		printf("No answer within %d s: %" PRIu64 "\n",
		       ANSWER_WAIT_MS / 1000, all->asked - all->n);
}

static bool is_worker_alive(const struct reports *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].kind, "worker") == 0)
			return true;
	return false;
}

/*
 * Without a worker nothing is delivered, so the exit status is a failure even
 * where the gateway of the live updates is alive.
 */
static int show_workers(struct admin *admin)
{
	struct reports all;
	enum rt_err err;
	int status;

	if ((err = report_collect(admin->rt, admin->a, ANSWER_WAIT_MS, &all)))
		return say_error(err);
	show_reports(admin->a, &all);
	status = print_backlog_line(admin);
	if (status == EXIT_SUCCESS)
		status = say_unless_writable(admin);
	if (is_worker_alive(&all))
		return status;
	return all.n ? say_failed("no worker is alive") : EXIT_FAILURE;
}

/* ---- workers: orders ---------------------------------------------------- */

static bool is_program_alive(const struct reports *all, const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].name, name) == 0)
			return true;
	return false;
}

/*
 * Published to nobody, an order has no effect.  That must not look like a
 * success, so it is checked before.
 */
static int check_is_alive(struct admin *admin, const char *name)
{
	struct reports all;
	enum rt_err err;

	if ((err = report_collect(admin->rt, admin->a, ANSWER_WAIT_MS, &all)))
		return say_error(err);
	if (name && !is_program_alive(&all, name))
		return say_failed("no worker %s is alive", name);
	if (!all.n)
		return say_failed("no background program is alive");
	return EXIT_SUCCESS;
}

static int publish_order(struct admin *admin, const struct worker_order *o)
{
	uint64_t receivers;
	enum rt_err err;

	if (check_is_alive(admin, o->name))
		return EXIT_FAILURE;
	audit_note(admin);
	err = control_publish(admin->rt, admin->a, o->name, o->text,
			      &receivers);
	return err ? say_error(err) : EXIT_SUCCESS;
}

/* After `exit` there is no table: the programs may have ended already. */
static int check_workers(struct admin *admin, const char *word)
{
	struct worker_order o = { 0 };

	return read_order(admin, word, &o);
}

static int show_or_order_workers(struct admin *admin, const char *word)
{
	struct worker_order o = { 0 };
	int status = read_order(admin, word, &o);

	if (!status && o.text)
		status = publish_order(admin, &o);
	if (status)
		return status;
	if (!o.text || strcmp(o.text, "exit") != 0)
		return show_workers(admin);
	printf("Told to exit: %s\n", o.name ? o.name : "all");
	return EXIT_SUCCESS;
}

/* ---- queue -------------------------------------------------------------- */

typedef enum rt_err order_function(struct rt *rt, struct arena *a,
				   const char *queue, const struct job *job);

/*
 * Scheduled posts are not jobs, but they fail, are retried and are dropped in
 * the same way.
 */
enum { RETRY, DROP, ORDERS };

static const struct queue {
	const char *name, *prefix;
	order_function *run[ORDERS];
} queues[] = {
	{ DELIVER_QUEUE, "", { queue_retry, queue_drop } },
	{ SCHEDULE_QUEUE,
	  "scheduled ",
	  { delayed_dead_retry, delayed_dead_drop } },
};

#define QUEUES (sizeof queues / sizeof *queues)

static const struct queue_order {
	const char *verb, *past;
	bool is_confirmed;
} orders[ORDERS] = {
	[RETRY] = { "retry", "put back", false },
	[DROP] = { "drop", "dropped", true },
};

/* ---- queue: what failed ------------------------------------------------- */

struct failed_job {
	struct job job;
	const struct queue *of;
	uint64_t newer; /* how many failed later in the same queue */
};

/* Queue by queue, each with the newest first. */
struct failed_jobs {
	struct failed_job *v;
	size_t n, room;
};

static void append_failed(struct arena *a, struct failed_jobs *f,
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

static enum rt_err read_failed_queue(struct admin *admin,
				     const struct queue *of,
				     struct failed_jobs *f)
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

static enum rt_err read_failed(struct admin *admin, struct failed_jobs *f)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < QUEUES; i++)
		err = read_failed_queue(admin, &queues[i], f);
	return err;
}

static const char *failed_text(struct arena *a, const struct failed_job *f)
{
	return plain_line(
		a, arena_printf(a, "%s%s", f->of->prefix, f->job.payload));
}

/* A job without a time was not written by this Retwis. */
static const char *failed_age(struct arena *a, const struct job *job)
{
	return job->since ? age_in_words(a, job->since) : "?";
}

static void show_failed(struct arena *a, const struct failed_jobs *failed)
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
		       failed_age(a, job), job->tries,
		       failed_text(a, &failed->v[i]));
	}
	if (hidden)
		printf("and %zu more, which failed earlier\n", hidden);
}

static int show_queue(struct admin *admin)
{
	struct failed_jobs failed = { 0 };
	enum rt_err err;
	int status = print_backlog_line(admin);

	if (status != EXIT_SUCCESS)
		return status;
	if ((err = read_failed(admin, &failed)))
		return say_error(err);
	show_failed(admin->a, &failed);
	return EXIT_SUCCESS;
}

/* ---- queue: retry and drop ---------------------------------------------- */

static int confirm_order(struct admin *admin, const struct queue_order *o,
			 const char *what, const char *question)
{
	struct confirmation c = { o->verb, o->past, what, question };

	return o->is_confirmed ? prompt_consent(admin, &c) : EXIT_SUCCESS;
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
		failed_age(a, &f->job), f->job.tries, failed_text(a, f));
	enum rt_err err;

	if (confirm_order(admin, o, what, "Drop this job permanently?"))
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
			       const struct failed_jobs *failed)
{
	for (size_t i = 0; i < failed->n; i++)
		if (!strcmp(number, queue_number(admin->a, &failed->v[i].job)))
			return order_one_job(admin, o, number, &failed->v[i]);
	return no_such_job(number);
}

/* Jobs that somebody else has retried or dropped meanwhile are not counted. */
static enum rt_err order_each_job(struct admin *admin,
				  const struct queue_order *o,
				  const struct failed_jobs *failed,
				  size_t *done)
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
			  const struct failed_jobs *failed)
{
	const char *what =
		arena_printf(admin->a, "Failed jobs: %zu", failed->n);
	size_t done = 0;
	enum rt_err err;

	if (failed->n &&
	    confirm_order(admin, o, what, "Drop them all permanently?"))
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
	struct failed_jobs failed = { 0 };
	enum rt_err err;

	if ((err = read_failed(admin, &failed)))
		return say_error(err);
	return number ? order_job_by_number(admin, o, number, &failed)
		      : order_all_jobs(admin, o, &failed);
}

/* NULL if there is no such order. */
static const struct queue_order *find_queue_order(const char *verb)
{
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (strcmp(orders[i].verb, verb) == 0)
			return &orders[i];
	return NULL;
}

static int check_queue(struct admin *admin, const char *word)
{
	const struct queue_order *o = word ? find_queue_order(word) : NULL;

	if (word && !o)
		return say_usage("unknown order %s for queue", word);
	if (!o)
		return admin->yes || admin->all ? say_usage("retry or drop?")
						: EXIT_SUCCESS;
	if (!admin->words[1] == !admin->all)
		return say_usage("%s takes one job or --all", o->verb);
	if (admin->yes && !o->is_confirmed)
		return say_usage("--yes is not for %s", o->verb);
	return EXIT_SUCCESS;
}

static int show_or_order_queue(struct admin *admin, const char *word)
{
	const struct queue_order *o = word ? find_queue_order(word) : NULL;

	return o ? order_jobs(admin, o, admin->words[1]) : show_queue(admin);
}

/* ---- the commands ------------------------------------------------------- */

const struct admin_command command_workers = {
	.name = "workers",
	.usage = "\n"
		 "[pause | resume | exit] [WORKER]\n"
		 "throttle N [WORKER]\n"
		 "log jobs | errors [WORKER]",
	.does = "shows the background programs, or gives them orders",
	.help = "An order is for one of them, or for all: to pause, to\n"
		"resume, to exit, so that their supervisor starts them\n"
		"again, to make at most N deliveries a second (0: no limit),\n"
		"and what to log.\n",
	.run = show_or_order_workers,
	.check = check_workers,
	.max = 3,
	.takes = "an order and a worker",
};

const struct admin_command command_queue = {
	.name = "queue",
	.usage = "\nretry JOB | --all\ndrop [--yes] JOB | --all",
	.does = "shows the jobs that failed, retries them, or drops them",
	.help = "JOB is the number that queue shows.\n",
	.run = show_or_order_queue,
	.check = check_queue,
	.max = 2,
	.takes = "retry or drop, and a job or --all",
	.options = OPTION_YES | OPTION_ALL,
};
