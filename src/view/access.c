#include "view/access.h"

#include "base/secret.h"
#include "http/answer.h"
#include "view/frame.h"
#include "view/guard.h"
#include "view/no_access.h"
#include "view/view_form.h"

void page_welcome(struct req *q, int status)
{
	struct tpl *t = page_begin(q, "welcome.tpl", "Welcome");

	tpl_section(t, q->conf->members_only ? "MEMBERS_ONLY" : "PUBLIC");
	view_login_form(t, "");
	page_end(q, status);
}

static bool access_sees_secret(const struct req *q)
{
	return q->secret && secret_plausible(q->secret);
}

/* The guards of a form come first: they give back what was typed. */
bool access_is_shut(const struct req *q, enum access door)
{
	return q->conf->members_only &&
	       (door == ACCESS_MEMBERS || door == ACCESS_ACCOUNT) &&
	       !q->is_post && !access_sees_secret(q);
}

/* Whatever the answer was, nothing of it is left. */
static void access_begin_again(struct req *q)
{
	q->headers = 0;
	q->caching = "no-store";
	q->live = NULL;
	q->stream = NULL;
}

/* A 404 or a 405 comes before a page has asked who it is. */
static void access_meet(struct req *q)
{
	struct rt_user me;
	enum rt_err err = rt_session(q->rt, q->a, q->secret, &me);

	if (err) {
		access_begin_again(q);
		req_ok(q, err);
	} else {
		req_is(q, &me);
	}
}

/* While Redis is away nobody is known, and the answer tells nothing but that. */
static bool access_lets_through(struct req *q)
{
	if (!q->known && !q->is_let_in && q->status != 503 &&
	    access_sees_secret(q))
		access_meet(q);
	return q->me.id || q->is_let_in || (!q->known && q->status == 503);
}

void access_check(struct req *q, enum access door)
{
	if (!q->conf->members_only)
		return;
	if (door != ACCESS_OPEN && !access_lets_through(q)) {
		access_begin_again(q);
		req_is(q, &(struct rt_user){ 0 });
		page_header(q, "WWW-Authenticate: Form");
		page_welcome(q, 401);
	} else if (door < ACCESS_ACCOUNT && !q->is_let_in &&
		   req_has_no_access(q)) {
		access_begin_again(q);
		page_no_access(q);
	}
	page_header(q, "X-Robots-Tag: noindex");
}
