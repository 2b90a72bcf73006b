/*
 * One line on the page after a form: that it is done.
 *
 * The form redirects, and a cookie takes a word for what it has done to the
 * next page, which shows that word's sentence once and deletes the cookie.  An
 * address can't do that: anybody could make a link that says a post has been
 * deleted.
 */
#ifndef DONE_H
#define DONE_H

#include "http/req.h"

enum done {
	DONE_POSTED,
	DONE_REPLIED,
	DONE_SCHEDULED,
	DONE_CANCELLED,
	DONE_DELETED,
	DONE_EDITED,
	DONE_DATE_CHANGED,
	DONE_DATE_CANCELLED,
	DONE_RESCHEDULED,
	DONE_SAVED,
	DONE_RENAMED,
	DONE_FACE,
	DONE_FACE_REMOVED,
	DONE_FACE_MODERATED,
	DONE_PASSWORD,
	DONE_CODE_OFF,
	DONE_APPROVED,
	DONE_DECLINED,
	DONE_HOST,
	DONE_MODERATOR,
	DONE_MEMBER,
	DONE_STEPPED_DOWN,
	DONE_RESTORED,
	DONE_SUSPENDED,
	DONE_REMOVED,
	DONE_POST_RESTORED,
	DONE_MUTED,
	DONE_UNMUTED,
	DONE_BLOCKED,
	DONE_UNBLOCKED,
	DONE_SITE,
	DONE_SKIPPED,
	DONE_REPORTED,
	DONE_CASE_REMOVED,
	DONE_CASE_SUSPENDED,
	DONE_CASE_CLOSED,
	DONE_NOTED
};

/* Redirects (303) as page_redirect() does, to a page that shows the line. */
void page_done(struct req *q, const char *address, enum done done);

/* The same as page_back() does, to the page on which a button was pressed. */
void page_done_back(struct req *q, enum done done);

/*
 * For the frame of a page: shows the line, if a form has just been sent and
 * its member sees this page.
 */
void view_done(struct req *q);

#endif
