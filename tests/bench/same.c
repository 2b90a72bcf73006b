/*
 * The floor of `make bench` that does the same work as a page: it asks Redis
 * the same, and answers as much.
 *
 * One process serves many connections, which the web server keeps open. For
 * each request it sends the page's own commands, as they were recorded, in the
 * page's own round trips, over one connection to Redis, and drops the replies.
 * Then it writes an answer that has been ready since it started: the answer of
 * the page program of the same name. What has arrived at once is sent to Redis
 * at once. It knows no session, no template, no member and no post: what a page
 * costs beyond this is what it does with the replies.
 */
#define _GNU_SOURCE /* accept4() */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "line.h"
#include "records.h"
#include "steps.h"

#define EVENTS 128

struct conn {
	int fd;            /* -1 once it has ended */
	bool is_asking;    /* waits for replies */
	bool is_stuck;     /* waits until the web server reads on */
	size_t step;       /* that it is at */
	size_t replies;    /* which that step still lacks */
	size_t sent;       /* of the answer */
	struct conn *next; /* of those that ask, or have ended */
	struct inbox in;
};

static unsigned char ready[READY_MAX];
static size_t ready_len;
static struct step steps[STEPS_MAX];
static size_t n_steps;

static int poll;
static struct line redis = { .fd = -1 };
static bool is_full; /* Redis takes no more at the moment */

/* Redis replies to the first of them first. */
static struct conn *first, **last = &first;

/* An event of this turn may still mean one of them. */
static struct conn *ended;

/* ---- connections ----------------------------------------------------- */

static void watch(int how, int fd, uint32_t events, void *whose)
{
	struct epoll_event event = { .events = events, .data.ptr = whose };

	if (epoll_ctl(poll, how, fd, &event) != 0)
		err(EXIT_FAILURE, "same: epoll");
}

static void bury(struct conn *c)
{
	c->next = ended;
	ended = c;
}

/* Redis still answers what it was asked, so a place in the queue remains. */
static void leave(struct conn *c)
{
	close(c->fd);
	c->fd = -1;
	if (!c->is_asking)
		bury(c);
}

static void welcome(void)
{
	int fd = accept4(STDIN_FILENO, NULL, NULL,
			 SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct conn *c;

	if (fd < 0)
		return;
	c = malloc(sizeof *c);
	if (!c)
		err(EXIT_FAILURE, "same");
	c->fd = fd;
	c->is_asking = c->is_stuck = false;
	c->in.len = 0;
	watch(EPOLL_CTL_ADD, fd, EPOLLIN, c);
}

/* ---- answers ----------------------------------------------------------- */

static void wait_for_room(struct conn *c, bool is_stuck)
{
	if (c->is_stuck != is_stuck)
		watch(EPOLL_CTL_MOD, c->fd, is_stuck ? EPOLLOUT : EPOLLIN, c);
	c->is_stuck = is_stuck;
}

/* Writes the rest of the answer, or as much as there is room for. */
static void answer(struct conn *c)
{
	ssize_t n;

	while (c->sent < ready_len) {
		n = send(c->fd, ready + c->sent, ready_len - c->sent,
			 MSG_NOSIGNAL);
		if (n < 0 && errno == EAGAIN) {
			wait_for_room(c, true);
			return;
		}
		if (n < 0 && errno != EINTR) {
			leave(c);
			return;
		}
		if (n > 0)
			c->sent += (size_t)n;
	}
	wait_for_room(c, false);
	if (!c->in.is_kept)
		leave(c);
}

/* ---- requests ---------------------------------------------------------- */

static void ask(struct conn *c)
{
	const struct step *s = &steps[c->step];

	c->is_asking = c->step < n_steps && c->fd >= 0;
	if (c->is_asking) {
		line_add(&redis, s->bytes, s->len);
		c->replies = s->replies;
		c->next = NULL;
		*last = c;
		last = &c->next;
	} else if (c->fd >= 0)
		answer(c);
	else
		bury(c);
}

static void take_replies(void)
{
	struct conn *c;

	line_receive(&redis);
	while ((c = first) && line_take(&redis)) {
		if (--c->replies)
			continue;
		first = c->next;
		if (!first)
			last = &first;
		c->step++;
		ask(c);
	}
}

static void serve(struct conn *c)
{
	ssize_t n = recv(c->fd, c->in.bytes + c->in.len,
			 sizeof c->in.bytes - c->in.len, 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		leave(c);
		return;
	}
	c->in.len += (size_t)n;
	if (!inbox_take(&c->in))
		return;
	c->step = c->sent = 0;
	ask(c);
}

/* ---- the loop ---------------------------------------------------------- */

static void handle(const struct epoll_event *event)
{
	struct conn *c = event->data.ptr;

	if (!c)
		welcome();
	else if (event->data.ptr == &redis) {
		if (event->events & ~(uint32_t)EPOLLOUT)
			take_replies();
	} else if (c->fd >= 0 && c->is_stuck)
		answer(c);
	else if (c->fd >= 0)
		serve(c);
}

/* Once a turn, so that Redis gets what has arrived at once in one piece. */
static void send_commands(void)
{
	bool was_full = is_full;

	is_full = !line_send(&redis);
	if (is_full != was_full)
		watch(EPOLL_CTL_MOD, redis.fd,
		      EPOLLIN | (is_full ? EPOLLOUT : 0), &redis);
}

static void prepare(const char *program)
{
	signal(SIGPIPE, SIG_IGN);
	ready_len = records_prepare(program, ready);
	n_steps = steps_read(program, steps);
	poll = epoll_create1(EPOLL_CLOEXEC);
	if (poll < 0 || fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK) != 0)
		err(EXIT_FAILURE, "same");
	watch(EPOLL_CTL_ADD, STDIN_FILENO, EPOLLIN, NULL);
	if (n_steps) {
		line_open(&redis, getenv("RETWIS_REDIS"));
		watch(EPOLL_CTL_ADD, redis.fd, EPOLLIN, &redis);
	}
}

int main(int argc, char **argv)
{
	struct epoll_event events[EVENTS];
	struct conn *c;
	int n;

	/* conf/stack runs each program with --check before it starts it. */
	if (argc > 1)
		return EXIT_SUCCESS;
	prepare(argv[0]);
	for (;;) {
		n = epoll_wait(poll, events, EVENTS, -1);
		for (int i = 0; i < n; i++)
			handle(&events[i]);
		if (n_steps)
			send_commands();
		while ((c = ended)) {
			ended = c->next;
			free(c);
		}
	}
}
