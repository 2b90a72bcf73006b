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
 * The files of this folder from top to bottom.  Each calls only those in the
 * lines below its own, and a view_... may call another one:
 *
 *	main loop                    from the start to the end
 *	fastcgi                      a connection of the web server
 *	serve                        a request from beginning to end
 *	pages                        which page answers it
 *	send                         the answer goes out
 *	stream                       or does so while it is made
 *	door                         who may read, where only members may
 *	guard atom                   who may ask what; feeds
 *	outcast                      members who may not
 *	unsent stale failure         a text or a button comes back; an error
 *	late                         too many who sign in at once
 *	retry                        when to try again
 *	pack                         what a member takes along
 *	view_...                     what pages have in common
 *	frame etag                   what is around every page; what is new
 *	answer origin                headers and cookies; our own address
 *	log                          what a host reads of it
 *	record microcache            the bytes of an answer; what nginx keeps
 *	peer path                    where it comes from; what it asks for
 *	upload                       a form with a file
 *	req                          the request
 *	unpack                       what is in the file
 *	tpl form cookie when agent   templates and text, without a request
 *	fragment                     HTML that was made before
 *	json zip                     files
 *	url multipart                percent-encoding; parts of a form
 *	unzip objects                a zip, and JSON
 */
#ifndef PAGE_H
#define PAGE_H

#include "web/answer.h"
#include "web/atom.h"
#include "web/door.h"
#include "web/failure.h"
#include "web/frame.h"
#include "web/guard.h"
#include "web/late.h"
#include "web/log.h"
#include "web/origin.h"
#include "web/outcast.h"
#include "web/path.h"
#include "web/peer.h"
#include "web/req.h"
#include "web/retry.h"
#include "web/stale.h"
#include "web/stream.h"
#include "web/tpl.h"
#include "web/unsent.h"
#include "web/url.h"
#include "web/view_called.h"
#include "web/view_face.h"
#include "web/view_form.h"
#include "web/view_kept.h"
#include "web/view_list.h"
#include "web/view_member.h"
#include "web/view_people.h"
#include "web/view_post.h"
#include "web/view_preview.h"
#include "web/view_time.h"
#include "web/view_trending.h"
#include "web/when.h"

void page(struct req *q);

/*
 * The templates that the page shows, and then NULL.  The program loads these at
 * its start, and no others: all of them would take three times the memory.
 */
extern const char *const page_templates[];

#endif
