/*
 * retwis-worker delivers posts to the home timelines of followers, finishes
 * deletions, and does what has to wait for its time, such as scheduled posts.
 *
 * Any number of workers may run.  A job that fails is tried again by the
 * worker that takes it next.  While Redis doesn't answer, a worker keeps its
 * job.
 */
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "libretwis/work.h"
#include "base/prefork.h"
#include "base/options.h"
#include "base/printable.h"
#include "libretwis/preflight.h"

#define WAIT_MS   1000 /* for a job; worker_take_jobs() may wait less */
#define PAUSE_MS  100  /* after a failure */
#define GATHER_MS 5    /* for which jobs are gathered */
#define LAYOUT_MS 1000 /* between two checks whether the database is ours */

static const char usage[] =
	"Usage: retwis-worker [--check | --help | --version]\n"
	"Delivers the posts of Retwis to followers, until SIGTERM.  On SIGHUP it\n"
	"starts again, as the program now in its place.\n"
	"\n"
	"  --check    check the settings and the database, then exit\n"
	"\n"
	"Its settings are environment variables: see retwis.env(5).\n";

static int stop_signal; /* the signal received, or 0 */
static struct control control;
static struct arena chunk; /* for one attempt at a job */

static void worker_on_stop(evutil_socket_t signal_number, short events,
			   void *arg)
{
	(void)events;
	(void)arg;
	if (!stop_signal || stop_signal == SIGHUP)
		stop_signal = (int)signal_number;
	control_wake(&control);
}

/* A signal or a host's order ends it. */
static bool worker_is_over(void)
{
	return stop_signal || control.stop;
}

/* ---- now and then ------------------------------------------------------ */

static struct worker_task {
	enum rt_err (*run)(struct rt *rt, struct arena *a);
	int64_t every_ms, next;
} tasks[] = {
	/* A scheduled post may be five seconds late; this is half a second. */
	{ rt_schedule_run, 500, 0 },     { rt_last_seen_run, 1000, 0 },
	{ rt_outbox_sweep, 1000, 0 },    { rt_erasing_sweep, 1000, 0 },
	{ rt_guests_run, 5000, 0 },      { rt_import_staging_run, 1000, 0 },
	{ rt_sessions_claim, 60000, 0 }, { rt_leaving_run, 1000, 0 },
	{ rt_rewrite_run, 5000, 0 },     { rt_indexing_run, 50, 0 },
	{ rt_acts_run, 5000, 0 },        { rt_removed_run, 5000, 0 },
	{ rt_suspended_run, 5000, 0 },   { rt_quiet_run, 1000, 0 },
	{ rt_cases_run, 5000, 0 },       { rt_board_run, 1000, 0 },
	{ rt_pictures_run, 1000, 0 },
};

static void worker_run_tasks(struct rt *rt, struct arena *a)
{
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
		struct worker_task *t = &tasks[i];

		if (clock_ms() < t->next)
			continue;
		arena_reset(a);
		t->run(rt, a);
		t->next = clock_ms() + t->every_ms;
	}
}

/* ---- the queue --------------------------------------------------------- */

/*
 * If Redis is down, full or too strict, that isn't the job's fault, so we keep
 * it.
 */
static bool worker_is_outage(enum rt_err err)
{
	return err == RT_DOWN || err == RT_FULL || err == RT_FORBIDDEN ||
	       err == RT_FOREIGN;
}

/* Waits until Redis works again.  RT_OK means that the job is still ours. */
static enum rt_err worker_retry_wait(struct rt *rt, struct worker *w,
				     const struct job *job)
{
	enum rt_err err;

	do {
		arena_reset(&chunk);
		control_wait(&control, PAUSE_MS);
		err = worker_beat(rt, &chunk, w, job);
	} while (worker_is_outage(err) && !worker_is_over());
	return err;
}

/*
 * A job that fails is left in place, and the next worker_take_jobs() puts it
 * back.  Each attempt starts with empty memory, since an outage may last long.
 */
static void worker_do_job(struct rt *rt, struct worker *w,
			  const struct job *job, int64_t sure_until)
{
	char text[PRINTABLE_LINE];
	struct delivery d = { 0 };
	enum rt_err err;

	while (worker_is_outage(err = dispatch_chunk(rt, &chunk, w, job,
						     sure_until, &d)) &&
	       !worker_is_over() && !(err = worker_retry_wait(rt, w, job)))
		sure_until = 0;
	arena_reset(&chunk);
	if (err == RT_TAKEN)
		return;
	if (err) {
		fprintf(stderr, "retwis-worker: %s: %s\n", rt_strerror(err),
			printable_line(text, job->text));
		control_wait(&control, PAUSE_MS);
		return;
	}
	control_count(&control, 1, d.served);
	control_log(&control, "did %s: %zu timelines",
		    printable_line(text, job->text), d.served);
}

/*
 * Does the jobs that can be done together.  After false, those that are left
 * may be half done.
 */
static bool worker_together(struct rt *rt, struct worker *w, struct jobs *jobs,
			    int64_t sure_until)
{
	struct delivery d;
	size_t n = jobs->n;
	enum rt_err err =
		dispatch_together(rt, &chunk, w, jobs, sure_until, &d);

	arena_reset(&chunk);
	if (err || n == jobs->n)
		return !err;
	control_count(&control, n - jobs->n, d.served);
	control_log(&control, "did %zu jobs together: %zu timelines",
		    n - jobs->n, d.served);
	return true;
}

/* A job that had to wait for others may belong to another worker by now. */
static void worker_alone(struct rt *rt, struct worker *w,
			 const struct job *job, int64_t sure_until)
{
	bool is_ours = worker_beat_if_due(rt, &chunk, w, job) != RT_TAKEN;

	arena_reset(&chunk);
	if (is_ours)
		worker_do_job(rt, w, job, sure_until);
}

/* A throttle counts jobs that were done, so under it we take one at a time. */
static size_t worker_jobs_max(void)
{
	return control.throttle.limit ? 1 : WORKER_JOBS;
}

/*
 * A server that was promoted may list jobs that were already done, because it
 * lost the last writes of the one before.  So for a time-out after each new
 * connection no job counts as untouched: we check the timelines before we
 * push.
 */
static bool worker_is_sure(const struct rt *rt, const struct worker *w)
{
	static uint64_t connections;
	static int64_t unsure_until;
	static bool was_connected;
	uint64_t now = rt_connections(rt);

	if (was_connected && now != connections)
		unsure_until = clock_ms() + w->patience_ms;
	connections = now;
	was_connected = true;
	return clock_ms() >= unsure_until;
}

/*
 * After one post another one often follows.  All that come within this short
 * time are pushed into the same timelines by one command each, which halves
 * the work of Redis, so it is worth delaying the second one.  We don't wait if
 * there were as many jobs as we can take, or while a long job is unfinished.
 */
static void worker_gather(size_t taken, const struct jobs *left)
{
	if (taken < worker_jobs_max() && !left->n)
		control_wait(&control, GATHER_MS);
}

static void worker_log_jobs(const struct jobs *jobs)
{
	char text[PRINTABLE_LINE];

	for (size_t i = 0; i < jobs->n; i++)
		control_log(&control, "took %s",
			    printable_line(text, jobs->v[i].text));
}

static void worker_do_jobs(struct rt *rt, struct arena *a, struct worker *w)
{
	int64_t sure_until = clock_ms() + w->patience_ms / 2;
	struct jobs jobs = { 0 };
	size_t taken;
	enum rt_err err =
		worker_take_jobs(rt, a, w, WAIT_MS, worker_jobs_max(), &jobs);

	if (err && err != RT_NOT_FOUND)
		control_wait(&control, PAUSE_MS);
	if (err)
		return;
	taken = jobs.n;
	worker_log_jobs(&jobs);
	if (!worker_is_sure(rt, w) ||
	    !worker_together(rt, w, &jobs, sure_until))
		sure_until = 0;
	for (size_t i = 0; i < jobs.n && !worker_is_over(); i++)
		worker_alone(rt, w, &jobs.v[i], sure_until);
	worker_gather(taken, &jobs);
}

/*
 * While a later version of Retwis uses the database, this worker touches
 * nothing, not even the queue, because it would misread the jobs.  The
 * database may become ours again, for example after a backup was restored.
 * Since a check takes a round trip, it is done once a second.
 */
static bool worker_owns_database(struct rt *rt, struct arena *a)
{
	static int64_t next;
	static bool is_foreign;

	if (clock_ms() >= next) {
		is_foreign = rt_check_layout(rt, a) == RT_FOREIGN;
		next = clock_ms() + LAYOUT_MS;
	}
	if (is_foreign)
		control_wait(&control, PAUSE_MS);
	return !is_foreign;
}

/* A paused worker still takes care of jobs whose worker has died. */
static void worker_run(struct rt *rt, struct arena *a, struct worker *w)
{
	while (!worker_is_over()) {
		arena_reset(a);
		if (!worker_owns_database(rt, a))
			continue;
		if (!control_hold(&control, WAIT_MS) && !worker_is_over())
			worker_do_jobs(rt, a, w);
		arena_reset(a);
		worker_reap(rt, a, w, clock_ms());
		if (!control.paused)
			worker_run_tasks(rt, a);
	}
	arena_reset(a);
	worker_leave(rt, a, w);
}

/* ---- the program ------------------------------------------------------- */

static const int stop_signals[] = { SIGTERM, SIGINT, SIGUSR1, SIGHUP };
#define STOP_SIGNALS (sizeof stop_signals / sizeof *stop_signals)

static void worker_catch_signals(struct event *stop[STOP_SIGNALS])
{
	struct event_base *base = fiber_base(fiber_now());

	for (size_t i = 0; i < STOP_SIGNALS; i++) {
		stop[i] = evsignal_new(base, stop_signals[i], worker_on_stop,
				       NULL);
		event_add(stop[i], NULL);
	}
	prefork_mask_signals(SIG_UNBLOCK);
}

static void worker_block_signals(struct event *stop[STOP_SIGNALS])
{
	prefork_mask_signals(SIG_BLOCK);
	/* Delivers a signal that was caught just before it was blocked. */
	fiber_pause(0);
	for (size_t i = 0; i < STOP_SIGNALS; i++)
		event_free(stop[i]);
}

/* Returns the signal that ended it; a host's order counts as SIGTERM. */
static int worker_main(void *arg)
{
	const struct rt_config *conf = arg;
	struct event *stop[STOP_SIGNALS];
	struct arena name = { 0 }, memory = { 0 };
	struct rt *rt = rt_open(conf);
	struct worker w;

	worker_catch_signals(stop);
	worker_join(&w, &name, DELIVER_QUEUE,
		    (int64_t)conf->patience_s * 1000);
	control_open(&control, rt, "worker", w.name);
	worker_run(rt, &memory, &w);
	worker_block_signals(stop);
	control_close(&control);
	rt_close(rt);
	arena_free(&chunk);
	arena_free(&memory);
	arena_free(&name);
	return stop_signal ? stop_signal : SIGTERM;
}

static int worker_serve(void *conf)
{
	return fiber_run(worker_main, conf);
}

int main(int argc, char **argv)
{
	bool is_check = options_check(argc, argv, usage);
	struct arena settings = { 0 };
	struct rt_config conf;
	const char *why = rt_config_load(&settings, &conf);
	int status = EXIT_FAILURE;

	signal(SIGPIPE, SIG_IGN);
	if (is_check && !why)
		preflight_pictures(&conf, false);
	if (why)
		fprintf(stderr, "retwis-worker: %s\n", why);
	else if (is_check)
		status = preflight_database(&conf);
	else if (preflight_key(&conf))
		status = prefork_run(argv, conf.workers, worker_serve, &conf);
	arena_free(&settings);
	return status;
}
