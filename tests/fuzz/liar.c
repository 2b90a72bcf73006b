#include "liar.h"

#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define LINKS_MAX 4

/*
 * A program that sends more commands than this in one visit may never end. Its
 * connection is closed, and liar_rest() reports it.
 */
#define COMMANDS_MAX 40000
#define OUT_MAX      ((size_t)8 * 1024 * 1024)

struct link {
	int fd; /* -1: none */
	struct bytes in, out;
	bool ending;
};

static struct liar {
	int door;
	struct link link[LINKS_MAX];
	pthread_mutex_t lock; /* guards everything below */
	pthread_cond_t left;
	struct input input;
	size_t links, commands;
} liar = { .lock = PTHREAD_MUTEX_INITIALIZER,
	   .left = PTHREAD_COND_INITIALIZER };

/* ---- input and bytes --------------------------------------------------- */

uint8_t input_byte(struct input *in)
{
	if (!in->left)
		return 0;
	in->left--;
	return *in->at++;
}

unsigned input_below(struct input *in, unsigned n)
{
	return n > 256 ? (input_byte(in) * 256U + input_byte(in)) % n
		       : input_byte(in) % n;
}

void bytes_add(struct bytes *b, const char *text, size_t n)
{
	if (b->room - b->n < n) {
		b->room = 2 * (b->room + n);
		b->v = realloc(b->v, b->room);
		if (!b->v)
			abort();
	}
	if (n)
		memcpy(b->v + b->n, text, n);
	b->n += n;
}

void bytes_put(struct bytes *b, const char *format, ...)
{
	char text[256];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	bytes_add(b, text, (size_t)n < sizeof text ? (size_t)n : 0);
}

static void bytes_drop(struct bytes *b, size_t n)
{
	memmove(b->v, b->v + n, b->n - n);
	b->n -= n;
}

/* ---- commands ---------------------------------------------------------- */

/*
 * "*2\r\n" or "$3\r\n": returns the number, and moves past it. -1: not
 * complete yet.
 */
static long liar_number(char **at, const char *end)
{
	char *line = memchr(*at, '\n', (size_t)(end - *at));
	long n;

	if (!line)
		return -1;
	n = strtol(*at + 1, NULL, 10);
	*at = line + 1;
	return n;
}

/*
 * The length of the first command in bytes; 0 if it is not complete yet. Each
 * word is terminated by a NUL that replaces its CR, which is not needed.
 */
static size_t liar_read(char *at, const char *end, struct words *w)
{
	const char *begin = at;
	long words, len;

	w->n = 0;
	if (at == end || (words = liar_number(&at, end)) < 0)
		return 0;
	for (; words > 0; words--) {
		if (at == end || (len = liar_number(&at, end)) < 0 ||
		    end - at < len + 2)
			return 0;
		at[len] = '\0';
		if (w->n < WORDS_MAX)
			w->v[w->n++] = at;
		at += len + 2;
	}
	return (size_t)(at - begin);
}

/* Each visit begins with it, and any other layout would end the visit. */
static bool liar_tells_truth(const struct words *w)
{
	return w->n == 2 && strcmp(w->v[0], "GET") == 0 &&
	       strcmp(w->v[1], "layout") == 0;
}

static void liar_answer(struct link *l, const struct words *w)
{
	struct input none = { 0 };

	if (++liar.commands > COMMANDS_MAX || l->out.n > OUT_MAX)
		l->ending = true;
	else if (!odd(liar_tells_truth(w) ? &none : &liar.input, w, &l->out))
		l->ending = true;
}

static void liar_answer_all(struct link *l)
{
	char *at = l->in.v, *end = at + l->in.n;
	struct words w;
	size_t n;

	pthread_mutex_lock(&liar.lock);
	for (; !l->ending && (n = liar_read(at, end, &w)); at += n)
		liar_answer(l, &w);
	pthread_mutex_unlock(&liar.lock);
	bytes_drop(&l->in, l->ending ? l->in.n : (size_t)(at - l->in.v));
}

/* ---- links ------------------------------------------------------------- */

static void liar_hang_up(struct link *l)
{
	close(l->fd);
	l->fd = -1;
	pthread_mutex_lock(&liar.lock);
	liar.links--;
	pthread_cond_signal(&liar.left);
	pthread_mutex_unlock(&liar.lock);
}

static void liar_accept(void)
{
	int fd = accept(liar.door, NULL, NULL);
	struct link *l = liar.link;

	while (l < liar.link + LINKS_MAX - 1 && l->fd >= 0)
		l++;
	if (fd < 0 || l->fd >= 0)
		abort();
	l->fd = fd;
	l->in.n = l->out.n = 0;
	l->ending = false;
	pthread_mutex_lock(&liar.lock);
	liar.links++;
	pthread_mutex_unlock(&liar.lock);
}

static void liar_write(struct link *l)
{
	ssize_t n =
		send(l->fd, l->out.v, l->out.n, MSG_NOSIGNAL | MSG_DONTWAIT);

	if (n > 0)
		bytes_drop(&l->out, (size_t)n);
	if (l->ending && (!l->out.n || n < 0))
		shutdown(l->fd, SHUT_WR);
}

/*
 * After its last answer it keeps reading, since otherwise a reset would
 * discard that answer.
 */
static void liar_serve(struct link *l, short events)
{
	char text[65536];
	ssize_t n;

	if (events & (POLLIN | POLLHUP | POLLERR)) {
		if ((n = read(l->fd, text, sizeof text)) <= 0) {
			liar_hang_up(l);
			return;
		}
		if (!l->ending) {
			bytes_add(&l->in, text, (size_t)n);
			liar_answer_all(l);
		}
	}
	if (l->out.n || l->ending)
		liar_write(l);
}

static void *liar_run(void *unused)
{
	for (;;) {
		struct pollfd p[LINKS_MAX + 1] = { { .fd = liar.door,
						     .events = POLLIN } };

		for (size_t i = 0; i < LINKS_MAX; i++) {
			const struct link *l = &liar.link[i];

			p[i + 1].fd = l->fd;
			p[i + 1].events =
				(short)(POLLIN | (l->out.n ? POLLOUT : 0));
		}
		poll(p, LINKS_MAX + 1, -1);
		for (size_t i = 0; i < LINKS_MAX; i++)
			if (p[i + 1].fd >= 0 && p[i + 1].revents)
				liar_serve(&liar.link[i], p[i + 1].revents);
		if (p[0].revents)
			liar_accept();
	}
	return unused;
}

const char *liar_start(void)
{
	static char address[sizeof "unix:" +
			    sizeof((struct sockaddr_un *)0)->sun_path];
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	pthread_t thread;

	snprintf(to.sun_path, sizeof to.sun_path, "/tmp/retwis-liar-%d",
		 (int)getpid());
	snprintf(address, sizeof address, "unix:%s", to.sun_path);
	for (size_t i = 0; i < LINKS_MAX; i++)
		liar.link[i].fd = -1;
	liar.door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	unlink(to.sun_path);
	if (bind(liar.door, (struct sockaddr *)&to, sizeof to) != 0 ||
	    listen(liar.door, 64) != 0 ||
	    pthread_create(&thread, NULL, liar_run, NULL) != 0)
		abort();
	pthread_detach(thread);
	return address;
}

/* ---- one input --------------------------------------------------------- */

void liar_taste(const uint8_t *data, size_t size)
{
	pthread_mutex_lock(&liar.lock);
	liar.input = (struct input){ data, size };
	liar.commands = 0;
	pthread_mutex_unlock(&liar.lock);
}

bool liar_rest(void)
{
	bool is_endless;

	pthread_mutex_lock(&liar.lock);
	while (liar.links)
		pthread_cond_wait(&liar.left, &liar.lock);
	liar.input = (struct input){ 0 };
	is_endless = liar.commands > COMMANDS_MAX;
	pthread_mutex_unlock(&liar.lock);
	return !is_endless;
}
