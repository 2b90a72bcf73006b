#include "view/atom.h"

#include <ctype.h>
#include <string.h>

#include "base/message.h"
#include "http/answer.h"
#include "view/failure.h"
#include "view/frame.h"
#include "view/guard.h"
#include "http/req.h"
#include "http/form.h"
#include "view/view_date.h"
#include "view/view_parts.h"
#include "view/view_pictures.h"
#include "view/view_time.h"

#define ENTRY_TITLE_MAX 80

/* ---- a feed's address -------------------------------------------------- */

bool req_feed(struct req *q)
{
	if (!req_take_ending(q, URL_FEED))
		return false;
	if (!q->conf->members_only)
		q->secret = NULL;
	return true;
}

void view_feed(struct req *q, const char *path, const char *title)
{
	tpl_global(q->root, "FEED", arena_printf(q->a, "%s" URL_FEED, path));
	tpl_global(q->root, "FEED_TITLE", rt_text_balanced(q->a, title));
}

/* ---- its entries ------------------------------------------------------- */

time_t feed_text_time(const struct rt_post *post)
{
	return post->edited > post->time ? post->edited : post->time;
}

static time_t newest_time(const struct rt_posts *posts)
{
	time_t time = 0;

	for (size_t i = 0; i < posts->n; i++)
		if (feed_text_time(&posts->v[i]) > time)
			time = feed_text_time(&posts->v[i]);
	return time;
}

/*
 * The host without its port, for `tag:` URIs (RFC 4151).  So entries keep
 * their ids if the site gets a certificate or another port.  If RETWIS_URL is
 * set, they keep them if it moves, too.
 */
static const char *tag_authority(struct arena *a, const char *base)
{
	const char *host = strstr(base, "://") + 3;
	bool is_ipv6 = *host == '[';
	size_t len = strcspn(host, is_ipv6 ? "]" : ":");
	char *copy = arena_strndup(a, host + is_ipv6, len - is_ipv6);

	for (char *c = copy; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return copy;
}

static const char *entry_name(struct arena *a, const char *name,
			      const char *display)
{
	return rt_text_clean(a, view_name_text(a, name, display));
}

/* Feed readers have no second line for a name, so this has both. */
static const char *entry_author(struct arena *a, const struct rt_post *post)
{
	return post->display
		       ? entry_name(a, post->name, post->display)
		       : rt_text_balanced(a, rt_text_clean(a, post->name));
}

const char *feed_entry_title(struct arena *a, const struct rt_post *post)
{
	const char *line = rt_first_line(a, post->body);
	const char *title = rt_first_words(a, line, ENTRY_TITLE_MAX);

	if (!*line)
		title = message_fill(a, _("{name}, {date}"), "name",
				     entry_name(a, post->name, post->display),
				     "date", view_date(a, post->time));
	if (!post->reposter)
		return title;
	return message_fill(
		a, _("{name} reposted: {title}"), "name",
		entry_name(a, post->reposter, post->reposter_display), "title",
		title);
}

/* HTML has no line breaks of its own: each becomes an element. */
static void set_lines(struct arena *a, struct tpl *t, const char *text)
{
	static const char ends[] = "\r\n";

	while (*text) {
		size_t len = strcspn(text, ends);
		struct tpl *part = tpl_section(t, "PART");

		if (len)
			tpl_set(tpl_section(part, "TEXT"), "SHOWN",
				arena_strndup(a, text, len));
		text += len;
		if (!*text)
			return;
		tpl_section(part, "BREAK");
		text += 1 + (strncmp(text, "\r\n", 2) == 0);
	}
}

/*
 * The body as the HTML of a page, with addresses that don't depend on where it
 * is read.  The template escapes it twice: as HTML, and that as XML.
 */
static void set_content(struct arena *a, struct tpl *t,
			const struct rt_post *post)
{
	static const char *const sections[] = {
		[RT_LINK] = "LINK",
		[RT_MENTION] = "MENTION",
		[RT_TAG] = "TAG",
	};
	const char *body = rt_text_balanced(a, post->body);
	struct rt_part *part = rt_parts(a, body, post->mentions);

	if (!part)
		set_lines(a, t, body);
	for (; part; part = part->next) {
		struct tpl *p;

		if (part->kind == RT_TEXT) {
			set_lines(a, t, part->shown);
			continue;
		}
		p = tpl_section(tpl_section(t, "PART"), sections[part->kind]);
		if (part->sign)
			tpl_set(p, "SIGN", part->sign);
		tpl_set(p, "SHOWN", part->shown);
		tpl_set(p, "TO", part->to);
	}
}

/* The answers to a question, a line each.  Their counts are on its page. */
static void set_answers(struct arena *a, struct tpl *t,
			const struct rt_question *question)
{
	const char *text = "\n";

	if (question->comes)
		text = arena_printf(a, "\n\n%s", _("Who comes?"));
	for (size_t i = 0; i < question->answers; i++)
		text = arena_printf(a, "%s\n– %s", text,
				    rt_text_balanced(a, question->answer[i]));
	set_lines(a, t, text);
}

/*
 * A program that reads feeds has no session.  So where only members may read it
 * can't fetch a picture, and the words for it lead to the page that shows it.
 */
static void set_pictures(struct req *q, struct tpl *t,
			 const struct rt_attached *attached)
{
	size_t n = rt_has_pictures(q->rt) ? attached->pictures : 0;

	for (size_t i = 0; i < n; i++) {
		struct tpl *picture = tpl_section(t, "PICTURE"), *image;
		struct picture_file file;

		tpl_set_int(picture, "N", (long long)i + 1);
		tpl_set(picture, "WORDS",
			rt_text_balanced(
				q->a, view_picture_words(q->a, attached, i)));
		if (q->conf->members_only) {
			tpl_section(picture, "ALONE");
			continue;
		}
		file = view_picture_file(q->a, &attached->picture[i],
					 POST_PICTURE_JPEG);
		image = tpl_section(picture, "IMAGE");
		tpl_set(image, "FILE", file.path);
		tpl_set_int(image, "WIDTH", file.width);
		tpl_set_int(image, "HEIGHT", file.height);
		tpl_set(tpl_section(t, "ENCLOSURE"), "FILE", file.path);
	}
}

static void set_entry(struct req *q, struct tpl *t, const struct rt_post *post,
		      const struct rt_addresses *addresses)
{
	struct arena *a = q->a;
	const char *when = view_timestamp(a, post->time);
	const char *authority = rt_address_at(addresses, post->time);

	if (authority)
		tpl_set(t, "AUTHORITY", authority);
	tpl_set_int(t, "ID", (long long)post->id);
	tpl_set(t, "WHEN", when);
	tpl_set(t, "CHANGED", view_timestamp(a, feed_text_time(post)));
	tpl_set(t, "DAY", arena_strndup(a, when, strlen("2026-11-21")));
	tpl_set(t, "TITLE", feed_entry_title(a, post));
	tpl_set(t, "AUTHOR", entry_author(a, post));
	tpl_set(t, "NAME", post->name);
	set_content(a, t, post);
	set_pictures(q, t, &post->attached);
	if (post->attached.date)
		tpl_set(tpl_section(t, "DATED"), "SHOWN",
			view_date_text(a, post->attached.date));
	if (post->attached.question)
		set_answers(a, t, post->attached.question);
}

static void set_feed(struct req *q, const struct feed *feed, const char *base,
		     const struct rt_addresses *addresses)
{
	struct tpl *t = tpl_new(q->a);
	const char *self = arena_printf(q->a, "%s" URL_FEED, feed->path);

	q->root = t;
	tpl_set(t, "SITE", q->conf->name);
	tpl_set(t, "BASE", base);
	view_static_version(q);
	tpl_set(t, "AUTHORITY", tag_authority(q->a, base));
	tpl_set(t, "TITLE",
		rt_text_balanced(q->a, rt_text_clean(q->a, feed->title)));
	tpl_set(t, "PAGE", feed->path);
	tpl_set(t, "FEED_ID", feed->id ? feed->id : self);
	if (!feed->id)
		tpl_set(tpl_section(t, "SELF"), "SELF", self);
	tpl_set(t, "UPDATED", view_timestamp(q->a, newest_time(feed->posts)));
	for (size_t i = 0; i < feed->posts->n; i++)
		set_entry(q, tpl_section(t, "ENTRY"), &feed->posts->v[i],
			  addresses);
}

void page_feed(struct req *q, const struct feed *feed)
{
	const char *base = req_base(q), *own = q->conf->url;
	struct rt_addresses addresses = { .n = 0 };

	if (!base) {
		page_error(q, 400);
		return;
	}
	if (own &&
	    !req_ok(q, rt_addresses(q->rt, q->a, tag_authority(q->a, own),
				    &addresses)))
		return;
	set_feed(q, feed, base, &addresses);
	q->caching = feed->id || q->conf->members_only ? "private, no-cache"
						       : "no-cache";
	if (page_render(q, 200, "atom.tpl", "application/atom+xml"))
		page_etag(q, newest_time(feed->posts));
}
