/*
 * Whether a visitor has an answer already.  ETag tells exactly.  Last-Modified
 * counts in seconds and not what was taken away: it is for who knows no ETag.
 */
#define _XOPEN_SOURCE   700 /* strptime() */
#define _DEFAULT_SOURCE     /* timegm() */
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>

#include "libretwis/base/prefix.h"
#include "web/request.h"

#define ETAG_BYTES 16
#define HTTP_DATE  "%a, %d %b %Y %H:%M:%S GMT"

static const char *etag_of(struct arena *a, const char *body, size_t len)
{
	unsigned char sum[SHA256_DIGEST_LENGTH];
	char hex[2 * ETAG_BYTES + 1];

	SHA256((const unsigned char *)body, len, sum);
	for (size_t i = 0; i < ETAG_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", sum[i]);
	return arena_printf(a, "\"%s\"", hex);
}

/* A list such as W/"a", "b", in which a weak one is as good; or *. */
static bool is_listed(const char *list, const char *etag)
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

/* False for what is no date of today's form: then the answer is sent. */
static bool is_since(const char *text, time_t modified)
{
	struct tm when = { 0 };
	const char *end = strptime(text, HTTP_DATE, &when);

	return modified && end && !*end && modified <= timegm(&when);
}

static bool is_known(const struct req *q, const char *etag, time_t modified)
{
	const char *listed = req_param(q, "HTTP_IF_NONE_MATCH");
	const char *since = req_param(q, "HTTP_IF_MODIFIED_SINCE");

	if (listed)
		return is_listed(listed, etag);
	return since && is_since(since, modified);
}

static void say_modified(struct req *q, time_t modified)
{
	char text[64];
	struct tm when;

	strftime(text, sizeof text, HTTP_DATE, gmtime_r(&modified, &when));
	page_header(q, "Last-Modified: %s", text);
}

void answer_fresh(struct req *q, time_t modified)
{
	const char *etag = etag_of(q->a, q->body, q->body_len);

	/* A date to come says nothing, and may not be sent. */
	if (modified > time(NULL))
		modified = 0;
	page_header(q, "ETag: %s", etag);
	if (modified)
		say_modified(q, modified);
	if (!is_known(q, etag, modified))
		return;
	q->status = 304;
	q->body = NULL;
}
