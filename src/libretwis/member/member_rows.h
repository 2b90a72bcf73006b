/*
 * What a list of members says about each of them, read in two steps that are
 * part of the caller's pipelines; private to libretwis.
 */
#ifndef MEMBER_ROWS_H
#define MEMBER_ROWS_H

#include "libretwis/member/member_names.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/retwis.h"

struct member_rows {
	size_t n, room;
	uint64_t *id;
	const char **entry; /* in `directory` or `members`, or NULL */
	union user_fields *fields;
	const char **followed; /* by the visitor */
	uint64_t *since;
	struct member_names names; /* of those who have invited them */
};

struct member_rows member_rows_new(struct arena *a, size_t room);

/* Does nothing if there is no room, or if the id is 0 or already there. */
void member_rows_add(struct member_rows *rows, uint64_t id, const char *entry);

/* The same for entries that end with NULL, each with a tab and an id. */
void member_rows_add_entries(struct member_rows *rows, const char **entry);

/* First step: the hashes of some rows, and whether the visitor follows them. */
void member_rows_queue(struct rt_pipe *p, struct member_rows *rows,
		       uint64_t visitor, size_t from, size_t to);

/* After it: whether `directory` has this entry for the member. */
bool member_row_is_listed(struct arena *a, const struct member_rows *rows,
			  size_t i);

/* Second step for a row that is shown; `invited`: and who has invited it. */
void member_row_queue_more(struct rt_pipe *p, struct member_rows *rows,
			   size_t i, bool invited);

/* After both: has the process remember since when the member is here. */
void member_row_remember(const struct member_rows *rows, size_t i);

/*
 * After both: what is known of a row.  Without `for_hosts` that is only what
 * every member may see.
 */
struct rt_person member_row_person(const struct rt *rt,
				   const struct member_rows *rows, size_t i,
				   bool for_hosts);

#endif
