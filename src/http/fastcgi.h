/*
 * A connection of the web server, which speaks FastCGI: one request after the
 * other comes over it, each in a fiber (base/fiber.h).  Where a request comes
 * in pieces its fiber waits, so that it delays nobody else.
 */
#ifndef FASTCGI_H
#define FASTCGI_H

#include <stdbool.h>

struct arena;
struct event_base;
struct fastcgi;
struct fcgi_reader;

struct fastcgi_events {
	/*
	 * A request to answer, by record.h, and memory for it.  In a fiber.
	 * False if the answer is not whole: then the connection is closed at
	 * once, without an end.
	 */
	bool (*serve)(void *who, struct arena *a, struct fcgi_reader *request);
	/* The connection is closed, and freed after this. */
	void (*closed)(void *who, struct fastcgi *f);
};

/*
 * Serves what will come over `fd`, a socket that does not block, and closes it
 * in the end.
 */
struct fastcgi *fastcgi_open(struct event_base *base, int fd,
			     const struct fastcgi_events *events, void *who);

/*
 * Takes no further request.  A connection that waits for its next one is closed
 * at once.  One whose first request has not come yet waits for it a little, and
 * each is answered.
 */
void fastcgi_end(struct fastcgi *f);

/*
 * Within `serve`: the rest may take long, and nobody waits for its end.  So
 * fastcgi_end() cuts it off.
 */
void fastcgi_stream(void);

#endif
