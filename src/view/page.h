/*
 * Everything about HTTP and HTML that a page needs, in one include.
 *
 * Each file of src/pages defines page(), which answers one request.  It may
 * wait for Redis as if it were the only request: program/main.c calls it in a
 * fiber, from the loop in http/loop.c.  It lists its templates in
 * page_templates.
 *
 * A page calls three kinds of functions: req_... says what was requested,
 * view_... fills a part of a template, and page_... answers.
 *
 * A guard answers itself if it returns false or NULL, so that a page reads
 * from top to bottom:
 *
 *	if (!req_require(q, "/post", "POST") || !(me = req_require_user(q)))
 *		return;
 *
 * view/ makes HTML, and calls only http/ and the library below it.
 */
#ifndef PAGE_H
#define PAGE_H

#include "http/answer.h"
#include "http/form.h"
#include "http/redirect.h"
#include "http/req.h"
#include "http/send.h"
#include "view/atom.h"
#include "view/done.h"
#include "view/failure.h"
#include "view/fragment.h"
#include "view/frame.h"
#include "view/guard.h"
#include "view/overload.h"
#include "view/proof.h"
#include "view/stale.h"
#include "view/tpl.h"
#include "view/typed_time.h"
#include "view/view_date.h"
#include "view/view_face.h"
#include "view/view_form.h"
#include "view/view_member.h"
#include "view/view_parts.h"
#include "view/view_post.h"
#include "view/view_post_form.h"
#include "view/view_running.h"
#include "view/view_time.h"

void page(struct req *q);

/*
 * The templates that the page shows, and then NULL.  The program loads only
 * these when it starts: all of them would take three times the memory.
 */
extern const char *const page_templates[];

#endif
