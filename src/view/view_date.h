/* The date of a post: in its card, in lists, and the form to change it. */
#ifndef VIEW_DATE_H
#define VIEW_DATE_H

#include "http/req.h"
#include "libretwis/retwis.h"
#include "view/fragment.h"
#include "view/tpl.h"

/*
 * Shows in a card when and where it is, as the section DATED; nothing for a
 * date of NULL.  A card on the post's own page is `whole`, and leads to the
 * date in a calendar.  All times are in the host's time zone.
 */
void view_card_date(struct arena *a, struct tpl *t, const struct rt_post *post,
		    bool whole);

/* Adds everything to the key that the section is made from. */
void view_card_date_key(struct fragment_key *key, const struct rt_date *date);

/* "Saturday, 5 December 2026, 19:30 to 22:00, Clubhouse", for feeds. */
const char *view_date_text(struct arena *a, const struct rt_date *date);

#define NEXT_DATES_TEMPLATES "next_dates.tpl"

/* Includes NEXT_DATES, these posts in a few words, unless there is none. */
void view_next_dates(struct arena *a, struct tpl *t,
		     const struct rt_posts *posts);

/* An entry of a page of dates. */
void view_listed_date(struct arena *a, struct tpl *t,
		      const struct rt_post *post);

/* ---- the form ----------------------------------------------------------- */

#define DATE_FORM_TEMPLATES "edit_date.tpl"

/* What the form has, as it was typed. */
struct date_form {
	const char *id, *version, *day, *from, *to, *place;
	const char *present; /* the date as it is by now, in words; or NULL */
	const char *bad_date, *bad_place;
};

/* Begins the page with that form, which the caller must end. */
void page_edit_date(struct req *q, const struct date_form *form);

/* The form as it was sent, and as it is for a date. */
struct date_form date_form_sent(struct req *q);
struct date_form date_form_of(struct req *q, const struct rt_post *post);

/*
 * Answers RT_DENIED or RT_LATE to somebody who wants to change or to cancel a
 * date.
 */
void page_refuse_date(struct req *q, enum rt_err err);

#endif
