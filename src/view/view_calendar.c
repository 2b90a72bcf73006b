#include "view/view_calendar.h"

#include "base/day.h"
#include "base/digits.h"
#include "http/answer.h"
#include "view/atom.h"
#include "view/failure.h"
#include "view/ics.h"

/* How often programs are asked to come back. */
#define REFRESH "PT1H"

/*
 * When the post got the text that it has.  Nobody notes when its date was
 * changed: programs learn of that by SEQUENCE, which comes first for them.
 */
static void set_changes(struct ics *c, const struct rt_post *post)
{
	time_t text = feed_text_time(post);

	ics_time(c, "DTSTAMP", text);
	if (!post->attached.date->changes)
		ics_time(c, "LAST-MODIFIED", text);
	ics_number(c, "SEQUENCE", post->attached.date->changes);
}

/*
 * Without DTEND a day is that day, and calcurse takes the next one for a second
 * day.  Its noon says which day it is: where clocks go forward at midnight, the
 * first second is not always on it.
 */
static void set_times(struct ics *c, const struct rt_date *date)
{
	if (date->is_all_day) {
		ics_day(c, "DTSTART", date->begins + DAY_SECONDS / 2);
		return;
	}
	ics_time(c, "DTSTART", date->begins);
	if (date->ends > date->begins)
		ics_time(c, "DTEND", date->ends);
}

static void set_event(struct ics *c, const struct rt_post *post,
		      const char *base, const char *origin)
{
	const struct rt_date *date = post->attached.date;
	const char *address =
		arena_printf(c->a, "%s%s", base, view_post_path(c->a, post));

	ics_line(c, "BEGIN:VEVENT");
	ics_text(c, "UID",
		 arena_printf(c->a, "post-" ID "@%s", post->id, origin));
	set_changes(c, post);
	set_times(c, date);
	ics_line(c,
		 date->is_cancelled ? "STATUS:CANCELLED" : "STATUS:CONFIRMED");
	ics_text(c, "SUMMARY", feed_entry_title(c->a, post));
	if (date->place)
		ics_text(c, "LOCATION", rt_text_balanced(c->a, date->place));
	ics_text(c, "DESCRIPTION",
		 arena_printf(c->a, "%s\n\n%s",
			      rt_text_balanced(c->a, post->body), address));
	ics_line(c, arena_printf(c->a, "URL:%s", address));
	ics_line(c, "END:VEVENT");
}

/* NAME is the standard's, and X-... is what most programs read. */
static void set_subscription(struct ics *c, const char *title)
{
	ics_text(c, "NAME", title);
	ics_text(c, "X-WR-CALNAME", title);
	ics_line(c, "REFRESH-INTERVAL;VALUE=DURATION:" REFRESH);
	ics_line(c, "X-PUBLISHED-TTL:" REFRESH);
}

/* METHOD would make it an invitation. */
static void set_calendar(struct ics *c, const struct calendar *of,
			 const char *base)
{
	ics_line(c, "BEGIN:VCALENDAR");
	ics_line(c, "VERSION:2.0");
	ics_line(c, "PRODID:-//Retwis//Retwis//EN");
	ics_line(c, "CALSCALE:GREGORIAN");
	if (of->title)
		set_subscription(c, of->title);
	for (size_t i = 0; i < of->posts->n; i++)
		set_event(c, &of->posts->v[i], base, of->origin);
	ics_line(c, "END:VCALENDAR");
}

void page_calendar(struct req *q, const struct calendar *of)
{
	const char *base = req_base(q);
	struct ics c = { .a = q->a };

	if (!base) {
		page_error(q, 400);
		return;
	}
	set_calendar(&c, of, base);
	q->status = 200;
	q->stream = NULL;
	q->body = c.text;
	q->body_len = c.len;
	q->caching = of->title || q->conf->members_only ? "private, no-cache"
							: "no-cache";
	page_header(q, "Content-Type: text/calendar; charset=utf-8");
	page_etag(q, 0);
}
