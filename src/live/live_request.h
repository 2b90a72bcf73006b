/* What a page wishes to hear of: a request of the gateway. */
#ifndef LIVE_REQUEST_H
#define LIVE_REQUEST_H

#include "libretwis/retwis.h"

#define LIVE_REQUEST_MAX ((size_t)16 * 1024) /* bytes of a request's head */

enum live_request_list { LIVE_NOTICES, LIVE_HOME, LIVE_TIMELINE, LIVE_LISTS };

/*
 * GET /live             the number of unread notices
 *   at                  also new posts: on `home` or the `timeline`
 *   since               the post at the head of the page's list
 * with Last-Event-ID, "HEAD.UNREAD", from a page that was here before: without
 * a `since`, new posts count from there.
 *
 * The web server says in Https, Remote-Addr and X-Forwarded-Proto how the page
 * came, and nobody else can.
 */
struct live_request {
	enum live_request_list list;
	bool has_since, has_last;
	uint64_t since;
	uint64_t last_head, last_unread;
	char *secret;     /* of the cookie, or ""; its own memory */
	bool is_doubtful; /* see enum rt_way */
};

/*
 * Reads a request's head, all before the empty line.  Returns 200, or the HTTP
 * status that says what is wrong with it; then `wish` is untouched.  `proxies`
 * are those who may say how the page came.
 */
int live_request_read(struct arena *a, const char *proxies, const char *head,
		      size_t len, struct live_request *request);

#endif
