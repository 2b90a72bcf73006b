/* Reading a request, from FastCGI and from plain CGI. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "libretwis/base/prefix.h"
#include "web/request.h"

#define FORM_TYPE "application/x-www-form-urlencoded"

const char *req_param(const struct req *q, const char *name)
{
	return FCGX_GetParam(name, q->env);
}

const char *req_field(const struct req *q, const char *name)
{
	const char *value = form_get(&q->form, name);

	return value ? value : "";
}

const char *req_query(const struct req *q, const char *name)
{
	return form_get(&q->query, name);
}

int64_t req_start(const struct req *q)
{
	const char *text = req_query(q, "start");
	uint64_t start = 0;

	if (text && !form_number(text, &start))
		return RT_NO_START;
	return (int64_t)start;
}

struct rt_place req_place(const struct req *q)
{
	struct rt_place place = { .start = req_start(q) };
	const char *after = req_query(q, "after");

	if (after)
		form_number(after, &place.after);
	return place;
}

bool req_member_path(const struct req *q, const char **name, const char **id)
{
	const char *start = text_after(q->path, "/@");
	const char *slash;
	size_t len;

	if (!start)
		return false;
	slash = strchr(start, '/');
	len = slash ? (size_t)(slash - start) : strlen(start);
	if (len == 0)
		return false;
	*name = url_decode(q->a, start, len, false);
	*id = NULL;
	if (slash)
		*id = url_decode(q->a, slash + 1, strlen(slash + 1), false);
	return *name && (*id || !slash);
}

const char *req_segment(const struct req *q, const char *prefix)
{
	const char *segment = text_after(q->path, prefix);

	if (!segment || !*segment || strchr(segment, '/'))
		return NULL;
	return url_decode(q->a, segment, strlen(segment), false);
}

bool req_is_looked_at(const struct req *q)
{
	const char *purpose = req_param(q, "HTTP_SEC_PURPOSE");

	return strcmp(q->method, "HEAD") != 0 &&
	       (!purpose || !text_after(purpose, "prefetch"));
}

/* ---- what every request has -------------------------------------------- */

bool req_read(struct req *q)
{
	const char *uri = req_param(q, "REQUEST_URI");
	const char *method = req_param(q, "REQUEST_METHOD");
	size_t len;

	if (!uri || *uri != '/' || !method) {
		page_error(q, 400);
		return false;
	}
	len = strcspn(uri, "?");
	q->address = arena_strdup(q->a, uri);
	q->path = arena_strndup(q->a, uri, len);
	q->method = arena_strdup(q->a, method);
	q->is_post = strcmp(method, "POST") == 0;
	req_read_cookies(q);
	uri += len + (uri[len] == '?');
	if (!url_decode(q->a, q->path, strlen(q->path), false) ||
	    !form_parse(q->a, uri, strlen(uri), &q->query)) {
		page_error(q, 400);
		return false;
	}
	return true;
}

/* ---- the form of a POST ------------------------------------------------ */

static bool is_form(const char *type)
{
	size_t len = strlen(FORM_TYPE);

	return type && strncasecmp(type, FORM_TYPE, len) == 0 &&
	       (type[len] == '\0' || type[len] == ';' || type[len] == ' ');
}

/* A body cut short looks whole to libfcgi, so its length decides. */
static bool read_body(struct req *q, char *body, size_t len)
{
	if (!q->fcgi)
		return fread(body, 1, len, stdin) == len;
	return FCGX_GetStr(body, (int)len, q->fcgi->in) == (int)len &&
	       FCGX_GetError(q->fcgi->in) == 0;
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
	if (len > BODY_MAX)
		return 413;
	if (!is_form(req_param(q, "CONTENT_TYPE")))
		return 415;
	body = arena_alloc(q->a, len + 1);
	if (!read_body(q, body, len) || !form_parse(q->a, body, len, &q->form))
		return 400;
	return 0;
}
