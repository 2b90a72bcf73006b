/* What several pages show: posts, pager, forms, times. */
#include <stdio.h>
#include <string.h>

#include "web/page.h"

/* ---- times ------------------------------------------------------------- */

static const char *format(struct arena *a, const char *how, struct tm *when)
{
	char text[64];

	/* A stranger may have stored a time in no year that there is. */
	if (!when)
		return "";
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

static void set_times(struct arena *a, struct tpl *t, time_t time, time_t now)
{
	struct tm when;

	tpl_set(t, "AGO", age(a, time, now));
	tpl_set(t, "WHEN",
		format(a, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&time, &when)));
	tpl_set(t, "DATE",
		format(a, "%e %B %Y, %H:%M %Z", localtime_r(&time, &when)));
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

static void set_thread(struct tpl *t, const struct rt_post *post)
{
	struct tpl *section;

	if (post->reply_to) {
		section = tpl_section(t, "REPLY");
		tpl_set_int(section, "PARENT_ID", (long long)post->reply_to);
		tpl_set(section, "PARENT_NAME",
			post->reply_name ? post->reply_name : "");
	}
	if (post->replies) {
		section = tpl_section(t, "REPLIES");
		tpl_set_int(section, "COUNT", (long long)post->replies);
		tpl_section(section, post->replies == 1 ? "ONE" : "MANY");
	}
}

void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post)
{
	struct tpl *p = tpl_include(t, place, "post.tpl");

	tpl_set(p, "NAME", post->name);
	tpl_set_int(p, "ID", (long long)post->id);
	set_body(q, p, post);
	set_thread(p, post);
	set_times(q->a, p, post->time, time(NULL));
}

void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++)
		view_post(q, t, "POST", &posts->v[i]);
	if (!posts->n)
		tpl_section(t, "EMPTY");
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
