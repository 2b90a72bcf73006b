/*
 * give PROGRAM WORD FILE RESULT...: starts retwis-picture, or connects to it if
 * PROGRAM is a socket, gives it the file and the results, which are created,
 * and prints its answer.  Below it, for a program that it has started, is a
 * line "KIND NUMBER MS KIB": how that ended (exit or signal), how much
 * processor time it took, and the most memory that it had.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pass_fds.h"

static void give_up(const char *what)
{
	perror(what);
	exit(1);
}

static int opened(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	if (fd < 0)
		give_up(path);
	return fd;
}

/* Returns our end of the connection, and 0 in `child` for a socket. */
static int reach(const char *program, pid_t *child)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct stat s;
	int ends[2];

	*child = 0;
	if (stat(program, &s) == 0 && S_ISSOCK(s.st_mode)) {
		ends[0] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		snprintf(address.sun_path, sizeof address.sun_path, "%s",
			 program);
		if (connect(ends[0], (struct sockaddr *)&address,
			    sizeof address) != 0)
			give_up(program);
		return ends[0];
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		give_up("socketpair");
	*child = fork();
	if (*child == 0) {
		dup2(ends[1], STDIN_FILENO);
		execl(program, program, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	return ends[0];
}

static void print_answer(int socket)
{
	char bytes[256];
	ssize_t n;

	while ((n = read(socket, bytes, sizeof bytes)) > 0)
		fwrite(bytes, 1, (size_t)n, stdout);
	if (n < 0)
		printf("%s\n", strerror(errno));
}

static void print_end(pid_t child)
{
	struct rusage used;
	int status;

	if (wait4(child, &status, 0, &used) != child)
		give_up("wait4");
	printf("%s %d %ld %ld\n", WIFSIGNALED(status) ? "signal" : "exit",
	       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
	       (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
		       (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000,
	       used.ru_maxrss);
}

int main(int argc, char **argv)
{
	int fds[PASS_FDS_MAX], socket;
	size_t n = 0;
	pid_t child;

	if (argc < 4 || argc > 4 + PASS_FDS_MAX - 1)
		return 2;
	fds[n++] = opened(argv[3], O_RDONLY);
	for (int i = 4; i < argc; i++)
		fds[n++] = opened(argv[i], O_RDWR | O_CREAT | O_TRUNC);
	socket = reach(argv[1], &child);
	if (!pass_fds_send(socket, argv[2], fds, n))
		perror("send");
	print_answer(socket);
	if (child)
		print_end(child);
	return 0;
}
