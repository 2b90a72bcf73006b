#include "view/view_preview.h"

#include "http/origin.h"
#include "http/path.h"
#include "view/view_name.h"

#define PREVIEW_WORDS 200

void view_preview(struct req *q, const struct rt_post *post)
{
	const char *base = req_base(q);
	struct tpl *t = tpl_section(q->root, "PREVIEW");

	tpl_set(q->root, "DESCRIPTION",
		rt_first_words(q->a, post->body, PREVIEW_WORDS));
	tpl_set(t, "CALLED", view_name_text(q->a, post->name, post->display));
	if (base)
		tpl_set(tpl_section(t, "ADDRESS"), "ADDRESS",
			arena_printf(q->a, "%s%s", base,
				     view_post_path(q->a, post)));
}
