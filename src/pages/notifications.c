/*
 * GET /notifications   who mentioned, replied to or followed the member, and
 *                      who liked or reposted a post of the member's: the newest
 *                      first, and new ones are marked.
 *
 * Looking at the page marks them as read.  HEAD does not, and neither does a
 * browser that fetches ahead.
 * A visitor who is not signed in is sent to /login (303).
 */
#include "web/page.h"

#define WORDS_MAX 100 /* code points of a post */

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"notifications.tpl",
	NULL,
};

static void show_notice_names(struct tpl *t, const struct rt_notice *n)
{
	/* "and 1 other" would be as long as the name of that other. */
	size_t shown = n->n <= RT_NOTICE_NAMES ? n->n : RT_NOTICE_NAMES - 1;

	for (size_t i = 0; i < shown; i++) {
		struct tpl *who = tpl_section(t, "WHO");

		if (i > 0)
			tpl_section(who, i + 1 == n->n ? "AND" : "COMMA");
		tpl_set(who, "NAME", n->name[i]);
	}
	if (n->n > shown)
		tpl_set_int(tpl_section(t, "OTHERS"), "OTHERS",
			    (long long)(n->n - shown));
}

static void show_notice(struct req *q, struct tpl *t,
			const struct rt_notice *n)
{
	static const char *const sections[] = {
		[RT_NOTICE_MENTION] = "MENTION", [RT_NOTICE_REPLY] = "REPLY",
		[RT_NOTICE_LIKE] = "LIKE",       [RT_NOTICE_REPOST] = "REPOST",
		[RT_NOTICE_FOLLOW] = "FOLLOW",
	};
	struct tpl *post;

	if (n->is_new)
		tpl_section(t, "NEW");
	show_notice_names(t, n);
	tpl_section(t, sections[n->kind]);
	view_time(q, t, n->time);
	if (!n->post.id)
		return;
	post = tpl_section(t, "POST");
	tpl_set(post, "NAME", n->post.name);
	tpl_set_int(post, "ID", (long long)n->post.id);
	tpl_set(post, "WORDS", rt_first_words(q->a, n->post.body, WORDS_MAX));
}

static void show_notices(struct req *q, const struct rt_notices *n)
{
	struct tpl *t = page_begin(q, "notifications.tpl", "Notifications");
	struct tpl *list = tpl_section(t, n->n ? "LIST" : "EMPTY");

	tpl_section(q->root, "AT_NOTIFICATIONS");
	for (size_t i = 0; i < n->n; i++)
		show_notice(q, tpl_section(list, "NOTICE"), &n->v[i]);
	page_end(q, 200);
}

void page(struct req *q)
{
	struct rt_notices n;

	if (!req_require(q, "/notifications", "GET, HEAD") ||
	    !req_ok(q, rt_notices(q->rt, q->a, q->secret, &n)))
		return;
	if (!n.me.id) {
		page_redirect(q, "/login");
		return;
	}
	/* If this fails they stay unread, and are shown all the same. */
	if (req_is_looked_at(q))
		rt_notices_seen(q->rt, q->a, &n);
	req_is(q, &n.me);
	show_notices(q, &n);
}
