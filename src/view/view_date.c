#include "view/view_date.h"

#include <string.h>

#include "base/day.h"
#include "base/message.h"
#include "view/failure.h"
#include "view/frame.h"
#include "view/typed_time.h"
#include "view/view_form.h"
#include "view/view_parts.h"
#include "view/view_time.h"

#define TITLE_MAX 100 /* characters of a post in the list of dates */
#define BRIEF_MAX 40  /* and beside other pages */

/* ---- words -------------------------------------------------------------- */

enum nearness { TODAY, TOMORROW, LATER };

static enum nearness date_nearness(time_t begins)
{
	time_t now = time(NULL);

	if (begins < day_after(now, 0) || begins >= day_after(now, 2))
		return LATER;
	return begins < day_after(now, 1) ? TODAY : TOMORROW;
}

/* "Today", "Tomorrow", or NULL. */
static const char *date_near(time_t begins)
{
	static const char *const words[] = {
		[TODAY] = N_("Today"),
		[TOMORROW] = N_("Tomorrow"),
	};
	enum nearness near = date_nearness(begins);

	return near == LATER ? NULL : _(words[near]);
}

/* "Saturday, 5 December 2026", or "Today, ...". */
static const char *date_day(struct arena *a, time_t begins)
{
	static const char *const words[] = {
		[TODAY] = N_("Today, {date}"),
		[TOMORROW] = N_("Tomorrow, {date}"),
	};
	enum nearness near = date_nearness(begins);

	if (near == LATER)
		return view_weekday_date(a, begins);
	return message_join(a, _(words[near]), "date", view_date(a, begins));
}

/* With the hour at which it begins, unless it is all day. */
static const char *date_beginning(struct arena *a, const char *day,
				  const struct rt_date *date)
{
	return date->is_all_day ? day : view_with_hour(a, day, date->begins);
}

/* "19:30 to 22:00", "19:30" or "all day". */
static const char *date_hours(struct arena *a, const struct rt_date *date)
{
	const char *from;

	if (date->is_all_day)
		return _("all day");
	from = view_hour(a, date->begins);
	return date->ends ? view_span(a, from, view_hour(a, date->ends))
			  : from;
}

/* For programs: the day alone, or the second. */
static const char *date_stamp(struct arena *a, const struct rt_date *date)
{
	return date->is_all_day ? day_of(a, date->begins)
				: view_timestamp(a, date->begins);
}

static const char *date_place(struct arena *a, const struct rt_date *date)
{
	return rt_text_balanced(a, rt_text_clean(a, date->place));
}

const char *view_date_text(struct arena *a, const struct rt_date *date)
{
	const char *text =
		date_beginning(a, view_weekday_date(a, date->begins), date);

	if (date->ends)
		text = view_span(a, text, view_hour(a, date->ends));
	if (date->place)
		text = message_fill(a, _("{date}, {place}"), "date", text,
				    "place", date_place(a, date));
	if (date->is_cancelled)
		text = message_fill(a, _("Cancelled: {date}"), "date", text);
	return text;
}

/* ---- in a card ---------------------------------------------------------- */

/* What cards and lists have in common. */
static void date_set(struct arena *a, struct tpl *t,
		     const struct rt_date *date)
{
	tpl_set(t, "FROM", date_stamp(a, date));
	if (date->place)
		tpl_set(tpl_section(t, "PLACE"), "PLACE", date_place(a, date));
	tpl_show(t, date->is_cancelled ? "CANCELLED" : "HELD");
}

static void date_set_end(struct arena *a, struct tpl *t, time_t ends)
{
	if (!ends) {
		tpl_section(t, "ENDLESS");
		return;
	}
	t = tpl_section(t, "ENDS");
	tpl_set(t, "HOUR", view_hour(a, ends));
	tpl_set(t, "TO", view_timestamp(a, ends));
}

void view_card_date(struct arena *a, struct tpl *t, const struct rt_post *post,
		    bool whole)
{
	const struct rt_date *date = post->attached.date;
	struct tpl *dated, *calendar;

	if (!date)
		return;
	dated = tpl_section(t, "DATED");
	date_set(a, dated, date);
	date_set_end(a, dated, date->ends);
	tpl_set(dated, "DAY",
		date_beginning(a, date_day(a, date->begins), date));
	if (!whole || date->is_cancelled)
		return;
	calendar = tpl_section(dated, "CALENDAR");
	tpl_set(calendar, "NAME", post->name);
	tpl_set_int(calendar, "ID", (long long)post->id);
}

void view_card_date_key(struct fragment_key *key, const struct rt_date *date)
{
	const struct rt_date none = { 0 };
	const struct rt_date *d = date ? date : &none;
	const uint64_t numbers[] = {
		(uint64_t)d->begins,
		(uint64_t)d->ends,
		d->is_all_day,
		d->is_cancelled,
	};

	fragment_add(key, numbers, sizeof numbers);
	fragment_add_text(key, d->place);
	fragment_add_text(key, date ? date_near(d->begins) : NULL);
}

/* ---- in lists ----------------------------------------------------------- */

/* "17 come", with those whom they bring along. */
static void date_set_coming(struct tpl *t, const struct rt_question *question)
{
	const struct rt_answered *so_far = &question->so_far;

	if (question->comes)
		view_count(t, "COMING",
			   so_far->count[RT_COMES_YES] + so_far->guests);
}

void view_listed_date(struct arena *a, struct tpl *t,
		      const struct rt_post *post)
{
	const struct rt_date *date = post->attached.date;
	const char *near = date_near(date->begins);

	date_set(a, t, date);
	tpl_set(t, "WEEKDAY", view_short_weekday(date->begins));
	tpl_set(t, "NUMBER", view_day_of_month(a, date->begins));
	tpl_set(t, "COMMA", view_fact_comma());
	if (near)
		tpl_set(tpl_section(t, "NEAR"), "NEAR", near);
	tpl_set(t, "HOURS", date_hours(a, date));
	tpl_set(t, "WORDS", rt_first_words(a, post->body, TITLE_MAX));
	if (post->attached.question && !date->is_cancelled)
		date_set_coming(t, post->attached.question);
	view_name(t, post->name, post->display);
	tpl_set_int(t, "ID", (long long)post->id);
}

static void date_set_brief(struct arena *a, struct tpl *t,
			   const struct rt_post *post)
{
	const struct rt_date *date = post->attached.date;
	const char *day = date_near(date->begins);

	if (!day)
		day = view_short_weekday_date(a, date->begins);
	date_set(a, t, date);
	tpl_set(t, "DAY", date_beginning(a, day, date));
	tpl_set(t, "WORDS", rt_first_words(a, post->body, BRIEF_MAX));
	tpl_set(t, "NAME", post->name);
	tpl_set_int(t, "ID", (long long)post->id);
}

void view_next_dates(struct arena *a, struct tpl *t,
		     const struct rt_posts *posts)
{
	struct tpl *next;

	if (!posts->n)
		return;
	next = tpl_include(t, "NEXT_DATES", "next_dates.tpl");
	for (size_t i = 0; i < posts->n; i++)
		date_set_brief(a, tpl_section(next, "ONE"), &posts->v[i]);
}

/* ---- the form ----------------------------------------------------------- */

void page_edit_date(struct req *q, const struct date_form *f)
{
	struct tpl *t = page_begin(q, "edit_date.tpl", _("Change the date"));
	bool bad;

	tpl_set(t, "ID", f->id);
	tpl_set(t, "VERSION", f->version);
	tpl_set(t, "DAY", f->day);
	tpl_set(t, "FROM", f->from);
	tpl_set(t, "TO", f->to);
	tpl_set(t, "PLACE", f->place);
	tpl_set_number(t, "PLACE_MAX", RT_PLACE_MAX);
	tpl_set(t, "ZONE", when_zone(q->a, time(NULL)));
	bad = view_problem(t, false, "BAD_DATE", f->bad_date);
	view_problem(t, bad, "BAD_PLACE", f->bad_place);
	if (f->present)
		tpl_set(tpl_section(t, "CHANGED"), "PRESENT", f->present);
}

static const char *date_typed(struct req *q, const char *field)
{
	return rt_text_clean(q->a, req_field(q, field));
}

struct date_form date_form_sent(struct req *q)
{
	return (struct date_form){
		.id = date_typed(q, "id"),
		.version = date_typed(q, "version"),
		.day = date_typed(q, "date"),
		.from = date_typed(q, "from"),
		.to = date_typed(q, "to"),
		.place = date_typed(q, "place"),
	};
}

struct date_form date_form_of(struct req *q, const struct rt_post *post)
{
	const struct rt_date *d = post->attached.date;

	return (struct date_form){
		.id = arena_printf(q->a, "%llu", (unsigned long long)post->id),
		.version = arena_printf(q->a, "%llu",
					(unsigned long long)d->changes),
		.day = day_of(q->a, d->begins),
		.from = d->is_all_day ? "" : hour_typed(q->a, d->begins),
		.to = d->ends ? hour_typed(q->a, d->ends) : "",
		.place = d->place ? date_place(q->a, d) : "",
	};
}

void page_refuse_date(struct req *q, enum rt_err err)
{
	if (err == RT_DENIED)
		page_refuse(q, 403, _("That isn't your post"),
			    _("Only the member who wrote it and the hosts can "
			      "change or cancel its date."));
	else
		page_refuse(q, 403, _("It's too late to change this date"),
			    _("It has begun, or it was cancelled."));
}
