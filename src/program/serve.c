#include "program/serve.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "http/fcgi_reader.h"
#include "view/page.h"
#include "program/pages.h"
#include "http/peer.h"
#include "http/send.h"

extern char **environ;

/*
 * Apache's mod_cgid gives a program one socket for both directions.  A body
 * that is left unread there at the end takes the answer with it.
 */
static void drain_body(const struct req *q)
{
	char unread[4096];

	fflush(stdout);
	if (req_param(q, "CONTENT_LENGTH") ||
	    req_param(q, "HTTP_TRANSFER_ENCODING"))
		while (fread(unread, 1, sizeof unread, stdin) > 0)
			continue;
}

/*
 * The form was carried out, and we could not make as sure of it as the host
 * wants: the answer is another one, which says so.
 */
static void wait_for_replicas(struct req *q)
{
	if (q->is_post && q->status < 400 && !q->stream &&
	    rt_replicas_wait(q->rt, q->a))
		page_unsure(q);
}

bool serve_request(struct rt *rt, const struct rt_config *conf,
		   struct arena *a, struct fcgi_reader *fcgi)
{
	struct req q = {
		.rt = rt,
		.a = a,
		.conf = conf,
		.fcgi = fcgi,
		.taken_ms = clock_date_ms(),
		.env = fcgi ? fcgi->env : environ,
	};

	int64_t begun = clock_ms();
	bool is_whole;

	if (req_read(&q)) {
		rt_visitor(rt, req_client(&q), q.browser);
		rt_set_cookie_origin(rt, q.way);
		if (q.is_post)
			rt_replicas_begin(rt);
		if (!access_is_shut(&q, pages_access()))
			pages_answer(&q);
		wait_for_replicas(&q);
	} else {
		page_error(&q, 400);
	}
	overload_end(&q);
	access_check(&q, pages_access());
	page_move_cookie(&q);
	is_whole = page_send(&q);
	if (!q.stream)
		log_slow(clock_ms() - begun);
	if (!q.is_post)
		rt_signed_in(rt, a, &q.me);
	if (!fcgi)
		drain_body(&q);
	return is_whole;
}
