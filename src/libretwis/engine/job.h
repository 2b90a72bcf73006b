/* Jobs as texts, and moving them; for the two halves of queue.h. */
#ifndef JOB_H
#define JOB_H

#include "libretwis/engine/queue.h"
#include "libretwis/redis/pipe.h"

const char *job_text(struct arena *a, time_t since, unsigned tries,
		     const char *payload);

/* Reads what job_text() wrote; what somebody else pushed is all payload. */
struct job job_read(const char *text);

/*
 * Moves job `ARGV[1]` from one list to another, where it is `ARGV[2]`; tells
 * whether it was still there.
 */
#define JOB_MOVE                                                              \
	RT_SCRIPT_FREES                                                       \
	"local from, to, old, new = KEYS[1], KEYS[2], ARGV[1], ARGV[2] "      \
	"if redis.call('LREM', from, 1, old) == 0 then return 0 end "         \
	"redis.call('LPUSH', to, new) return 1"

#endif
