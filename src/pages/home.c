/*
 * GET /            signed out: a welcome with the form to sign in;
 *                  signed in: the post form and the home timeline, next to
 *                  counts, new members and the tags of the day.
 *   start          how many posts to skip
 *   after          or the last post of the page before, if it still exists
 *   welcome        greets somebody who has just registered
 *
 * Any address that belongs to no other program comes here, too, and is a 404.
 */
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,      "home.tpl",
	POST_TEMPLATES,       RUNNING_TEMPLATES,
	PEOPLE_TEMPLATES,     TRENDING_TEMPLATES,
	NEXT_DATES_TEMPLATES, "pager.tpl",
	POST_FORM_TEMPLATES,  NULL,
};

/* After page_begin(), which has found out how much is unread. */
static void show_counts(const struct req *q, struct tpl *t,
			const struct rt_home *home)
{
	view_count_even_0(t, "FOLLOWERS", home->followers);
	view_count_even_0(t, "FOLLOWING", home->following);
	view_count_even_0(t, "NEW", q->me.unread);
}

static void show_fresh_count(struct tpl *t, const struct rt_home *home)
{
	struct tpl *fresh;

	if (!home->fresh)
		return;
	fresh = tpl_section(t, "FRESH");
	tpl_set_number(fresh, "COUNT", home->fresh);
	tpl_plural(tpl_section(fresh, home->fresher ? "OR_MORE" : "ALL"),
		   home->fresh);
}

/* The new members are in one place or in the other, never in both. */
static void show_new_members(struct req *q, struct tpl *t,
			     const struct rt_home *home)
{
	if (home->faces.n)
		view_people(q, tpl_section(t, "FACES"), &home->faces);
	else if (home->beside.people.n)
		view_people(q, tpl_section(t, "NEW_MEMBERS"),
			    &home->beside.people);
}

/*
 * Other processes may know only in ten seconds that it has a name, so the
 * page right after that does not ask.
 */
static bool must_name_site(const struct req *q)
{
	return q->me.standing == RT_HOST && rt_site_is_unnamed(q->conf) &&
	       !q->done;
}

static void show_home(struct req *q, const struct rt_home *home)
{
	struct tpl *t = page_begin(q, "home.tpl", _("Home"));

	tpl_section(q->root, "AT_HOME");
	if (req_query(q, "welcome"))
		tpl_section(t, "WELCOME");
	if (must_name_site(q))
		tpl_section(t, "NAME_SITE");
	view_display(t, home->me.display);
	view_post_form(q, t, "", 0);
	show_counts(q, t, home);
	show_fresh_count(t, home);
	view_running(q, t, &home->running);
	view_posts_below(q, t, &home->posts, &home->running);
	show_new_members(q, t, home);
	view_next_dates(q->a, t, &home->beside.dates);
	view_trending(t, home->beside.trending);
	view_pager(t, home->here, home->older, home->posts.n ? RT_PAGE : 0);
	if (!home->here.start)
		page_live(q, "home", home->newest);
	page_end(q, 200);
}

void page(struct req *q)
{
	struct rt_home home;

	if (!req_require(q, "/", "GET, HEAD") ||
	    !req_ok(q, rt_home(q->rt, q->a, q->secret, req_place(q), &home)))
		return;
	req_set_user(q, &home.me);
	if (req_has_no_access(q))
		page_no_access(q);
	else if (home.me.id)
		show_home(q, &home);
	else
		page_welcome(q, 200);
}
