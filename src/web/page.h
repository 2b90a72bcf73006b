/*
 * What a page sees of the web.
 *
 * Each program of src/pages defines page(), which answers one request.  The
 * loop around it, for FastCGI and plain CGI, is in main.c.  Guards answer
 * themselves and return false or NULL, so that a page reads top to bottom:
 *
 *	if (!req_require(q, "/post", "POST") || !(me = req_require_user(q)))
 *		return;
 */
#ifndef PAGE_H
#define PAGE_H

#include "libretwis/retwis.h"
#include "web/tpl.h"
#include "web/url.h"

#define REQ_HEADERS_MAX 8

struct req {
	struct rt *rt;
	struct arena *a;
	const struct rt_config *conf;

	/* What was asked. */
	struct FCGX_Request *fcgi; /* NULL: plain CGI */
	char **env;
	const char *method;
	const char *address; /* path and query, raw */
	const char *path;    /* raw, without the query */
	const char *secret;  /* the session's cookie, or NULL */
	const char *browser; /* see rt_browser(); a cookie, or NULL */
	bool is_post;
	struct form query, form;

	/* Who asks; known once a page or a guard has looked. */
	bool known;
	struct rt_user me;

	/* The answer. */
	struct tpl *root;
	bool acts;  /* the forms of the posts' buttons are there */
	bool still; /* posts have no buttons here */
	int status;
	const char *caching; /* Cache-Control; NULL: by who asks */
	const char *live; /* where /live is asked; NULL: for notices alone */
	const char *header[REQ_HEADERS_MAX];
	size_t headers;
	const char *body;
	size_t body_len;
};

void page(struct req *q);

/* ---- asking (req.c) ---------------------------------------------------- */

/* A field of the form, "" if it is missing; of the query, NULL. */
const char *req_field(const struct req *q, const char *name);
const char *req_query(const struct req *q, const char *name);

/* The query's `start`: 0 without one, RT_NO_START for what is no number. */
int64_t req_start(const struct req *q);

/* That, and `after`, the post before the page; 0 for what is no number. */
struct rt_place req_place(const struct req *q);

/*
 * Cuts /@NAME or /@NAME/ID into decoded parts; `id` is NULL for the first,
 * and else whatever stands there.
 * False for any other path.
 */
bool req_member_path(const struct req *q, const char **name, const char **id);

/* All of the path after `prefix`, decoded; NULL for any other path. */
const char *req_segment(const struct req *q, const char *prefix);

/* Somebody looks at the page: no HEAD, and no browser that fetches ahead. */
bool req_is_looked_at(const struct req *q);
/*
 * Behind a proxy, these are what it says of the client, if we trust it
 * (client.c).  The address is as rt_visitor() wants it.
 */
const char *req_client(const struct req *q);
bool req_is_https(const struct req *q);

/* "http://HOST", as the visitor reached us; NULL without a good host. */
const char *req_base(const struct req *q);

/* ---- guards (guard.c) -------------------------------------------------- */

/*
 * The path (NULL: any) and one of the methods, else 404 or 405; and for a
 * POST a good form from our own site, else 400, 403, 411, 413 or 415.
 */
bool req_require(struct req *q, const char *path, const char *methods);

/* What a page has learnt about who asks, with its own data. */
void req_is(struct req *q, const struct rt_user *me);

/* Finds out who asks.  A member's POST must carry `csrf`, else 403. */
bool req_know(struct req *q);

/* A member, else a redirect to the sign-in page; NULL when answered. */
const struct rt_user *req_require_user(struct req *q);

/* False for an error of the data layer, which is answered with a page. */
bool req_ok(struct req *q, enum rt_err err);

/* ---- answering (answer.c) ---------------------------------------------- */

/*
 * A page: begin it, set the values of its own template, end it.  What is the
 * same on all pages (title, navigation, csrf) is set by the first.
 */
struct tpl *page_begin(struct req *q, const char *file, const char *title);
void page_end(struct req *q, int status);

/*
 * The page tells what is new in a list, "home" or "timeline", of which `newest`
 * is at the head.  All pages tell how many notices are unread.
 */
void page_live(struct req *q, const char *list, uint64_t newest);

/* A page that says what went wrong. */
void page_error(struct req *q, int status);

/*
 * After RT_LIMITED: a form with that message (429), and when to try again, as
 * a sentence (wait.c).
 */
void page_limited(struct req *q, struct tpl *form);
const char *page_wait(struct req *q);

/* 303; the address is local and already encoded. */
void page_redirect(struct req *q, const char *address);

/*
 * Back to the page of our own that the form's `back` names, where a post
 * (or 0) stands; home, if it names none or is too long for a header.
 */
void page_back(struct req *q, uint64_t post);

/*
 * A POST to `path` by a button of a post, whose form's `id` or `undo` says
 * which one and what to do; then back.  A post that is gone is no error.
 */
void page_press(struct req *q, const char *path,
		enum rt_err (*press)(struct req *q, uint64_t id),
		enum rt_err (*undo)(struct req *q, uint64_t id));

/* One more header line; format and values without line breaks. */
__attribute__((format(printf, 2, 3))) void page_header(struct req *q,
						       const char *format,
						       ...);

/*
 * The session's cookie, and with it the browser's; NULL takes the session's
 * back (visitor.c).
 */
void page_cookie(struct req *q, const char *secret);

/* ---- what was typed (keep.c) ------------------------------------------- */

/*
 * Instead of an error page, or of a redirect: gives back the post or the line
 * that a form brought, to nobody in the sign-in form.  The status says why.
 * False, with no answer, where nothing was typed.
 */
bool page_keep(struct req *q, int status);

/*
 * These begin a page and return its form, or the page of the line: signing in
 * (with a text that another form brought), a post not stored, and one's line.
 */
struct tpl *page_sign_in(struct req *q);
struct tpl *page_unposted(struct req *q, uint64_t reply_to);
struct tpl *page_bio(struct req *q, const char *bio);

/* ---- what pages share (view.c) ----------------------------------------- */

/* A post at this place of a template. */
void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post);

/* Posts, or the section EMPTY. */
void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts);

/* Newer goes back by `step`, or with 0, from beyond the end, to the newest. */
void view_pager(struct tpl *t, struct rt_place here, struct rt_place older,
		int64_t step);

/*
 * A section with one WHO for each NAME that is not NULL, and with MORE if
 * there are more in `total`.  NULL, and no section, without any name.
 */
struct tpl *view_names(struct tpl *t, const char *section,
		       const char *const *name, size_t n, uint64_t total);

/* The forms, for a reply unless that is 0; the page adds BAD_... sections. */
struct tpl *view_post_form(struct req *q, struct tpl *t, const char *text,
			   uint64_t reply_to);
struct tpl *view_login_form(struct tpl *t, const char *name);
struct tpl *view_register_form(struct tpl *t, const char *name);

/* The message beside a field, in its section; nothing for NULL. */
bool view_bad(struct tpl *form, const char *section, const char *message);

/* AGO, WHEN and DATE: "5 minutes ago", for a machine, and in full. */
void view_time(struct req *q, struct tpl *t, time_t when);

/* "4 minutes", rounded up; fewer than two are told as "119 seconds". */
const char *view_wait(struct arena *a, uint64_t seconds);

/* "21 November 2026", in the host's time zone. */
const char *view_date(struct arena *a, time_t time);

/* "2026-11-21T16:25:00Z", for <time> and feeds. */
const char *view_timestamp(struct arena *a, time_t time);

/* /@NAME and /@NAME/ID, encoded. */
const char *view_profile_path(struct arena *a, const char *name);
const char *view_post_path(struct arena *a, const struct rt_post *post);

/* What other sites show of a post whose address somebody has sent there. */
void view_preview(struct req *q, const struct rt_post *post);

/* ---- times that are typed (when.c) ------------------------------------- */

/*
 * A future time as <input type="datetime-local"> sends it, in the host's time
 * zone: "2026-11-21T16:25", with seconds or without.  Nothing gives 0.  NULL,
 * or a sentence for the member.
 */
const char *when_problem(const char *text, time_t now, time_t *at);

/* "CET (UTC+01:00)": the host's time zone at that time. */
const char *when_zone(struct arena *a, time_t time);

/* ---- a member's pages (member.c) --------------------------------------- */

/*
 * The includes MEMBER and TABS; `at` says which tab is open: AT_POSTS,
 * AT_FOLLOWERS or AT_FOLLOWING.
 */
void view_member(struct req *q, struct tpl *t, const struct rt_member *member,
		 const char *at);

#endif
