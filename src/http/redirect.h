/*
 * Where a visitor goes next on this site.  No redirect leads to another one,
 * whatever a form or a link says.
 */
#ifndef REDIRECT_H
#define REDIRECT_H

#include "http/req.h"

/* Redirects (303) to an address of this site, which is already encoded. */
void page_redirect(struct req *q, const char *address);

/*
 * The HTML ids of posts and members with a button are this and their number.
 */
#define PAGE_POST   "p"
#define PAGE_MEMBER "m"

/*
 * Redirects to the page of this site that the form's field `back` names, at
 * the element with that letter and number (0: at the top).  Without a valid
 * `back`, or with one that is too long for a header, it redirects home.
 */
void page_back(struct req *q, const char *letter, uint64_t number);

/*
 * If somebody asks for a page with an encoded @ in front of a name, as Outlook
 * writes it, or with a slash at the end, redirects to the plain address for
 * good (301) and returns true.
 */
bool page_moved(struct req *q);

/* ---- signing in on the way --------------------------------------------- */

/*
 * The address that a visitor wanted who has to sign in first, or NULL if that
 * was only the home page.  It is the address of this request; but the forms to
 * sign in and to register carry it on from page to page, as `back`.
 *
 * An address with a secret in it is never wanted: it must not become part of
 * another address, which logs may contain.
 */
const char *req_wanted(const struct req *q);

/*
 * The address of a form, to sign in or to register, that leads on to the wanted
 * page.
 */
const char *req_way_in(const struct req *q, const char *form);

/* Redirects to the form to sign in, which leads on to the wanted page. */
void page_to_sign_in(struct req *q);

/* Redirects to the wanted page, or home. */
void page_to_wanted(struct req *q);

#endif
