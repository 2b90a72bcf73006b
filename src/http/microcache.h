/*
 * Pages for visitors, which nginx keeps for a second: see conf/nginx/http.conf.
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
 * How long it takes at most until nginx has removed a page: it is asked for
 * during one second, nobody asks during the next (`inactive`), and nginx looks
 * every ten seconds.  One more, since our seconds and nginx's do not begin at
 * the same moment.
 */
#define MICROCACHE_SECONDS (1 + 1 + 10 + 1)

/*
 * Whether nginx may keep an answer, given the time in seconds.  It may if the
 * same address was asked for in this second or the one before, and while the
 * answers of this second are within the share of this process, one of
 * `processes`.  So somebody who asks for each address once leaves nothing
 * there.
 */
bool microcache_admits(const char *address, size_t bytes, int64_t second,
		       unsigned processes);

#endif
