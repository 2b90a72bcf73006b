/* Jobs as texts; for queue.c and worker.c. */
#ifndef JOB_H
#define JOB_H

#include "patterns/queue.h"

const char *job_text(struct arena *a, time_t since, unsigned tries,
		     const char *payload);

/* Reads what job_text() wrote; a text that is no job is all payload. */
struct job job_read(const char *text);

#endif
