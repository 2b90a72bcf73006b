/* Who may ask what. */
#include <string.h>
#include <strings.h>

#include "web/request.h"

/* ---- the same origin --------------------------------------------------- */

/* "http://host:port" without its scheme, which a proxy may have changed. */
static bool is_our_host(const char *origin, const char *host)
{
	const char *name = strstr(origin, "://");

	return name && host && strcasecmp(name + 3, host) == 0;
}

/*
 * A browser says where a POST comes from, a program such as curl need not.
 * "none" is the member's own doing: no other site can cause it.
 */
static bool is_same_origin(const struct req *q)
{
	const char *site = req_param(q, "HTTP_SEC_FETCH_SITE");
	const char *origin = req_param(q, "HTTP_ORIGIN");

	if (site)
		return strcmp(site, "same-origin") == 0 ||
		       strcmp(site, "none") == 0;
	return !origin || is_our_host(origin, req_param(q, "HTTP_HOST"));
}

/* ---- method, path and form --------------------------------------------- */

/* Whether a list such as "GET, HEAD, POST" names the method. */
static bool is_allowed(const char *methods, const char *method)
{
	size_t len = strlen(method);

	for (const char *at = methods; len && (at = strstr(at, method));
	     at += len) {
		bool begins = at == methods || at[-1] == ' ';

		if (begins && (at[len] == '\0' || at[len] == ','))
			return true;
	}
	return false;
}

static bool refuse(struct req *q, int status)
{
	if (!page_keep(q, status))
		page_error(q, status);
	return false;
}

bool req_require(struct req *q, const char *path, const char *methods)
{
	int status;

	if (path && strcmp(q->path, path) != 0)
		return refuse(q, 404);
	if (!is_allowed(methods, q->method)) {
		page_header(q, "Allow: %s", methods);
		return refuse(q, 405);
	}
	if (!q->is_post)
		return true;
	if (!is_same_origin(q))
		return refuse(q, 403);
	status = req_read_form(q);
	return status == 0 || refuse(q, status);
}

/* ---- members ----------------------------------------------------------- */

void req_is(struct req *q, const struct rt_user *me)
{
	q->me = *me;
	q->known = true;
}

bool req_know(struct req *q)
{
	struct rt_user me;

	if (!req_ok(q, rt_session(q->rt, q->a, q->secret, &me)))
		return false;
	req_is(q, &me);
	if (q->is_post && q->me.id &&
	    !rt_csrf_ok(q->a, &q->me, req_field(q, "csrf")))
		return refuse(q, 403);
	return true;
}

const struct rt_user *req_require_user(struct req *q)
{
	if (!req_know(q))
		return NULL;
	if (q->me.id)
		return &q->me;
	if (!page_keep(q, 401))
		page_redirect(q, "/login");
	return NULL;
}

bool req_ok(struct req *q, enum rt_err err)
{
	switch (err) {
	case RT_OK:
		return true;
	case RT_NOT_FOUND:
		return refuse(q, 404);
	case RT_LIMITED:
		return refuse(q, 429);
	case RT_FULL:
	case RT_DOWN:
		return refuse(q, 503);
	default:
		return refuse(q, 500);
	}
}
