/*
 * The frame around every page: title, navigation, links to the site's texts,
 * and live updates.
 *
 * To make a page, begin it, set the values of its own template, and end it.
 */
#ifndef FRAME_H
#define FRAME_H

#include "http/req.h"
#include "view/tpl.h"

/* What every page may have to show, even if something goes wrong. */
#define FRAME_TEMPLATES                                                       \
	"layout.tpl", "error.tpl", "no_access.tpl", "welcome.tpl",            \
		"login_form.tpl", "face.tpl"

/*
 * Sets what is the same on all pages, and returns the page's own part, which
 * the template `file` shows.
 */
struct tpl *page_begin(struct req *q, const char *file, const char *title);

/*
 * The page shows live how many posts are new in a list, "home" or "timeline",
 * since `newest`, the post at its top.  Without this call it still shows how
 * many notices are unread.
 */
void page_live(struct req *q, const char *list, uint64_t newest);

/* The same for the conversation that began with the post `root`. */
void page_live_conversation(struct req *q, uint64_t root, uint64_t newest);

/*
 * The page has a field for a password: static/password.js can show what is
 * typed there.
 */
void page_password(struct req *q);

/*
 * The page shows a post below others: static/thread.js opens it at the post.
 */
void page_thread(struct req *q);

void page_end(struct req *q, int status);

/*
 * Sets {{VERSION}}, which is in the address of each static file, for a page
 * without the frame.
 */
void view_static_version(struct req *q);

/*
 * Makes this template alone the answer, without the frame.  Returns false if
 * that fails; the answer is a 500 then.
 */
bool page_render(struct req *q, int status, const char *file,
		 const char *type);

/*
 * Open Graph: what a chat or another site shows under a link to this post.  It
 * requests the page like any visitor, and finds this in its head.  Call it
 * after page_begin().  On an open site it has the post's first picture, or, on
 * the page of its N-th one, that; `n` is 0 on the page of the post itself.
 */
void view_preview(struct req *q, const struct rt_post *post, size_t n);

/*
 * One line about the whole site, in the host's words if there are any: for
 * pages that have no text of their own for that.
 */
const char *view_description(struct req *q);

/* A page with a text of the host's about the site. */
struct site_text {
	const char *path, *title;
};

/* The page at this address, or NULL if the host has not written its text. */
const struct site_text *site_texts_find(const struct req *q,
					const char **text);

#endif
