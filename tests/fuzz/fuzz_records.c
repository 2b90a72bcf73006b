/*
 * The FastCGI reader, with arbitrary bytes. `make fuzz` builds this with
 * libFuzzer; the unit tests replay the inputs in tests/fuzz/records.
 *
 * The first byte says in pieces of which length the others arrive, and whether
 * the bodies are read. However they are split, the requests and answers must
 * be the same.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "http/fcgi_reader.h"
#include "http/record.h"

/* A body is read in steps of this many bytes. */
#define CHUNK ((size_t)61)

/* With more requests, the answers might not fit into the socket's buffer. */
#define PIECE_MAX ((size_t)256)

/* Returns from the function with a sentence about what is wrong. */
#define HOLDS(condition)                                                      \
	do {                                                                  \
		if (!(condition))                                             \
			return #condition;                                    \
	} while (0)

struct traffic {
	struct fcgi_reader reader;
	int server; /* the other end */
	const uint8_t *at;
	size_t left, piece;
	size_t requests;
	unsigned long sum, answered; /* of all that was read, and written */
};

static void add(unsigned long *sum, const void *bytes, size_t len)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < len; i++)
		*sum = 31 * *sum + at[i] + 1;
}

static void take_answers(struct traffic *t)
{
	char bytes[4096];
	ssize_t n;

	while ((n = read(t->server, bytes, sizeof bytes)) > 0)
		add(&t->answered, bytes, (size_t)n);
}

static bool traffic_wait(void *who)
{
	struct traffic *t = who;
	size_t n = t->left < t->piece ? t->left : t->piece;

	take_answers(t);
	if (!n)
		return false;
	if (write(t->server, t->at, n) != (ssize_t)n)
		abort();
	t->at += n;
	t->left -= n;
	return true;
}

static void traffic_open(struct traffic *t, const uint8_t *data, size_t size,
			 size_t piece)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 ||
	    fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0 ||
	    fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0)
		abort();
	t->server = ends[1];
	t->at = data;
	t->left = size;
	t->piece = piece;
	t->requests = 0;
	t->sum = t->answered = 0;
	fcgi_open(&t->reader, ends[0], traffic_wait, t);
}

static void traffic_close(struct traffic *t)
{
	take_answers(t);
	close(t->server);
	close(t->reader.fd);
}

static const char *check_variables(struct traffic *t, size_t size)
{
	size_t len = 0;

	for (char **at = t->reader.env; *at; at++) {
		HOLDS(strchr(*at, '='));
		add(&t->sum, *at, strlen(*at) + 1);
		len += strlen(*at) + 1;
	}
	HOLDS(len <= size && len <= FCGI_PARAMS_MAX);
	return NULL;
}

static const char *check_body(struct traffic *t, size_t size)
{
	char bytes[CHUNK];
	size_t len = 0, n;

	do {
		n = fcgi_read(&t->reader, bytes, sizeof bytes);
		add(&t->sum, bytes, n);
		len += n;
	} while (n == sizeof bytes);
	HOLDS(len <= size);
	HOLDS(t->reader.body != FCGI_BODY_OPEN);
	HOLDS(fcgi_read(&t->reader, bytes, sizeof bytes) == 0);
	add(&t->sum, &t->reader.body, sizeof t->reader.body);
	return NULL;
}

/* A redirection: a head without a body. */
static bool traffic_answer(struct traffic *t, struct arena *a)
{
	static const char head[] = "Status: 303\r\n\r\n";

	return record_answer(a, t->reader.fd, t->reader.id,
			     (struct record_bytes){ head, sizeof head - 1 },
			     (struct record_bytes){ NULL, 0 });
}

/* Serves the requests that arrive, as loop.c does. */
static const char *traffic_serve(struct traffic *t, size_t size, bool reads)
{
	const char *problem = NULL;
	struct arena a = { 0 };
	bool goes_on = true;

	while (!problem && goes_on && fcgi_next(&t->reader, &a)) {
		add(&t->sum, &t->reader.id, sizeof t->reader.id);
		problem = check_variables(t, size);
		if (!problem && reads)
			problem = check_body(t, size);
		goes_on = traffic_answer(t, &a) && fcgi_finish(&t->reader);
		t->requests++;
		arena_reset(&a);
	}
	arena_free(&a);
	return problem;
}

const char *fuzz_records(const uint8_t *data, size_t size)
{
	static struct traffic one, other;
	const char *problem;
	bool reads;
	size_t piece;

	if (!size)
		return NULL;
	piece = 1 + *data % 64;
	reads = *data < 128;
	traffic_open(&one, ++data, --size, PIECE_MAX);
	problem = traffic_serve(&one, size, reads);
	traffic_close(&one);
	if (problem)
		return problem;
	traffic_open(&other, data, size, piece);
	problem = traffic_serve(&other, size, reads);
	traffic_close(&other);
	if (problem)
		return problem;
	/*
	 * A request needs the headers of two records and the beginning of its
	 * own.
	 */
	HOLDS(one.requests <= size / 24);
	HOLDS(one.requests == other.requests);
	HOLDS(one.sum == other.sum && one.answered == other.answered);
	return NULL;
}

#ifdef FUZZ_RECORDS
/* For libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *problem = fuzz_records(data, size);

	if (problem) {
		fprintf(stderr, "does not hold: %s\n", problem);
		abort();
	}
	return 0;
}
#endif
