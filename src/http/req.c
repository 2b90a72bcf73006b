#include "http/req.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/prefix.h"
#include "http/cookie.h"
#include "http/fcgi_reader.h"
#include "http/peer.h"
#include "http/url.h"

#define FORM_TYPE "application/x-www-form-urlencoded"

/* In hex, as rt_browser() makes it; any other value is none of ours. */
#define BROWSER_LEN    32
#define BROWSER_DIGITS "0123456789abcdef"

const char *req_field(const struct req *q, const char *name)
{
	const char *value = form_get(&q->form, name);

	return value ? value : "";
}

const char *req_query(const struct req *q, const char *name)
{
	return form_get(&q->query, name);
}

int64_t req_skip(const struct req *q, const char *name)
{
	const char *text = req_query(q, name);
	uint64_t skip = 0;

	if (text && !form_number(text, &skip))
		return RT_NO_START;
	return (int64_t)skip;
}

int64_t req_start(const struct req *q)
{
	return req_skip(q, "start");
}

struct rt_place req_place(const struct req *q)
{
	struct rt_place place = { .start = req_start(q) };
	const char *after = req_query(q, "after");

	if (after)
		form_number(after, &place.after);
	return place;
}

bool req_is_looked_at(const struct req *q)
{
	const char *purpose = req_param(q, "HTTP_SEC_PURPOSE");

	return strcmp(q->method, "HEAD") != 0 &&
	       (!purpose || !text_after(purpose, "prefetch"));
}

/* ---- what every request has -------------------------------------------- */

static void read_cookies(struct req *q)
{
	const char *cookies = req_param(q, "HTTP_COOKIE"), *browser;

	q->secret = cookie_secret(q->a, cookies, req_is_https(q), &q->way);
	browser = cookie_value(q->a, cookies, COOKIE_BROWSER);
	if (browser && strlen(browser) == BROWSER_LEN &&
	    strspn(browser, BROWSER_DIGITS) == BROWSER_LEN)
		q->browser = browser;
}

bool req_read(struct req *q)
{
	const char *uri = req_param(q, "REQUEST_URI");
	const char *method = req_param(q, "REQUEST_METHOD");
	size_t len;

	if (!uri || *uri != '/' || !method)
		return false;
	len = strcspn(uri, "?");
	q->address = arena_strdup(q->a, uri);
	q->path = arena_strndup(q->a, uri, len);
	q->method = arena_strdup(q->a, method);
	q->is_post = strcmp(method, "POST") == 0;
	read_cookies(q);
	uri += len + (uri[len] == '?');
	return url_decode(q->a, q->path, strlen(q->path), false) &&
	       form_parse_query(q->a, uri, strlen(uri), &q->query);
}

/* ---- the form of a POST ------------------------------------------------ */

static bool is_form_type(const char *type)
{
	size_t len = strlen(FORM_TYPE);

	return type && strncasecmp(type, FORM_TYPE, len) == 0 &&
	       (type[len] == '\0' || type[len] == ';' || type[len] == ' ');
}

size_t req_read_body(const struct req *q, void *to, size_t len)
{
	return q->fcgi ? fcgi_read(q->fcgi, to, len)
		       : fread(to, 1, len, stdin);
}

int req_read_form(struct req *q)
{
	const char *length = req_param(q, "CONTENT_LENGTH");
	uint64_t len;
	char *body;

	/* A chunked body has no length, whatever a server makes of it. */
	if (!length || !*length || req_param(q, "HTTP_TRANSFER_ENCODING"))
		return 411;
	if (!form_number(length, &len))
		return 400;
	if (len > REQ_BODY_MAX)
		return 413;
	if (!is_form_type(req_param(q, "CONTENT_TYPE")))
		return 415;
	body = arena_alloc(q->a, len + 1);
	if (req_read_body(q, body, len) != len ||
	    !form_parse(q->a, body, len, &q->form))
		return 400;
	return 0;
}

bool req_has_no_access(const struct req *q)
{
	return q->me.id && !rt_belongs(q->me.standing);
}

bool req_may_read(const struct req *q)
{
	return !q->conf->members_only || (q->me.id && !req_has_no_access(q));
}

bool req_may_register(const struct req *q)
{
	return q->conf->signup == RT_SIGNUP_OPEN ||
	       q->conf->signup == RT_SIGNUP_ASKED;
}

bool req_may_be_invited(const struct req *q)
{
	return q->conf->signup != RT_SIGNUP_CLOSED;
}
