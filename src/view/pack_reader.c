#include "view/pack_reader.h"

#include <string.h>
#include <time.h>

#include "view/tpl.h"
#include "view/view_time.h"

static bool put_html(struct pack *p, struct tpl *t, const char *file)
{
	size_t len;
	const char *html = tpl_render(t, file, &len);

	return html && zip_text(p->zip, html);
}

/* Where HTML is escaped, a line break becomes a space. */
static void show_lines(struct arena *a, struct tpl *t, const char *text)
{
	for (;;) {
		size_t len = strcspn(text, "\n");
		struct tpl *line = tpl_section(t, "LINE");

		tpl_set(line, "TEXT", arena_strndup(a, text, len));
		if (!text[len])
			return;
		tpl_section(line, "BREAK");
		text += len + 1;
	}
}

static void show_post(struct pack *p, struct tpl *t,
		      const struct rt_post *post)
{
	struct arena *a = &p->chunk;

	tpl_set(t, "WHEN", view_timestamp(a, post->time));
	tpl_set(t, "DATE", view_date(a, post->time));
	show_lines(a, t, post->body);
	if (post->reply_name && *post->reply_name)
		tpl_set(tpl_section(t, "REPLY"), "NAME", post->reply_name);
}

static bool put_some_html(struct pack *p, const struct rt_export_some *some)
{
	struct tpl *t = tpl_new(&p->chunk);

	for (size_t i = 0; i < some->posts.n; i++)
		show_post(p, tpl_section(t, "POST"), &some->posts.v[i]);
	p->rows += some->posts.n;
	return put_html(p, t, "export_posts.tpl");
}

/* Its first posts have a heading above them. */
static bool put_some_archive(struct pack *p, const struct rt_export_some *some)
{
	struct tpl *t;

	if (some->posts.n && !p->was_archive) {
		t = tpl_new(&p->chunk);
		tpl_section(t, "ARCHIVE");
		p->was_archive = put_html(p, t, "export_posts.tpl");
		if (!p->was_archive)
			return false;
	}
	return put_some_html(p, some);
}

static bool put_head(struct pack *p)
{
	struct tpl *t;

	arena_reset(&p->chunk);
	t = tpl_new(&p->chunk);
	tpl_set(t, "NAME", p->profile.name);
	tpl_set(t, "SITE", p->conf->name);
	tpl_set(t, "DATE", view_date(&p->chunk, time(NULL)));
	if (*p->profile.bio)
		tpl_set(tpl_section(t, "BIO"), "TEXT",
			rt_text_clean(&p->chunk, p->profile.bio));
	return put_html(p, t, "export_head.tpl");
}

static bool put_foot(struct pack *p)
{
	struct tpl *t = tpl_new(&p->chunk);

	tpl_section(t, p->rows ? "END" : "NONE");
	return put_html(p, t, "export_foot.tpl");
}

bool pack_reader(struct pack *p)
{
	p->rows = 0;
	return zip_file(p->zip, "posts.html") && put_head(p) &&
	       pack_part(p, RT_EXPORT_WRITTEN, put_some_html) &&
	       pack_part(p, RT_EXPORT_ARCHIVE, put_some_archive) &&
	       put_foot(p);
}
