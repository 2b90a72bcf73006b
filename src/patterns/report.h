/* Status reports of workers and the gateway, over the control channel. */
#ifndef REPORT_H
#define REPORT_H

#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

struct report {
	const char *name, *kind, *state; /* working, paused or ending */
	uint64_t pid, limit;             /* deliveries a second; 0: any */
	uint64_t jobs, deliveries;
	uint64_t recent; /* deliveries of the last RATE_SECONDS */
	time_t since;
};

struct reports {
	struct report *v; /* by kind and name */
	size_t n;
	/*
	 * Programs that got the request.  `n` of them have answered; the others
	 * are busy, or not ours.
	 */
	uint64_t asked;
};

/*
 * Requests a report from all programs, and collects the replies until all have
 * arrived or `wait_ms` is over.  Three round trips.
 */
enum rt_err report_collect(struct rt *rt, struct arena *a, unsigned wait_ms,
			   struct reports *reports);

/* ---- reports as texts ---------------------------------------------------- */

/* The number of words, which are the fields of a struct report, in order. */
#define REPORT_WORDS 9

const char *report_text(struct arena *a, const struct report *r);

/* Returns false, and leaves `r` unchanged, if the text is no report. */
bool report_read(struct arena *a, const char *text, struct report *r);

#endif
