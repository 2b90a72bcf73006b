/* Parses a request of a page for live updates. */
#ifndef LIVE_REQUEST_H
#define LIVE_REQUEST_H

#include "libretwis/retwis.h"

#define LIVE_REQUEST_MAX ((size_t)16 * 1024) /* bytes of a request's head */

enum live_request_list {
	LIVE_NOTICES,
	LIVE_HOME,
	LIVE_TIMELINE,
	LIVE_CONVERSATION,
	LIVE_LISTS
};

/*
 * GET /live             the number of unread notices
 *   at                  also new posts: on `home` or the `timeline`, or in a
 *                       `conversation`
 *   root                the post with which that conversation began
 *   since               the post at the top of the page's list, or the newest
 *                       one of the conversation
 *
 * With the header Last-Event-ID, "HEAD.UNREAD", the page was connected before.
 * Without `since`, new posts count from there.
 *
 * The web server says in the headers Https, Remote-Addr and X-Forwarded-Proto
 * how the page was requested; clients cannot set them.
 */
struct live_request {
	enum live_request_list list;
	bool has_since, has_last;
	uint64_t since;
	uint64_t root; /* of a conversation */
	uint64_t last_head, last_unread;
	char *secret;     /* of the session, or ""; allocated by malloc() */
	bool is_doubtful; /* see enum rt_cookie_origin */
};

/*
 * Parses a request's head up to the empty line.  Returns 200, or the HTTP
 * status of what is wrong with it; then `request` is unchanged.  `proxies` are
 * those that may say how the page was requested.
 */
int live_request_read(struct arena *a, const char *proxies, const char *head,
		      size_t len, struct live_request *request);

#endif
