/*
 * Who has invited whom; private to libretwis.
 *
 * The field `invited_by` of `user:ID` says by whose link a member registered,
 * and `invited:ID` lists the members who registered by a member's links.  The
 * field is the truth: it is stored with the rest of the hash, before anybody
 * sees the newcomer.  Only hosts see either.
 */
#ifndef INVITED_H
#define INVITED_H

#include "libretwis/member/member_names.h"
#include "libretwis/retwis.h"

/* Lists the newcomer `id`.  One round trip. */
enum rt_err invited_add(struct rt *rt, struct arena *a, uint64_t by,
			uint64_t id);

/*
 * Takes a member who leaves out of the list of whoever invited them.  Call it
 * while the member's hash still says who that is.  Two round trips; one for a
 * member whom nobody has invited.
 */
enum rt_err invited_drop(struct rt *rt, struct arena *a, uint64_t id);

/* ---- for the pages of a member ----------------------------------------- */

struct invited {
	bool is_asked; /* false: there is nothing to show */
	uint64_t by;   /* 0: nobody */
	uint64_t total;
	struct rt_ids ids; /* the latest */
};

/*
 * Queue first what the keys have, and in the next pipeline the names, unless
 * the page or the process has them.  invited_queue_names() queues nothing
 * before invited_queue(), or the second time.
 */
void invited_queue(struct rt_pipe *p, struct invited *i, uint64_t id);
void invited_queue_names(struct rt_pipe *p, const struct invited *i,
			 struct member_names *names);

/* After that: stores the result in `m`. */
void invited_parse(const struct invited *i, const struct member_names *names,
		   struct rt_member *m);

#endif
