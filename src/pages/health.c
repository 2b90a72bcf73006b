/*
 * GET /health         for load balancers: 200 while the database answers,
 *                     otherwise 503; the body says more.
 * GET /health?write   for watchdogs: 503 also while the database refuses to
 *                     save anything.
 *
 * The first sends one PING.  If Redis can be read but not written, the answer
 * is 200: members can still read, and they couldn't if a load balancer took the
 * site offline.  The second writes a key that expires, since nothing else shows
 * for sure that Redis does.  `retwis-admin metrics` has all details.
 *
 * The web servers allow only requests from this machine.
 */
#include <string.h>

#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	NULL,
};

static void say_health(struct req *q, int status, const char *word)
{
	page_header(q, "Content-Type: text/plain; charset=utf-8");
	q->status = status;
	q->body = word;
	q->body_len = strlen(word);
}

/* The same sentences for both questions. */
static void say_trouble(struct req *q, enum rt_err err)
{
	switch (err) {
	case RT_FULL:
		say_health(q, 503, "Redis saves nothing\n");
		break;
	case RT_FOREIGN:
		say_health(q, 503, "the database is not ours\n");
		break;
	case RT_FORBIDDEN:
		say_health(q, 503, "Redis does not allow it: see redis.acl\n");
		break;
	default:
		say_health(q, 503, "Redis does not answer\n");
	}
}

void page(struct req *q)
{
	bool is_for_writing;
	enum rt_err err;

	q->needs_no_site = true;
	if (!req_require(q, "/health", "GET, HEAD"))
		return;
	is_for_writing = req_query(q, "write") != NULL;
	err = is_for_writing ? rt_writable(q->rt, q->a) : rt_ping(q->rt, q->a);
	if (!err)
		say_health(q, 200, "ok\n");
	else if (err == RT_FULL && !is_for_writing)
		say_health(q, 200, "Redis is full\n");
	else
		say_trouble(q, err);
}
