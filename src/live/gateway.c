#include "live/gateway.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/secret.h"
#include "live/audience.h"
#include "live/conns.h"
#include "live/poller.h"

struct gateway {
	const struct rt_config *conf;
	struct event_base *base;
	struct async_client *inquiry;
	struct arena memory; /* of one order */
	struct control control;
	char name[40]; /* on the control channel */
	struct conns conns;
	struct viewers viewers;
	struct audience audience;
	struct poller poller;
};

/* ---- what the bus tells ------------------------------------------------ */

static void gateway_timeline(void *arg)
{
	struct gateway *g = arg;

	g->poller.timeline_due = true;
	poller_soon(&g->poller);
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

static void gateway_joined(void *arg, uint64_t member)
{
	struct gateway *g = arg;

	viewer_joined(&g->viewers, member);
	poller_soon(&g->poller);
}

static void gateway_left(void *arg, uint64_t member)
{
	struct gateway *g = arg;

	viewer_left(&g->viewers, member);
}

static void gateway_hint(void *arg, uint64_t member)
{
	struct gateway *g = arg;

	viewer_is_due(&g->viewers, viewer_find(&g->viewers, member));
	poller_soon(&g->poller);
}

/* Earlier messages are lost, so look at all that they may have told. */
static void gateway_heard(void *arg, enum listening what)
{
	struct gateway *g = arg;

	if (what == LISTEN_TIMELINE)
		g->poller.timeline_due = true;
	else
		viewers_are_due(&g->viewers);
	poller_soon(&g->poller);
}

/* Whatever the order was, a look may be possible now that was not before. */
static void gateway_order(void *arg, const char *message)
{
	struct gateway *g = arg;

	listener_answer(g->viewers.listener,
			control_obey(&g->control, &g->memory, message));
	arena_reset(&g->memory);
	if (g->control.stop && !g->conns.stopping)
		conns_stop(&g->conns);
	poller_at_once(&g->poller);
}

static const struct listener_events gateway_events = {
	.up = gateway_up,
	.down = gateway_down,
	.joined = gateway_joined,
	.left = gateway_left,
	.hint = gateway_hint,
	.heard = gateway_heard,
	.timeline = gateway_timeline,
	.order = gateway_order,
};

/* ---- the loop ---------------------------------------------------------- */

static void gateway_asked(void *arg)
{
	struct gateway *g = arg;

	poller_soon(&g->poller);
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
	poller_soon(&g->poller);
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
	g->viewers.listener = g->audience.listener = listener_open(
		g->conf, g->base, g->inquiry, &gateway_events, g);
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
	g->inquiry = rt_live_open(g->conf, g->base);
	snprintf(g->name, sizeof g->name, "%d-%.16s", (int)getpid(),
		 secret_new(&g->memory));
	arena_reset(&g->memory);
	control_init(&g->control, "gateway", g->name);
	viewers_open(&g->viewers);
	g->conns = (struct conns){
		.base = g->base,
		.max = max,
		.proxies = g->conf->proxies,
		.asked = gateway_asked,
		.who = g,
	};
	g->audience.conns = &g->conns;
	g->poller = (struct poller){
		.inquiry = g->inquiry,
		.conns = &g->conns,
		.audience = &g->audience,
		.viewers = &g->viewers,
		.control = &g->control,
	};
	poller_open(&g->poller, g->base);
}

bool gateway_run(const struct rt_config *conf, int fd, size_t max)
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
	rt_live_close(g.inquiry);
	arena_free(&g.memory);
	event_base_free(g.base);
	libevent_global_shutdown();
	return is_open;
}
