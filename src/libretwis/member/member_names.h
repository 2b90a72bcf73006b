/*
 * The names of the members on a page, whose posts its reader does not see, and
 * who has a name, from memory; private to libretwis.
 *
 * Only `user:ID` has a display name and a face, so a page reads them for each
 * author that it shows.  A process remembers the answer for ten seconds, so a
 * changed name or face is shown everywhere within that time.  The memory is for showing names, and
 * never decides what somebody may do.  Members see their own current name,
 * since it is read with the session, as every page does.
 *
 * Call member_names_queue() in a pipeline of the page as soon as an id is
 * known; after that pipeline, member_names_get() returns the names.
 */
#ifndef MEMBER_NAMES_H
#define MEMBER_NAMES_H

#include <stdint.h>

#include "libretwis/member/session.h"

#define MEMBER_NAMES_MS 10000

/* Of one page. */
struct member_names {
	const struct session *visitor; /* NULL: nobody */
	struct quiet_list quiet; /* the reader's, if that is not the visitor */
	uint64_t
		shown; /* the member whose profile it is, or 0: never hidden */
	struct wanted_name *first;
};

/*
 * After the pipeline that checks the session: whether the reader of the page
 * sees no posts of this member, who is muted or suspended.  Every list of posts
 * asks this.  That somebody is suspended is known once the names are, and may
 * be ten seconds old.
 */
bool member_names_hides(const struct member_names *n, uint64_t author);

/*
 * The same for lists of members: whether this one is suspended, and the reader
 * neither a host nor a moderator.
 */
bool member_names_leaves_out(const struct member_names *n, uint64_t id);

/*
 * Queues a read of a member's names, unless the page has already read them or
 * the process remembers them.  Nothing for an id of 0.
 */
void member_names_queue(struct rt_pipe *p, struct member_names *n,
			uint64_t id);

/*
 * The same, but always reads: for pages that leave out members who are gone,
 * and must not do so ten seconds late.
 */
void member_names_queue_fresh(struct rt_pipe *p, struct member_names *n,
			      uint64_t id);

/* Stores names that the page has just read itself. */
void member_names_set(struct arena *a, struct member_names *n, uint64_t id,
		      const struct rt_names *names);

/*
 * After the pipeline: the names.  NULLs for a member who is gone, or was not
 * read.
 */
struct rt_names member_names_get(const struct member_names *n, uint64_t id);

/* After the pipeline: has the process remember what was read. */
void member_names_remember(struct member_names *n);

/* ---- ids by name ------------------------------------------------------- */

/*
 * Who has which name, from memory.
 *
 * A profile needs the member's id before it can read anything else, which used
 * to take a round trip of its own.  But a name belongs to one member for as
 * long as that member exists.  So a process remembers a thousand names that it
 * has looked up.  The page reads everything about the remembered id at once,
 * and in the same write the id itself.  If the id is another one, the member
 * was removed, and perhaps somebody else has the name now; then the page
 * discards the replies and reads again.  So a wrong guess costs time, and is
 * never shown.
 *
 * It also remembers when these members registered.
 */

/* 0: this process does not remember it. */
uint64_t name_cache_id(const char *name);

/*
 * Remembers that `id` has this name, in `users` and in its hash; 0 forgets it.
 * Names that are too long are not remembered.
 */
void name_cache_store(const char *name, uint64_t id);

/* The time of registration, in seconds; 0 if it is not remembered. */
uint64_t name_cache_since(const char *name, uint64_t id);
void name_cache_store_since(const char *name, uint64_t id, uint64_t since);

#endif
