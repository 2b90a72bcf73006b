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

/* A process that dies at once must not be restarted in a busy loop. */
#define PAUSE_MS 1000
static const struct timespec poll_time = { .tv_nsec = 100000000 };

struct prefork {
	unsigned n;
	int (*run)(void *arg);
	void *arg;
	pid_t *pid; /* 0: not running */
	sigset_t signals;
};

static void prefork_mask_signal(int how, int signal_number)
{
	sigset_t one;

	sigemptyset(&one);
	sigaddset(&one, signal_number);
	sigprocmask(how, &one, NULL);
}

/* Runs a child process, which ends together with its parent. */
static void prefork_run_child(struct prefork *c, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		exit(EXIT_FAILURE); /* the parent has ended already */
	prefork_mask_signal(SIG_UNBLOCK, SIGCHLD);
	exit(c->run(c->arg) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void prefork_start(struct prefork *c)
{
	pid_t parent = getpid();

	for (unsigned i = 0; i < c->n; i++) {
		if (c->pid[i])
			continue;
		c->pid[i] = fork();
		if (c->pid[i] == 0)
			prefork_run_child(c, parent);
		if (c->pid[i] < 0) {
			fprintf(stderr,
				"retwis: cannot start another process: %m\n");
			c->pid[i] = 0;
		}
	}
}

/* Also reaps children from before this process executed itself again. */
static void prefork_reap(struct prefork *c)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		for (unsigned i = 0; i < c->n; i++)
			if (c->pid[i] == pid)
				c->pid[i] = 0;
}

static bool prefork_is_complete(const struct prefork *c)
{
	for (unsigned i = 0; i < c->n; i++)
		if (!c->pid[i])
			return false;
	return true;
}

/* Keeps the processes running, and returns the signal that ends them. */
static int prefork_watch(struct prefork *c)
{
	int64_t next = 0;
	int got;

	for (;;) {
		if (!prefork_is_complete(c) && clock_ms() >= next) {
			prefork_start(c);
			next = clock_ms() + PAUSE_MS;
		}
		got = prefork_is_complete(c)
			      ? sigwaitinfo(&c->signals, NULL)
			      : sigtimedwait(&c->signals, NULL, &poll_time);
		if (got == SIGCHLD)
			prefork_reap(c);
		else if (got > 0)
			return got;
	}
}

static void prefork_stop_children(struct prefork *c)
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

/* Runs all processes, and returns the signal that has ended them. */
static int prefork_supervise(struct prefork *c)
{
	int ended_by;

	c->pid = calloc(c->n, sizeof *c->pid);
	if (!c->pid)
		abort();
	c->signals = prefork_signals();
	sigaddset(&c->signals, SIGCHLD);
	prefork_mask_signal(SIG_BLOCK, SIGCHLD);
	ended_by = prefork_watch(c);
	prefork_stop_children(c);
	/* At SIGHUP the new processes need not wait until these have ended. */
	while (ended_by != SIGHUP && wait(NULL) > 0)
		continue;
	prefork_mask_signal(SIG_UNBLOCK, SIGCHLD);
	free(c->pid);
	return ended_by;
}

void prefork_mask_signals(int how)
{
	sigset_t signals = prefork_signals();

	sigprocmask(how, &signals, NULL);
}

/*
 * The path of the program is read at the start, because an installation
 * replaces its file, and /proc/self/exe then refers to the deleted one.
 */
int prefork_run(char **argv, unsigned processes, int (*run)(void *arg),
		void *arg)
{
	struct prefork c = { .n = processes, .run = run, .arg = arg };
	char program[PATH_MAX] = "";
	ssize_t len = readlink("/proc/self/exe", program, sizeof program - 1);
	int ended_by;

	prefork_mask_signals(SIG_BLOCK);
	ended_by = processes > 1 ? prefork_supervise(&c) : run(arg);
	if (ended_by == SIGHUP && len > 0) {
		execv(program, argv);
		fprintf(stderr, "retwis: cannot start %s: %m\n", program);
		return EXIT_FAILURE;
	}
	return ended_by ? EXIT_SUCCESS : EXIT_FAILURE;
}
