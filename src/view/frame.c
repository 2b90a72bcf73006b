#include "view/frame.h"

#include <string.h>

#include "base/message.h"
#include "base/numerals.h"
#include "http/answer.h"
#include "http/redirect.h"
#include "http/req.h"
#include "view/done.h"
#include "view/view_parts.h"
#include "view/view_pictures.h"

/* ---- the host's texts about the site ----------------------------------- */

static const struct site_text site_texts[RT_SITE_TEXTS] = {
	[RT_SITE_ABOUT] = { "/about", N_("About") },
	[RT_SITE_RULES] = { "/rules", N_("Rules") },
	[RT_SITE_PRIVACY] = { "/privacy", N_("Privacy") },
	[RT_SITE_IMPRINT] = { "/imprint", N_("Imprint") },
};

/* If no host has written one, the page about privacy is ours. */
static bool site_texts_have(const struct req *q, size_t i)
{
	return q->conf->text[i] || i == RT_SITE_PRIVACY;
}

const struct site_text *site_texts_find(const struct req *q, const char **text)
{
	for (size_t i = 0; i < RT_SITE_TEXTS; i++) {
		*text = q->conf->text[i];
		if (site_texts_have(q, i) &&
		    strcmp(q->path, site_texts[i].path) == 0)
			return &site_texts[i];
	}
	return NULL;
}

static void site_texts_links(const struct req *q, struct tpl *t)
{
	struct tpl *list = NULL, *link;

	for (size_t i = 0; i < RT_SITE_TEXTS; i++) {
		if (!site_texts_have(q, i))
			continue;
		if (!list)
			list = tpl_section(t, "SITE_TEXTS");
		link = tpl_section(list, "SITE_TEXT");
		tpl_set(link, "PATH", site_texts[i].path + 1);
		tpl_set(link, "TITLE", _(site_texts[i].title));
	}
}

/* ---- the frame --------------------------------------------------------- */

#define UNREAD_MAX  99
#define UNREAD_MORE "99+"

/* What search engines and other sites show about the whole site. */
#define DESCRIPTION_MAX 200

const char *view_description(struct req *q)
{
	const char *about = q->conf->text[RT_SITE_ABOUT];
	char *line;

	if (q->conf->welcome)
		return q->conf->welcome;
	if (!about)
		return message_fill(q->a,
				    _("{site}, a small microblog for people "
				      "who know each other."),
				    "site", q->conf->name);
	line = arena_strdup(q->a,
			    rt_first_words(q->a, about, DESCRIPTION_MAX));
	for (char *end = line; (end = strchr(end, '\n'));)
		*end = ' ';
	return line;
}

static void set_count(struct req *q, const char *section, uint64_t n)
{
	struct tpl *t = tpl_section(q->root, section);

	if (n > UNREAD_MAX)
		tpl_set(t, "COUNT", numerals_in(q->a, UNREAD_MORE));
	else
		tpl_set_number(t, "COUNT", n);
	tpl_plural(t, n);
}

/* The number of unread notices, next to the bell. */
static void set_unread(struct req *q)
{
	q->me.unread = rt_unread(q->rt, q->a, &q->me);
	if (q->me.unread)
		set_count(q, "UNREAD", q->me.unread);
	else
		tpl_section(q->root, "NO_UNREAD");
}

/* How many cases are open, for those who handle them. */
static void set_open_cases(struct req *q)
{
	uint64_t n;

	if (!rt_moderates(q->me.standing))
		return;
	n = rt_open_cases(q->rt, q->a, &q->me);
	if (n)
		set_count(q, "CASES", n);
}

/*
 * The ways in, which lead on to the page that the visitor wanted.  The forms
 * carry its address, too.
 */
static void set_ways_in(struct req *q)
{
	const char *wanted = req_wanted(q);

	tpl_global(q->root, "SIGN_IN", req_way_in(q, "/login"));
	tpl_global(q->root, "SIGN_UP", req_way_in(q, "/register"));
	if (wanted)
		tpl_global(q->root, "WANTED", wanted);
}

/*
 * An error page may come before anything has found out who asks.  Somebody
 * without a session is not signed in, whatever the page is.
 */
static void set_visitor(struct req *q)
{
	if (!q->known && q->secret)
		return;
	if (!q->me.id) {
		tpl_global_section(q->root, "SIGNED_OUT");
		return;
	}
	tpl_global_section(q->root, "SIGNED_IN");
	tpl_global(q->root, "ME", q->me.name);
	tpl_global(q->root, "CSRF", rt_csrf(q->a, &q->me));
	set_unread(q);
	set_open_cases(q);
}

void view_static_version(struct req *q)
{
	tpl_global(q->root, "VERSION", STATIC_VERSION);
}

static void set_icon(struct req *q)
{
	if (q->conf->mark)
		tpl_set(tpl_section(q->root, "MARK"), "ICON",
			view_picture_path(q->a, q->conf->mark, PICTURE_ICON));
	else
		tpl_section(q->root, "NO_MARK");
}

struct tpl *page_begin(struct req *q, const char *file, const char *title)
{
	q->root = tpl_new(q->a);
	tpl_set(q->root, "TITLE", rt_text_balanced(q->a, title));
	tpl_set(q->root, "DESCRIPTION", view_description(q));
	tpl_global(q->root, "SITE", q->conf->name);
	tpl_set(q->root, "COLOUR", rt_colour(q->conf));
	view_static_version(q);
	set_icon(q);
	tpl_global(q->root, "POST_MAX", number_text(q->a, q->conf->post_max));
	tpl_global(q->root, "POST_LENGTH",
		   arena_printf(q->a, "%u", q->conf->post_max));
	site_texts_links(q, q->root);
	if (req_may_register(q))
		tpl_global_section(q->root, "SIGNUP_OPEN");
	set_visitor(q);
	if (!q->me.id)
		set_ways_in(q);
	if (req_may_read(q))
		tpl_global_section(q->root, "READS");
	view_done(q);
	return tpl_include(q->root, "CONTENT", file);
}

bool page_render(struct req *q, int status, const char *file, const char *type)
{
	q->status = status;
	q->stream = NULL;
	q->body = tpl_render(q->root, file, &q->body_len);
	if (!q->body) {
		page_plain_failure(q);
		return false;
	}
	page_header(q, "Content-Type: %s; charset=utf-8", type);
	return true;
}

void page_live(struct req *q, const char *list, uint64_t newest)
{
	q->live = arena_printf(q->a, "/live?at=%s&since=%llu", list,
			       (unsigned long long)newest);
}

void page_live_conversation(struct req *q, uint64_t root, uint64_t newest)
{
	q->live = arena_printf(
		q->a, "/live?at=conversation&root=%llu&since=%llu",
		(unsigned long long)root, (unsigned long long)newest);
}

void page_password(struct req *q)
{
	tpl_section(q->root, "PASSWORD");
}

void page_thread(struct req *q)
{
	tpl_section(q->root, "THREAD");
}

/*
 * All forms of a message, each in a section FORM, for a script that counts. Which
 * one is that of a number is in FORMS.
 */
static void set_forms(struct tpl *t)
{
	const char *forms = message_forms(), *example;
	char last = '0';

	for (const char *form = forms; *form; form++)
		if (*form > last)
			last = *form;
	for (char form = '0'; form <= last; form++) {
		struct tpl *shown = tpl_section(t, "FORM");

		if ((example = strchr(forms, form)))
			tpl_plural(shown, (uint64_t)(example - forms));
	}
}

/* For members, if the web server says that the live gateway exists. */
static void set_live(struct req *q)
{
	struct tpl *live;

	if (!q->known || !q->me.id || !req_param(q, "RETWIS_LIVE"))
		return;
	live = tpl_section(q->root, "LIVE");
	tpl_set(live, "ADDRESS", q->live ? q->live : "/live");
	tpl_set(live, "FORMS", message_forms());
	set_forms(tpl_section(live, "BELL"));
	if (q->live)
		set_forms(tpl_section(live, strstr(q->live, "at=conversation")
						    ? "REPLIES"
						    : "POSTS"));
}

static void set_numerals(struct req *q)
{
	if (numerals())
		tpl_set(tpl_section(q->root, "NUMERALS"), "DIGITS",
			numerals());
}

void page_end(struct req *q, int status)
{
	set_live(q);
	set_numerals(q);
	if (page_render(q, status, "layout.tpl", "text/html"))
		page_header(q, "Vary: Cookie");
}

/* ---- Open Graph -------------------------------------------------------- */

#define PREVIEW_WORDS 200

/*
 * Other sites fetch the file without a session, so only where everybody may
 * read.
 */
static void set_preview_picture(struct req *q, struct tpl *t,
				const struct rt_attached *attached, size_t i,
				const char *base)
{
	struct picture_file file;

	if (!rt_has_pictures(q->rt) || q->conf->members_only ||
	    i >= attached->pictures)
		return;
	file = view_picture_file(q->a, &attached->picture[i],
				 POST_PICTURE_JPEG);
	t = tpl_section(t, "IMAGE");
	tpl_set(t, "FILE", arena_printf(q->a, "%s%s", base, file.path));
	tpl_set_int(t, "WIDTH", file.width);
	tpl_set_int(t, "HEIGHT", file.height);
	tpl_set(t, "WORDS",
		rt_text_balanced(q->a, view_picture_words(q->a, attached, i)));
}

void view_preview(struct req *q, const struct rt_post *post, size_t n)
{
	const char *base = req_base(q), *path = view_post_path(q->a, post);
	struct tpl *t = tpl_section(q->root, "PREVIEW");

	tpl_set(q->root, "DESCRIPTION",
		rt_first_words(q->a, post->body, PREVIEW_WORDS));
	tpl_set(t, "CALLED", view_name_text(q->a, post->name, post->display));
	if (!base)
		return;
	if (n)
		path = arena_printf(q->a, "%s/%zu", path, n);
	tpl_set(tpl_section(t, "ADDRESS"), "ADDRESS",
		arena_printf(q->a, "%s%s", base, path));
	set_preview_picture(q, t, &post->attached, n ? n - 1 : 0, base);
}
