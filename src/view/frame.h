/*
 * The frame around every page: title, navigation, and what is told live.
 *
 * Begin a page, set the values of its own template, end it.
 */
#ifndef FRAME_H
#define FRAME_H

#include "http/req.h"
#include "view/tpl.h"

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

#endif
