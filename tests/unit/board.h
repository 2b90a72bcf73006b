/* A small site with a question, a date or an announcement: alice's post 1. */
#ifndef BOARD_H
#define BOARD_H

#include "libretwis/post/board_jobs.h"
#include "unit.h"

#define HOUR_SECONDS 3600

enum { ALICE = 1, BOB, CAROL, DORA, EMIL, MEMBERS };

extern struct rt_user board_who[MEMBERS];

/* All are members; bob, carol and dora follow alice, emil does not. */
int board_site(void **state);

#define SITE(test)                                                            \
	cmocka_unit_test_setup_teardown(test, board_site, unit_forget)

/* For a test that begins again. */
void board_begin_again(void);

/* ---- the post ------------------------------------------------------------ */

/* What the post has. */
extern struct rt_attached board_attached;
extern struct rt_question board_question;
extern struct rt_date board_date;
extern time_t board_announced; /* until then */

/* The answers are Yes and No unless it `comes`. */
void board_ask(const struct rt_question *asked);
void board_post(void);

/* As if the post had been written like this. */
void board_store_question(time_t ends, const char *words);
void board_store_date(time_t begins, const char *words);

void board_answer(uint64_t by, unsigned which);

/* It has ended, and was answered by bob, carol and emil. */
void board_end_question(const char *words);

/* It reminds, and was asked in time; and then its last day has begun. */
void board_ask_to_remind(void);
void board_begin_last_day(void);

/* The same in an announcement of alice, who has this standing. */
void board_announce_question(const char *standing);

/* Bob says Yes, carol Maybe, and dora No. */
void board_ask_who_comes(void);

/* An announcement that three have read; it then ended thirty days ago. */
void board_announce(void);
void board_age_announcement(void);

/* Fails unless only this number of its readers is left. */
void board_check_readers(const char *n);

/* ---- workers ------------------------------------------------------------- */

void board_put_job(enum board_job what);

/* As if the time of all jobs, or the end of all leases, had come. */
void board_work(void);

void board_check_no_jobs(void);

/* When this job is due, as a second; 0: never. */
time_t board_due(const char *job);

/* ---- notices ------------------------------------------------------------- */

/* Who has exactly this notice, such as "2 3". */
const char *board_told(const char *entry);

/* Each has read all notices. */
void board_read_all(void);

uint64_t board_unread(uint64_t id);

/* The only one that the member has. */
struct rt_notice board_notice(uint64_t id);

#endif
