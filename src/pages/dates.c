/*
 * GET /dates       what comes: the posts with a date, from today on, 50 a page.
 *   start          how many dates to skip
 *   after          or the last post of the page before, if it is still there
 */
#include <string.h>

#include "base/day.h"
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"dates.tpl",
	NULL,
};

static void show_dates(struct req *q, struct tpl *t,
		       const struct rt_posts *posts)
{
	const char *last = "";
	struct tpl *month = NULL;
	long long months = 0;

	for (size_t i = 0; i < posts->n; i++) {
		const struct rt_post *post = &posts->v[i];
		const char *name =
			view_month_and_year(q->a, post->attached.date->begins);

		if (strcmp(name, last) != 0) {
			month = tpl_section(t, "MONTH");
			tpl_set_int(month, "NUMBER", ++months);
			tpl_set(month, "MONTH", name);
			last = name;
		}
		view_listed_date(q->a, tpl_section(month, "ONE"), post);
	}
}

static void show_dates_pages(struct tpl *t, const struct rt_dates *dates)
{
	int64_t start = dates->here.start;
	struct tpl *pages, *link;

	if (!start && !dates->later.start)
		return;
	pages = tpl_section(t, "PAGES");
	if (start)
		tpl_set_int(tpl_section(pages, "SOONER"), "START",
			    dates->posts.n && start > RT_DATES
				    ? start - RT_DATES
				    : 0);
	if (!dates->later.start)
		return;
	link = tpl_section(pages, "LATER");
	tpl_set_int(link, "START", dates->later.start);
	tpl_set_int(tpl_section(link, "AFTER"), "ID",
		    (long long)dates->later.after);
}

void page(struct req *q)
{
	struct rt_dates dates;
	struct tpl *t;

	if (!req_require(q, "/dates", "GET, HEAD") ||
	    !req_ok(q,
		    rt_dates(q->rt, q->a, q->secret, day_after(time(NULL), 0),
			     req_place(q), &dates)))
		return;
	req_set_user(q, &dates.me);
	t = page_begin(q, "dates.tpl", _("Dates"));
	if (!dates.posts.n)
		tpl_section(t, "EMPTY");
	show_dates(q, t, &dates.posts);
	show_dates_pages(t, &dates);
	page_end(q, 200);
}
