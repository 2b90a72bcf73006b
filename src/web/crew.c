#define _GNU_SOURCE /* struct timespec for sigtimedwait() */
#include "web/crew.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libretwis/base/clock.h"
#include "web/loop.h"

/* One that dies at once must not keep a processor busy. */
#define PAUSE_MS 1000
static const struct timespec a_moment = { .tv_nsec = 100000000 };

struct crew {
	const struct rt_config *conf;
	pid_t *pid; /* 0: it has died */
	sigset_t signals, before;
};

/* The end of the process that looks after it ends it, too. */
static void crew_member(struct crew *c, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		exit(EXIT_FAILURE); /* it has ended already */
	sigprocmask(SIG_SETMASK, &c->before, NULL);
	exit(loop_run(c->conf) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void crew_start(struct crew *c)
{
	pid_t parent = getpid();

	for (unsigned i = 0; i < c->conf->processes; i++) {
		if (c->pid[i])
			continue;
		c->pid[i] = fork();
		if (c->pid[i] == 0)
			crew_member(c, parent);
		if (c->pid[i] < 0) {
			fprintf(stderr, "retwis: no further process: %m\n");
			c->pid[i] = 0;
		}
	}
}

/* Of those, too, that this process has left behind when it began again. */
static void crew_bury(struct crew *c)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		for (unsigned i = 0; i < c->conf->processes; i++)
			if (c->pid[i] == pid)
				c->pid[i] = 0;
}

static bool crew_is_whole(const struct crew *c)
{
	for (unsigned i = 0; i < c->conf->processes; i++)
		if (!c->pid[i])
			return false;
	return true;
}

/* Returns the signal that ends it. */
static int crew_watch(struct crew *c)
{
	int64_t next = 0;
	int got;

	for (;;) {
		if (!crew_is_whole(c) && clock_ms() >= next) {
			crew_start(c);
			next = clock_ms() + PAUSE_MS;
		}
		got = crew_is_whole(c)
			      ? sigwaitinfo(&c->signals, NULL)
			      : sigtimedwait(&c->signals, NULL, &a_moment);
		if (got == SIGCHLD)
			crew_bury(c);
		else if (got > 0)
			return got;
	}
}

static void crew_end(struct crew *c)
{
	for (unsigned i = 0; i < c->conf->processes; i++)
		if (c->pid[i])
			kill(c->pid[i], SIGTERM);
}

int crew_run(const struct rt_config *conf)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGUSR1, SIGHUP,
				       SIGCHLD };
	struct crew c = { .conf = conf };
	int ended_by;

	if (conf->processes == 1)
		return loop_run(conf);
	c.pid = calloc(conf->processes, sizeof *c.pid);
	if (!c.pid)
		abort();
	sigemptyset(&c.signals);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaddset(&c.signals, signals[i]);
	sigprocmask(SIG_BLOCK, &c.signals, &c.before);
	ended_by = crew_watch(&c);
	crew_end(&c);
	/* At SIGHUP the next ones need not wait until these have ended. */
	while (ended_by != SIGHUP && wait(NULL) > 0)
		continue;
	if (ended_by == SIGHUP)
		sigaddset(&c.before, SIGHUP); /* as loop_run() leaves it */
	sigprocmask(SIG_SETMASK, &c.before, NULL);
	free(c.pid);
	return ended_by;
}
