/*
 * GET /live: what is new, as Server-Sent Events.  See live.h.
 *
 * The listening socket is standard input, as it is for the page programs, so
 * that whoever comes while one process takes over from another only waits.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "libretwis/base/clock.h"
#include "libretwis/redis/key.h"
#include "live/live.h"
#include "program/options.h"

#define OTHER_FILES 64

static const char usage[] =
	"Usage: %s [--check | --help | --version]\n"
	"The live updates of Retwis: an HTTP server of Server-Sent Events, on\n"
	"the listening socket that is its standard input.\n"
	"\n"
	"  --check    read the configuration, then exit\n"
	"\n"
	"The environment configures it, RETWIS_REDIS and others: see\n"
	"docs/settings.md of the source.\n";

static bool is_listening(int fd)
{
	int is = 0;
	socklen_t len = sizeof is;

	return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &is, &len) == 0 && is;
}

/* As many connections as were wished for, or as the system allows. */
static size_t find_room(size_t wanted)
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
		"retwis: only %zu live connections: open files are limited\n",
		wanted);
	return wanted;
}

/* ---- the loop ---------------------------------------------------------- */

static void on_tick(evutil_socket_t fd, short events, void *arg)
{
	struct live *live = arg;
	int64_t now = clock_ms();

	(void)fd;
	(void)events;
	conns_tick(live, now);
	members_tick(live, now);
}

static void on_stop(evutil_socket_t fd, short events, void *arg)
{
	(void)fd;
	(void)events;
	conns_stop(arg);
}

static void serve(struct live *live)
{
	static const struct timeval second = { .tv_sec = 1 };
	struct event *term = evsignal_new(live->base, SIGTERM, on_stop, live);
	struct event *interrupt =
		evsignal_new(live->base, SIGINT, on_stop, live);

	event_add(term, NULL);
	event_add(interrupt, NULL);
	live->tick = event_new(live->base, -1, EV_PERSIST, on_tick, live);
	event_add(live->tick, &second);
	live->hear = hear_open(live->conf, live->base, LIVE_TIMELINE,
			       members_hear, live);
	event_base_dispatch(live->base);
	hear_close(live->hear);
	event_free(live->tick);
	event_free(interrupt);
	event_free(term);
}

static int run(const struct rt_config *conf)
{
	struct live live = { .conf = conf, .base = event_base_new() };
	bool is_open;

	if (!live.base)
		abort();
	live.max = find_room(conf->live_max);
	live.rt = rt_open(conf);
	members_open(&live);
	look_open(&live);
	obey_open(&live);
	is_open = conns_open(&live, STDIN_FILENO);
	if (is_open)
		serve(&live);
	conns_close(&live);
	look_close(&live);
	members_close(&live);
	rt_close(live.rt);
	arena_free(&live.memory);
	event_base_free(live.base);
	libevent_global_shutdown();
	return is_open ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	bool is_check = options_check(argc, argv, usage);
	struct arena settings = { 0 };
	struct rt_config conf;
	const char *why = rt_config_load(&settings, &conf);
	int status = why ? EXIT_FAILURE : EXIT_SUCCESS;

	if (!why && !is_check && !is_listening(STDIN_FILENO))
		why = "standard input must be a listening socket";
	if (why) {
		fprintf(stderr, "retwis: %s\n", why);
		status = EXIT_FAILURE;
	} else if (!is_check) {
		signal(SIGPIPE, SIG_IGN);
		srandom((unsigned)(getpid() + time(NULL)));
		status = run(&conf);
	}
	arena_free(&settings);
	return status;
}
