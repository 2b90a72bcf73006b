/*
 * retwis-worker: delivers posts to the home timelines of followers, and does
 * what is to be done later.
 *
 * Any number of them may run.  A job that fails is tried again, by whoever
 * takes it next; while Redis does not answer a worker keeps its job in hand.
 */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "libretwis/clock.h"
#include "libretwis/deliver.h"

#define EXIT_USAGE 2

#define WAIT_MS  1000 /* for a job; queue_take() waits no longer than it may */
#define PAUSE_MS 100  /* after a failure */

static const char usage[] =
	"Usage: retwis-worker [--check | --help | --version]\n"
	"Delivers the posts of Retwis to followers, until SIGTERM.\n"
	"\n"
	"  --check    read the configuration, then exit\n"
	"\n"
	"The environment configures it, RETWIS_REDIS and others; the README\n"
	"lists them.\n";

static volatile sig_atomic_t stopping;

static void on_stop(int signal_number)
{
	(void)signal_number;
	stopping = 1;
}

/* ---- what is done now and then ----------------------------------------- */

static struct task {
	enum rt_err (*run)(struct rt *rt, struct arena *a);
	int64_t every_ms, next;
} tasks[] = {
	{ outbox_sweep, 1000, 0 },
	{ rebuilt_forget, 60000, 0 },
};

static void run_tasks(struct rt *rt, struct arena *a)
{
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
		struct task *t = &tasks[i];

		if (clock_ms() < t->next)
			continue;
		arena_reset(a);
		t->run(rt, a);
		t->next = clock_ms() + t->every_ms;
	}
}

/* ---- the queue --------------------------------------------------------- */

static void pause_ms(unsigned ms)
{
	usleep((useconds_t)ms * 1000);
}

/* Redis being away or full is not the job's fault: it is kept. */
static bool is_outage(enum rt_err err)
{
	return err == RT_DOWN || err == RT_FULL;
}

/* A job that fails is left: the next queue_take() puts it back. */
static void work(struct rt *rt, struct arena *a, struct worker *w,
		 const struct job *job, int64_t sure_until)
{
	struct delivery d;
	enum rt_err err;

	while (is_outage(err = deliver_chunk(rt, a, w, job, sure_until, &d)) &&
	       !stopping) {
		pause_ms(PAUSE_MS);
		queue_beat(rt, a, w);
		sure_until = 0;
	}
	if (err) {
		fprintf(stderr, "retwis-worker: %s: %s\n", rt_strerror(err),
			job->text);
		pause_ms(PAUSE_MS);
	}
}

static void run(struct rt *rt, struct arena *a, struct worker *w)
{
	while (!stopping) {
		int64_t now = clock_ms();
		struct job job;
		enum rt_err err;

		arena_reset(a);
		err = queue_take(rt, a, w, WAIT_MS, &job);
		if (!err)
			work(rt, a, w, &job, now + w->patience_ms / 2);
		else if (err != RT_NOT_FOUND)
			pause_ms(PAUSE_MS);
		arena_reset(a);
		queue_watch(rt, a, w, now);
		run_tasks(rt, a);
	}
	arena_reset(a);
	queue_leave(rt, a, w);
}

/* ---- the program ------------------------------------------------------- */

/* Exits for --help, --version and mistakes. */
static bool read_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "check", no_argument, NULL, 'c' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ 0 },
	};
	int option = getopt_long(argc, argv, "", options, NULL);

	if (option == '?')
		exit(EXIT_USAGE);
	if (option == 'h' || option == 'v') {
		fputs(option == 'h' ? usage : "Retwis " RETWIS_VERSION "\n",
		      stdout);
		exit(EXIT_SUCCESS);
	}
	return option == 'c';
}

static void serve(const struct rt_config *conf)
{
	struct sigaction stop = { .sa_handler = on_stop };
	struct arena name = { 0 }, memory = { 0 };
	struct rt *rt = rt_open(conf);
	struct worker w;

	sigaction(SIGTERM, &stop, NULL);
	sigaction(SIGINT, &stop, NULL);
	signal(SIGPIPE, SIG_IGN);
	queue_join(&w, &name, DELIVER_QUEUE, (int64_t)conf->patience_s * 1000);
	run(rt, &memory, &w);
	rt_close(rt);
	arena_free(&memory);
	arena_free(&name);
}

int main(int argc, char **argv)
{
	bool is_check = read_options(argc, argv);
	struct arena settings = { 0 };
	struct rt_config conf;
	const char *why = rt_config_load(&settings, &conf);

	if (why)
		fprintf(stderr, "retwis-worker: %s\n", why);
	else if (!is_check)
		serve(&conf);
	arena_free(&settings);
	return why ? EXIT_FAILURE : EXIT_SUCCESS;
}
