#define _XOPEN_SOURCE   700 /* strptime() */
#define _DEFAULT_SOURCE     /* timegm() */
#include "http/etag.h"

#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/prefix.h"
#include "http/answer.h"

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

/* The list is W/"a", "b" or the like, where a weak one is as good; or *. */
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

/* Dates of older forms are not read: then the answer is sent. */
static bool is_unchanged_since(const char *text, time_t modified)
{
	struct tm when = { 0 };
	const char *end = strptime(text, HTTP_DATE, &when);

	return modified && end && !*end && modified <= timegm(&when);
}

static bool has_answer(const struct req *q, const char *etag, time_t modified)
{
	const char *listed = req_param(q, "HTTP_IF_NONE_MATCH");
	const char *since = req_param(q, "HTTP_IF_MODIFIED_SINCE");

	if (listed)
		return is_etag_listed(listed, etag);
	return since && is_unchanged_since(since, modified);
}

static void say_modified(struct req *q, time_t modified)
{
	char text[64];
	struct tm when;

	strftime(text, sizeof text, HTTP_DATE, gmtime_r(&modified, &when));
	page_header(q, "Last-Modified: %s", text);
}

void page_etag(struct req *q, time_t modified)
{
	const char *etag = etag_of(q->a, q->body, q->body_len);

	/* A date in the future says nothing, and HTTP does not allow it. */
	if (modified > time(NULL))
		modified = 0;
	page_header(q, "ETag: %s", etag);
	if (modified)
		say_modified(q, modified);
	if (!has_answer(q, etag, modified))
		return;
	q->status = 304;
	q->body = NULL;
}
