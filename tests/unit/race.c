#include "race.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_STARTED 251

struct racer {
	int start[2];
	int (*run)(int n);
	int n;
};

static int run_one(void *arg)
{
	const struct racer *r = arg;
	char go;

	close(r->start[1]);
	if (read(r->start[0], &go, 1) != 0)
		return NOT_STARTED;
	rt = rt_open(&conf);
	return r->run(r->n);
}

/* All wait for the end of a pipe, and then start at once. */
void race(int (*run)(int n), int *result)
{
	struct racer r = { .run = run };
	pid_t racer[RACERS];
	int status;

	assert_int_equal(0, pipe(r.start));
	for (r.n = 0; r.n < RACERS; r.n++)
		racer[r.n] = unit_fork(run_one, &r);
	close(r.start[0]);
	close(r.start[1]);
	for (int i = 0; i < RACERS; i++) {
		assert_int_equal(racer[i], waitpid(racer[i], &status, 0));
		assert_true(WIFEXITED(status));
		result[i] = WEXITSTATUS(status);
	}
}

int race_count(const int *result, int value)
{
	int n = 0;

	for (int i = 0; i < RACERS; i++)
		n += result[i] == value;
	return n;
}

static int run_and_die(void *arg)
{
	const struct racer *r = arg;

	rt = rt_open(&conf);
	if (r->run(r->n) == 0)
		kill(getpid(), SIGKILL);
	return EXIT_FAILURE;
}

void race_die(int (*run)(int n), int n)
{
	struct racer r = { .run = run, .n = n };
	pid_t pid = unit_fork(run_and_die, &r);
	int status;

	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_true(WIFSIGNALED(status));
}
