/*
 * GET /live: what is new, as Server-Sent Events.  See gateway.h.
 *
 * The listening socket is standard input, as it is for the page programs: a
 * page that comes while one process takes over from another only waits.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "live/gateway.h"
#include "base/options.h"
#include "libretwis/preflight.h"

#define OTHER_FILES 64

static const char usage[] =
	"Usage: %s [--check | --help | --version]\n"
	"The live updates of Retwis: an HTTP server for Server-Sent Events, on\n"
	"the listening socket that is its standard input.\n"
	"\n"
	"  --check    check the settings and the database, then exit\n"
	"\n"
	"Its settings are environment variables: see retwis.env(5).\n";

static bool live_has_door(int fd)
{
	int is = 0;
	socklen_t len = sizeof is;

	return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &is, &len) == 0 && is;
}

/* How many connections: as many as the host wants, or the system allows. */
static size_t live_room(size_t wanted)
{
	struct rlimit files;
	rlim_t need = wanted + OTHER_FILES;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return wanted;
	if (files.rlim_cur < need) {
		files.rlim_cur = files.rlim_max < need ? files.rlim_max : need;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	if (files.rlim_cur >= need)
		return wanted;
	wanted = files.rlim_cur > 2 * OTHER_FILES
			 ? files.rlim_cur - OTHER_FILES
			 : OTHER_FILES;
	fprintf(stderr,
		"retwis: only %zu live connections, for lack of open files\n",
		wanted);
	return wanted;
}

int main(int argc, char **argv)
{
	bool is_check = options_check(argc, argv, usage);
	struct arena settings = { 0 };
	struct rt_config conf;
	const char *why = rt_config_load(&settings, &conf);
	int status = why ? EXIT_FAILURE : EXIT_SUCCESS;

	if (!why && !is_check && !live_has_door(STDIN_FILENO))
		why = "standard input must be a listening socket";
	if (why) {
		fprintf(stderr, "retwis: %s\n", why);
		status = EXIT_FAILURE;
	} else if (is_check) {
		status = preflight_database(&conf);
	} else {
		signal(SIGPIPE, SIG_IGN);
		srandom((unsigned)(getpid() + time(NULL)));
		if (!preflight_key(&conf) ||
		    !gateway_run(&conf, STDIN_FILENO,
				 live_room(conf.live_max)))
			status = EXIT_FAILURE;
	}
	arena_free(&settings);
	return status;
}
