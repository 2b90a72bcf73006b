/* What several pages show: posts, pager, forms, times. */
#include <stdio.h>
#include <string.h>

#include "web/page.h"

/* ---- times ------------------------------------------------------------- */

static const char *format(struct arena *a, const char *how, struct tm *when)
{
	char text[64];

	strftime(text, sizeof text, how, when);
	/* %e pads the day with a space. */
	return arena_strdup(a, text + (*text == ' '));
}

const char *view_date(struct arena *a, time_t time)
{
	struct tm when;

	return format(a, "%e %B %Y", localtime_r(&time, &when));
}

static const char *ago(struct arena *a, long n, const char *unit)
{
	return arena_printf(a, "%ld %s%s ago", n, unit, n == 1 ? "" : "s");
}

static const char *age(struct arena *a, time_t then, time_t now)
{
	long seconds = (long)(now - then);

	if (seconds < 60)
		return "just now";
	if (seconds < 60 * 60)
		return ago(a, seconds / 60, "minute");
	if (seconds < 24 * 60 * 60)
		return ago(a, seconds / (60 * 60), "hour");
	return view_date(a, then);
}

static void put(char *to, int n, int value)
{
	for (; n > 0; value /= 10)
		to[--n] = (char)('0' + value % 10);
}

/* By hand, since strftime() takes ten times as long, for every post. */
const char *view_timestamp(struct arena *a, time_t time)
{
	char *text = arena_strdup(a, "0000-00-00T00:00:00Z");
	struct tm utc;

	gmtime_r(&time, &utc);
	put(text, 4, 1900 + utc.tm_year);
	put(text + 5, 2, 1 + utc.tm_mon);
	put(text + 8, 2, utc.tm_mday);
	put(text + 11, 2, utc.tm_hour);
	put(text + 14, 2, utc.tm_min);
	put(text + 17, 2, utc.tm_sec);
	return text;
}

static void set_times(struct arena *a, struct tpl *t, time_t time, time_t now)
{
	struct tm when;

	tpl_set(t, "AGO", age(a, time, now));
	tpl_set(t, "WHEN", view_timestamp(a, time));
	tpl_set(t, "DATE",
		format(a, "%e %B %Y, %H:%M %Z", localtime_r(&time, &when)));
}

void view_time(struct req *q, struct tpl *t, time_t when)
{
	set_times(q->a, t, when, time(NULL));
}

/* ---- posts ------------------------------------------------------------- */

/* Most bodies are text and nothing else. */
static void set_body(struct req *q, struct tpl *t, const struct rt_post *post)
{
	static const char *const sections[] = {
		[RT_TEXT] = "TEXT",
		[RT_LINK] = "LINK",
		[RT_MENTION] = "MENTION",
		[RT_TAG] = "TAG",
	};
	struct rt_part *part = rt_parts(q->a, post->body, post->mentions);

	if (!part || (!part->next && part->kind == RT_TEXT)) {
		tpl_set(t, "BODY", post->body);
		return;
	}
	for (; part; part = part->next) {
		struct tpl *p = tpl_section(tpl_section(t, "PART"),
					    sections[part->kind]);

		tpl_set(p, "SHOWN", part->shown);
		if (part->to)
			tpl_set(p, "TO", part->to);
	}
}

static void set_context(struct tpl *t, const struct rt_post *post)
{
	struct tpl *reply;

	if (post->reposter)
		tpl_set(tpl_section(t, "REPOSTED"), "BY", post->reposter);
	if (!post->reply_to)
		return;
	reply = tpl_section(t, "REPLY");
	tpl_set_int(reply, "PARENT_ID", (long long)post->reply_to);
	tpl_set(reply, "PARENT_NAME",
		post->reply_name ? post->reply_name : "");
}

static void set_count(struct tpl *t, const char *section, uint64_t n)
{
	struct tpl *count;

	if (!n)
		return;
	count = tpl_section(t, section);
	tpl_set_int(count, "COUNT", (long long)n);
	tpl_section(count, n == 1 ? "ONE" : "MANY");
}

/* The buttons of all posts belong to two forms, which the layout holds. */
static void set_forms(struct req *q)
{
	if (!q->acts)
		tpl_set(tpl_section(q->root, "ACT"), "BACK", q->address);
	q->acts = true;
}

static void set_acts(struct req *q, struct tpl *t, const struct rt_post *post)
{
	if (!q->me.id || q->still) {
		set_count(t, "ANSWERS", post->replies);
		set_count(t, "REPOSTS", post->reposts);
		set_count(t, "LIKES", post->likes);
		return;
	}
	set_forms(q);
	set_count(tpl_section(t, "ANSWER"), "SOME", post->replies);
	set_count(tpl_section(t, post->reposted ? "UNREPOST" : "REPOST"),
		  "SOME", post->reposts);
	set_count(tpl_section(t, post->liked ? "UNLIKE" : "LIKE"), "SOME",
		  post->likes);
}

void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post)
{
	struct tpl *p = tpl_include(t, place, "post.tpl");

	set_body(q, p, post);
	set_times(q->a, p, post->time, time(NULL));
	set_context(p, post);
	set_acts(q, p, post);
	/* What is set last is found first, and these are asked for most. */
	tpl_set(p, "NAME", post->name);
	tpl_set_int(p, "ID", (long long)post->id);
}

void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++)
		view_post(q, t, "POST", &posts->v[i]);
	if (!posts->n)
		tpl_section(t, "EMPTY");
}

struct tpl *view_names(struct tpl *t, const char *section,
		       const char *const *name, size_t n, uint64_t total)
{
	struct tpl *names = NULL, *who = NULL, *more;
	uint64_t shown = 0;

	for (size_t i = 0; i < n; i++) {
		if (!name[i])
			continue;
		if (who)
			tpl_section(who, "COMMA");
		else
			names = tpl_section(t, section);
		who = tpl_section(names, "WHO");
		tpl_set(who, "NAME", name[i]);
		shown++;
	}
	if (!names || total <= shown)
		return names;
	more = tpl_section(names, "MORE");
	tpl_set_int(more, "COUNT", (long long)(total - shown));
	tpl_section(more, total - shown == 1 ? "ONE" : "MANY");
	return names;
}

void view_pager(struct tpl *t, struct rt_place here, struct rt_place older,
		int64_t step)
{
	struct tpl *pager, *link;

	if (!here.start && !older.start)
		return;
	pager = tpl_include(t, "PAGER", "pager.tpl");
	if (here.start)
		tpl_set_int(tpl_section(pager, "NEWER"), "START",
			    step && here.start > step ? here.start - step : 0);
	if (!older.start)
		return;
	link = tpl_section(pager, "OLDER");
	tpl_set_int(link, "START", older.start);
	if (older.after)
		tpl_set_int(tpl_section(link, "AFTER"), "ID",
			    (long long)older.after);
}

/* ---- forms ------------------------------------------------------------- */

struct tpl *view_post_form(struct req *q, struct tpl *t, const char *text,
			   uint64_t reply_to)
{
	struct tpl *form = tpl_include(t, "POST_FORM", "post_form.tpl");

	if (reply_to)
		tpl_set_int(tpl_section(form, "REPLY_TO"), "ID",
			    (long long)reply_to);
	else
		tpl_section(form, "NO_REPLY");
	tpl_set(form, "NONCE", rt_nonce(q->a));
	tpl_set(form, "STATUS", text);
	tpl_set(form, "ZONE", when_zone(q->a, time(NULL)));
	return form;
}

struct tpl *view_login_form(struct tpl *t, const char *name)
{
	struct tpl *form = tpl_include(t, "LOGIN", "login_form.tpl");

	tpl_set(form, "USERNAME", name);
	return form;
}

struct tpl *view_register_form(struct tpl *t, const char *name)
{
	struct tpl *form = tpl_include(t, "REGISTER", "register_form.tpl");

	tpl_set(form, "USERNAME", name);
	return form;
}

bool view_bad(struct tpl *form, const char *section, const char *message)
{
	if (message)
		tpl_set(tpl_section(form, section), "MESSAGE", message);
	return message != NULL;
}

const char *view_profile_path(struct arena *a, const char *name)
{
	return arena_printf(a, "/@%s", url_encode(a, name));
}

const char *view_post_path(struct arena *a, const struct rt_post *post)
{
	return arena_printf(a, "%s/%llu", view_profile_path(a, post->name),
			    (unsigned long long)post->id);
}
