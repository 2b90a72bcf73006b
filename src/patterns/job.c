#include "patterns/job.h"

#include <limits.h>

#include "base/digits.h"

const char *job_text(struct arena *a, time_t since, unsigned tries,
		     const char *payload)
{
	return arena_printf(a, "%lld %u %s", (long long)since, tries, payload);
}

/* A number with a space behind it; neither is true of a text of others. */
static bool job_number(const char **at, uint64_t most, uint64_t *number)
{
	return digits_read(at, number) && *number <= most && *(*at)++ == ' ';
}

struct job job_read(const char *text)
{
	struct job job = { .text = text, .payload = text };
	const char *at = text;
	uint64_t since, tries;

	if (!text || !job_number(&at, INT64_MAX, &since) ||
	    !job_number(&at, INT_MAX, &tries))
		return job;
	job.since = (time_t)since;
	job.tries = (unsigned)tries;
	job.payload = at;
	return job;
}
