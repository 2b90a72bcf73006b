/*
 * What each file of this room gives to the walks, and to the table of faults;
 * private to libretwis.
 */
#ifndef CHECKS_H
#define CHECKS_H

#include "admin/check/passes.h"

/* repair.c: for the entries of all keys that derive.h compares. */
fault_repair repair_missing, repair_extra, repair_half, repair_count;

/* lists.c: for lists as a whole. */
fault_repair repair_doubles, repair_order, repair_long;

/* check_members.c.  The first fills `c->claimed`, which walk.c sorts. */
extern const struct pass claims_pass;
extern const struct pass ids_pass, hosts_pass;
chunk_check check_counters;
fault_repair repair_claim, repair_removal, repair_name, repair_name_lost,
	repair_claim_lost, repair_unclaimed, repair_secret, repair_nobody,
	repair_host_nobody, repair_host_mark, repair_counter;

/* check_posts.c */
chunk_check check_posts;
fault_repair repair_post_half, repair_closed, repair_mark, repair_remains,
	repair_read_nothing, repair_repost_cut, repair_repost_unclaimed,
	repair_repost_gone, repair_unpublished, repair_tag;

/* check_indexed.c, in an adopted database only. */
chunk_check check_indexed;
fault_repair repair_words;

/* check_conversations.c */
chunk_check check_conversations;
fault_repair repair_talk_gone, repair_talk_wrong;

/* check_answers.c */
chunk_check check_answers;
fault_repair repair_answer_nobody, repair_answer_unlisted;

/* check_home.c, in an adopted database only. */
chunk_check check_home;
fault_repair repair_home;

/* check_notices.c */
extern const struct pass notices_pass;
fault_repair repair_notice_mark, repair_notice, repair_notices_long;

/* check_cases.c */
extern const struct pass cases_pass, cases_of_pass, open_cases_pass;
fault_repair repair_case_lacks, repair_case_nobody, repair_case_about_other,
	repair_case_unreported, repair_case_not_open;

/* check_queues.c */
extern const struct pass scheduled_pass, trends_pass, keys_pass, queues_pass;
fault_repair repair_scheduled, repair_for_ever, repair_job_lost;

/* check_pictures.c */
extern const struct pass mark_pass;
chunk_check check_pictures_folder, check_pictures_rows, check_pictures_sum;
fault_repair repair_picture_unheld, repair_picture_lost,
	repair_picture_rowless, repair_face_rowless, repair_mark_rowless,
	repair_pictures_count;

/* check_folder.c */
chunk_check check_folder, check_lost;
fault_repair repair_files_stray, repair_files_old;

#endif
