/* The addresses of what the host tells of the site. */
#ifndef FRAME_H
#define FRAME_H

#include "http/req.h"
#include "view/tpl.h"

struct colophon {
	const char *path, *title;
};

/* The page at this address, if the host has written its text, or NULL. */
const struct colophon *site_texts_find(const struct req *q, const char **text);

/* Below each page: links to those that there are. */
void site_texts_links(const struct req *q, struct tpl *t);

/*
 * The frame around every page: title, navigation, and what is told live.
 *
 * Begin a page, set the values of its own template, end it.
 */

/* What every page may show, also where something goes wrong. */
#define FRAME_TEMPLATES                                                       \
	"layout.tpl", "error.tpl", "outcast.tpl", "welcome.tpl",              \
		"login_form.tpl"

/*
 * Sets what is the same on all pages, and returns the page's own part, which
 * the template `file` shows.
 */
struct tpl *page_begin(struct req *q, const char *file, const char *title);

/*
 * The page tells how many posts are new in a list, "home" or "timeline", at
 * whose head `newest` is.  Every page tells how many notices are unread.
 */
void page_live(struct req *q, const char *list, uint64_t newest);

void page_end(struct req *q, int status);

/*
 * Makes this file alone the answer, without the frame.  False where that
 * cannot be done; the answer is a 500 then.
 */
bool page_render(struct req *q, int status, const char *file,
		 const char *type);

/*
 * Open Graph: what a chat or another site shows below the address of a post
 * that somebody has sent there.  It asks for the page as anybody does, and
 * finds this in the head.
 */

/* After page_begin(). */
void view_preview(struct req *q, const struct rt_post *post);

#endif
