#include "race.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_STARTED 251

static void run_one(int start, int (*run)(int n), int n)
{
	char go;

	if (read(start, &go, 1) != 0)
		_exit(NOT_STARTED);
	rt = rt_open(&conf);
	_exit(run(n));
}

/* All wait for the end of a pipe, and then begin at once. */
void race(int (*run)(int n), int *result)
{
	pid_t racer[RACERS];
	int start[2], status;

	assert_int_equal(0, pipe(start));
	for (int i = 0; i < RACERS; i++) {
		racer[i] = fork();
		if (racer[i] == 0) {
			close(start[1]);
			run_one(start[0], run, i);
		}
	}
	close(start[0]);
	close(start[1]);
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

void race_die(int (*run)(int n), int n)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		rt = rt_open(&conf);
		if (run(n) == 0)
			kill(getpid(), SIGKILL);
		_exit(EXIT_FAILURE);
	}
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_true(WIFSIGNALED(status));
}
