/* What the walks look with, and what mends faults; private to libretwis. */
#ifndef CHECKS_H
#define CHECKS_H

#include "admin/check/checking.h"
#include "admin/check/passes.h"

/* claims.c: it fills `c->claimed`, which the caller sorts. */
extern const struct pass claims_pass;

/* indexes.c, member_ids.c, counters.c */
extern const struct pass names_pass, auths_pass, by_time_pass, members_pass,
	waiting_pass, hosts_pass;
extern const struct pass ids_pass, counters_pass;

/* check_posts.c, check_home.c; that one in an adopted database only. */
chunk_check check_posts, check_home;

/* check_notices.c, due.c, tags.c, bus_keys.c */
extern const struct pass notices_pass, scheduled_pass, tags_pass;
extern const struct pass trends_pass, keys_pass, queues_pass;

/* claims.c, member_ids.c */
mending repair_claim, repair_removal, repair_name, repair_name_lost,
	repair_secret, repair_unlisted, repair_folded;
mending repair_claim_lost, repair_unclaimed, repair_nobody;

/* indexes.c: takes {name} out of a hash, or out of a sorted set. */
mending repair_hint, repair_listed, repair_host_nobody, repair_host_mark;

/* counters.c, bus_keys.c, due.c */
mending repair_counter, repair_for_ever, repair_job_lost, repair_scheduled;

/*
 * repair.c: takes an entry out on both sides; or puts the owner into the
 * mirror, with the score that the entry has.  Where the mirror is what a member
 * sees, and does not have it: takes the entry out if the member was about to,
 * or gives back what was lost.
 */
mending repair_take_out, repair_put, repair_taken_back;

/* repair_posts.c, places.c, tags.c */
mending repair_post_half, repair_closed, repair_mark, repair_remains,
	repair_threaded, repair_count, repair_repost_cut,
	repair_repost_unclaimed, repair_repost_gone, repair_repost_unknown,
	repair_reposts_wrong;
mending repair_unpublished, repair_tag;

/* check_lists.c, check_home.c, check_notices.c */
mending repair_insert, repair_doubles, repair_order, repair_long;
mending repair_home, repair_home_gone;
mending repair_notice_mark, repair_notice, repair_notices_long;

#endif
