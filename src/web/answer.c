/* Making the answer, and sending it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "web/request.h"

#define UNREAD_MAX  99
#define UNREAD_MORE "99+"
#define BACK_MAX    2000

/* What search engines and other sites say of a page that says nothing else. */
#define DESCRIPTION                                                           \
	"Retwis, a small microblog for people who know one another."

/* ---- headers ----------------------------------------------------------- */

/* On every answer.  Scripts, styles and pictures come from here or nowhere. */
static const char security_headers[] =
	"Content-Security-Policy: default-src 'none'; script-src 'self'; "
	"style-src 'self'; img-src 'self'; connect-src 'self'; "
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n"
	"X-Content-Type-Options: nosniff\r\n"
	"Referrer-Policy: same-origin\r\n"
	"Cross-Origin-Opener-Policy: same-origin\r\n";

void page_header(struct req *q, const char *format, ...)
{
	va_list args;

	if (q->headers == REQ_HEADERS_MAX)
		return;
	va_start(args, format);
	q->header[q->headers++] = arena_vprintf(q->a, format, args);
	va_end(args);
}

void page_redirect(struct req *q, const char *address)
{
	q->status = 303;
	page_header(q, "Location: %s", address);
}

/*
 * A browser takes //host and /\\host for another site, a line break ends a
 * header, and for web servers all headers together are a page of memory.
 */
static bool is_local(const char *address)
{
	if (address[0] != '/' || address[1] == '/' || address[1] == '\\' ||
	    strlen(address) > BACK_MAX)
		return false;
	for (const char *at = address; *at; at++)
		if (*at <= ' ' || *at > '~' || *at == '#')
			return false;
	return true;
}

void page_back(struct req *q, uint64_t post)
{
	const char *back = req_field(q, "back");

	if (!is_local(back))
		back = "/";
	page_redirect(q, post ? arena_printf(q->a, "%s#p%llu", back,
					     (unsigned long long)post)
			      : back);
}

void page_press(struct req *q, const char *path,
		enum rt_err (*press)(struct req *q, uint64_t id),
		enum rt_err (*undo)(struct req *q, uint64_t id))
{
	enum rt_err err = RT_OK;
	uint64_t id;

	if (!req_require(q, path, "POST") || !req_require_user(q))
		return;
	if (form_number(req_field(q, "id"), &id))
		err = press(q, id);
	else if (form_number(req_field(q, "undo"), &id))
		err = undo(q, id);
	else
		id = 0;
	if (err == RT_NOT_FOUND || req_ok(q, err))
		page_back(q, id);
}

/* ---- pages ------------------------------------------------------------- */

/* The number of unread notices, beside the bell. */
static void set_unread(struct req *q)
{
	struct tpl *unread;

	if (!q->me.unread)
		return;
	unread = tpl_section(q->root, "UNREAD");
	if (q->me.unread > UNREAD_MAX)
		tpl_set(unread, "COUNT", UNREAD_MORE);
	else
		tpl_set_int(unread, "COUNT", (long long)q->me.unread);
}

static void set_member(struct req *q)
{
	if (!q->known)
		return;
	if (!q->me.id) {
		tpl_global_section(q->root, "SIGNED_OUT");
		return;
	}
	tpl_global_section(q->root, "SIGNED_IN");
	tpl_global(q->root, "ME", q->me.name);
	tpl_global(q->root, "CSRF", rt_csrf(q->a, &q->me));
	set_unread(q);
}

struct tpl *page_begin(struct req *q, const char *file, const char *title)
{
	q->root = tpl_new(q->a);
	tpl_set(q->root, "TITLE", title);
	tpl_set(q->root, "DESCRIPTION", DESCRIPTION);
	tpl_global(q->root, "POST_MAX",
		   arena_printf(q->a, "%u", q->conf->post_max));
	if (q->conf->signup_open)
		tpl_global_section(q->root, "SIGNUP_OPEN");
	set_member(q);
	return tpl_include(q->root, "CONTENT", file);
}

static void plain_failure(struct req *q)
{
	static const char text[] = "This page could not be made.\n";

	q->status = 500;
	q->body = text;
	q->body_len = strlen(text);
	page_header(q, "Content-Type: text/plain; charset=utf-8");
}

bool answer_render(struct req *q, int status, const char *file,
		   const char *type)
{
	q->status = status;
	q->body = tpl_render(q->root, file, &q->body_len);
	if (!q->body) {
		plain_failure(q);
		return false;
	}
	page_header(q, "Content-Type: %s; charset=utf-8", type);
	return true;
}

void page_live(struct req *q, const char *list, uint64_t newest)
{
	q->live = arena_printf(q->a, "/live?at=%s&since=%llu", list,
			       (unsigned long long)newest);
}

/* For members, where the web server says that there is a gateway. */
static void set_live(struct req *q)
{
	if (q->known && q->me.id && req_param(q, "RETWIS_LIVE"))
		tpl_set(tpl_section(q->root, "LIVE"), "ADDRESS",
			q->live ? q->live : "/live");
}

void page_end(struct req *q, int status)
{
	set_live(q);
	if (answer_render(q, status, "layout.tpl", "text/html"))
		page_header(q, "Vary: Cookie");
}

static const struct failure {
	int status;
	const char *reason, *heading, *message;
} failures[] = {
	{ 400, "Bad Request", "This request makes no sense",
	  "Something in the address or in the form is broken or there twice." },
	{ 403, "Forbidden", "This was not sent from our own form",
	  "Nothing was changed. Go back, load the page again and repeat it." },
	{ 404, "Not Found", "There is nothing here",
	  "The member or the post may be gone, or the address has a typo." },
	{ 405, "Method Not Allowed", "This address does not work that way",
	  "It does not know what your browser or program asked it to do." },
	{ 411, "Length Required", "How long is this?",
	  "The form came without its length, so it was not read." },
	{ 413, "Content Too Large", "This is too long",
	  "A form may have 64 kilobytes at most. Nothing was stored." },
	{ 415, "Unsupported Media Type", "This is not a form",
	  "Only application/x-www-form-urlencoded is understood here." },
	{ 429, "Too Many Requests", "One moment, please",
	  "You have done this very often in a short time. Nothing was changed." },
	{ 503, "Service Unavailable", "A short break",
	  "The database cannot answer or save just now. Nothing is lost that "
	  "was saved; go back and try again in a moment." },
	/* The last one stands for all that are not here. */
	{ 500, "Internal Server Error", "Something is wrong on our side",
	  "The people who run this site find the reason in its log." },
};

static const struct failure *find_failure(int status)
{
	const struct failure *f = failures;

	while (f->status != status && f->status != 500)
		f++;
	return f;
}

void page_error(struct req *q, int status)
{
	const struct failure *f = find_failure(status);
	struct tpl *t = page_begin(q, "error.tpl", f->heading);

	tpl_set_int(t, "STATUS", f->status);
	tpl_set(t, "HEADING", f->heading);
	tpl_set(t, "MESSAGE", f->message);
	if (status == 429)
		tpl_set(tpl_section(t, "WAITING"), "WAIT", page_wait(q));
	answer_retry(q, status);
	page_end(q, f->status);
}

/* ---- sending ----------------------------------------------------------- */

static const char *reason(int status)
{
	switch (status) {
	case 200:
		return "OK";
	case 301:
		return "Moved Permanently";
	case 303:
		return "See Other";
	case 304:
		return "Not Modified";
	case 401:
		return "Unauthorized";
	case 409:
		return "Conflict";
	case 422:
		return "Unprocessable Content";
	default:
		return find_failure(status)->reason;
	}
}

static void put(struct req *q, const char *bytes, size_t len)
{
	/* When the client has gone nobody is left to tell. */
	if (q->fcgi)
		FCGX_PutStr(bytes, (int)len, q->fcgi->out);
	else
		fwrite(bytes, 1, len, stdout);
}

static void put_line(struct req *q, const char *line)
{
	put(q, line, strlen(line));
	put(q, "\r\n", 2);
}

/*
 * What a signed-in member sees is stored nowhere: with no-cache a browser
 * would still have it in memory after signing out, for the Back button of the
 * next person there.  What was typed comes back with that button all the same,
 * by http and https, but for Firefox, where static/draft.js sees to it.
 *
 * What anybody may see is asked for again each time, since it changes with
 * every post.
 */
static const char *caching(const struct req *q)
{
	if (q->caching)
		return q->caching;
	return q->secret || q->me.id ? "no-store" : "no-cache";
}

void answer_send(struct req *q)
{
	put_line(q, arena_printf(q->a, "Status: %d %s", q->status,
				 reason(q->status)));
	for (size_t i = 0; i < q->headers; i++)
		put_line(q, q->header[i]);
	put(q, security_headers, strlen(security_headers));
	put_line(q, arena_printf(q->a, "Cache-Control: %s", caching(q)));
	if (q->status != 304)
		put_line(q, arena_printf(q->a, "Content-Length: %zu",
					 q->body_len));
	put(q, "\r\n", 2);
	if (q->body && (!q->method || strcmp(q->method, "HEAD") != 0))
		put(q, q->body, q->body_len);
}
