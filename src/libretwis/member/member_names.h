/*
 * What the members on a page are called; private to libretwis.
 *
 * Nothing but `user:ID` has a display name, so a page asks there for each
 * author that it shows.  A process remembers the answer for ten seconds, and
 * so a changed name is everywhere within that time.  It is for showing, and
 * never decides what somebody may do.  Their own name members see as it is now:
 * that comes with their session, which each page reads anyway.
 *
 * member_names_want() rides in a pipeline of the page as soon as an id is
 * known; after that, member_names_of() tells the name.
 */
#ifndef MEMBER_NAMES_H
#define MEMBER_NAMES_H

#include "libretwis/member/session.h"

#define MEMBER_NAMES_MS 10000

/* Of one page. */
struct member_names {
	const struct session *visitor; /* NULL: nobody */
	struct wanted_name *first;
};

/*
 * Queues the question for a name, unless the page has asked it already, or the
 * process remembers the answer.  Nothing for an id of 0.
 */
void member_names_want(struct rt_pipe *p, struct member_names *n, uint64_t id);

/*
 * The same, but nothing is remembered: for pages that leave out members who are
 * gone, and not ten seconds later.
 */
void member_names_ask(struct rt_pipe *p, struct member_names *n, uint64_t id);

/* The page has just read that name itself, and need not ask again. */
void member_names_tell(struct arena *a, struct member_names *n, uint64_t id,
		       const struct rt_display_name *called);

/* After the pipeline: NULLs for somebody who is gone, or was not asked for. */
struct rt_display_name member_names_of(const struct member_names *n,
				       uint64_t id);

/* After the pipeline: the process remembers what was asked. */
void member_names_keep(struct member_names *n);

#endif
