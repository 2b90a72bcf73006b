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

void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts)
{
	time_t now = time(NULL);

	for (size_t i = 0; i < posts->n; i++) {
		const struct rt_post *post = &posts->v[i];
		struct tpl *p = tpl_include(t, "POST", "post.tpl");

		tpl_set(p, "NAME", post->name);
		tpl_set_int(p, "ID", (long long)post->id);
		tpl_set(p, "BODY", post->body);
		set_times(q->a, p, post->time, now);
	}
	if (!posts->n)
		tpl_section(t, "EMPTY");
}

/* From beyond the end one goes back to the newest at once. */
static int64_t newer(int64_t step, int64_t start, size_t shown)
{
	return shown && start > step ? start - step : 0;
}

void view_pager(struct tpl *t, int64_t start, int64_t older, size_t shown)
{
	view_pager_by(t, RT_PAGE, start, older, shown);
}

void view_pager_by(struct tpl *t, int64_t step, int64_t start, int64_t older,
		   size_t shown)
{
	struct tpl *pager;

	if (!start && !older)
		return;
	pager = tpl_include(t, "PAGER", "pager.tpl");
	if (start)
		tpl_set_int(tpl_section(pager, "NEWER"), "START",
			    newer(step, start, shown));
	if (older)
		tpl_set_int(tpl_section(pager, "OLDER"), "START", older);
}

/* ---- forms ------------------------------------------------------------- */

struct tpl *view_post_form(struct req *q, struct tpl *t, const char *text)
{
	struct tpl *form = tpl_include(t, "POST_FORM", "post_form.tpl");

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
