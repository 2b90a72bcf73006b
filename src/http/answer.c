#define _XOPEN_SOURCE   700 /* strptime() */
#define _DEFAULT_SOURCE     /* timegm() */
#include "http/answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/message.h"
#include "base/prefix.h"
#include "http/headers.h"
#include "http/req.h"

/* ---- headers and cookies ----------------------------------------------- */

#define COOKIE_SECONDS 31536000 /* a year */
#define DONE_SECONDS   60

void page_header(struct req *q, const char *format, ...)
{
	va_list args;

	if (q->headers++ >= REQ_HEADERS_MAX)
		return;
	va_start(args, format);
	q->header[q->headers - 1] = arena_vprintf(q->a, format, args);
	va_end(args);
}

void page_plain_failure(struct req *q)
{
	q->status = 500;
	q->stream = NULL;
	q->body = _("This page can't be shown.");
	q->body_len = strlen(q->body);
	page_header(q, "Content-Type: text/plain; charset=utf-8");
}

/* No cache may store an answer that sets a cookie. */
static void set_cookie_for(struct req *q, const char *name, const char *value,
			   const char *path, int seconds)
{
	q->caching = "no-store";
	page_header(q,
		    "Set-Cookie: %s=%s; Path=%s; Max-Age=%d; HttpOnly; "
		    "SameSite=Lax%s",
		    name, value ? value : "", path, value ? seconds : 0,
		    req_is_https(q) ? "; Secure" : "");
}

static void set_cookie(struct req *q, const char *name, const char *value,
		       const char *path)
{
	set_cookie_for(q, name, value, path, COOKIE_SECONDS);
}

/*
 * Over HTTPS the session has a name that a browser accepts from no other site.
 * But if PHP Retwis uses the same database, it must find the one name that it
 * knows.  The cookie of the other name is deleted.
 */
static void set_session(struct req *q, const char *secret)
{
	bool is_https = req_is_https(q);
	bool is_host = is_https && !rt_share_sessions(q->rt);

	if (is_host || (is_https && (!secret || q->way == RT_COOKIE_HTTPS)))
		set_cookie(q, COOKIE_HOST, is_host ? secret : NULL, "/");
	if (!is_host || !secret || q->way == RT_COOKIE_DOUBTFUL)
		set_cookie(q, COOKIE_SESSION, is_host ? NULL : secret, "/");
	q->has_cookie = true;
}

void page_move_cookie(struct req *q)
{
	if (q->me.id && q->way == RT_COOKIE_DOUBTFUL && !q->has_cookie &&
	    !rt_share_sessions(q->rt))
		set_session(q, q->secret);
}

/*
 * The browser's cookie only matters for signing in, so it is sent to /login
 * alone.
 */
void page_cookie(struct req *q, const char *secret)
{
	const char *browser = rt_browser(q->rt);

	set_session(q, secret);
	if (secret && browser)
		set_cookie(q, COOKIE_BROWSER, browser, "/login");
}

void page_cookie_challenge(struct req *q, const char *token)
{
	set_cookie_for(
		q, req_is_https(q) ? COOKIE_CHALLENGE_HOST : COOKIE_CHALLENGE,
		token, "/", RT_CHALLENGE_SECONDS);
}

void page_cookie_done(struct req *q, const char *word)
{
	set_cookie_for(q, COOKIE_DONE, word, "/", DONE_SECONDS);
}

/* ---- ETags ------------------------------------------------------------- */

#define ETAG_BYTES 16
#define HTTP_DATE  "%a, %d %b %Y %H:%M:%S GMT"

static const char *etag_of(struct arena *a, const char *body, size_t len)
{
	unsigned char sum[DIGEST_BYTES];
	char hex[2 * ETAG_BYTES + 1];

	digest_sum(body, len, sum);
	for (size_t i = 0; i < ETAG_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", sum[i]);
	return arena_printf(a, "\"%s\"", hex);
}

/*
 * The list is * or a list like W/"a", "b".  Here a weak ETag is as good as a
 * strong one.
 */
static bool is_etag_listed(const char *list, const char *etag)
{
	if (strcmp(list, "*") == 0)
		return true;
	for (;;) {
		list += strspn(list, " \t,");
		if (text_after(list, etag))
			return true;
		if (text_after(list, "W/"))
			list += 2;
		else if (*list == '"' && strchr(list + 1, '"'))
			list = strchr(list + 1, '"') + 1;
		else if (*list)
			list++;
		else
			return false;
	}
}

/* Older date formats are not parsed: then the answer is sent in full. */
static bool is_unchanged_since(const char *text, time_t modified)
{
	struct tm when = { 0 };
	const char *end = strptime(text, HTTP_DATE, &when);

	return modified && end && !*end && modified <= timegm(&when);
}

static bool is_not_modified(const struct req *q, const char *etag,
			    time_t modified)
{
	const char *listed = req_param(q, "HTTP_IF_NONE_MATCH");
	const char *since = req_param(q, "HTTP_IF_MODIFIED_SINCE");

	if (listed)
		return is_etag_listed(listed, etag);
	return since && is_unchanged_since(since, modified);
}

static void set_last_modified(struct req *q, time_t modified)
{
	char text[64];
	struct tm when;

	strftime(text, sizeof text, HTTP_DATE, gmtime_r(&modified, &when));
	page_header(q, "Last-Modified: %s", text);
}

void page_etag_known(struct req *q, const char *etag, time_t modified)
{
	/* A date in the future means nothing, and HTTP doesn't allow it. */
	if (modified > time(NULL))
		modified = 0;
	page_header(q, "ETag: %s", etag);
	if (modified)
		set_last_modified(q, modified);
	if (!is_not_modified(q, etag, modified))
		return;
	q->status = 304;
	q->body = NULL;
	q->stream = NULL;
}

void page_etag(struct req *q, time_t modified)
{
	page_etag_known(q, etag_of(q->a, q->body, q->body_len), modified);
}
