#include "live/live_request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/prefix.h"
#include "http/headers.h"
#include "http/form.h"

#define PATH "/live"

struct live_request_head {
	const char *method, *path, *query;
	const char *cookie, *last, *site;
	struct scheme scheme;
};

/*
 * Cuts the text at the first `at`, and returns what follows it; NULL if none.
 */
static char *live_request_cut(char *text, const char *at)
{
	char *found = strstr(text, at);

	if (!found)
		return NULL;
	*found = '\0';
	return found + strlen(at);
}

/* ---- its form ---------------------------------------------------------- */

static bool live_request_line(char *line, struct live_request_head *h)
{
	char *target = live_request_cut(line, " ");
	char *version = target ? live_request_cut(target, " ") : NULL;
	char *query;

	if (!version || *target != '/' || !text_after(version, "HTTP/1."))
		return false;
	query = live_request_cut(target, "?");
	h->method = line;
	h->path = target;
	h->query = query ? query : "";
	return true;
}

static bool live_request_header(char *line, struct live_request_head *h)
{
	const struct {
		const char *name, **value;
	} known[] = {
		{ "Cookie", &h->cookie },
		{ "Last-Event-ID", &h->last },
		{ "Sec-Fetch-Site", &h->site },
		{ "Https", &h->scheme.https },
		{ "Remote-Addr", &h->scheme.remote },
		{ "X-Forwarded-Proto", &h->scheme.forwarded },
	};
	char *value = live_request_cut(line, ":");

	if (!value || !*line || strpbrk(line, " \t"))
		return false;
	value += strspn(value, " \t");
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcasecmp(line, known[i].name) == 0)
			*known[i].value = value;
	return true;
}

static bool live_request_head(char *text, struct live_request_head *h)
{
	char *next = live_request_cut(text, "\r\n");

	if (!live_request_line(text, h))
		return false;
	for (char *line = next; line && *line; line = next) {
		next = live_request_cut(line, "\r\n");
		if (!live_request_header(line, h))
			return false;
	}
	return true;
}

/* ---- its meaning ------------------------------------------------------- */

static bool live_request_query(struct arena *a, const char *query,
			       struct live_request *request)
{
	const char *at, *since, *root;
	struct form form;

	if (!form_parse_query(a, query, strlen(query), &form))
		return false;
	at = form_get(&form, "at");
	since = form_get(&form, "since");
	root = form_get(&form, "root");
	if (at && strcmp(at, "home") == 0)
		request->list = LIVE_HOME;
	else if (at && strcmp(at, "timeline") == 0)
		request->list = LIVE_TIMELINE;
	else if (at && strcmp(at, "conversation") == 0 && root &&
		 form_number(root, &request->root))
		request->list = LIVE_CONVERSATION;
	else if (at)
		return false;
	request->has_since = since;
	return !since || form_number(since, &request->since);
}

/* An id that isn't one of ours is ignored. */
static void live_request_last(struct arena *a, const char *last,
			      struct live_request *request)
{
	char *head = arena_strdup(a, last),
	     *unread = live_request_cut(head, ".");

	request->has_last = unread && form_number(head, &request->last_head) &&
			    form_number(unread, &request->last_unread);
	if (request->has_last && !request->has_since) {
		request->has_since = true;
		request->since = request->last_head;
	}
}

static bool live_request_is_ours(const char *site)
{
	return !site || strcmp(site, "same-origin") == 0 ||
	       strcmp(site, "none") == 0;
}

static void live_request_session(struct arena *a,
				 const struct live_request_head *h,
				 const char *proxies,
				 struct live_request *request)
{
	enum rt_cookie_origin way;
	const char *secret = cookie_secret(
		a, h->cookie, scheme_is_https(&h->scheme, proxies), &way);

	request->is_doubtful = way == RT_COOKIE_DOUBTFUL;
	request->secret = strdup(secret ? secret : "");
	if (!request->secret)
		abort();
}

int live_request_read(struct arena *a, const char *proxies, const char *text,
		      size_t len, struct live_request *request)
{
	struct live_request_head h = { 0 };
	struct live_request read = { 0 };

	if (memchr(text, '\0', len) ||
	    !live_request_head(arena_strndup(a, text, len), &h))
		return 400;
	if (strcmp(h.path, PATH) != 0)
		return 404;
	if (strcmp(h.method, "GET") != 0)
		return 405;
	if (!live_request_query(a, h.query, &read))
		return 400;
	if (!live_request_is_ours(h.site))
		return 403;
	if (h.last)
		live_request_last(a, h.last, &read);
	live_request_session(a, &h, proxies, &read);
	*request = read;
	return 200;
}
