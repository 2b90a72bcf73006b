/*
 * GET /live: tells pages what is new, by Server-Sent Events.
 *
 * One process holds a connection for each page that a member has open.  This
 * file connects the others: connections (conn.h) with their requests
 * (live_request.h) belong to viewers, who look at lists (viewer.h); polls
 * query the database for them and send what is new (poller.h); and the bus
 * says when to poll, and what hosts order.
 *
 * The listening socket is standard input, as in the page programs.  So if a
 * page connects while one process takes over from another, it only has to
 * wait.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/options.h"
#include "base/secret.h"
#include "libretwis/preflight.h"
#include "libretwis/retwis.h"
#include "live/conn.h"
#include "live/poller.h"
#include "live/viewer.h"

struct gateway {
	const struct rt_config *conf;
	struct event_base *base;
	struct async_client *client;
	struct arena memory; /* for one order */
	struct control control;
	char name[40]; /* on the control channel */
	struct conns conns;
	struct viewers viewers;
	struct audience audience;
	struct poller poller;
};

/* ---- events of the bus ------------------------------------------------- */

static void gateway_timeline(void *arg)
{
	struct gateway *g = arg;

	g->poller.timeline_due = true;
	poller_schedule(&g->poller);
}

static void gateway_conversation(void *arg, uint64_t root)
{
	struct gateway *g = arg;

	viewers_mark_conversation(&g->viewers, root);
	poller_schedule(&g->poller);
}

static void gateway_announcement(void *arg)
{
	struct gateway *g = arg;

	viewers_mark_due(&g->viewers);
	poller_schedule(&g->poller);
}

static void gateway_up(void *arg)
{
	struct gateway *g = arg;

	viewers_up(&g->viewers);
	audience_up(&g->audience);
}

static void gateway_down(void *arg)
{
	struct gateway *g = arg;

	viewers_down(&g->viewers);
	audience_down(&g->audience);
}

static void gateway_subscribed(void *arg, uint64_t member)
{
	struct gateway *g = arg;

	viewer_subscribed(&g->viewers, member);
	poller_schedule(&g->poller);
}

static void gateway_unsubscribed(void *arg, uint64_t member)
{
	struct gateway *g = arg;

	viewer_unsubscribed(&g->viewers, member);
}

static void gateway_notify(void *arg, uint64_t member)
{
	struct gateway *g = arg;

	viewer_mark_due(&g->viewers, viewer_find(&g->viewers, member));
	poller_schedule(&g->poller);
}

/*
 * Messages before the subscription are lost, so we poll for everything that
 * they may have been about.
 */
static void gateway_listening(void *arg, enum listening what)
{
	struct gateway *g = arg;

	if (what == LISTEN_TIMELINE)
		g->poller.timeline_due = true;
	else
		viewers_mark_due(&g->viewers);
	poller_schedule(&g->poller);
}

/* Whatever the order was, a poll may be allowed now that wasn't before. */
static void gateway_order(void *arg, const char *message)
{
	struct gateway *g = arg;

	listener_answer(g->viewers.listener,
			control_obey(&g->control, &g->memory, message));
	arena_reset(&g->memory);
	if (g->control.stop && !g->conns.stopping)
		conns_stop(&g->conns);
	poller_reschedule(&g->poller);
}

static const struct listener_events gateway_events = {
	.up = gateway_up,
	.down = gateway_down,
	.joined = gateway_subscribed,
	.left = gateway_unsubscribed,
	.hint = gateway_notify,
	.heard = gateway_listening,
	.timeline = gateway_timeline,
	.conversation = gateway_conversation,
	.announcement = gateway_announcement,
	.order = gateway_order,
};

/* ---- the loop ---------------------------------------------------------- */

static void gateway_on_waiting(void *arg)
{
	struct gateway *g = arg;

	poller_schedule(&g->poller);
}

static void gateway_on_tick(evutil_socket_t fd, short events, void *arg)
{
	struct gateway *g = arg;
	int64_t now = clock_ms();

	(void)fd;
	(void)events;
	conns_tick(&g->conns, now);
	viewers_tick(&g->viewers, now);
	audience_tick(&g->audience);
	poller_schedule(&g->poller);
}

static void gateway_on_stop(evutil_socket_t fd, short events, void *arg)
{
	struct gateway *g = arg;

	(void)fd;
	(void)events;
	conns_stop(&g->conns);
}

static void gateway_loop(struct gateway *g)
{
	static const struct timeval second = { .tv_sec = 1 };
	struct event *term =
		evsignal_new(g->base, SIGTERM, gateway_on_stop, g);
	struct event *interrupt =
		evsignal_new(g->base, SIGINT, gateway_on_stop, g);
	struct event *tick =
		event_new(g->base, -1, EV_PERSIST, gateway_on_tick, g);

	event_add(term, NULL);
	event_add(interrupt, NULL);
	event_add(tick, &second);
	g->viewers.listener = g->audience.listener =
		listener_open(g->conf, g->base, g->client, &gateway_events, g);
	event_base_dispatch(g->base);
	listener_close(g->viewers.listener);
	event_free(tick);
	event_free(interrupt);
	event_free(term);
}

/* ---- from beginning to end --------------------------------------------- */

static void gateway_open(struct gateway *g, size_t max)
{
	if (!g->base)
		abort();
	g->client = rt_live_open(g->conf, g->base);
	snprintf(g->name, sizeof g->name, "%d-%.16s", (int)getpid(),
		 secret_new(&g->memory));
	arena_reset(&g->memory);
	control_init(&g->control, "gateway", g->name);
	viewers_open(&g->viewers);
	g->conns = (struct conns){
		.base = g->base,
		.max = max,
		.proxies = g->conf->proxies,
		.on_waiting = gateway_on_waiting,
		.who = g,
	};
	g->audience.conns = &g->conns;
	g->poller = (struct poller){
		.client = g->client,
		.conns = &g->conns,
		.audience = &g->audience,
		.viewers = &g->viewers,
		.control = &g->control,
	};
	poller_open(&g->poller, g->base);
}

static bool gateway_run(const struct rt_config *conf, int fd, size_t max)
{
	struct gateway g = { .conf = conf, .base = event_base_new() };
	bool is_open;

	gateway_open(&g, max);
	is_open = conns_open(&g.conns, fd);
	if (is_open)
		gateway_loop(&g);
	conns_close(&g.conns);
	poller_close(&g.poller);
	viewers_close(&g.viewers);
	rt_live_close(g.client);
	arena_free(&g.memory);
	event_base_free(g.base);
	libevent_global_shutdown();
	return is_open;
}

/* ---- the program ------------------------------------------------------- */

#define OTHER_FILES 64

static const char usage[] =
	"Usage: %s [--check | --help | --version]\n"
	"The live updates of Retwis: an HTTP server for Server-Sent Events, on\n"
	"the listening socket that is its standard input.\n"
	"\n"
	"  --check    check the settings and the database, then exit\n"
	"\n"
	"Its settings are environment variables: see retwis.env(5).\n";

static bool live_is_listening(int fd)
{
	int is = 0;
	socklen_t len = sizeof is;

	return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &is, &len) == 0 && is;
}

/* As many connections as the host wants, or as the system allows. */
static size_t live_connections_max(size_t wanted)
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

	if (!why && !is_check && !live_is_listening(STDIN_FILENO))
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
				 live_connections_max(conf.live_max)))
			status = EXIT_FAILURE;
	}
	arena_free(&settings);
	return status;
}
