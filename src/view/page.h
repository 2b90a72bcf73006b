/*
 * What a page sees of the web, and all that it includes of it.
 *
 * Each file of src/pages defines page(), which answers one request, and may
 * wait in it as if it were alone: see serve.c, and loop.c around it.  It names
 * the templates that it shows in page_templates.  pages.c has all of them, and
 * makes them programs.  There are three kinds of functions for a page to call:
 * req_... tells what is asked, view_... fills a part of a template, and
 * page_... answers.
 *
 * A guard answers itself and returns false or NULL, so that a page reads from
 * top to bottom:
 *
 *	if (!req_require(q, "/post", "POST") || !(me = req_require_user(q)))
 *		return;
 *
 * view/ makes HTML, and calls only http/ and the library below it.
 */
#ifndef PAGE_H
#define PAGE_H

#include "http/answer.h"
#include "view/atom.h"
#include "view/guard.h"
#include "view/failure.h"
#include "view/frame.h"
#include "view/overload.h"
#include "http/req.h"
#include "view/stale.h"
#include "http/send.h"
#include "view/tpl.h"
#include "http/form.h"
#include "view/view_parts.h"
#include "view/view_form.h"
#include "view/fragment.h"
#include "view/view_member.h"
#include "view/view_post.h"
#include "view/view_time.h"

void page(struct req *q);

/*
 * The templates that the page shows, and then NULL.  The program loads these at
 * its start, and no others: all of them would take three times the memory.
 */
extern const char *const page_templates[];

#endif
