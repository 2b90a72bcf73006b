#include "view/view_running.h"

#include "view/view_post.h"

void view_running(struct req *q, struct tpl *t,
		  const struct rt_running *running)
{
	struct tpl *top, *more;

	if (!running->posts.n)
		return;
	top = tpl_include(t, "RUNNING", "running.tpl");
	view_posts(q, top, &running->posts);
	if (!running->more)
		return;
	more = tpl_section(top, "MORE");
	tpl_set_number(more, "COUNT", running->more);
	tpl_plural(more, running->more);
}

static bool running_has(const struct rt_running *running, uint64_t id)
{
	for (size_t i = 0; i < running->posts.n; i++)
		if (running->posts.v[i].id == id)
			return true;
	return false;
}

/* If nothing is left the list is not empty: all of it is on top. */
void view_posts_below(struct req *q, struct tpl *t,
		      const struct rt_posts *posts,
		      const struct rt_running *running)
{
	struct rt_posts below = { .v = arena_alloc(
					  q->a, posts->n * sizeof *below.v) };

	for (size_t i = 0; i < posts->n; i++)
		if (!running_has(running, posts->v[i].id))
			below.v[below.n++] = posts->v[i];
	if (below.n || !posts->n)
		view_posts(q, t, &below);
}
