#define _GNU_SOURCE /* sigtimedwait() */
#include "base/prefork.h"

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

/* One that dies at once must not keep a processor busy. */
#define PAUSE_MS 1000
static const struct timespec a_moment = { .tv_nsec = 100000000 };

struct crew {
	unsigned n;
	int (*run)(void *arg);
	void *arg;
	pid_t *pid; /* 0: it has died */
	sigset_t signals;
};

static void prefork_hold(int how, int signal_number)
{
	sigset_t one;

	sigemptyset(&one);
	sigaddset(&one, signal_number);
	sigprocmask(how, &one, NULL);
}

/* The end of the process that looks after it ends it, too. */
static void prefork_member(struct crew *c, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		exit(EXIT_FAILURE); /* it has ended already */
	prefork_hold(SIG_UNBLOCK, SIGCHLD);
	exit(c->run(c->arg) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void prefork_start(struct crew *c)
{
	pid_t parent = getpid();

	for (unsigned i = 0; i < c->n; i++) {
		if (c->pid[i])
			continue;
		c->pid[i] = fork();
		if (c->pid[i] == 0)
			prefork_member(c, parent);
		if (c->pid[i] < 0) {
			fprintf(stderr,
				"retwis: cannot start another process: %m\n");
			c->pid[i] = 0;
		}
	}
}

/* Of those, too, that this process has left behind when it began again. */
static void prefork_bury(struct crew *c)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		for (unsigned i = 0; i < c->n; i++)
			if (c->pid[i] == pid)
				c->pid[i] = 0;
}

static bool prefork_is_whole(const struct crew *c)
{
	for (unsigned i = 0; i < c->n; i++)
		if (!c->pid[i])
			return false;
	return true;
}

/* Returns the signal that ends it. */
static int prefork_watch(struct crew *c)
{
	int64_t next = 0;
	int got;

	for (;;) {
		if (!prefork_is_whole(c) && clock_ms() >= next) {
			prefork_start(c);
			next = clock_ms() + PAUSE_MS;
		}
		got = prefork_is_whole(c)
			      ? sigwaitinfo(&c->signals, NULL)
			      : sigtimedwait(&c->signals, NULL, &a_moment);
		if (got == SIGCHLD)
			prefork_bury(c);
		else if (got > 0)
			return got;
	}
}

static void prefork_end(struct crew *c)
{
	for (unsigned i = 0; i < c->n; i++)
		if (c->pid[i])
			kill(c->pid[i], SIGTERM);
}

static sigset_t prefork_signals(void)
{
	static const int ends[] = { SIGTERM, SIGINT, SIGUSR1, SIGHUP };
	sigset_t signals;

	sigemptyset(&signals);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		sigaddset(&signals, ends[i]);
	return signals;
}

/* Returns the signal that ends all of them. */
static int prefork_lead(struct crew *c)
{
	int ended_by;

	c->pid = calloc(c->n, sizeof *c->pid);
	if (!c->pid)
		abort();
	c->signals = prefork_signals();
	sigaddset(&c->signals, SIGCHLD);
	prefork_hold(SIG_BLOCK, SIGCHLD);
	ended_by = prefork_watch(c);
	prefork_end(c);
	/* At SIGHUP the next ones need not wait until these have ended. */
	while (ended_by != SIGHUP && wait(NULL) > 0)
		continue;
	prefork_hold(SIG_UNBLOCK, SIGCHLD);
	free(c->pid);
	return ended_by;
}

void prefork_hold_signals(int how)
{
	sigset_t signals = prefork_signals();

	sigprocmask(how, &signals, NULL);
}

/*
 * Where the program is, by its name: an installation puts a new one there.
 * Ours is told at the beginning, since its file may be gone later.
 */
int prefork_run(char **argv, unsigned processes, int (*run)(void *arg),
		void *arg)
{
	struct crew c = { .n = processes, .run = run, .arg = arg };
	char program[PATH_MAX] = "";
	ssize_t len = readlink("/proc/self/exe", program, sizeof program - 1);
	int ended_by;

	prefork_hold_signals(SIG_BLOCK);
	ended_by = processes > 1 ? prefork_lead(&c) : run(arg);
	if (ended_by == SIGHUP && len > 0) {
		execv(program, argv);
		fprintf(stderr, "retwis: cannot start %s: %m\n", program);
		return EXIT_FAILURE;
	}
	return ended_by ? EXIT_SUCCESS : EXIT_FAILURE;
}
