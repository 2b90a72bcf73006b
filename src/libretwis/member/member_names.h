/*
 * The names of the members on a page; private to libretwis.
 *
 * Only `user:ID` has a display name, so a page reads it for each author that
 * it shows.  A process remembers the answer for ten seconds, so a changed name
 * is shown everywhere within that time.  The memory is for showing names, and
 * never decides what somebody may do.  Members see their own current name,
 * since it is read with the session, as every page does.
 *
 * Call member_names_want() in a pipeline of the page as soon as an id is
 * known; after that pipeline, member_names_of() returns the names.
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
 * Queues a read of a member's names, unless the page has already read them or
 * the process remembers them.  Nothing for an id of 0.
 */
void member_names_want(struct rt_pipe *p, struct member_names *n, uint64_t id);

/*
 * The same, but always reads: for pages that leave out members who are gone,
 * and must not do so ten seconds late.
 */
void member_names_ask(struct rt_pipe *p, struct member_names *n, uint64_t id);

/* Stores names that the page has just read itself. */
void member_names_tell(struct arena *a, struct member_names *n, uint64_t id,
		       const struct rt_display_name *called);

/*
 * After the pipeline: the names.  NULLs for a member who is gone, or was not
 * read.
 */
struct rt_display_name member_names_of(const struct member_names *n,
				       uint64_t id);

/* After the pipeline: has the process remember what was read. */
void member_names_keep(struct member_names *n);

#endif
