#include "live/ask.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "libretwis/base/prefix.h"
#include "web/cookie.h"
#include "web/form.h"

#define PATH "/live"

struct head {
	const char *method, *path, *query, *version;
	const char *cookie, *last, *site;
};

/* Cuts at the first `at`, and returns what stands behind it; NULL without. */
static char *cut(char *text, const char *at)
{
	char *found = strstr(text, at);

	if (!found)
		return NULL;
	*found = '\0';
	return found + strlen(at);
}

/* ---- its form ---------------------------------------------------------- */

static bool read_line(char *line, struct head *h)
{
	char *target = cut(line, " ");
	char *version = target ? cut(target, " ") : NULL;
	char *query;

	if (!version || *target != '/' || !text_after(version, "HTTP/1."))
		return false;
	query = cut(target, "?");
	h->method = line;
	h->path = target;
	h->query = query ? query : "";
	return true;
}

static bool read_header(char *line, struct head *h)
{
	char *value = cut(line, ":");

	if (!value || !*line || strpbrk(line, " \t"))
		return false;
	value += strspn(value, " \t");
	if (strcasecmp(line, "Cookie") == 0)
		h->cookie = value;
	else if (strcasecmp(line, "Last-Event-ID") == 0)
		h->last = value;
	else if (strcasecmp(line, "Sec-Fetch-Site") == 0)
		h->site = value;
	return true;
}

static bool read_head(char *text, struct head *h)
{
	char *next = cut(text, "\r\n");

	if (!read_line(text, h))
		return false;
	for (char *line = next; line && *line; line = next) {
		next = cut(line, "\r\n");
		if (!read_header(line, h))
			return false;
	}
	return true;
}

/* ---- its meaning ------------------------------------------------------- */

static bool read_query(struct arena *a, const char *query, struct ask *ask)
{
	const char *at, *since;
	struct form form;

	if (!form_parse(a, query, strlen(query), &form))
		return false;
	at = form_get(&form, "at");
	since = form_get(&form, "since");
	if (at && strcmp(at, "home") == 0)
		ask->list = ASK_HOME;
	else if (at && strcmp(at, "timeline") == 0)
		ask->list = ASK_TIMELINE;
	else if (at)
		return false;
	ask->has_since = since;
	return !since || form_number(since, &ask->since);
}

/* An id that we have not made says nothing. */
static void read_last(struct arena *a, const char *last, struct ask *ask)
{
	char *head = arena_strdup(a, last), *unread = cut(head, ".");

	ask->has_last = unread && form_number(head, &ask->last_head) &&
			form_number(unread, &ask->last_unread);
	if (ask->has_last && !ask->has_since) {
		ask->has_since = true;
		ask->since = ask->last_head;
	}
}

static bool is_from_here(const char *site)
{
	return !site || strcmp(site, "same-origin") == 0 ||
	       strcmp(site, "none") == 0;
}

int ask_read(struct arena *a, const char *text, size_t len, struct ask *ask)
{
	struct head h = { 0 };
	struct ask read = { 0 };
	const char *secret;

	if (memchr(text, '\0', len) ||
	    !read_head(arena_strndup(a, text, len), &h))
		return 400;
	if (strcmp(h.path, PATH) != 0)
		return 404;
	if (strcmp(h.method, "GET") != 0)
		return 405;
	if (!read_query(a, h.query, &read))
		return 400;
	if (!is_from_here(h.site))
		return 403;
	secret = cookie_value(a, h.cookie, COOKIE_SESSION);
	if (h.last)
		read_last(a, h.last, &read);
	read.secret = strdup(secret ? secret : "");
	if (!read.secret)
		abort();
	*ask = read;
	return 200;
}
