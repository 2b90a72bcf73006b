#include "view/view_post.h"

#include "view/view_card.h"
#include "view/view_time.h"

static bool shows_buttons(const struct req *q)
{
	return q->me.id && !q->still;
}

struct tpl *view_post_buttons(struct req *q, struct tpl *t)
{
	struct tpl *posts = tpl_include(t, "POSTS", "posts.tpl");

	if (shows_buttons(q))
		tpl_set(tpl_section(posts, "BUTTONS"), "BACK", q->address);
	return posts;
}

void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post)
{
	struct card card = {
		.post = post,
		.ago = view_ago(q->a, post->time, time(NULL)),
		.buttons = shows_buttons(q),
	};

	view_card(q->a, t, place, &card);
}

void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts)
{
	struct tpl *list;

	if (!posts->n) {
		tpl_section(t, "EMPTY");
		return;
	}
	list = view_post_buttons(q, t);
	for (size_t i = 0; i < posts->n; i++)
		view_post(q, list, "POST", &posts->v[i]);
}
