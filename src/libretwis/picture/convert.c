#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "libretwis/picture/convert.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compute.h"
#include "base/digest.h"
#include "base/fiber.h"
#include "base/pass_fds.h"

/* The program's own time is over first, and then it says so. */
#define GRACE_MS 1000

/* After so long it is asked again if there was no room for one more picture. */
#define AGAIN_MS 100

struct conversion {
	struct sockaddr_un address;
	enum picture_use use;
	int file;
	const int *result;
	int64_t until_ms;
	struct picture_converted *out;
};

/* ---- not too many at a time -------------------------------------------- */

struct convert_waiting {
	struct convert_waiting *next;
	struct fiber *fiber;
};

static struct converting {
	unsigned n;
	struct convert_waiting *first; /* in the order in which they came */
} converting;

static int convert_left(int64_t until_ms)
{
	int64_t left = until_ms - clock_ms();

	return left > 0 ? (int)left : 0;
}

/* Takes one out of the queue; returns false if it is no longer in it. */
static bool convert_unqueue(const struct convert_waiting *w)
{
	struct convert_waiting **at = &converting.first;

	while (*at && *at != w)
		at = &(*at)->next;
	if (!*at)
		return false;
	*at = w->next;
	return true;
}

/* Waits for a place.  Returns false if there was none in time. */
static bool convert_enter(int64_t until_ms)
{
	struct convert_waiting w = { .fiber = fiber_now() };
	struct convert_waiting **end = &converting.first;

	if (converting.n < PICTURE_CONVERSIONS) {
		converting.n++;
		return true;
	}
	while (*end)
		end = &(*end)->next;
	*end = &w;
	fiber_wait(convert_left(until_ms));
	return !convert_unqueue(&w);
}

/* Gives the place to the one that has waited longest. */
static void convert_leave(void)
{
	struct convert_waiting *w = converting.first;

	if (!w) {
		converting.n--;
		return;
	}
	converting.first = w->next;
	fiber_wake(w->fiber);
}

/* ---- the answer -------------------------------------------------------- */

struct answer {
	char line[64];
	size_t len;
};

static enum picture_outcome answer_refused(const char *word)
{
	static const struct {
		const char *word;
		enum picture_outcome outcome;
	} refusals[] = {
		{ "unknown\n", PICTURE_UNKNOWN },
		{ "broken\n", PICTURE_BROKEN },
		{ "large\n", PICTURE_LARGE },
		{ "slow\n", PICTURE_SLOW },
	};

	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (strcmp(word, refusals[i].word) == 0)
			return refusals[i].outcome;
	return PICTURE_CRASHED;
}

/* What the program says after its decoder was taken over may be anything. */
static enum picture_outcome answer_read(const char *line,
					struct picture_converted *out)
{
	static const char ok[] = "ok ", refused[] = "refused ";
	char *end;
	unsigned long width, height;
	bool is_animated;

	if (strncmp(line, refused, sizeof refused - 1) == 0)
		return answer_refused(line + sizeof refused - 1);
	if (strncmp(line, ok, sizeof ok - 1) != 0)
		return PICTURE_CRASHED;
	width = strtoul(line + sizeof ok - 1, &end, 10);
	height = strtoul(end, &end, 10);
	is_animated = strcmp(end, " animated\n") == 0;
	if (width < 1 || width > PICTURE_SIDE || height < 1 ||
	    height > PICTURE_SIDE || (!is_animated && strcmp(end, "\n") != 0))
		return PICTURE_CRASHED;
	out->width = (unsigned)width;
	out->height = (unsigned)height;
	out->is_animated = is_animated;
	return PICTURE_DONE;
}

/*
 * Waits for more of the answer.  Returns false at its end, or if no time is
 * left; then `errno` says why: 0 at the end.
 */
static bool answer_wait(int socket, struct answer *a, int64_t until_ms)
{
	ssize_t n;

	do {
		n = read(socket, a->line + a->len,
			 sizeof a->line - 1 - a->len);
		if (n < 0 && errno == EAGAIN &&
		    !fiber_wait_readable(socket, convert_left(until_ms))) {
			errno = ETIMEDOUT;
			return false;
		}
	} while (n < 0 && (errno == EAGAIN || errno == EINTR));
	if (n <= 0) {
		errno = n < 0 ? errno : 0;
		return false;
	}
	a->len += (size_t)n;
	a->line[a->len] = '\0';
	return true;
}

/*
 * If the program had no place for us, or died before it had read our message,
 * the connection is reset.  At its plain end the program has read the message,
 * so it was the file that killed it.
 */
static enum picture_outcome convert_await(const struct conversion *c,
					  int socket)
{
	struct answer a = { .len = 0 };
	int64_t slow_ms = clock_ms() + PICTURE_MS + GRACE_MS;
	bool is_hurried = c->until_ms < slow_ms;

	while (answer_wait(socket, &a, is_hurried ? c->until_ms : slow_ms))
		if (a.line[a.len - 1] == '\n')
			return answer_read(a.line, c->out);
	if (errno == ETIMEDOUT)
		return is_hurried ? PICTURE_BUSY : PICTURE_SLOW;
	return errno == ECONNRESET ? PICTURE_BUSY : PICTURE_CRASHED;
}

/* ---- asking ------------------------------------------------------------ */

static enum picture_outcome convert_send(const struct conversion *c,
					 int socket)
{
	const struct picture_sizes *sizes = picture_sizes(c->use);
	int fds[1 + PICTURE_SIZES_MAX] = { c->file };

	memcpy(fds + 1, c->result, sizes->n * sizeof *fds);
	if (connect(socket, (const struct sockaddr *)&c->address,
		    sizeof c->address) != 0) {
		if (errno == EAGAIN)
			return PICTURE_BUSY; /* its queue is full */
		fprintf(stderr, "retwis: RETWIS_PICTURE_SOCKET %s: %s\n",
			c->address.sun_path, strerror(errno));
		return PICTURE_AWAY;
	}
	return pass_fds_send(socket, sizes->word, fds, 1 + sizes->n)
		       ? PICTURE_DONE
		       : PICTURE_BUSY;
}

/* Sets the outcome; PICTURE_BUSY if it should be tried again. */
static enum rt_err convert_once(const struct conversion *c)
{
	int fd =
		socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0) {
		fprintf(stderr, "retwis: cannot ask retwis-picture: %s\n",
			strerror(errno));
		return RT_BROKEN;
	}
	c->out->outcome = convert_send(c, fd);
	if (c->out->outcome == PICTURE_DONE)
		c->out->outcome = convert_await(c, fd);
	close(fd);
	return RT_OK;
}

static enum rt_err convert_until(const struct conversion *c)
{
	enum rt_err err = convert_once(c);

	while (!err && c->out->outcome == PICTURE_BUSY &&
	       convert_left(c->until_ms) > AGAIN_MS) {
		fiber_pause(AGAIN_MS);
		err = convert_once(c);
	}
	return err;
}

/* ---- a crash ----------------------------------------------------------- */

/* So that a host can tell whether it is always the same file. */
static void convert_log_crash(void *arg)
{
	const struct conversion *c = arg;
	unsigned char sum[DIGEST_BYTES];
	char hex[2 * DIGEST_BYTES + 1] = "";
	off_t len = lseek(c->file, 0, SEEK_END);
	void *bytes = len > 0 ? mmap(NULL, (size_t)len, PROT_READ, MAP_PRIVATE,
				     c->file, 0)
			      : MAP_FAILED;

	if (bytes == MAP_FAILED)
		return;
	digest_sum(bytes, (size_t)len, sum);
	munmap(bytes, (size_t)len);
	for (size_t i = 0; i < sizeof sum; i++)
		snprintf(hex + 2 * i, 3, "%02x", sum[i]);
	fprintf(stderr,
		"retwis: retwis-picture crashed at a file of %lld bytes with "
		"the SHA-256 %s\n",
		(long long)len, hex);
}

enum rt_err picture_convert(const char *socket_path, enum picture_use use,
			    int file, const int *result, int64_t until_ms,
			    struct picture_converted *out)
{
	struct picture_converted converted = { .outcome = PICTURE_BUSY };
	struct conversion c = { .address = { .sun_family = AF_UNIX },
				.use = use,
				.file = file,
				.result = result,
				.until_ms = until_ms,
				.out = &converted };
	enum rt_err err = RT_OK;

	snprintf(c.address.sun_path, sizeof c.address.sun_path, "%s",
		 socket_path);
	if (convert_enter(until_ms)) {
		err = convert_until(&c);
		convert_leave();
	}
	if (err)
		return err;
	if (converted.outcome == PICTURE_CRASHED)
		compute(convert_log_crash, &c);
	*out = converted;
	return RT_OK;
}
