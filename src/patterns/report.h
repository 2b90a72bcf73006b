/* How workers and the gateway stand, as the control channel tells it. */
#ifndef REPORT_H
#define REPORT_H

#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

struct report {
	const char *name, *kind, *state;   /* working, paused or ending */
	uint64_t pid, limit;               /* deliveries a second; 0: any */
	uint64_t jobs, deliveries, recent; /* the last in RATE_SECONDS */
	time_t since;
};

struct reports {
	struct report *v; /* by kind and name */
	size_t n;
	uint64_t
		asked; /* `n` have answered; the others are busy, or strangers */
};

/*
 * Asks all programs, and collects answers until all have come or `wait_ms` are
 * over.  Three round trips.
 */
enum rt_err report_collect(struct rt *rt, struct arena *a, unsigned wait_ms,
			   struct reports *reports);

/* ---- a report as text, private to libretwis ---------------------------- */

/* All words of a struct report, in its order. */
#define REPORT_WORDS 9

const char *report_text(struct arena *a, const struct report *r);

/* False, and `r` is untouched, for a text that is no report. */
bool report_read(struct arena *a, const char *text, struct report *r);

#endif
