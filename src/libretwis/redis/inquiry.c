#include "libretwis/redis/inquiry.h"

#include <event2/event.h>
#include <stdlib.h>

#include "libretwis/redis/pipe.h"
#include "libretwis/redis/wire.h"

struct inquiry {
	struct rt *rt; /* for its settings, and the commands */
	struct event_base *base;
	struct event *timer;
	struct wire *wire;  /* NULL: not connected */
	bool is_stale;      /* it has said what it was not asked */
	struct arena stray; /* replies that nobody asked for */
	struct rt_pipe pipe;
	void (*done)(void *who, enum rt_err err); /* NULL: nothing is asked */
	void *who;
};

static void inquiry_end(struct inquiry *q, enum rt_err err)
{
	void (*done)(void *who, enum rt_err err) = q->done;

	event_del(q->timer);
	q->done = NULL;
	if (done)
		done(q->who, err);
}

/* Late replies must not be taken for those to the next pipeline. */
static void inquiry_hang_up(struct inquiry *q)
{
	if (q->wire)
		wire_close(q->wire);
	q->wire = NULL;
	q->is_stale = false;
	arena_reset(&q->stray);
}

static void inquiry_lost(void *who)
{
	struct inquiry *q = who;

	q->wire = NULL;
	q->is_stale = false;
	inquiry_end(q, RT_DOWN);
}

static void inquiry_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct inquiry *q = arg;

	(void)fd;
	(void)events;
	inquiry_hang_up(q);
	inquiry_end(q, RT_DOWN);
}

/* After a reply that nobody asked for we would misread all others. */
static void inquiry_take(void *who, const redisReply *reply)
{
	struct inquiry *q = who;

	if (!q->done) {
		q->is_stale = true;
		return;
	}
	pipe_take(&q->pipe, reply);
	if (pipe_is_whole(&q->pipe)) {
		wire_into(q->wire, &q->stray);
		inquiry_end(q, pipe_finish(&q->pipe));
	}
}

static const struct wire_events inquiry_events = { .reply = inquiry_take,
						   .lost = inquiry_lost };

void inquiry_send(struct inquiry *q, const struct rt_pipe *p,
		  void (*done)(void *who, enum rt_err err), void *who)
{
	unsigned ms = q->rt->conf->timeout_ms;
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	if (p->err || !p->queued) {
		done(who, p->err);
		return;
	}
	if (q->is_stale)
		inquiry_hang_up(q);
	if (!q->wire)
		q->wire = wire_open(q->rt->conf->redis, q->base, &q->stray,
				    &inquiry_events, q);
	if (!q->wire) {
		done(who, RT_DOWN);
		return;
	}
	q->pipe = *p;
	q->done = done;
	q->who = who;
	wire_into(q->wire, p->a);
	wire_send(q->wire, q->rt->command.text, q->rt->command.len);
	command_clear(&q->rt->command);
	event_add(q->timer, &when);
}

struct inquiry *inquiry_open(const struct rt_config *conf,
			     struct event_base *base)
{
	struct inquiry *q = calloc(1, sizeof *q);

	if (!q)
		abort();
	q->base = base;
	q->rt = rt_open(conf);
	q->rt->in_loop = true;
	q->timer = evtimer_new(base, inquiry_on_timer, q);
	if (!q->timer)
		abort();
	return q;
}

void inquiry_close(struct inquiry *q)
{
	inquiry_hang_up(q);
	event_free(q->timer);
	rt_close(q->rt);
	arena_free(&q->stray);
	free(q);
}

struct rt *inquiry_rt(const struct inquiry *q)
{
	return q->rt;
}
