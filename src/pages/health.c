/*
 * GET /health   for load balancers and watchdogs: 200 while the database
 *               answers, otherwise 503; the body says more.
 *
 * It sends one PING.  If Redis can be read but not written, the answer is 200:
 * members can still read, and they couldn't if a load balancer took the site
 * offline.  `retwis-admin metrics` has all details.
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

void page(struct req *q)
{
	q->needs_no_site = true;
	if (!req_require(q, "/health", "GET, HEAD"))
		return;
	switch (rt_ping(q->rt, q->a)) {
	case RT_OK:
		say_health(q, 200, "ok\n");
		break;
	case RT_FULL:
		say_health(q, 200, "Redis is full\n");
		break;
	case RT_FOREIGN:
		say_health(q, 503, "the database is not ours\n");
		break;
	default:
		say_health(q, 503, "Redis does not answer\n");
	}
}
