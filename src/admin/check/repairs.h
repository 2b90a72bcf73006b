/*
 * What mends the kinds of faults, each as kinds.h has it; private to libretwis.
 */
#ifndef REPAIRS_H
#define REPAIRS_H

#include "admin/check/checking.h"

/* claims.c, member_ids.c */
mending mend_claim, mend_removal, mend_name, mend_name_lost, mend_secret,
	mend_unlisted, mend_folded;
mending mend_claim_lost, mend_unclaimed, mend_nobody;

/* indexes.c: takes {name} out of a hash, or out of a sorted set. */
mending mend_hint, mend_listed, mend_host_nobody, mend_host_mark;

/* counters.c, bus_keys.c, due.c */
mending mend_counter, mend_for_ever, mend_job_lost, mend_scheduled;

/*
 * repair.c: takes an entry out on both sides; or puts the owner into the mirror,
 * with the score that the entry has.  Where the mirror is what a member sees,
 * and does not have it: takes the entry out if the member was about to, or gives
 * back what was lost.
 */
mending mend_take_out, mend_put, mend_taken_back;

/* repair_posts.c, places.c, tags.c */
mending mend_post_half, mend_display, mend_closed, mend_mark, mend_remains,
	mend_threaded, mend_count, mend_repost_cut, mend_repost_unclaimed,
	mend_repost_gone, mend_repost_unknown, mend_reposts_wrong;
mending mend_unpublished, mend_tag;

/* check_lists.c, check_home.c, check_notices.c */
mending mend_insert, mend_doubles, mend_order, mend_long;
mending mend_home, mend_home_gone;
mending mend_notice_mark, mend_notice, mend_notices_long;

#endif
