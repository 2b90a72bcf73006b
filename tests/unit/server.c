/*
 * The private redis-server.
 *
 * A keeper process starts it and waits at a socket.  When that is closed, by
 * server_stop() or because the test has died of whatever, the keeper kills
 * Redis and removes the folder.
 */
#define _GNU_SOURCE /* nftw() */
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hiredis/hiredis.h>

#include "unit.h"

#define START_MS 10000

static char folder[512];
static int keeper = -1;
static pid_t keeper_pid, redis_pid;

const char *server_path(const char *name)
{
	static char path[4][600];
	static int turn;
	char *p = path[turn++ % 4];

	snprintf(p, sizeof path[0], "%s/%s", folder, name);
	return p;
}

const char *server_front(void)
{
	const char *front = server_path("redis.sock.front");

	return access(front, F_OK) == 0 ? front : server_path("redis.sock");
}

static void die(const char *what)
{
	perror(what);
	_exit(EXIT_FAILURE);
}

/* ---- the keeper -------------------------------------------------------- */

static void exec_redis(void)
{
	int quiet = open("/dev/null", O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(quiet, STDIN_FILENO);
	dup2(quiet, STDOUT_FILENO);
	execlp("redis-server", "redis-server", "--port", "0", "--unixsocket",
	       server_path("redis.sock"), "--dir", folder, "--save", "",
	       "--appendonly", "no", (char *)NULL);
	die("redis-server");
}

static pid_t spawn_redis(void)
{
	pid_t pid = fork();

	if (pid == 0)
		exec_redis();
	return pid;
}

static void kill_redis(pid_t pid)
{
	if (pid > 0 && kill(pid, SIGKILL) == 0)
		waitpid(pid, NULL, 0);
	unlink(server_path("redis.sock"));
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

/* 's' starts, 'k' kills; the answer is the new process. */
static void keep(int fd)
{
	pid_t pid = 0;
	char order;

	setsid();
	while (read(fd, &order, 1) == 1) {
		kill_redis(pid);
		pid = order == 's' ? spawn_redis() : 0;
		if (write(fd, &pid, sizeof pid) != sizeof pid)
			break;
	}
	kill_redis(pid);
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	_exit(EXIT_SUCCESS);
}

/* ---- the test's side --------------------------------------------------- */

static void tell_keeper(char order)
{
	if (write(keeper, &order, 1) != 1 ||
	    read(keeper, &redis_pid, sizeof redis_pid) != sizeof redis_pid)
		die("keeper");
}

static bool answers(void)
{
	redisContext *link = redisConnectUnix(server_path("redis.sock"));
	bool ok = link && !link->err;

	redisFree(link);
	return ok;
}

/* Looks every few milliseconds until Redis listens. */
static void await_redis(void)
{
	int64_t end = unit_now() + START_MS;

	while (!answers()) {
		if (unit_now() > end) {
			fputs("redis-server does not start\n", stderr);
			exit(EXIT_FAILURE);
		}
		usleep(2000);
	}
}

void server_start(void)
{
	const char *tmp = getenv("TMPDIR");
	int pair[2];

	snprintf(folder, sizeof folder, "%s/retwis-unit-XXXXXX",
		 tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(folder) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		die(folder);
	keeper_pid = fork();
	if (keeper_pid == 0) {
		close(pair[0]);
		keep(pair[1]);
	}
	close(pair[1]);
	keeper = pair[0];
	server_restart();
}

void server_restart(void)
{
	tell_keeper('s');
	await_redis();
}

void server_kill(void)
{
	tell_keeper('k');
}

void server_signal(int signal)
{
	kill(redis_pid, signal);
}

void server_stop(void)
{
	close(keeper);
	waitpid(keeper_pid, NULL, 0);
}
