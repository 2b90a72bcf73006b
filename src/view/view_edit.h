/* The form in which a post is corrected. */
#ifndef VIEW_EDIT_H
#define VIEW_EDIT_H

#include "http/req.h"
#include "libretwis/attached.h"
#include "view/tpl.h"

/* A picture that the post has, or had when the form was made. */
struct edit_picture {
	const char *token;
	const char *alt;     /* as it was typed */
	bool is_out;         /* it is to be taken out */
	const char *bad_alt; /* what is wrong with it; NULL: nothing */
};

struct edit_form {
	const char *id;      /* of the post; NULL: it is scheduled */
	const char *token;   /* of a scheduled post */
	const char *version; /* to which the text belongs */
	const char *text;
	const char *at; /* of a scheduled post, as it was typed */
	const struct rt_attached *attached; /* to it; NULL: not known */
	time_t until;                       /* 0: not known */
	bool is_answered; /* a question: only descriptions can be corrected */
	struct edit_picture picture[RT_PICTURES_MAX];
	size_t pictures;

	/* If the post has changed meanwhile: what it is now; or NULL. */
	const char *present;
	const struct rt_picture *present_picture;
	size_t present_pictures;

	const char *bad_status, *bad_at;
};

/* Begins the page with that form, which the caller must end. */
void page_edit(struct req *q, const struct edit_form *form);

/* Whether this request has sent such a form, and what is in it. */
bool edit_form_is_sent(const struct req *q);
struct edit_form edit_form_sent(struct req *q);

/*
 * Makes these the form's pictures.  What was typed and ticked for one of them
 * stays.
 */
void edit_form_set_pictures(struct req *q, struct edit_form *f,
			    const struct rt_picture *picture, size_t n);

/*
 * What the form says about its pictures, RT_PICTURES_MAX at most.  Returns
 * false, with a message beside it in the form, if a description can't be
 * stored.
 */
bool edit_form_changes(struct req *q, struct edit_form *f,
		       struct rt_picture_change *change);

#endif
