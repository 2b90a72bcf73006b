/*
 * One page of a list of members below a post, read in three steps that are
 * part of the caller's pipelines; private to libretwis.
 */
#ifndef ROSTER_H
#define ROSTER_H

#include "libretwis/member/member_names.h"
#include "libretwis/rosters.h"

struct roster_load {
	struct rt_roster_query query;
	uint64_t post;
	struct rt_ids found;   /* what was read: members, with their guests */
	struct rt_texts entry; /* entries of `directory` */
	struct rt_ids listed;  /* the members of these */
	const char **score;    /* theirs, in the set of those who have */
	uint64_t readers;
};

/* In the first pipeline. */
void roster_queue(struct rt_pipe *p, struct roster_load *l, uint64_t post,
		  const struct rt_roster_query *query);

/*
 * In the second one, and for a list by name in a third: queue the names.  They
 * may be called for any list.
 */
void roster_queue_names(struct rt_pipe *p, struct roster_load *l,
			struct member_names *names);
void roster_queue_rest(struct rt_pipe *p, const struct roster_load *l,
		       struct member_names *names);

/* After them.  The caller knows that the visitor may see it. */
struct rt_roster roster_parse(struct arena *a, const struct roster_load *l,
			      const struct member_names *names,
			      const struct rt_post *post);

#endif
