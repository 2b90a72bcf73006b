#include "redis/cluster_poll.h"

#include <poll.h>
#include <unistd.h>

#include "base/clock.h"
#include "redis/cluster.h"

/* Those that are connected, and which node each is. */
struct polled {
	struct pollfd fd[NODES_MAX];
	struct node *node[NODES_MAX];
	nfds_t n;
};

static void poll_begin(const struct cluster *c, struct polled *p)
{
	p->n = 0;
	for (size_t i = 0; i < c->map.n; i++) {
		struct node *n = c->map.node[i];

		if (!n || !n->link)
			continue;
		p->node[p->n] = n;
		p->fd[p->n++] = (struct pollfd){
			.fd = n->link->fd,
			.events = (short)(n->wants ? POLLIN | POLLOUT : POLLIN)
		};
	}
}

/* A node that has hung up, and was asked again since, has another link. */
static void poll_end(const struct polled *p)
{
	for (nfds_t i = 0; i < p->n; i++) {
		struct node *n = p->node[i];

		if (p->fd[i].revents & POLLOUT && n->link)
			node_write(n);
		if (p->fd[i].revents & ~POLLOUT && n->link)
			node_read(n);
	}
}

/* A node that takes nothing may have ended. */
static void poll_flush(const struct cluster *c)
{
	for (size_t i = 0; i < c->map.n; i++) {
		struct node *n = c->map.node[i];

		if (n && n->link && n->wants)
			node_write(n);
	}
}

static int poll_span(const struct cluster *c)
{
	int64_t next = cluster_next(c), now = clock_ms();

	if (next == INT64_MAX)
		return -1;
	return next > now ? (int)(next - now) : 0;
}

static void poll_turn(struct cluster *c, bool waits)
{
	struct polled p;

	poll_begin(c, &p);
	if (poll(p.fd, p.n, waits ? poll_span(c) : 0) > 0)
		poll_end(&p);
	cluster_tick(c);
}

static void poll_is_done(void *who)
{
	bool *is_done = who;

	*is_done = true;
}

/* Whatever we know of the data may have gone with a node. */
static void poll_wait(struct rt_pipe *p)
{
	struct rt *rt = p->rt;
	uint64_t losses = rt->cluster->losses;
	bool is_done = false;

	/*
	 * A node that has hung up since the last request is asked by a new link;
	 * and the answer of a census may have come since, which nobody waits for.
	 */
	if (rt->rested || slot_refresh_is_on(&rt->cluster->census))
		poll_turn(rt->cluster, false);
	rt->rested = false;
	cluster_send(rt->cluster, p, poll_is_done, &is_done);
	poll_flush(rt->cluster);
	while (!is_done) {
		poll_turn(rt->cluster, true);
		poll_flush(rt->cluster);
	}
	rt->links_made = 1 + rt->cluster->losses;
	if (rt->cluster->losses != losses)
		rt->greeted = false;
}

static void poll_pause(unsigned ms)
{
	usleep((useconds_t)ms * 1000);
}

static void poll_compute(void (*work)(void *arg), void *arg)
{
	work(arg);
}

static void poll_close(struct rt *rt)
{
	cluster_close(rt->cluster);
}

static const struct rt_waits poll_waits = { .wait = poll_wait,
					    .close = poll_close,
					    .pause = poll_pause,
					    .compute = poll_compute };

void cluster_poll_begin(struct rt *rt, const char *address)
{
	rt->cluster = cluster_open(address, rt->servers->timeout_ms, NULL,
				   NULL, NULL);
	rt->waits = &poll_waits;
	rt->in_loop = true;
}
