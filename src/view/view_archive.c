#include "view/view_archive.h"

#include "view/view_name.h"
#include "view/view_card.h"
#include "view/view_avatar.h"
#include "view/view_time.h"

void view_archived(struct req *q, struct tpl *t, const char *place,
		   const struct rt_post *post)
{
	struct tpl *card = tpl_include(t, place, "archived.tpl");

	view_avatar(q->a, card, post->user_id, post->name, post->display);
	view_name(card, post->name, post->display);
	view_time(q, card, post->time);
	view_body(q->a, card, post);
	if (*post->reply_name)
		tpl_set(tpl_section(card, post->origin ? "REPLIED" : "REPLY"),
			"TO", post->reply_name);
	if (post->user_id == q->me.id && !q->still)
		tpl_set(tpl_section(card, "MINE"), "ID",
			rt_archived_name(q->a, post));
}

static void view_archive_pages(struct tpl *list,
			       const struct rt_archive *archive)
{
	int64_t start = archive->start;
	struct tpl *pages;

	if (!start && !archive->older)
		return;
	pages = tpl_section(list, "PAGES");
	if (start)
		tpl_set_int(tpl_section(pages, "NEWER"), "START",
			    start > RT_PAGE ? start - RT_PAGE : 0);
	if (archive->older)
		tpl_set_int(tpl_section(pages, "OLDER"), "START",
			    archive->older);
}

/* Whether one of them comes from a file, which may tell anything. */
static bool view_archive_is_told(const struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].origin)
			return true;
	return false;
}

void view_archive(struct req *q, struct tpl *t,
		  const struct rt_archive *archive)
{
	struct tpl *list;

	if (!archive->posts.n)
		return;
	list = tpl_include(t, "ARCHIVE", "archive.tpl");
	tpl_section(list,
		    view_archive_is_told(&archive->posts) ? "FILE" : "IMPORT");
	for (size_t i = 0; i < archive->posts.n; i++)
		view_archived(q, list, "ARCHIVED", &archive->posts.v[i]);
	view_archive_pages(list, archive);
}
