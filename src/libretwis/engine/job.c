#include "libretwis/engine/job.h"

#include <string.h>

#include "libretwis/base/digits.h"

#define DIGITS "0123456789"

const char *job_text(struct arena *a, time_t since, unsigned tries,
		     const char *payload)
{
	return arena_printf(a, "%lld %u %s", (long long)since, tries, payload);
}

struct job job_read(const char *text)
{
	struct job job = { .text = text, .payload = text };
	size_t since, tries;

	if (!text)
		return job;
	since = strspn(text, DIGITS);
	if (!since || text[since] != ' ')
		return job;
	tries = strspn(text + since + 1, DIGITS);
	if (!tries || text[since + 1 + tries] != ' ')
		return job;
	job.since = (time_t)rt_u64(text);
	job.tries = (unsigned)rt_u64(text + since + 1);
	job.payload = text + since + 1 + tries + 1;
	return job;
}
