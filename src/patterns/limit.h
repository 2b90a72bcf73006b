/*
 * A rate limiter; private to libretwis.
 *
 * It allows so many times in a window of so many seconds, which begins with the
 * first time: a counter by INCR that expires when the window is over.
 *
 * INCR and EXPIRE are two commands, and a page that dies between them leaves a
 * counter that never ends: a member locked out for good.  SET NX EX before the
 * INCR only moves that moment, for the counter may expire between these two.
 * So one script of one key does both, and gives an end to any counter that has
 * none.
 *
 * A refusal counts, too, but does not make the window longer: if you go on
 * trying, you wait no longer than if you do not.
 *
 * Where Redis stores nothing the pipeline fails with RT_FULL, and so nobody
 * guesses uncounted; a page with a limit wants to write anyway.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include "redis/pipe.h"
#include "schema/key.h"

struct limit {
	uint64_t wait; /* seconds until it may be tried again; 0: allowed */
};

/*
 * Queues the count of one more time, for KEY_LIMIT `what`: any text that names
 * the thing that is limited, and for whom.  Several limits fit into one
 * pipeline.
 */
void limit_queue(struct rt_pipe *p, struct limit *l, const char *what,
		 unsigned max, unsigned seconds);

/* Queues that one time was none after all; nothing if the window is over. */
void limit_take_back(struct rt_pipe *p, const char *what);

/* After the pipeline. */
bool limit_allows(const struct limit *l);

/*
 * Reads a setting, "TIMES/SECONDS", or "off" for 0 times.  False, and the
 * outputs are untouched, for any other text, and for numbers beyond
 * LIMIT_TIMES_MAX and `longest`.
 */
#define LIMIT_TIMES_MAX 1000000

bool limit_read(const char *text, unsigned longest, unsigned *times,
		unsigned *seconds);

#endif
