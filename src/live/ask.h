/* What a request asks for. */
#ifndef ASK_H
#define ASK_H

#include "libretwis/retwis.h"

#define ASK_MAX ((size_t)16 * 1024) /* bytes of a request's head */

enum ask_list { ASK_NOTHING, ASK_HOME, ASK_TIMELINE };

/*
 * GET /live             the number of unread notices
 *   at                  also new posts: on `home` or the `timeline`
 *   since               the post at the head of the page's list
 * with Last-Event-ID, "HEAD.UNREAD", from who was here before: without a
 * `since`, what is new counts from there.
 */
struct ask {
	enum ask_list list;
	bool has_since, has_last;
	uint64_t since;
	uint64_t last_head, last_unread;
	char *secret; /* of the cookie, or ""; its own memory */
};

/*
 * Reads a request's head, all before the empty line.  Returns 200, or the
 * HTTP status of what is wrong with it.
 */
int ask_read(struct arena *a, const char *head, size_t len, struct ask *ask);

#endif
