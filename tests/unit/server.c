/*
 * The private database: a redis-server, or several of them.
 *
 * A keeper process starts it and waits at a socket. When that is closed, by
 * server_stop() or because the test has died for whatever reason, the keeper
 * kills everything that it started and removes the folder.
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

#define START_MS 60000

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

static const char *kind(void)
{
	const char *kind = getenv("RETWIS_TEST_REDIS");

	return kind ? kind : "";
}

bool server_is_many(void)
{
	return strcmp(kind(), "cluster") == 0 ||
	       strcmp(kind(), "nutcracker") == 0;
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

/*
 * A process group of its own, since several servers are stopped and killed at
 * once.
 */
static void exec_redis(void)
{
	int quiet = open("/dev/null", O_RDWR);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(quiet, STDIN_FILENO);
	dup2(quiet, STDOUT_FILENO);
	if (server_is_many())
		execl("tests/lib/database", "database", kind(), folder,
		      "--include", server_path("redis.acl"), (char *)NULL);
	else
		execlp("redis-server", "redis-server", "--port", "0",
		       "--unixsocket", server_path("redis.sock"), "--dir",
		       folder, "--save", "", "--appendonly", "no", "--include",
		       server_path("redis.acl"), (char *)NULL);
	die("redis-server");
}

static pid_t spawn_redis(void)
{
	pid_t pid = fork();

	if (pid == 0)
		exec_redis();
	setpgid(pid, pid);
	return pid;
}

static void kill_redis(pid_t pid)
{
	if (pid > 0 && kill(-pid, SIGKILL) == 0)
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

/* 's' starts, 'k' kills; the answer is the new process id. */
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

/* The first line of a file with an address of the database. */
static bool read_place(const char *name, char *to, size_t size)
{
	FILE *file = fopen(server_path(name), "r");
	bool is_there = file && fgets(to, (int)size, file);

	if (file)
		fclose(file);
	if (is_there)
		to[strcspn(to, "\n")] = '\0';
	return is_there;
}

/* Twemproxy does not support users. */
static void sign_in(const char *user, char *to, size_t size)
{
	char place[256];
	char *host = strstr(to, "://");

	if (!*user || !host || strncmp(to, "tcp+proxy:", 10) == 0)
		return;
	snprintf(place, sizeof place, "%s", host + 3);
	*host = '\0';
	snprintf(host, size - (size_t)(host - to), "://%s:@%s", user, place);
}

void server_places(const char *user, char *data, char *bus, size_t size)
{
	if (!server_is_many())
		snprintf(data, size, "unix:%s%s%s", user, *user ? "@" : "",
			 server_path("redis.sock"));
	else if (read_place("redis.address", data, size))
		sign_in(user, data, size);
	if (read_place("redis.bus", bus, size))
		sign_in(user, bus, size);
	else
		snprintf(bus, size, "%s", data);
}

/* Several servers write their addresses when they are ready. */
static bool answers(void)
{
	redisContext *link;
	bool ok;

	if (server_is_many())
		return access(server_path("redis.address"), F_OK) == 0;
	link = redisConnectUnix(server_path("redis.sock"));
	ok = link && !link->err;
	redisFree(link);
	return ok;
}

/* Checks every few milliseconds until Redis is listening. */
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

/*
 * The users of an installation, except that the tests themselves may do
 * anything.
 */
static bool write_users(void)
{
	char command[700];

	snprintf(command, sizeof command,
		 "DANGEROUS=+@dangerous conf/render conf/redis.acl >'%s'",
		 server_path("redis.acl"));
	return system(command) == 0;
}

void server_start(void)
{
	const char *tmp = getenv("TMPDIR");
	int pair[2];

	snprintf(folder, sizeof folder, "%s/retwis-unit-XXXXXX",
		 tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(folder) || !write_users() ||
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
	kill(-redis_pid, signal);
}

void server_stop(void)
{
	close(keeper);
	waitpid(keeper_pid, NULL, 0);
}
