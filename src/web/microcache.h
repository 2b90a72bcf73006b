/*
 * Pages for visitors, which nginx keeps for a second: see conf/nginx/retwis.conf.
 *
 * What nginx keeps has no bound of its own: it looks for what is too much every
 * ten seconds, and a stranger makes up addresses faster than that.  So a page
 * that nginx may keep says so, and few do.
 */
#ifndef MICROCACHE_H
#define MICROCACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What all programs together let nginx have at any moment, in bytes. */
#define MICROCACHE_MAX ((size_t)16 * 1024 * 1024)

/* Those whose pages are kept: timeline, profile, status, tag. */
#define MICROCACHE_PROGRAMS 4

/*
 * Until nginx has removed a page for sure: it is asked for during one second,
 * is left alone during the next one, and then waits for nginx to look.  Another
 * one, since the seconds of two clocks begin at different times.
 */
#define MICROCACHE_SECONDS (1 + 1 + 10 + 1)

/*
 * Whether nginx may keep an answer, at a time in seconds: an address that was
 * asked for a moment ago, which few are of all that there are, and only as many
 * bytes a second as this one of `processes` may give away.  Of addresses asked
 * for once, by somebody who walks through all, nothing is kept.
 */
bool microcache_takes(const char *address, size_t bytes, int64_t second,
		      unsigned processes);

#endif
