#include "web/view_post.h"

#include "web/view_card.h"
#include "web/view_time.h"

/* The buttons of all posts belong to two forms, which the layout holds. */
static void set_button_forms(struct req *q)
{
	if (!q->acts)
		tpl_set(tpl_section(q->root, "ACT"), "BACK", q->address);
	q->acts = true;
}

void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post)
{
	struct card card = {
		.post = post,
		.ago = view_ago(q->a, post->time, time(NULL)),
		.buttons = q->me.id && !q->still,
	};

	if (card.buttons)
		set_button_forms(q);
	view_card(q->a, t, place, &card);
}

void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++)
		view_post(q, t, "POST", &posts->v[i]);
	if (!posts->n)
		tpl_section(t, "EMPTY");
}
