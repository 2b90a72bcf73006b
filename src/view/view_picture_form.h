/*
 * The pictures of a post that somebody is writing: its part of the form, what
 * was sent in it, and how they are shown before the post is published.
 */
#ifndef VIEW_PICTURE_FORM_H
#define VIEW_PICTURE_FORM_H

#include "http/req.h"
#include "view/tpl.h"

/* ---- what was sent ------------------------------------------------------ */

/* So many may all files of a form have together. */
#define PICTURES_BYTES ((uint64_t)60 * 1024 * 1024)

/*
 * What take_pictures() has made of the files in a form, and of those that an
 * earlier copy of it had brought.  All of `picture` are kept for ten minutes: whatever else is wrong
 * with the form, it comes back with them.
 */
struct picture_form {
	struct rt_picture picture[RT_PICTURES_MAX];
	size_t n;
	int status; /* HTTP, of the first thing that is wrong; 0: nothing */
	const char *bad_all; /* what is wrong; NULL: nothing */
	const char
		*bad[RT_PICTURES_MAX];  /* with one file field, and its text */
	bool is_taken[RT_PICTURES_MAX]; /* the file of that field */
};

/* The HTTP status for what is wrong with the pictures; 0: nothing is. */
int pictures_status(const struct req *q);

/* Tokens of pictures that were taken in before, with blanks between, or "". */
const char *pictures_sent_before(const struct req *q);

/* The name of a text field, alt1 to alt4, or NULL. */
const char *alt_field(size_t i);

/*
 * Whether pictures were sent that are not in the form when it comes back; those
 * that were taken in before are if it `carries_kept`.
 */
bool pictures_are_lost(const struct req *q, bool carries_kept);

/* ---- the form ----------------------------------------------------------- */

/*
 * Adds the fields to the form of a post, if the site has pictures: with those
 * that were taken in, with the texts of the others, and next to each field what
 * is wrong with it, as for view_problem().
 */
void view_picture_fields(struct req *q, struct tpl *form, bool before);

/* ---- small -------------------------------------------------------------- */

/* Includes thumbs.tpl at its place in `t`; nothing without pictures. */
void view_thumbs(struct req *q, struct tpl *t,
		 const struct rt_attached *attached);

#endif
