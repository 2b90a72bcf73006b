#define _GNU_SOURCE /* program_invocation_short_name */
#include "http/log.h"

#include <errno.h>
#include <stdio.h>

#include "base/printable.h"
#include "http/peer.h"

#define SLOW_MS  1000
#define NAME_MAX 60 /* bytes: longer than any name of ours */

void log_refused_sign_in(const struct req *q, const char *name,
			 enum rt_err err)
{
	const char *why = err == RT_LIMITED ? "too many tries"
					    : "wrong name or password";

	if (err != RT_DENIED && err != RT_LIMITED)
		return;
	if (q->conf->log_sign_in)
		fprintf(stderr,
			"retwis: sign-in refused: %s, name %s from %s\n", why,
			printable(q->a, name, NAME_MAX), req_client(q));
	else
		fprintf(stderr, "retwis: sign-in refused: %s\n", why);
}

/* Of a page that is told apart by its program's name alone. */
void log_slow(int64_t ms)
{
	if (ms >= SLOW_MS)
		fprintf(stderr, "retwis: %s took %lld.%01lld s\n",
			program_invocation_short_name, (long long)ms / 1000,
			(long long)ms % 1000 / 100);
}
